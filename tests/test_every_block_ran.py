"""The completeness gate: every Python block of the built pages was executed in this run. It runs last.

That of the notebooks is in test_notebooks.py, which runs them.
"""

import pytest
from pygments.lexers import get_lexer_by_name
from tests.pages import LANGUAGES, NAMES, NOTEBOOKS, soup
from tests.published_blocks import EXECUTED, ROOT


def language_of(block) -> str:
    """Pygments' first alias of what the page calls it: py, py3 and Python are all python."""
    names = [c.removeprefix("language-") for c in block["class"] if c.startswith("language-")]
    return get_lexer_by_name(names[0]).aliases[0] if names else "text"


def problems(site, language, name, executed) -> list[str]:
    """What is published as code or output on a page, but was neither executed nor printed by the block above it."""
    ran = {code: printed for (page, code), printed in executed.items() if page == ROOT / "docs" / language / name}
    page = soup(site, language, name)
    found = [f"a bare <pre>: {pre.get_text().strip()}" for pre in page.find_all("pre") if not pre.find_parent(class_="highlight")]
    due = ""  # what the last code block printed, until its output has been shown
    for block in page.find_all("div", class_="highlight"):
        code, lexer = block.find("code").get_text().rstrip("\n"), language_of(block)
        if "output" in block["class"]:
            if not due or code.strip("\n") != due.strip("\n"):
                found.append(f"not what the block above printed: {code}")
            due = ""
            continue
        if due:
            found.append(f"printed, but not shown: {due}")
        due = ran.get(code, "")
        if code not in ran:
            found.append(f"not executed: {code}" if lexer != "text" else f"neither code nor output: {code}")
    if due:
        found.append(f"printed, but not shown: {due}")
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOTEBOOKS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_ran(built, language, name):
    found = problems(built, language, name, EXECUTED)
    assert not found, "\n".join(
        [f"docs/{language}/{name}: if this was not the whole of `pytest`, run it; else pytest-markdown-docs is blind to", *found]
    )


def test_the_gate_notices_a_block_that_did_not_run(built):
    page, code = one = next(one for one, printed in EXECUTED.items() if not printed and one[0].is_relative_to(ROOT / "docs"))
    language, name = page.relative_to(ROOT / "docs").as_posix().split("/", 1)
    assert problems(built, language, name, {k: v for k, v in EXECUTED.items() if k != one}) == [f"not executed: {code}"]


@pytest.mark.parametrize(
    "change, fault",
    [
        (lambda html, shown: html.replace(shown, shown + "5", 1), "not what the block above printed: "),
        (lambda html, shown: html.replace("output no-copy highlight", "console no-copy highlight", 1), "neither code nor output: "),
        (lambda html, shown: html + f'<div class="highlight output"><PRE><CODE>{shown}</CODE></PRE></div>', "not what the block above"),
    ],
)
def test_the_gate_notices_an_output_that_was_not_printed(built, tmp_path, change, fault):
    page, printed = ROOT / "docs" / "en" / "index.md", "4,831,838,208"
    html = (built / "index.html").read_text("utf8")
    shown = f"feed-forward: {printed}"
    assert html.count(shown) == 1 and any(p == page and shown in out for (p, _), out in EXECUTED.items())
    changed = change(html, shown)
    assert changed != html
    (tmp_path / "index.html").write_text(changed, "utf8")
    assert any(fault in problem for problem in problems(tmp_path, "en", "index.md", EXECUTED))


def test_blocks_were_executed_in_both_languages():
    docs = ROOT / "docs"
    assert {page.relative_to(docs).parts[0] for page, _ in EXECUTED if page.is_relative_to(docs)} == set(LANGUAGES)
