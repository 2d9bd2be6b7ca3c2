"""Both languages of a page have the same structure, read from the built pages."""

import difflib
import re

import pytest
from tests.pages import LANGUAGES, NAMES, soup
from tests.published_blocks import ROOT


def outline(page) -> list[str]:
    """What does not depend on the language, in order."""
    article = page.find("article")
    lines = []
    for node in article.find_all(["h1", "h2", "h3", "h4", "h5", "h6", "math", "table", "figure", "pre", "a"]):
        if node.name.startswith("h"):
            lines.append(f"{node.name} #{node.get('id')}")
        elif node.name == "math":
            lines.append(f"formula {node}")
        elif node.name == "table":
            lines.append("table, cells in each row: " + " ".join(str(len(row.find_all(["th", "td"]))) for row in node.find_all("tr")))
        elif node.name == "pre":
            lines.append("code: " + node.get_text().strip().replace("\n", "⏎")[:200])
        elif node.name == "figure":
            lines.append("figure: " + " ".join(child.name for child in node.find_all(["svg", "figcaption"])))
        elif not {"headerlink", "term"} & set(node.get("class", [])):  # words come in another order
            lines.append(f"link {node.get('href')}")
    return lines


def difference(site, name) -> str:
    english, chinese = (outline(soup(site, language, name)) for language in LANGUAGES)
    diff = difflib.unified_diff(english, chinese, f"docs/en/{name}", f"docs/zh/{name}", lineterm="", n=0)
    return "\n".join(line for line in diff if not line.startswith("@@"))


def test_both_languages_have_the_same_pages():
    found = [{p.relative_to(ROOT / "docs" / lang).as_posix() for p in (ROOT / "docs" / lang).rglob("*")} for lang in LANGUAGES]
    assert not [path for path in found[0] ^ found[1] if ".ipynb_checkpoints" not in path]


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_structure(built, name):
    assert not difference(built, name), difference(built, name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_has_an_id_of_its_own_words(built, language, name):
    ids = [h.get("id", "") for h in soup(built, language, name).find("article").find_all(["h1", "h2", "h3", "h4"])]
    assert len(set(ids)) == len(ids) and all(i.isascii() and not i.startswith("_") and i for i in ids), ids


@pytest.mark.parametrize("name", NAMES)
def test_no_line_break_inside_a_chinese_sentence(built, name):
    for node in soup(built, "zh", name).find("article").find_all(["p", "li", "td", "figcaption"]):
        words = node.get_text().strip()
        broken = re.search("[\u2e80-\uffff]\n|\n[\u2e80-\uffff]", words)
        assert not broken, f"docs/zh/{name}: a browser shows the line break as a space in {words[:60]!r}"
