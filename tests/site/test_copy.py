"""The copy button gives the block to the letter, without annotations: the text that test_examples.py runs on its own."""

import json

import pytest
from ffn_site.outputs import copied
from tests.pages import LANGUAGES, NAMES, NOTEBOOKS, url
from tests.published_blocks import ROOT, blocks


def clipboard(page):
    """After a click on each copy button, blocks in tabs and folds included."""
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


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".md") and blocks(ROOT / "docs" / "en" / name)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_copied_block_is_the_file_that_was_run(page, root, language, name):
    expected = list(blocks(ROOT / "docs" / language / name).values())
    page.goto(root + url(language, name))
    texts = list(clipboard(page))
    assert len(texts) == len(expected), "a copy button for every Python block, and none for outputs"
    for text, block in zip(texts, expected):
        assert text == copied((ROOT / block.embedded).read_text("utf8")).rstrip(), block.embedded


@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_copied_cell_is_that_of_the_notebook(page, root, language, name):
    """A cell builds on those above it, so none runs alone: test_notebooks.py runs them together."""
    cells = json.loads((ROOT / "docs" / language / name).read_text("utf8"))["cells"]
    page.goto(root + url(language, name))
    assert list(clipboard(page)) == ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
