"""The glossary: its table, a link where a page first uses a term, and the words that the Chinese search has to know."""

import functools
import posixpath
import re
from pathlib import Path
from xml.etree import ElementTree

import yaml
from ffn_site import places
from markdown import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

GLOSSARY = "reference/glossary.md"
LANGUAGES = ("en", "zh")
FIELDS = {"en", "zh", "forms", "means", "page"}
TEXT_OF = ("p", "li")  # where a term is linked: not in headings, tables, captions, code, links
CLOSED = ("a", "code", "pre", "figure", "figcaption", "table", "h1", "h2", "h3", "h4", "h5", "h6", "summary")


@functools.cache
def read(path: Path = Path(__file__).with_name("glossary.yml")) -> dict[str, dict]:
    """Key: the term, with its group and in each language all its forms, the first of them its name."""
    terms, owners = {}, {}
    for group, entries in yaml.safe_load(path.read_text("utf8")).items():
        for key, entry in entries.items():
            if wrong := (set(entry) - FIELDS) or (FIELDS - {"forms"} - set(entry)):
                raise ValueError(f"{path.name}: {key}: unknown or missing: {', '.join(sorted(wrong))}")
            if key in terms:
                raise ValueError(f"{path.name}: {key} stands twice")
            forms = {language: [entry[language], *entry.get("forms", {}).get(language, [])] for language in LANGUAGES}
            for language in LANGUAGES:
                for form in forms[language]:
                    if owners.setdefault((language, form.lower()), key) != key:
                        raise ValueError(f"{path.name}: {form} is a form of both {owners[language, form.lower()]} and {key}")
            terms[key] = {**entry, "group": group, "forms": forms}
    return terms


@functools.cache
def _pattern(language: str) -> tuple[re.Pattern, dict[str, str]]:
    """Finds any form, the longest first, and says which term it is."""
    keys = {form.lower(): key for key, term in read().items() for form in term["forms"][language]}
    longest = sorted(keys, key=len, reverse=True)
    # In Chinese no space separates words; a Latin word must stand alone in both languages.
    each = (rf"(?<![\w.-]){re.escape(f)}(?![\w-])" if f.isascii() else re.escape(f) for f in longest)
    return re.compile("|".join(each), re.IGNORECASE | re.ASCII), keys


def forget() -> None:
    """`mkdocs serve` keeps this module: read the glossary again."""
    read.cache_clear()
    _pattern.cache_clear()


def chinese_words() -> list[str]:
    """What the Chinese search must not cut in pieces."""
    return [form for term in read().values() for form in term["forms"]["zh"] if not form.isascii()]


def glossary(group: str, language: str) -> str:
    """A Markdown table of the terms of one group: the page's language first."""
    other = next(l for l in LANGUAGES if l != language)
    heads = {"en": "Term | Chinese | Meaning", "zh": "术语 | 英文 | 含义"}[language]
    more = {"en": "more", "zh": "详见"}[language]
    rows = [f"| {heads} |", "| --- | --- | --- |"]
    found = {key: term for key, term in read().items() if term["group"] == group}
    if not found:
        raise ValueError(f"the glossary has no group {group!r}")
    for key, term in found.items():
        link = posixpath.relpath(term["page"], posixpath.dirname(GLOSSARY))
        name, also = term["forms"][language][0], term["forms"][language][1:]
        shown = [form for form in also if language == "zh" or form[0].isupper()]  # no plurals
        names = {"en": ", ", "zh": "，"}[language].join([f"**{name}**{{ #{key} }}", *shown])
        foreign = f'<span lang="{other}">{term[other]}</span>'
        space = "" if language == "zh" else " "
        rows.append(f"| {names} | {foreign} | {term['means'][language]}{space}[{more}]({link}) |")
    return "\n".join(rows)


class TermsTreeprocessor(Treeprocessor):
    """Links the first use of each term to the glossary."""

    def run(self, root):
        found = re.fullmatch(r"docs/(en|zh)/(.+)", places.file())
        if not found or found[2] == GLOSSARY:
            return
        language, page = found.groups()
        self.language, self.seen = language, set()
        self.glossary = posixpath.relpath(GLOSSARY, posixpath.dirname(page) or ".")
        for element in root:
            self._walk(element, inside=False)

    def _walk(self, element, inside):
        if element.tag in CLOSED or "term" in element.get("class", "").split():
            return
        inside = inside or element.tag in TEXT_OF
        at = 0
        if inside:
            at = self._link(element, None, 0)
        children = list(element)[at:]
        for child in children:
            self._walk(child, inside)
            if inside:
                self._link(element, child, list(element).index(child) + 1)

    def _link(self, parent, before, at):
        """Links in the text of `parent`, or in the text after its child `before`; returns how many links it put in."""
        text = parent.text if before is None else before.tail
        if not text:
            return 0
        pattern, keys = _pattern(self.language)
        pieces, links, end = [], [], 0
        for match in pattern.finditer(text):
            key = keys[match[0].lower()]
            if key in self.seen:
                continue
            self.seen.add(key)
            link = ElementTree.Element("a", {"class": "term", "href": f"{self.glossary}#{key}", "title": read()[key]["means"][self.language]})
            link.text = AtomicString(match[0])
            pieces.append(text[end : match.start()])
            links.append(link)
            end = match.end()
        if not links:
            return 0
        pieces.append(text[end:])
        if before is None:
            parent.text = pieces[0]
        else:
            before.tail = pieces[0]
        for number, link in enumerate(links):
            link.tail = pieces[number + 1]
            parent.insert(at + number, link)
        return len(links)


class TermsExtension(Extension):
    def extendMarkdown(self, md):
        md.treeprocessors.register(TermsTreeprocessor(md), "terms", 4)  # after formulas, before MkDocs resolves links


def makeExtension(**kwargs):
    return TermsExtension(**kwargs)
