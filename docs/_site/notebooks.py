"""Notebooks as pages, and as files that run: one source of code for both languages.

mkdocs-jupyter finds the notebooks and puts the files beside their pages. Its own HTML (nbconvert's) is not used: it
brings JupyterLab's styles, MathJax and headings without Chinese ids, 99 kB of gzip. Instead a notebook is turned into
Markdown, which the site renders as that of any page: see `on_page_read_source` in hooks.py.

The code and its outputs come from docs/en; `make outputs` runs it in a fresh kernel and writes both languages' files.
Only that needs torch and a kernel.
"""

import json
import re
from html import escape
from pathlib import Path

import yaml

from ffn_site import places

DOCS = Path(__file__).resolve().parents[1]
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},  # not the version that Jupyter would note here
}


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*.ipynb") if p.parent.name != ".ipynb_checkpoints")  # Jupyter's copies


def to_markdown(file: str, text: str, download: str) -> str:
    """The page of a notebook, with front matter. download: the text of the link to the file itself.

    A cell's id is that of the heading it begins with; the first cell has the title and the lead. A cell with an `alt` in
    its metadata is the caption of the picture above it; `words` then translates what the picture says.
    """
    notebook = json.loads(text)
    front = {key: notebook["metadata"].get(key) for key in ("title", "description")}
    if not all(front.values()):
        raise places.PageError(f"{file}: a notebook's metadata needs a title and a description")
    parts = ["---\n" + yaml.safe_dump({**front, "render_macros": False}, allow_unicode=True) + "---"]
    cells = notebook["cells"]
    for cell, below in zip(cells, [*cells[1:], None]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            parts += [_fence("python", source), *(_output(file, cell, output, below) for output in cell["outputs"])]
        elif "alt" in cell["metadata"]:
            parts.append(f"/// caption\n{source}\n///")
        else:
            first, *rest = source.split("\n\n")
            if heading := re.match("#+ .+", first):
                if re.fullmatch("[0-9a-f]{8}[0-9a-f-]*", cell["id"]):
                    raise places.PageError(f"{file}, {heading[0]!r}: give the cell an id of words, not Jupyter's {cell['id']!r}")
                first = f"{heading[0]} {{ #{cell['id']} }}{first[heading.end() :]}"
            if cell is cells[0] and rest:
                rest[0] += "\n{ .lead }"
            parts += [first, *rest]
        if cell is cells[0]:
            name = Path(file).name
            parts.append(f'<a class="notebook-file" href="{name}" download="{name}">{escape(download)}</a>')
    return "\n\n".join(parts) + "\n"


def _fence(info: str, text: str) -> str:
    ticks = max(map(len, re.findall("`{3,}", text)), default=2) + 1
    return f"{'`' * ticks} {info}\n{text.rstrip()}\n{'`' * ticks}"


def _output(file: str, cell: dict, output: dict, below: dict | None) -> str:
    if output.get("name") == "stdout":
        return _fence("{ .text .output .no-copy }", "".join(output["text"]))
    svg = "".join(output.get("data", {}).get("image/svg+xml", ""))
    if not svg:
        raise places.PageError(f"{file}, cell {cell['id']}: an output is print()ed or a picture, got {output['output_type']}")
    if not below or "alt" not in below["metadata"]:
        raise places.PageError(f"{file}, cell {cell['id']}: below a picture stands its caption, a cell with `alt` in its metadata")
    svg = re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL)  # for Jupyter alone: the page's scheme applies here
    svg = svg.replace('aria-label=""', f'aria-label="{escape(below["metadata"]["alt"])}"', 1)
    for word, own in below["metadata"].get("words", {}).items():
        if f">{word}<" not in svg:
            raise places.PageError(f"{file}, cell {below['id']}: the picture has no word {word!r}")
        svg = svg.replace(f">{word}<", f">{escape(own)}<")
    return '<div class="drawing" data-search-exclude>' + re.sub(r"\s*\n\s*", " ", svg).strip() + "</div>"


def source_lines(text: str) -> str:
    """The file with the strings of its cells as they are read: an error can then name the file's line."""
    string = re.compile(r'\s*("(?:[^"\\]|\\.)*"),?')
    return "\n".join(json.loads(found[1]).rstrip("\n") if (found := string.fullmatch(line)) else line for line in text.split("\n"))


# Running


def execute(path: Path):
    """The notebook as a fresh kernel, started in the notebook's folder, leaves it. Raises if a cell does."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, kernel_name="python3", timeout=600, record_timing=False, coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}}, extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    client.execute()
    return notebook


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NEAR = 6  # units of a picture that is 460 wide and about 280 high


def differences(stored, fresh) -> list[str]:
    """What a fresh run prints or draws otherwise than the stored file.

    Text must be the same to the letter. Of a picture the elements and words must be, and each coordinate near: another CPU
    may round the last digit of a curve otherwise.
    """
    found = []
    cells = [[cell for cell in notebook["cells"] if cell["cell_type"] == "code"] for notebook in (stored, fresh)]
    if [cell["id"] for cell in cells[0]] != [cell["id"] for cell in cells[1]]:
        return ["other code cells than those of docs/en"]
    for before, after in zip(*cells):
        old, new = (list(map(_shown, cell["outputs"])) for cell in (before, after))
        same = len(old) == len(new) and all(map(_alike, old, new))
        if "".join(before["source"]) != "".join(after["source"]):
            found.append(f"cell {before['id']}: another code than that of docs/en")
        elif not same or before["execution_count"] != after["execution_count"]:
            found.append("\n".join([f"cell {before['id']}", "--- stored", *old, "--- fresh", *new]))
    return found


def _shown(output) -> str:
    return "".join(output.get("text") or output.get("data", {}).get("image/svg+xml") or output["output_type"])


def _alike(old: str, new: str) -> bool:
    if not old.lstrip().startswith("<svg"):
        return old == new
    numbers = zip(NUMBER.findall(old), NUMBER.findall(new))
    return NUMBER.sub("0", old) == NUMBER.sub("0", new) and all(abs(float(a) - float(b)) <= NEAR for a, b in numbers)


def record() -> list[Path]:
    """Run the English notebooks, and write their code and outputs into both languages' files, where they differ."""
    import nbformat

    changed = []
    for source in files(DOCS / "en"):
        fresh = execute(source)
        stored = nbformat.read(source, as_version=4)
        if not differences(stored, fresh):
            fresh = stored  # as near as another CPU comes
        cells = {cell["id"]: cell for cell in fresh.cells if cell.cell_type == "code"}
        for path in (source, DOCS / "zh" / source.relative_to(DOCS / "en")):
            notebook = nbformat.read(path, as_version=4)
            if [c["id"] for c in notebook.cells] != [c["id"] for c in fresh.cells]:
                raise RuntimeError(f"{path}: its cells are not those of the English notebook, by id and order")
            notebook.cells = [cells.get(cell["id"], cell) for cell in notebook.cells]
            notebook.metadata.update(METADATA)
            text = nbformat.writes(notebook) + "\n"
            if text != path.read_text("utf8"):
                path.write_text(text, "utf8")
                changed.append(path)
    return changed
