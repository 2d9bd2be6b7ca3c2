"""Runs the Python blocks of the pages as published: a pytest plugin on top of pytest-markdown-docs.

- Embedded files are expanded by the site's own extension, with its own settings.
- A block must print exactly what its page shows below it. A block marked `.fails` must raise; the last line of the
  traceback then counts as printed.
- What ran is remembered in EXECUTED, for test_every_block_ran.py.
"""

import contextlib
import functools
import io
import re
import traceback
from dataclasses import dataclass
from pathlib import Path

import markdown
import pytest
import torch
from ffn_site.snippets import makeExtension
from markdown_it import MarkdownIt
from pytest_markdown_docs._runners import DefaultRunner, register_runner
from pytest_markdown_docs.plugin import MarkdownDocstringCodeModule, parse_superfences_block_info

ROOT = Path(__file__).parents[1]
EXECUTED: dict[tuple[Path, str], str] = {}  # (page, code): what it printed
ORIGIN = "line in the page's file, of each line of the expanded text"


def parser() -> MarkdownIt:
    """A parser that sees what a reader sees: embedded files in place, yet line numbers of the page's file."""
    md = markdown.Markdown(extensions=[makeExtension(base_path=[str(ROOT)], check_paths=True)])
    snippets = md.preprocessors["snippet"]

    def embed(state):
        expanded, origin = [], []
        for number, line in enumerate(state.src.split("\n")):
            lines = snippets.run([line])
            expanded += lines
            origin += [number] * len(lines)
        state.src = "\n".join(expanded)
        state.env[ORIGIN] = [*origin, len(origin)]

    def renumber(state):
        for token in state.tokens:
            if token.map:
                token.map = [state.env[ORIGIN][line] for line in token.map]

    it = MarkdownIt("commonmark")
    it.core.ruler.before("normalize", "embed", embed)
    it.core.ruler.after("block", "renumber", renumber)
    return it


@dataclass(frozen=True)
class Block:
    line: int  # of the fence, in the page's file
    code: str
    embedded: str  # the file that the block shows
    fails: bool
    printed: str  # what the page shows below it


@functools.lru_cache
def blocks(page: Path) -> dict[int, Block]:
    """The Python blocks of a page by the line of their fence."""
    source = page.read_text("utf8")
    lines = source.split("\n")
    fences = [t for t in parser().parse(source) if t.type == "fence"]
    found = {}
    for fence, below in zip(fences, [*fences[1:], None]):
        info = parse_superfences_block_info(fence.info)
        if not info or info[0] != "python":
            continue
        line = fence.map[0] + 1
        embedded = re.search(r'--8<-- "(.*)"', lines[line])
        is_output = below is not None and ".output" in below.info.split()
        found[line] = Block(
            line=line,
            code=fence.content.rstrip("\n"),
            embedded=embedded[1] if embedded else "the page itself",
            fails=".fails" in info,
            printed=below.content.rstrip("\n") if is_output else "",
        )
    return found


class BlockError(Exception):
    """A published block does not do what its page says."""


@register_runner(default=True)
class PublishedBlockRunner(DefaultRunner):
    def runtest(self, test, args, *, asyncio_runner=None):
        page = Path(test.source_path)
        block = blocks(page)[test.start_line]
        where = f"{page.relative_to(ROOT)}:{block.line} ({block.embedded})"
        printed, error = io.StringIO(), None
        # The exception is caught here and raised as another: pytest-markdown-docs runs a block that
        # raises TypeError a second time.
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(block.code, block.embedded, "exec", dont_inherit=True), args)
            except (Exception, SystemExit) as raised:
                error = raised
        if error is not None and not block.fails:
            raise BlockError(f"{where} raised {type(error).__name__}: {error}") from error
        if error is None and block.fails:
            raise BlockError(f"{where} is marked as failing, but ran")
        torch.set_default_dtype(torch.float32)  # what one block sets must not help or hurt the next
        output = printed.getvalue()
        if error is not None:
            output += traceback.format_exception_only(error)[-1]
        output = output.rstrip("\n")
        if output != block.printed:
            raise BlockError(
                f"{where} printed something else than the page shows; `make outputs` records it anew.\n"
                f"--- printed\n{output}\n--- shown\n{block.printed}"
            )
        EXECUTED[page, block.code] = output

    def repr_failure(self, test, excinfo, style=None):
        error = excinfo.value
        cause = "".join(traceback.format_exception(error.__cause__)) if error.__cause__ else ""
        return f"{cause}{type(error).__name__}: {error}"


def pytest_markdown_docs_markdown_it():
    return parser()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    # --markdown-docs would import every .py of the tests once more to look for fences in docstrings.
    return [c for c in (yield) if not isinstance(c, MarkdownDocstringCodeModule)]


def pytest_collection_modifyitems(items):
    # The gate looks back at what ran, so it goes last.
    items.sort(key=lambda item: item.path.name == "test_every_block_ran.py")
