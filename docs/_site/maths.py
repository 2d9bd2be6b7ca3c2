"""LaTeX to MathML while the page is built: a reader needs no script, only the subset font written here.

`pymdownx.arithmatex` finds the formulas, `math-core` converts them. Load this extension after arithmatex.
"""

import functools
import hashlib
import io
import re
import unicodedata
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset
from fontTools import version as fonttools_version
from markdown import Extension
from markdown.treeprocessors import Treeprocessor
from math_core import LatexError, LatexToMathML

from ffn_site import places

# The package is wanted for its font alone (SIL Open Font License), so it is found, not imported.
FONT = Path(find_spec("ziamath").origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"

CLOSING = ",.;:!?)，。；：、！？）"

SUBSET = {
    "flavor": "woff2",
    "layout_features": ["ssty", "dtls", "flac"],  # script sizes, dotless letters, flat accents
    "name_IDs": [0, 1, 2, 3, 4, 5, 6, 13, 14],  # with the licence
    "notdef_outline": True,
}

_convert = LatexToMathML(fancy_error=False).convert_with_local_state
_characters: set[str] = set()

# A browser draws a one-letter identifier in the font's italic alphabet, where Unicode keeps it.
_ITALIC = {unicodedata.normalize("NFKD", c): c for c in map(chr, [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)])}
_ITALIC["h"] = "\u210e"


def to_mathml(latex: str, *, block: bool) -> str:
    mathml = _convert(latex, displaystyle=block)
    _characters.update(re.sub(r"<[^>]*>", "", mathml))
    _characters.update("√" if "<msqrt" in mathml or "<mroot" in mathml else "")  # drawn, but not in the text
    _characters.update(_ITALIC.get(c, c) for c in re.findall(r"<mi>(.)</mi>", mathml))
    # Formulas are no words: the search index leaves them out.
    return mathml.replace("<math", '<math data-search-exclude="formula"', 1)


class MathsTreeprocessor(Treeprocessor):
    def run(self, root):
        for element in root.iter():
            if element.get("class") != "arithmatex":
                continue
            latex = element.text[2:-2].strip()  # arithmatex's \( \) or \[ \]
            block = element.tag == "div"
            try:
                mathml = to_mathml(latex, block=block)
            except LatexError as error:
                raise places.PageError(f"{self._place(latex)}: cannot convert the formula {latex!r}: {error}") from None
            element.set("class", "maths")
            element.text = self.md.htmlStash.store(mathml)
            if not block and element.tail and element.tail[0] in CLOSING:
                # Inside, where the style forbids a break: a browser would start a line with it.
                element.text, element.tail = element.text + element.tail[0], element.tail[1:]

    def _place(self, latex: str) -> str:
        text = "\n".join(self.md.lines)
        first = latex.split("\n")[0]
        return places.place(self.md.lines, text[: text.find(first)].count("\n"))


class MathsExtension(Extension):
    def extendMarkdown(self, md):
        md.treeprocessors.register(MathsTreeprocessor(md), "maths", 5)  # after inline patterns


def makeExtension(**kwargs):
    return MathsExtension(**kwargs)


def write_font(cache: Path, *targets: Path) -> None:
    """Write the font with only the glyphs that the formulas converted so far need."""
    data = _font("".join(sorted(_characters)), cache)
    for target in targets:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


@functools.lru_cache(maxsize=1)
def _font(characters: str, cache: Path) -> bytes:
    source = FONT.read_bytes()
    key = hashlib.sha256(source + f"{fonttools_version}{SUBSET}{characters}".encode()).hexdigest()
    cached = cache / f"maths-{key[:16]}.woff2"
    if not cached.exists():
        options = subset.Options(**SUBSET)
        font = subset.load_font(io.BytesIO(source), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        cache.mkdir(parents=True, exist_ok=True)
        subset.save_font(font, str(cached), options)
    return cached.read_bytes()
