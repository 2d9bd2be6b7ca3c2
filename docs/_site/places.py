"""Where in a page's file something stands, so that an error can name the line a person has to edit."""

import difflib

_source: list[str] = []


def remember(source: str) -> None:
    """Keep the file's text of the page that is being rendered."""
    _source[:] = source.split("\n")


def line_in_file(rendered: list[str], index: int) -> int:
    """The file's line (from 1) that line `index` (from 0) of the text after macros came from."""
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, _source, rendered, autojunk=False).get_opcodes():
        if j1 <= index < j2:
            return min(i1 + index - j1, max(i2 - 1, i1)) + 1
    return len(_source)
