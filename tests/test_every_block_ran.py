"""The completeness gate: every Python block of the built pages was executed in this run. It runs last."""

import pytest
from pygments.lexers import get_lexer_by_name
from tests.pages import LANGUAGES, NAMES, soup
from tests.published_blocks import EXECUTED, ROOT


def language_of(block) -> str:
    """Pygments' first alias of what the page calls it: py, py3 and Python are all python."""
    names = [c.removeprefix("language-") for c in block["class"] if c.startswith("language-")]
    return get_lexer_by_name(names[0]).aliases[0] if names else "text"


def problems(site, language, name, executed) -> list[str]:
    """What is published as code on a page, but is neither executed, nor a recorded output, nor a shell session."""
    ran = {code for page, code in executed if page == ROOT / "docs" / language / name}
    page = soup(site, language, name)
    found = [f"a bare <pre>: {pre.get_text().strip()}" for pre in page.find_all("pre") if not pre.find_parent(class_="highlight")]
    for block in page.find_all("div", class_="highlight"):
        code, lexer = block.find("code").get_text().rstrip("\n"), language_of(block)
        if lexer == "text" and "output" not in block["class"]:
            found.append(f"neither code nor output: {code}")
        elif lexer not in ("text", "console") and code not in ran:
            found.append(f"not executed: {code}")
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_ran(built, language, name):
    found = problems(built, language, name, EXECUTED)
    assert not found, "\n".join(
        [f"docs/{language}/{name}: if this was not the whole of `pytest`, run it; else pytest-markdown-docs is blind to", *found]
    )


def test_the_gate_notices_a_block_that_did_not_run(built):
    page, code = one = next(iter(EXECUTED))
    language, name = page.relative_to(ROOT / "docs").as_posix().split("/", 1)
    assert problems(built, language, name, EXECUTED - {one}) == [f"not executed: {code}"]


def test_blocks_were_executed_in_both_languages():
    assert {page.parent.name for page, _ in EXECUTED if page.parent.parent == ROOT / "docs"} == set(LANGUAGES)
