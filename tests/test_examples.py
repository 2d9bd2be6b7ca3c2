"""Examples, their recorded outputs and the pages belong together."""

import re

import pytest
from ffn_site import outputs
from tests.published_blocks import ROOT

EXAMPLES = sorted((ROOT / "docs" / "examples").rglob("*.py"))
EMBEDDED = {
    language: sorted(
        path
        for page in (ROOT / "docs" / language).rglob("*.md")
        for path in re.findall(r'^--8<-- "(.+)"$', page.read_text("utf8"), re.MULTILINE)
    )
    for language in ("en", "zh")
}


def test_both_languages_embed_the_same_files():
    assert EMBEDDED["en"] == EMBEDDED["zh"]


def test_every_example_and_every_recorded_output_is_on_a_page():
    files = [p for p in (ROOT / "docs" / "examples").rglob("*") if p.suffix in (".py", ".out")]
    assert {p.relative_to(ROOT).as_posix() for p in files} <= set(EMBEDDED["en"])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_a_recorded_output_is_what_a_fresh_interpreter_prints(example):
    recorded = example.with_suffix(".out")
    assert outputs.run(example) == (recorded.read_text("utf8") if recorded.exists() else "")


def test_outputs_are_recorded_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(outputs, "EXAMPLES", tmp_path)
    (tmp_path / "prints.py").write_text("print(6 * 7)")
    (tmp_path / "stale.py").write_text("x = 1")
    (tmp_path / "stale.out").write_text("old\n")
    (tmp_path / "name_fails.py").write_text("print('before'); unknown")
    assert {path.name for path in outputs.record()} == {"prints.out", "stale.out", "name_fails.out"}
    assert (tmp_path / "prints.out").read_text() == "42\n"
    assert not (tmp_path / "stale.out").exists()
    assert (tmp_path / "name_fails.out").read_text() == "before\nNameError: name 'unknown' is not defined\n"
    assert outputs.record() == []


@pytest.mark.parametrize("name, code", [("broken.py", "1 / 0"), ("sound_fails.py", "x = 1")])
def test_an_example_that_does_not_do_as_its_name_says_is_not_recorded(tmp_path, name, code):
    (tmp_path / name).write_text(code)
    with pytest.raises(RuntimeError, match=name):
        outputs.run(tmp_path / name)
