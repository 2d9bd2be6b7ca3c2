"""The package page: every public name, once, with the arguments that Python itself sees."""

import importlib
import inspect

import pytest
from ffn_site import api
from tests.pages import LANGUAGES, soup, text

MODULES = sorted(path.stem for path in api.PACKAGE.glob("*.py") if path.stem != "__init__")
PAGE = "reference/package.md"


def sections(site, language) -> dict[str, list]:
    """Module: the headings below it."""
    found, module = {}, None
    for heading in soup(site, language, PAGE).find("article").find_all(["h2", "h3"]):
        if heading.name == "h2":
            modules = [m for m in MODULES if m.replace("_", "-") in (heading["id"], "hf-keys" if heading["id"] == "hf-config" else "")]
            found.update({m: [] for m in modules})
            module = modules[0]
        else:
            found[module].append(heading)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_name_is_on_the_page(built, language):
    found = sections(built, language)
    assert sorted(found) == MODULES
    found["hf_config"], found["hf_keys"] = found["hf_config"][:1], found["hf_config"][1:]
    for module, headings in found.items():
        assert sorted(text(h).rstrip("¶") for h in headings) == sorted(api.public_names(module))


def seen_by_python(module, name) -> str:
    signature = inspect.signature(getattr(importlib.import_module(f"ffn_snippets.{module}"), name))
    plain = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return f"{name}{signature.replace(parameters=plain, return_annotation=signature.empty)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_signatures_are_those_that_python_sees(built, language):
    seen = 0
    for module, headings in sections(built, language).items():
        for heading in headings:
            code = heading.find_next_sibling("p").find("code")
            name = text(heading).rstrip("¶")
            if code is None or not text(code).startswith(f"{name}("):
                continue
            where = "hf_keys" if name in api.public_names("hf_keys") else module
            expected = seen_by_python(where, name).replace("<function swiglu>", "swiglu")
            expected = expected[: expected.index("<function")] + "swiglu" + expected[expected.index(">") + 1 :] if "<function" in expected else expected
            assert text(code) == expected
            seen += 1
    callables = {
        (module, name)
        for module in MODULES
        for name in api.public_names(module)
        if callable(value := getattr(importlib.import_module(f"ffn_snippets.{module}"), name)) and not hasattr(value, "_fields")
    }
    assert seen == len({c for c in callables if c[1] not in ("Model", "Catalogue")})


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: api.signature("cost.ffn_params"), "no module 'cost'"),
        (lambda: api.signature("costs.ffn_parms"), "no public name 'ffn_parms'"),
        (lambda: api.signature("costs._size"), "no public name '_size'"),
        (lambda: api.signature("costs.BYTES"), "costs.BYTES is no function"),
        (lambda: api.signature("models.Model"), "models.Model has no __init__"),
        (lambda: api.fields("costs.ffn_params"), "costs.ffn_params has no fields"),
        (lambda: api.keys("costs.ffn_params"), "costs.ffn_params is no dict"),
        (lambda: api.keys("costs.SAVED"), "costs.SAVED is no dict with written keys"),
    ],
)
def test_a_wrong_name_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
