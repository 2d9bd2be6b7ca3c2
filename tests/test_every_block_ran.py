"""The completeness gate: every Python block of the built pages was executed in this run. It runs last."""

import pytest
from pygments.lexers import get_lexer_by_name
from tests.pages import LANGUAGES, NAMES, soup
from tests.published_blocks import EXECUTED, ROOT

def code_of(block) -> str:
    return block.find("code").get_text().rstrip("\n")


def is_python(block) -> bool:
    """Whether it has to run: all but recorded outputs and shell sessions. py3 and Python are python, too."""
    names = [c.removeprefix("language-") for c in block["class"] if c.startswith("language-")]
    lexer = get_lexer_by_name(names[0]).aliases[0] if names else "text"
    assert lexer != "text" or "output" in block["class"], f"neither code nor output: {code_of(block)[:60]!r}"
    return lexer not in ("text", "console")


def unexecuted(site, language, name, executed):
    ran = {code for page, code in executed if page == ROOT / "docs" / language / name}
    page = soup(site, language, name)
    bare = [pre for pre in page.find_all("pre") if not pre.find_parent(class_="highlight")]
    assert not bare, f"neither code nor output: {bare[0].get_text()[:60]!r}"
    blocks = [code_of(block) for block in page.find_all("div", class_="highlight") if is_python(block)]
    return len(blocks), [code for code in blocks if code not in ran]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_ran(built, language, name):
    count, missing = unexecuted(built, language, name, EXECUTED)
    assert count, "this page shows no Python at all"
    assert not missing, (
        f"docs/{language}/{name}: {len(missing)} of {count} Python blocks were not executed. "
        f"Run the whole of `pytest`; if it still fails, pytest-markdown-docs cannot see this block:\n{missing[0]}"
    )


def test_the_gate_notices_a_block_that_did_not_run(built):
    one = next(iter(EXECUTED))
    language, name = one[0].relative_to(ROOT / "docs").as_posix().split("/", 1)
    assert unexecuted(built, language, name, EXECUTED - {one})[1] == [one[1]]
