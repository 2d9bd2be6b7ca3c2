"""Each fault is put into a copy of the project, and what must catch it is run: it fails, and names the place."""

from pathlib import Path

import pytest
from tests.conftest import run

EN, ZH = "docs/en/index.md", "docs/zh/index.md"
PARAMETERS = '--8<-- "docs/examples/index/parameters.py"'


def edit(project: Path, file: str, old: str, new: str) -> None:
    path = project / file
    text = path.read_text("utf8")
    assert old in text, f"{file} has changed: the fault cannot be put there"
    path.write_text(text.replace(old, new, 1), "utf8")


def append(project: Path, file: str, text: str) -> None:
    with (project / file).open("a", encoding="utf8") as opened:
        opened.write(text)


def line_of(project: Path, file: str, text: str) -> int:
    lines = (project / file).read_text("utf8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


def fails(project: Path, *command: str) -> str:
    """The output of a command that must fail, run with the copy's own code."""
    done = run(*command, cwd=project, PYTHONPATH=str(project), COLUMNS="300", PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode != 0, f"nothing noticed the fault:\n{done.stdout}"
    return done.stdout


BUILD = ("mkdocs", "build")
GATE = "tests/test_every_block_ran.py::test_every_block_ran[en-about.md]"


@pytest.mark.parametrize("file", [EN, ZH])
def test_a_missing_example_file(project, file):
    edit(project, file, PARAMETERS, PARAMETERS.replace("parameters.py", "no_such_file.py"))
    output = fails(project, *BUILD)
    assert f"{file}:{line_of(project, file, 'no_such_file.py')}: " in output


def test_a_section_without_its_end(project):
    edit(project, "ffn_snippets/costs.py", "def ffn_flops", "# --8<-- [start:flops]\ndef ffn_flops")
    edit(project, EN, PARAMETERS, '--8<-- "ffn_snippets/costs.py:flops"')
    output = fails(project, *BUILD)
    assert f"{EN}:{line_of(project, EN, 'costs.py:flops')}: " in output
    assert "section 'flops' needs one start and one end marker, found: start" in output


@pytest.mark.parametrize("file", [EN, ZH])
def test_an_unknown_name_in_a_macro(project, file):
    append(project, file, "\nAs [[ ffn_parms(768, 3072) | exact ]] shows.\n")
    output = fails(project, *BUILD)
    assert f"{file}:{line_of(project, file, 'ffn_parms')}: UndefinedError: 'ffn_parms' is undefined" in output


@pytest.mark.parametrize(
    "expression, said",
    [
        ("ffn_params(0, 3072) | exact", "ValueError: d_model must be at least 1, got 0"),
        ("ffn_params(768 | exact", "TemplateSyntaxError: "),
        ('MODELS["BERT"].d_ff', "has no attribute 'BERT'"),
        ("ffn_params", "TypeError: cannot be shown on a page as it is: <function ffn_params"),
        ("no_such_name", "UndefinedError: 'no_such_name' is undefined"),
        ("none", "TypeError: cannot be shown on a page as it is: None"),
        ("1 / 3", "TypeError: cannot be shown on a page as it is: 0.333"),
    ],
)
def test_a_bad_expression(project, expression, said):
    append(project, EN, f"\nAs [[ {expression} ]] shows.\n")
    output = fails(project, *BUILD)
    assert f"{EN}:{line_of(project, EN, f'As [[ {expression}')}: " in output and said in output


def test_a_formula_that_cannot_be_converted(project):
    append(project, ZH, "\n公式 $x \\nosuchcommand y$ 有误。\n")
    output = fails(project, *BUILD)
    assert f"{ZH}:{line_of(project, ZH, 'nosuchcommand')}: cannot convert the formula" in output


def test_a_link_to_a_heading_that_is_not_there(project):
    append(project, EN, "\n[there](about.md#no-such-heading)\n")
    assert "no-such-heading" in fails(project, *BUILD)


def test_faults_in_embedded_blocks(project):
    faults = {  # file: (what is appended, what is said of it)
        "docs/examples/index/parameters.py": ("raise ValueError('at top level')", "raised ValueError: at top level"),
        "ffn_snippets/gated_feed_forward.py": ("raise ValueError('inside a tab')", "raised ValueError: inside a tab"),
        "docs/examples/index/sparsity_scaled.py": ("raise ValueError('folded')", "raised ValueError: folded"),
        # pytest-markdown-docs would run this one again after its TypeError, and pass.
        "docs/examples/index/ratios.py": ("if 'again' not in globals():\n    again = 1\n    [] + 1", "raised TypeError: can only"),
        "docs/examples/index/tokens_mix.py": ("x = (", "raised SyntaxError: "),
        "docs/examples/index/sparsity.py": ("raise SystemExit", "raised SystemExit: "),
        "docs/examples/index/attention_alone.py": ("print('not shown')", "printed something else than the page shows"),
    }
    for file, (code, _) in faults.items():
        append(project, file, code + "\n")
    edit(project, "docs/examples/index/flops.out", "4,831,838,208", "4,831,838,209")
    output = fails(project, "pytest", "-q", EN)
    for file, (_, said) in faults.items():
        assert f"({file}) {said}" in output
    assert "(docs/examples/index/flops.py) printed something else than the page shows" in output
    assert f"{EN}:{line_of(project, EN, PARAMETERS) - 1} (docs/examples/index/parameters.py)" in output


@pytest.mark.parametrize(
    "instead, said", [("x", "is marked as failing, but ran"), ("W2.T", "NameError: name 'W2' is not defined")]
)
def test_a_block_that_does_not_fail_as_its_page_says(project, instead, said):
    edit(project, "docs/examples/about/undefined_name_fails.py", "W1.T", instead)
    assert said in fails(project, "pytest", "-q", "docs/en/about.md")


def test_blocks_that_are_published_but_not_executed(project):
    blind = [
        '=== "Tab"\n\n    ``` python\n    code = 1\n    ```',
        "!!! note\n\n    ``` python\n    code = 2\n    ```",
        "``` py3\ncode = 3\n```",
        "``` Python\ncode = 4\n```",
        "``` pycon\n>>> code = 5\n```",
        '``` { .python title="a notest block" }\ncode = 6\n```',
        "```\ncode = 7\n```",
        "text\n\n    code = 8",
        "<pre><code>code = 9</code></pre>",
        "``` ipython\ncode = 10\n```",
    ]
    append(project, "docs/en/about.md", "\n" + "\n\n".join(blind) + "\n")
    output = fails(project, "pytest", "-q", "docs/en/about.md", GATE)
    assert "1 failed, 1 passed" in output, "the page's own blocks run, and the gate alone sees these"
    for number in range(1, len(blind) + 1):
        assert f"code = {number}" in output, blind[number - 1]


@pytest.mark.parametrize("field", ["title", "description"])
def test_front_matter_without_a_field(project, field):
    text = (project / "docs/zh/about.md").read_text("utf8")
    line = next(line for line in text.split("\n") if line.startswith(f"{field}: "))
    edit(project, "docs/zh/about.md", line + "\n", "")
    assert f"docs/zh/about.md:1: no {field} in the front matter" in fails(project, *BUILD)


def test_a_section_of_the_navigation_without_a_title(project):
    edit(project, "mkdocs.zh.yml", "    costs: 开销\n", "    costs_: 开销\n")
    edit(project, "mkdocs.yml", "    costs: Costs\n", "")
    assert "extra.sections has no title for 'costs' of nav" in fails(project, *BUILD)


def test_a_heading_in_one_language_only(project):
    append(project, EN, "\n## Only here { #only-here }\n")
    output = fails(project, "pytest", "-q", "tests/test_parity.py")
    assert "-h2 #only-here" in output and "docs/en/index.md" in output and "docs/zh/index.md" in output


def test_a_page_in_one_language_only(project):
    (project / "docs/en/new.md").write_text("# New { #new }\n", "utf8")
    edit(project, "mkdocs.yml", "  - about.md", "  - about.md\n  - new.md")
    assert "docs/zh/new.md is missing" in fails(project, *BUILD)


def test_the_copy_is_sound_before_it_is_broken(project):
    done = run(*BUILD, cwd=project, PYTHONPATH=str(project))
    assert done.returncode == 0, done.stdout
