"""What a reader sees: values, formulas, both schemes, a phone; and what a page asks of the network."""

import re
from unicodedata import category
from urllib.parse import urlsplit

import pytest
from fontTools.ttLib import TTFont
from tests.pages import LANGUAGES, NAMES, soup, text, url

each_page = pytest.mark.parametrize("language, name", [(language, name) for language in LANGUAGES for name in NAMES])

VALUES = [
    "4,722,432",
    "4.72 M",
    "2,359,296",
    "2,362,368",
    "4,831,838,208",
    "3,221,225,472",
    "135,266,304",
    "56,669,184",
    "18.89 MB",
    "18.01 MiB",
    "226.7 MB",
    "216.2 MiB",
    "1,208,020,992",
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_values_on_the_article_page(built, language, value):
    prose = soup(built, language, "index.md").find("article")
    for code in prose.find_all("pre"):
        code.decompose()
    assert value in text(prose)


def test_values_that_chinese_readers_want(built):
    prose = text(soup(built, "zh", "index.md").find("article"))
    for value in ("472 万", "1.35 亿", "48.3 亿"):
        assert value in prose


@pytest.mark.parametrize(
    "mount, language, name",
    [("published_url", language, name) for language in LANGUAGES for name in NAMES]
    + [("root", language, name) for language in LANGUAGES for name in ("index.md", "about.md")],
)
def test_no_request_to_another_host_and_no_error(page, request, mount, language, name):
    base = request.getfixturevalue(mount)
    requests, errors = [], []
    page.on("request", lambda r: requests.append(r.url))
    page.on("console", lambda m: errors.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.on("response", lambda r: errors.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    page.goto(base + url(language, name), wait_until="networkidle")
    page.locator("[data-md-component=search-query]").press_sequentially("a")  # starts the search worker
    page.wait_for_load_state("networkidle")
    assert {urlsplit(u).netloc for u in requests} == {urlsplit(base).netloc}
    assert not errors


def written(page):
    """The page's words without code."""
    return page.evaluate(
        "() => { const a = document.querySelector('article').cloneNode(true);"
        " a.querySelectorAll('pre, code').forEach(e => e.remove()); return a.textContent }"
    )


@each_page
def test_formulas_are_drawn(page, root, built, language, name):
    page.goto(root + url(language, name), wait_until="networkidle")
    assert not re.search(r"\$|\\\(|\\\[|\\[a-z]+\{|\[\[|\]\]|\[%|--8<--|///", written(page))
    formulas = page.locator("article math")
    page.locator("details").evaluate_all("all => all.forEach(d => d.open = true)")
    sizes = formulas.evaluate_all("all => all.map(m => [m.getBoundingClientRect().width, m.getBoundingClientRect().height])")
    assert len(sizes) == len(soup(built, language, name).find("article").find_all("math"))
    assert all(width > 3 and height > 3 for width, height in sizes)
    if sizes:
        assert page.evaluate("[...document.fonts].some(f => f.family.includes('Maths') && f.status === 'loaded')")


def test_the_font_has_every_character_of_every_formula(built):
    for folder in ("", "zh/"):
        glyphs = TTFont(built / folder / "assets" / "fonts" / "maths.woff2").getBestCmap()
        used = {
            character
            for language in LANGUAGES
            for name in NAMES
            for formula in soup(built, language, name).find_all("math")
            for character in formula.get_text()
        }
        assert {c for c in used if ord(c) not in glyphs and not c.isspace() and category(c) != "Cf"} == set()
        assert {"𝑑", "𝑛", "𝜎", "√"} <= {chr(code) for code in glyphs}, "one-letter identifiers are drawn in italics, roots with a sign"


def test_a_formula_can_be_selected(page, root):
    page.goto(root)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('article div.maths math'))")
    assert "FFN" in page.evaluate("getSelection().toString()")


@each_page
def test_nothing_overflows(page, root, language, name):
    page.goto(root + url(language, name))
    page.locator("details").evaluate_all("all => all.forEach(d => d.open = true)")
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("width => document.documentElement.scrollWidth === width", arg=width)  # the drawer slides away
        # Whatever is wider than the page scrolls in a box of its own.
        outside = page.evaluate(
            """width => [...document.querySelectorAll('article *')].filter(e => {
                if (e.getBoundingClientRect().right <= width + 1) return false
                for (let p = e; p; p = p.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(p).overflowX)) return false
                return true
            }).map(e => e.outerHTML.slice(0, 80))""",
            width,
        )
        assert outside == [], width


def luminance(colour):
    channels = [int(c) / 255 for c in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_schemes_are_readable(new_context, root, language, scheme):
    page = new_context(color_scheme=scheme).new_page()
    page.goto(root + url(language, "index.md"))
    paper = luminance(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert (paper > 0.5) == (scheme == "light")
    for selector in ("article p", "article a", "article code", "article math", "article figcaption", ".drawing text", ".highlight .k", ".highlight .c1"):
        part = page.locator(selector).first
        ink = luminance(part.evaluate("e => e instanceof SVGElement ? getComputedStyle(e).fill : getComputedStyle(e).color"))
        contrast = (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05)
        assert contrast >= 4.5, f"{selector} in {scheme}: {contrast:.1f}"


@each_page
def test_a_page_reads_without_scripts(new_context, root, language, name):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(root + url(language, name))
    assert page.locator("h1").is_visible() and page.locator("article p").first.is_visible()
    formula = page.locator("article p math:not(details *)")
    assert formula.count() == 0 or formula.first.is_visible()
    assert page.locator("#offer").is_hidden() if language == "en" else True
