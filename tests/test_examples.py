"""Examples, their recorded outputs and the pages belong together."""

import re

import pytest
from ffn_site import outputs
from tests.pages import LANGUAGES
from tests.published_blocks import ROOT

EXAMPLES = sorted((ROOT / "docs" / "examples").rglob("*.py"))
PAGES = sorted(page for language in ("en", "zh") for page in (ROOT / "docs" / language).rglob("*.md"))
EMBEDDED = {
    language: sorted(
        path
        for page in (ROOT / "docs" / language).rglob("*.md")
        for path in re.findall(r'^--8<-- "(.+)"$', page.read_text("utf8"), re.MULTILINE)
    )
    for language in ("en", "zh")
}


FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
INFO = re.compile(r" ?(python|\{ \.python \.annotate \}|\{ \.python \.fails title=\"[^\"]+\" \}|\{ \.text \.output \.no-copy \})")
EMBED = re.compile(r'--8<-- "([^":]+)"')


@pytest.fixture(scope="module")
def running():
    return outputs.run_all(EXAMPLES)


def block_faults(source: str) -> list[str]:
    """Where a page breaks the form of its blocks: one embedded file in each, an output right below its code."""
    lines, faults, above, number = source.split("\n"), [], None, 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not (opening := FENCE.match(line.lstrip(" >*-"))):
            if "--8<--" in line or "<pre" in line or "<code" in line:
                faults.append(f"{number}: code outside of a block: {line}")
            if line and not re.match(r"\d+\.  ", line):  # the texts of annotations may stand between
                above = None
            continue
        end = next((i for i in range(number, len(lines)) if lines[i].strip() == opening[1]), len(lines))
        embedded = EMBED.fullmatch("\n".join(lines[number:end]))
        path = embedded[1] if embedded else ""
        if not line.startswith("```") or not INFO.fullmatch(opening[2]):
            faults.append(f"{number}: not a form of block that a page can have: {line}")
        elif not embedded:
            faults.append(f"{number}: a block embeds one file and holds nothing else")
        elif ".output" in opening[2]:
            if not path.endswith(".out") or path.removesuffix(".out") + ".py" != above:
                faults.append(f"{number}: {path} does not stand right below its code")
        elif not path.endswith(".py") or (".fails" in opening[2]) != path.endswith("_fails.py"):
            faults.append(f"{number}: {path} is not what this block is for")
        above = path if path.endswith(".py") else None
        number = end + 1
    return faults


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT / "docs").as_posix())
def test_every_block_of_a_page_embeds_one_file(path):
    assert block_faults(path.read_text("utf8")) == []


CODE = '``` python\n--8<-- "docs/examples/index/flops.py"\n```\n'
OUTPUT = '``` { .text .output .no-copy }\n--8<-- "docs/examples/index/flops.out"\n```\n'


def test_a_sound_block_has_no_fault():
    assert block_faults(f"Text.\n\n{CODE}\n{OUTPUT}\nText.\n") == []


@pytest.mark.parametrize(
    "source",
    [
        '--8<-- "docs/examples/index/flops.py"\n',  # in running text
        "``` python\nprint('typed')\n```\n",
        f"{CODE}\nText between.\n\n{OUTPUT}",
        f"{CODE}\n{OUTPUT}\n{OUTPUT}",
        f"{OUTPUT}\n{CODE}",
        CODE + "\n" + OUTPUT.replace("flops.out", "layer.out"),
        f"{CODE}\n``` {{ .text .output .no-copy }}\nfeed-forward: 5\n```\n",
        f'{CODE}\n<div class="highlight language-text output"><pre><code>5</code></pre></div>\n',
        "``` console\n$ python -c 1\n```\n",
        CODE.replace("``` python", "``` python retry:1"),
        CODE.replace("``` python", '``` { .python title="a .fails b" }'),
        CODE.replace("``` python", '``` { .python .fails title="Fails" }'),
        CODE.replace("```", "~~~"),
        f"<!--\n{CODE.replace('flops.py', 'flops.py:section')}-->\n",
        "> " + CODE.replace("\n", "\n> "),
        "- Item\n\n    " + CODE.replace("\n", "\n    "),
    ],
)
def test_a_block_of_another_form_is_a_fault(source):
    assert block_faults(source)


def test_both_languages_embed_the_same_files():
    assert EMBEDDED["en"] == EMBEDDED["zh"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_and_every_recorded_output_is_on_a_page(language):
    """In a block, or, if it computes the data of a figure, as data(…)."""
    files = {p.relative_to(ROOT).as_posix() for p in (ROOT / "docs" / "examples").rglob("*") if p.suffix in (".py", ".out")}
    drawn = {name for page in (ROOT / "docs" / language).rglob("*.md") for name in re.findall(r'data\("([^"]+)"\)', page.read_text("utf8"))}
    used = set(EMBEDDED[language]) | {f"docs/examples/{name}_data.{kind}" for name in drawn for kind in ("py", "out")}
    assert files == {path for path in used if path.startswith("docs/examples/")}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.relative_to(ROOT / "docs" / "examples").as_posix())
def test_a_recorded_output_is_what_a_fresh_interpreter_prints(running, example):
    recorded = example.with_suffix(".out")
    assert running[example].result() == (recorded.read_text("utf8") if recorded.exists() else "")


@pytest.mark.parametrize("path", sorted({path for path in EMBEDDED["en"] if path.startswith("ffn_snippets/")}))
def test_a_file_of_the_package_runs_where_the_package_is_not_installed(path):
    assert outputs.run(ROOT / path, before="import sys; sys.modules['ffn_snippets'] = None\n") == ""


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


def test_what_runs_is_what_a_reader_copies(tmp_path):
    (tmp_path / "annotated.py").write_text("x = 1  # (1)!\nprint(x)  # one\n")
    (tmp_path / "neighbour.py").write_text("")
    assert outputs.copied("x = 1  # (1)!\nprint(x)  # one\n") == "x = 1  \nprint(x)  # one\n"
    assert outputs.run(tmp_path / "annotated.py") == "1\n"
    (tmp_path / "needs_its_folder.py").write_text("import neighbour")
    with pytest.raises(RuntimeError, match="No module named 'neighbour'"):
        outputs.run(tmp_path / "needs_its_folder.py")
