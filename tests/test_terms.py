"""The glossary: complete in both languages, linked at a term's first use on every page, known to the Chinese search."""

import re

import jieba
import markdown
import pytest
from ffn_site import places, terms
from tests.pages import LANGUAGES, NAMES, soup, url

PAGES = [(language, name) for language in LANGUAGES for name in NAMES if name != terms.GLOSSARY]


def first_uses(article, language) -> dict[str, object]:
    """Term: the text node in running text that first holds a form of it, other than as part of a longer term."""
    forms = sorted(((form, key) for key, t in terms.read().items() for form in t["forms"][language]), key=lambda f: -len(f[0]))
    found = {}
    for node in article.find_all(string=True):
        parents = {parent.name for parent in node.parents} - {"article", "[document]", "html", "body"}
        inside_link = node.find_parent("a")
        if not parents & set(terms.TEXT_OF) or parents & (set(terms.CLOSED) - {"a"} | {"svg", "math"}):
            continue
        if inside_link is not None and "term" not in inside_link.get("class", []):
            continue
        rest = str(node)
        for form, key in forms:
            edge = r"(?<![A-Za-z0-9_.-]){}(?![A-Za-z0-9_-])" if form.isascii() else "{}"
            pattern = re.compile(edge.format(re.escape(form)), re.IGNORECASE)
            if pattern.search(rest):
                found.setdefault(key, node)
                rest = pattern.sub("|", rest)
    return found


@pytest.mark.parametrize("language, name", PAGES)
def test_each_term_is_linked_where_the_page_first_uses_it(built, language, name):
    article = soup(built, language, name).find("article")
    links = {link["href"].split("#")[1]: link for link in article.select("a.term")}
    assert len(links) == len(article.select("a.term")), "linked once"
    uses = first_uses(article, language)
    assert set(links) == set(uses)
    for key, node in uses.items():
        assert node.parent is links[key], f"{key} is used before its link: {node}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_page_has_every_term(built, language):
    article = soup(built, language, terms.GLOSSARY).find("article")
    for key, term in terms.read().items():
        row = article.find(id=key).find_parent("tr")
        cells = [cell.get_text().replace("’", "'") for cell in row.find_all("td")]
        other = next(l for l in LANGUAGES if l != language)
        assert term[language] in cells[0] and cells[1] == term[other] and cells[2].startswith(term["means"][language])
        path, _, anchor = row.find("a")["href"].partition("#")
        page = (built / url(language, terms.GLOSSARY) / path).resolve() / "index.html"
        assert f'id="{anchor}"' in page.read_text("utf8")
    assert not article.select("a.term")


def test_the_search_keeps_every_chinese_term_whole(built):
    """jieba, fed as the build feeds it, returns each term as one word."""
    from tests.published_blocks import ROOT

    tokenizer = jieba.Tokenizer()
    tokenizer.load_userdict(str(ROOT / ".cache" / "words.zh.txt"))
    for word in terms.chinese_words():
        assert list(tokenizer.cut(word)) == [word]


@pytest.fixture
def convert(monkeypatch):
    def convert(text, file="docs/en/variants/gated.md"):
        places.remember(file, text)
        return markdown.markdown(text, extensions=["tables", terms.makeExtension()])

    yield convert
    places.remember("", "")


def linked(html):
    return re.findall(r'<a class="term" href="([^"]+)" title="[^"]+">([^<]+)</a>', html)


def test_the_longest_form_is_linked(convert):
    html = convert("Multi-head attention, attention and *experts*; a mixture-of-experts.")
    glossary = "../reference/glossary.md"
    assert linked(html) == [
        (f"{glossary}#mha", "Multi-head attention"),
        (f"{glossary}#attention", "attention"),
        (f"{glossary}#expert", "experts"),
        (f"{glossary}#moe", "mixture-of-experts"),
    ]
    assert [text for _, text in linked(convert("混合专家里的专家和混合专家", "docs/zh/index.md"))] == ["混合专家", "专家"]


@pytest.mark.parametrize("text", ["`token`", "# The token", "[a token](x.md)", "| token |\n| --- |\n| token |", "tokenizer, non-token, token_id"])
def test_code_headings_links_tables_and_longer_words_are_left_alone(convert, text):
    assert linked(convert(text)) == []


def test_text_around_a_link_is_kept(convert):
    html = convert("One token, *one* router **and one** expert `x` here, one token.")
    assert re.sub("<[^>]+>", "", html) == "One token, one router and one expert x here, one token."
    assert [text for _, text in linked(html)] == ["token", "router", "expert"]


@pytest.mark.parametrize(
    "source, message",
    [
        ("a:\n  x: { en: x, zh: 叉, means: { en: X., zh: 叉。 } }", "x: unknown or missing: page"),
        ("a:\n  x: { en: x, zh: 叉, means: {}, page: y.md, pages: z }", "x: unknown or missing: pages"),
        ("a:\n  x: &x { en: x, zh: 叉, means: {}, page: y.md }\nb:\n  x: *x", "x stands twice"),
        ("a:\n  x: &x { en: x, zh: 叉, means: {}, page: y.md }\n  z: *x", "x is a form of both x and z"),
    ],
)
def test_a_wrong_glossary_is_named(tmp_path, source, message):
    path = tmp_path / "glossary.yml"
    path.write_text(source, "utf8")
    with pytest.raises(ValueError, match=message):
        terms.read(path)


def test_an_unknown_group_is_named():
    with pytest.raises(ValueError, match="no group 'layers'"):
        terms.glossary("layers", "en")
