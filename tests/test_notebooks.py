"""Notebooks: a fresh kernel gives what is stored, in both languages; and their pages are pages like the others."""

import copy
import functools
import gzip
import json

import nbformat
import pytest
from ffn_site import notebooks, places
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from tests.conftest import run
from tests.pages import LANGUAGES, NOTEBOOKS, soup, url
from tests.published_blocks import ROOT
from tests.test_broken_on_purpose import BUILD, edit, fails, line_of
from tests.test_every_block_ran import problems

each = pytest.mark.parametrize("language, name", [(language, name) for language in LANGUAGES for name in NOTEBOOKS])


@functools.cache
def fresh(name: str):
    """One run serves both languages: their code is compared with it."""
    return notebooks.execute(ROOT / "docs" / "en" / name)


@each
def test_a_fresh_kernel_gives_the_stored_outputs(language, name):
    path = ROOT / "docs" / language / name
    found = notebooks.differences(nbformat.read(path, as_version=4), fresh(name))
    assert not found, "\n".join([f"{path.relative_to(ROOT)}: `make outputs` records it anew", *found])


def executed(language, name) -> dict:
    """As EXECUTED has it for pages: the code of each cell that the fresh kernel ran, and what it printed."""
    return {
        (ROOT / "docs" / language / name, cell.source): "".join(output.get("text", "") for output in cell.outputs).rstrip("\n")
        for cell in fresh(name).cells
        if cell.cell_type == "code"
    }


@each
def test_every_cell_of_a_page_ran(built, language, name):
    ran = executed(language, name)
    assert problems(built, language, name, ran) == []
    page, code = next(reversed(ran))
    assert problems(built, language, name, {k: v for k, v in ran.items() if k[1] != code})[0] == f"not executed: {code}"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_both_languages_have_the_same_cells(name):
    notebooks_ = (json.loads((ROOT / "docs" / language / name).read_text("utf8")) for language in LANGUAGES)
    kinds = [[(cell["cell_type"], cell["id"], "alt" in cell["metadata"]) for cell in one["cells"]] for one in notebooks_]
    assert kinds[0] == kinds[1]


@each
def test_a_notebook_is_stored_as_make_outputs_writes_it(language, name):
    path = ROOT / "docs" / language / name
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    assert path.read_text("utf8") == nbformat.writes(stored) + "\n"
    assert {**stored.metadata, **notebooks.METADATA} == stored.metadata


@each
def test_a_page_is_light_and_needs_nothing_of_jupyter(built, language, name):
    html = (built / url(language, name) / "index.html").read_bytes()
    assert len(gzip.compress(html)) < 20_000
    article = soup(built, language, name).find("article")
    assert article.find_all(["style", "script", "iframe", "link"]) == []
    assert not any(word in html.decode().lower() for word in ("mathjax", "require.js", "jp-", "cdnjs"))


@each
def test_the_file_can_be_downloaded_and_leads_back_to_the_same_source(built, language, name):
    link = soup(built, language, name).find("a", class_="notebook-file")
    assert link["download"] == link["href"] == name.split("/")[-1]
    assert link.get_text().isascii() == (language == "en")
    assert (built / url(language, name) / link["href"]).read_bytes() == (ROOT / "docs" / language / name).read_bytes()


@each
def test_contents_links_lead_to_headings(built, language, name):
    page = soup(built, language, name)
    links = list(dict.fromkeys(a["href"] for a in page.select("nav.md-nav--secondary a")))  # shown in two places
    assert links == ["#" + h["id"] for h in page.find("article").find_all(["h2", "h3"])] and len(links) > 3


@each
def test_the_search_index_has_the_words_and_not_the_code(built, language, name):
    index = json.loads((built / LANGUAGES[language] / "search" / "search_index.json").read_text("utf8"))
    texts = [doc["text"] for doc in index["docs"] if doc["location"].startswith(url("en", name))]
    assert len(texts) > 3 and not any("import torch" in text or "print(" in text for text in texts)


# Each guard, broken on purpose


def tiny(*cells, **metadata):
    made = new_notebook(cells=list(cells), metadata={"title": "T", "description": "D.", **metadata})
    for number, cell in enumerate(made.cells):
        cell["id"] = f"cell-{number}"
    return made


def ran(tmp_path, *cells):
    path = tmp_path / "tiny.ipynb"
    nbformat.write(tiny(*cells), path)
    return notebooks.execute(path)


PICTURE = """from ffn_site.plot import Picture
Picture({"label": "line", "points": [(0, 0), (1, 2)]}, x={"label": "n"}, y={"label": "L", "min": 0, "max": 2})"""
CAPTION = {"alt": "Die <Linie> steigt.", "words": {"line": "Linie & mehr"}}


def markdown(notebook):
    return notebooks.to_markdown("docs/en/tiny.ipynb", nbformat.writes(notebook), "Download")


def test_a_cell_that_raises_is_no_output(tmp_path):
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        ran(tmp_path, new_code_cell("1 / 0"))


def test_what_differs_from_a_fresh_run(tmp_path):
    sound = ran(tmp_path, new_code_cell("print(6 * 7)"), new_code_cell(PICTURE))
    assert notebooks.differences(sound, sound) == []

    def broken(change):
        other = copy.deepcopy(sound)
        change(other.cells)
        return notebooks.differences(other, sound)

    def moved(by):
        def change(cells):
            data = cells[1].outputs[0].data
            assert "446.0" in data["image/svg+xml"]
            data["image/svg+xml"] = data["image/svg+xml"].replace("446.0", str(446.0 + by))

        return change

    assert "43" in broken(lambda cells: cells[0].outputs[0].update(text="43\n"))[0]
    assert "another code" in broken(lambda cells: cells[0].update(source="print(40 + 2)"))[0]
    assert "other code cells" in broken(lambda cells: cells.pop())[0]
    assert broken(lambda cells: cells[0].update(outputs=[]))
    assert broken(lambda cells: cells[0].update(execution_count=7))
    assert broken(lambda cells: cells[1].outputs[0].data.update({"image/svg+xml": "<svg></svg>"}))
    assert broken(moved(by=notebooks.NEAR + 1)) and not broken(moved(by=notebooks.NEAR - 1))


def test_outputs_are_recorded_in_both_languages(tmp_path, monkeypatch):
    monkeypatch.setattr(notebooks, "DOCS", tmp_path)
    cells = new_markdown_cell("# Title"), new_code_cell("print(6 * 7)")
    stale = new_markdown_cell("# 标题"), new_code_cell("old")
    files = [tmp_path / language / "tiny.ipynb" for language in ("en", "zh")]
    for path, content in zip(files, (cells, stale)):
        path.parent.mkdir()
        nbformat.write(tiny(*content), path)
    (tmp_path / "en" / ".ipynb_checkpoints").mkdir()
    (tmp_path / "en" / ".ipynb_checkpoints" / "tiny-checkpoint.ipynb").write_text("not to be read")
    assert notebooks.record() == files
    english, chinese = (nbformat.read(path, as_version=4) for path in files)
    assert english.cells[1] == chinese.cells[1] and chinese.cells[1].outputs[0].text == "42\n"
    assert (english.cells[0].source, chinese.cells[0].source) == ("# Title", "# 标题")
    assert notebooks.record() == []
    chinese.cells[0]["id"] = "another"
    nbformat.write(chinese, files[1])
    with pytest.raises(RuntimeError, match="zh/tiny.ipynb: its cells are not those of the English notebook"):
        notebooks.record()


def test_a_notebook_as_markdown(tmp_path):
    text = "# Title\n\nLead\nin two lines.\n\nMore."
    made = markdown(ran(tmp_path, new_markdown_cell(text), new_code_cell("print('```')"), new_code_cell(PICTURE), new_markdown_cell("Up.", metadata=CAPTION)))
    assert made.startswith("---\ndescription: D.\nrender_macros: false\ntitle: T\n---\n\n")
    assert "# Title { #cell-0 }\n\nLead\nin two lines.\n{ .lead }\n\nMore.\n\n<a " in made
    assert "```` python\nprint('```')\n````\n\n```` { .text .output .no-copy }\n```\n````" in made
    assert 'aria-label="Die &lt;Linie&gt; steigt."' in made and ">Linie &amp; mehr<" in made and "<style" not in made
    assert made.endswith("</div>\n\n/// caption\nUp.\n///\n")


@pytest.mark.parametrize(
    "cells, said",
    [
        ([new_code_cell("import sys; print(1, file=sys.stderr)")], "cell cell-0: an output is print()ed or a picture, got stream"),
        ([new_code_cell("6 * 7")], "cell cell-0: an output is print()ed or a picture, got execute_result"),
        ([new_code_cell(PICTURE)], "cell cell-0: below a picture stands its caption"),
        ([new_code_cell(PICTURE), new_markdown_cell("Up.")], "cell cell-0: below a picture stands its caption"),
        ([new_code_cell(PICTURE), new_markdown_cell("Up.", metadata={**CAPTION, "words": {"lines": "x"}})], "no word 'lines'"),
    ],
)
def test_a_notebook_that_cannot_be_a_page(tmp_path, cells, said):
    notebook = ran(tmp_path, *cells)
    with pytest.raises(places.PageError, match="docs/en/tiny.ipynb") as raised:
        markdown(notebook)
    assert said in str(raised.value)


def test_a_notebook_without_a_description():
    with pytest.raises(places.PageError, match="docs/en/tiny.ipynb: a notebook's metadata needs a title and a description"):
        markdown(tiny(description=""))


def test_a_heading_needs_an_id_of_words():
    notebook = tiny(new_markdown_cell("## Zeros"))
    notebook.cells[0]["id"] = "3f2a90bc"
    with pytest.raises(places.PageError, match="'## Zeros': give the cell an id of words"):
        markdown(notebook)


ZH = "docs/zh/practice/sparsity.ipynb"


def test_a_formula_that_cannot_be_converted_is_named_by_the_line_of_the_file(project):
    edit(project, ZH, "隐藏层是 $", "隐藏层是 $x \\\\nosuchcommand y$ 与 $")
    assert f"{ZH}:{line_of(project, ZH, 'nosuchcommand')}: cannot convert the formula" in fails(project, *BUILD)


def test_a_notebook_in_one_language_only(project):
    (project / ZH).unlink()
    assert "docs/zh/practice/sparsity.ipynb is missing" in fails(project, *BUILD)


def test_a_heading_and_a_formula_in_one_language_only(project):
    edit(project, ZH, "## 精确的零", "### 精确的零")
    edit(project, ZH, "$h$ 的标准差约为一", "标准差约为一")
    output = fails(project, "pytest", "-q", "tests/test_parity.py", "-k", "sparsity")
    assert "+h3 #zeros" in output and "-formula <math" in output


def test_copies_of_jupyter_are_no_pages(project):
    checkpoints = project / "docs" / "en" / "practice" / ".ipynb_checkpoints"
    checkpoints.mkdir()
    (checkpoints / "sparsity-checkpoint.ipynb").write_text("{}")
    done = run(*BUILD, cwd=project, PYTHONPATH=str(project))
    assert done.returncode == 0, done.stdout
