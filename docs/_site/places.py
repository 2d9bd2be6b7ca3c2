"""Where in a page's file something stands, so that an error can name the place a person has to edit."""

import difflib

from mkdocs.exceptions import BuildError


class PageError(BuildError):
    """A page cannot be built; the message begins with the place. MkDocs shows it without a traceback."""


_file = ""
_source: list[str] = []


def remember(file: str, source: str) -> None:
    """Keep the name and the text of the page that is being rendered."""
    global _file, _source
    _file, _source = file, source.split("\n")


def file() -> str:
    return _file


def place(rendered: list[str], index: int) -> str:
    """`file:line` that line `index` (from 0) of the text after macros came from."""
    matcher = difflib.SequenceMatcher(None, _source, rendered, autojunk=False)
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        if j1 <= index < j2:
            return f"{_file}:{min(i1 + index - j1, max(i2 - 1, i1)) + 1}"
    return _file
