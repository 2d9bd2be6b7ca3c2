"""What the tests read from the built site."""

from pathlib import Path

from bs4 import BeautifulSoup
from ffn_site import notebooks
from tests.published_blocks import ROOT

LANGUAGES = {"en": "", "zh": "zh/"}  # language: folder in the built site
SOURCES = sorted([*(ROOT / "docs" / "en").rglob("*.md"), *notebooks.files(ROOT / "docs" / "en")])
NAMES = [source.relative_to(ROOT / "docs" / "en").as_posix() for source in SOURCES]
NOTEBOOKS = [name for name in NAMES if name.endswith(".ipynb")]


def url(language: str, name: str) -> str:
    """The address of docs/<language>/<name>, from the site's root."""
    path = name.removesuffix(".md").removesuffix(".ipynb")
    return LANGUAGES[language] + ("" if path == "index" else path.removesuffix("/index") + "/")


def soup(site: Path, language: str, name: str) -> BeautifulSoup:
    return BeautifulSoup((site / url(language, name) / "index.html").read_text("utf8"), "html.parser")


def text(node) -> str:
    """Its text with the non-breaking spaces of numbers made plain."""
    return node.get_text().replace("\u00a0", " ")


BLOCKS = ["p", "li", "td", "th", "h1", "h2", "h3", "h4", "figcaption", "summary"]


def sentences(site: Path, language: str, name: str) -> list[str]:
    """The page's text, one block of it at a time, without code blocks and the catalogue's numbers; formulas become names."""
    article = soup(site, language, name).find("article")
    for node in article.select("pre, .headerlink, svg, .catalogue tbody"):
        node.decompose()
    for code in article.find_all("code"):
        code.string = code.get_text().replace('"', "")  # straight quotes belong to code
    for number, formula in enumerate(article.find_all("math")):
        formula.replace_with(f"f{number}")
    innermost = [node for node in article.find_all(BLOCKS) if not node.find(BLOCKS)]
    return [words for node in innermost if (words := " ".join(text(node).split()))]
