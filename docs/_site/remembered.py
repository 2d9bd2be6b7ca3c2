"""While serving: what a page was turned into, kept as long as nothing that decides it changes.

A key holds the page's own text and `_state`, which stands for all else: formulas, examples, figures, settings, which pages
there are. So an edit of one page converts that page alone.
"""

import hashlib
import logging
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DECIDES = ("ffn_snippets", "docs/examples", "docs/_site", "mkdocs.yml", "mkdocs.zh.yml")

serving = False
_state = ""
_kept: dict[tuple, object] = {}


class _Warnings(logging.Handler):
    count = 0

    def emit(self, record):
        self.count += 1


_warnings = _Warnings(logging.WARNING)


def start() -> None:
    global serving
    serving = True
    logging.getLogger("mkdocs").addHandler(_warnings)


def look() -> None:
    """Before each build: see whether anything but the pages' text has changed."""
    global _state
    if not serving:
        return
    seen = []
    for place in DECIDES:
        for path in [ROOT / place, *(ROOT / place).rglob("*")]:
            if path.is_file() and "__pycache__" not in path.parts:
                seen.append((str(path), path.stat().st_mtime_ns, path.stat().st_size))
    pages = sorted(path for language in ("en", "zh") for path in (ROOT / "docs" / language).rglob("*"))
    state = hashlib.sha256(repr((sorted(seen), pages)).encode()).hexdigest()
    if state != _state:
        _kept.clear()
    _state = state


def remembered(key: tuple, make):
    """make()'s result, or that of the last call with this key. What a build warned of is made again, to warn again."""
    if not serving:
        return make()
    if key not in _kept:
        before = _warnings.count
        made = make()
        if _warnings.count > before:
            return made
        _kept[key] = made
    return _kept[key]


def page_render(page, config, files) -> None:
    """Page.render, which sets attributes of the page instead of returning something."""
    attributes = ("content", "toc", "_title_from_render", "present_anchor_ids", "links_to_anchors")

    def make():
        type(page).render(page, config, files)
        return {name: getattr(page, name) for name in attributes}

    if not serving:
        type(page).render(page, config, files)
        return
    key = ("page", config.theme["language"], page.file.src_uri, page.markdown)
    for name, value in remembered(key, make).items():
        if name == "links_to_anchors":  # by file, and each build makes new ones
            value = {files.get_file_from_path(file.src_uri): links for file, links in (value or {}).items()}
        setattr(page, name, value)


def search_entries(index, language) -> None:
    """The entries of a page in the search index."""
    add = index.add_entry_from_context

    def add_entries(page):
        def make():
            before = len(index.entries)
            add(page)
            made = index.entries[before:]
            del index.entries[before:]
            return made

        index.entries += remembered(("search", language, page.url, repr(page.meta), page.content), make)

    index.add_entry_from_context = add_entries
