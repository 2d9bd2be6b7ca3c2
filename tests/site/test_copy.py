"""The text that the copy button puts on the clipboard runs in a fresh interpreter, and prints what the page shows."""

import functools
import re
import subprocess
import sys

import pytest
from tests.pages import LANGUAGES, NAMES, url
from tests.published_blocks import ROOT, blocks


@functools.cache
def fresh(code: str, folder: str, torch_alone: bool) -> tuple[int, str, str]:
    """Pasted into a file elsewhere; what is in `ffn_snippets` needs torch alone, so there the package is hidden."""
    hide = "import sys; sys.modules['ffn_snippets'] = None\n" if torch_alone else ""
    done = subprocess.run([sys.executable, "-c", hide + code], capture_output=True, text=True, encoding="utf8", cwd=folder)
    return done.returncode, done.stdout.rstrip("\n"), done.stderr


def copied(page):
    """The clipboard after a click on each copy button, blocks in tabs and folds included."""
    page.locator("details").evaluate_all("all => all.forEach(d => d.open = true)")
    buttons = page.locator("button[data-md-type=copy], .md-code__button[data-clipboard-target]")
    page.locator(".highlight button").first.wait_for(state="attached")
    for i in range(buttons.count()):
        button = buttons.nth(i)
        tab = button.evaluate(
            "b => { const block = b.closest('.tabbed-block'); return block && [...block.parentNode.children].indexOf(block) }"
        )
        if tab is not None:
            button.locator("xpath=ancestor::*[contains(@class, 'tabbed-set')]").locator(".tabbed-labels label").nth(tab).click()
        page.evaluate("navigator.clipboard.writeText('nothing was copied')")
        button.click()
        yield page.evaluate("navigator.clipboard.readText()").rstrip()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_copied_block_runs(page, root, tmp_path_factory, language, name):
    expected = list(blocks(ROOT / "docs" / language / name).values())
    page.goto(root + url(language, name))
    texts = list(copied(page))
    assert len(texts) == len(expected), "a copy button for every Python block, and none for outputs"
    folder = str(tmp_path_factory.getbasetemp())
    for text, block in zip(texts, expected):
        # Annotations belong to the page: `# (1)!` is not copied. All else is, to the letter.
        assert text == re.sub(r"# \(\d+\)!", "", block.code).rstrip(), block.embedded
        status, printed, error = fresh(text, folder, block.embedded.startswith("ffn_snippets/"))
        if block.fails:
            assert status != 0 and error.splitlines()[-1] == block.printed
        else:
            assert status == 0, f"{block.embedded}\n{error}"
            assert printed == block.printed, block.embedded
