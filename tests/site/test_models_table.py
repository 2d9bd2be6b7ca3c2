"""The table of models: its numbers, how it sorts and filters, and that it needs no script to be read."""

import csv
import re

import pytest
from ffn_snippets.models import MODELS
from tests.pages import LANGUAGES, soup, text, url
from tests.published_blocks import ROOT

PAGE = "reference/models.md"
each_language = pytest.mark.parametrize("language", LANGUAGES)


def ratio(model):
    return model.active_ratio if model.n_moe_layers else model.ratio


# What each column must hold: a value to sort by, or None where there is a dash.
COLUMNS = {
    "name": lambda m: m.name,
    "d_model": lambda m: m.d_model,
    "d_ff": lambda m: m.d_ff,
    "expert_d_ff": lambda m: m.expert_d_ff,
    "ratio": ratio,
    "ffn_params": lambda m: m.ffn_params,
    "active_ffn_params": lambda m: m.active_ffn_params,
    "ffn_flops_per_token": lambda m: m.ffn_flops_per_token,
    "ffn_bytes": lambda m: 2 * m.ffn_params,
    "total_params": lambda m: m.total_params,
    "ffn_share": lambda m: m.total_params and m.ffn_params / m.total_params,
    "dense_layer_params": lambda m: m.dense_layer_params or None,
    "moe_layer_params": lambda m: m.moe_layer_params or None,
    "n_layers": lambda m: m.n_layers,
    "n_moe_layers": lambda m: m.n_moe_layers or None,
    "n_experts": lambda m: m.n_experts,
    "activation": lambda m: m.activation,
    "matrices": lambda m: 3 if m.gated else 2,
}
EXACT = [key for key in COLUMNS if key.endswith(("params", "per_token", "bytes"))]
UNITS = {"M": 1e6, "B": 1e9, "T": 1e12, "万": 1e4, "亿": 1e8, "万亿": 1e12, "G": 1e9}


def table(built, language):
    """{model: {column: cell}} as built, before any script."""
    found = soup(built, language, PAGE).find(class_="catalogue").find("table")
    keys = [th["data-key"] for th in found.find_all("th", attrs={"data-key": True})]
    rows = [row.find_all(["th", "td"]) for row in found.find("tbody").find_all("tr")]
    assert keys == list(COLUMNS) and {len(row) for row in rows} == {len(keys)}
    return {text(row[0]): dict(zip(keys, row)) for row in rows}


@each_language
def test_every_number_is_the_catalogue_s(built, language):
    rows = table(built, language)
    assert list(rows) == list(MODELS)
    for name, cells in rows.items():
        assert cells["name"].a["href"] == MODELS[name].source
        for key, cell in cells.items():
            value = COLUMNS[key](MODELS[name])
            where = f"{name}: {key}"
            if value is None:
                assert text(cell) == "—" and "data-value" not in cell.attrs, where
            elif key in EXACT:
                exact, short = text(cell.find(class_="exact")), text(cell.find(class_="short"))
                assert exact == cell["title"] == f"{value:,}" and cell["data-value"] == str(value), where
                number, unit = short.replace("FLOPs", "").removesuffix("B" if key == "ffn_bytes" else "").split(" ")
                assert float(number.replace(",", "")) * UNITS[unit] == pytest.approx(value, rel=0.005), where
            elif key in ("ratio", "ffn_share"):
                assert float(cell["data-value"]) == value, where
                shown = float(text(cell).strip("%")) / (100 if key == "ffn_share" else 1)
                assert shown == pytest.approx(value, abs=0.00051 if key == "ffn_share" else 0.0051), where
            else:
                assert cell["data-value"] == str(value), where
                assert text(cell).startswith(f"{value:,}" if isinstance(value, int) else value) or key == "n_experts", where


@each_language
def test_totals_are_the_independent_ones(built, language):
    rows = table(built, language)
    with (ROOT / "tests/published_models.csv").open(encoding="utf8") as file:
        published = list(csv.DictReader(file))
    assert len(published) > 40
    for row in published:
        for key in ("ffn_params", "total_params"):
            assert text(rows[row["name"]][key].find(class_="exact")).replace(",", "") == row[key], (row["name"], key)


@each_language
def test_what_is_in_two_parts(built, language):
    """Shared experts, and the chosen of all."""
    rows, shared = table(built, language), {"en": "shared", "zh": "共享"}[language]
    for name, model in MODELS.items():
        widths, experts = text(rows[name]["expert_d_ff"]), text(rows[name]["n_experts"])
        if model.n_moe_layers:
            plus = model.shared_d_ff > 0
            assert widths == f"{model.expert_d_ff:,}" + (f" + {model.shared_d_ff:,}" if plus else "")
            assert experts == f"{model.top_k} / {model.n_experts:,}" + (f" + {shared}" if plus else "")


@pytest.fixture
def opened(page, root):
    errors = []
    page.on("pageerror", lambda e: errors.append(str(e)))

    def open_(query="", language="en"):
        page.goto(root + url(language, PAGE) + query)
        page.locator(".catalogue form").wait_for()
        return page

    yield open_
    assert not errors


def names(page):
    return page.locator(".catalogue tbody tr:visible th").all_inner_texts()


def head(page, key):
    return page.locator(f".catalogue th[data-key={key}]")


@pytest.mark.parametrize("key", COLUMNS)
def test_each_column_sorts_both_ways(opened, key):
    page = opened()
    words = key in ("name", "activation")
    for down in (not words, words, not words):
        head(page, key).locator("button").click()
        assert head(page, key).get_attribute("aria-sort") == ("descending" if down else "ascending")
        assert page.locator(".catalogue [aria-sort]").count() == 1
        found = names(page)
        assert sorted(found) == sorted(MODELS)
        if key == "name":  # A and a are the same letter
            assert found == sorted(found, key=str.lower, reverse=down)
        else:
            values = [COLUMNS[key](MODELS[name]) for name in found]
            known = [value for value in values if value is not None]
            assert values[: len(known)] == known == sorted(known, reverse=down), "what is not known comes last"


def test_equals_keep_the_catalogue_s_order(opened):
    page = opened("?sort=matrices")
    assert names(page) == [m.name for gated in (False, True) for m in MODELS.values() if m.gated == gated]


FILTERS = [
    ({"name": "qWEn3-"}, lambda m: m.name.startswith("Qwen3-")),
    ({"kind": "moe"}, lambda m: m.n_moe_layers > 0),
    ({"kind": "dense", "matrices": "2"}, lambda m: not m.n_moe_layers and not m.gated),
    ({"matrices": "3"}, lambda m: m.gated),
    ({"activation": "geglu_tanh", "name": "gemma"}, lambda m: "Gemma" in m.name),
    ({"activation": "relu", "kind": "moe"}, lambda m: m.name == "Switch-c-2048"),
    ({"name": "no such model"}, lambda m: False),
]


@each_language
@pytest.mark.parametrize("chosen, fits", FILTERS)
def test_filters(opened, language, chosen, fits):
    page = opened(language=language)
    for field, value in chosen.items():
        control = page.locator(f".catalogue [name={field}]")
        control.fill(value) if field == "name" else control.select_option(value)
    wanted = [m.name for m in MODELS.values() if fits(m)]
    assert names(page) == wanted
    count = page.locator(".catalogue output")
    assert re.findall(r"\d+", count.inner_text()) == [str(n) for n in (len(wanted), len(MODELS))][:: 1 if language == "en" else -1]
    assert count.get_attribute("aria-live") == "polite"
    page.reload()  # the choice is in the address
    page.locator(".catalogue form").wait_for()
    assert names(page) == wanted
    page.locator(".catalogue [type=reset]").click()
    page.wait_for_function("!location.search")
    assert names(page) == list(MODELS)


def test_a_view_can_be_linked_to(opened):
    page = opened("?kind=moe&sort=-total_params&exact=1#table")
    assert names(page)[0] == "Kimi-K2" and page.url.endswith("#table")
    assert head(page, "total_params").get_attribute("aria-sort") == "descending"
    assert page.locator(".catalogue tbody td:visible").filter(has_text="1,026,408,209,408").count() == 1


def test_an_unknown_choice_is_no_choice(opened):
    page = opened("?kind=other&sort=other&activation=%3Cb%3E")
    assert names(page) == list(MODELS)
    assert page.locator(".catalogue select").evaluate_all("all => all.every(s => s.selectedIndex === 0)")


def test_the_keyboard_is_enough(opened):
    page = opened()
    page.locator(".catalogue [name=name]").focus()
    page.keyboard.type("mixtral")
    page.keyboard.press("Enter")  # sends nothing
    assert names(page) == ["Mixtral 8x7B", "Mixtral 8x22B"]
    head(page, "ffn_params").locator("button").focus()
    page.keyboard.press("Enter")
    assert names(page) == ["Mixtral 8x22B", "Mixtral 8x7B"]
    page.keyboard.press("Space")
    assert names(page) == ["Mixtral 8x7B", "Mixtral 8x22B"]
    page.locator(".catalogue [type=checkbox]").focus()
    page.keyboard.press("Space")
    assert page.locator(".catalogue tbody tr:visible .exact").first.is_visible()
    page.locator(".catalogue-box").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.catalogue-box').scrollLeft > 0")


@each_language
def test_without_scripts_the_table_is_whole(new_context, root, language):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(root + url(language, PAGE))
    assert names(page) == list(MODELS)
    assert page.locator(".catalogue form").is_hidden() and page.locator(".catalogue thead button").count() == 0
    assert page.locator(".catalogue .short").first.is_visible() and page.locator(".catalogue .exact").first.is_hidden()
    page.locator(".catalogue [type=checkbox]").check()
    assert page.locator(".catalogue .short").first.is_hidden() and page.locator(".catalogue .exact").first.is_visible()


@each_language
@pytest.mark.parametrize("width", [360, 1280])
def test_names_and_heads_stay_in_sight(opened, page, language, width):
    page.set_viewport_size({"width": width, "height": 800})
    opened(language=language)
    page.locator(".catalogue [type=checkbox]").check()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    box = page.locator(".catalogue-box")
    box.evaluate("box => box.scrollTo(900, 700)")
    left, top = (box.bounding_box()[side] for side in "xy")
    assert page.locator(".catalogue tbody th").last.bounding_box()["x"] == pytest.approx(left, abs=2)
    assert page.locator(".catalogue thead").bounding_box()["y"] == pytest.approx(top, abs=2)
    first = page.locator(".catalogue tbody th").nth(40).bounding_box()
    assert first["width"] < 0.55 * box.bounding_box()["width"]


def test_only_this_page_loads_the_script(built):
    for language in LANGUAGES:
        scripts = {name: str(soup(built, language, name)).count("assets/models.js") for name in ("index.md", "about.md", PAGE)}
        assert scripts == {"index.md": 0, "about.md": 0, PAGE: 1}
    assert (built / "assets/models.js").stat().st_size <= 3072
