"""What a page can write between [[ and ]]: the formulas of `ffn_snippets`, and the formats of their results."""

import datetime
import functools
import inspect
import json
import math
import re
import traceback
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path

import sympy
import yaml
from ffn_site import api, notebooks, places, remembered, terms
from ffn_site import plot as plotting
from ffn_snippets import costs
from ffn_snippets.models import MODELS
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
NBSP = "\u00a0"

COSTS = {
    name: function
    for name, function in inspect.getmembers(costs, inspect.isfunction)
    if not name.startswith("_") and function.__module__ == costs.__name__
}

UNITS = {
    "k": 10**3,
    "M": 10**6,
    "B": 10**9,
    "T": 10**12,
    "万": 10**4,
    "亿": 10**8,
    "万亿": 10**12,
    "MFLOPs": 10**6,
    "GFLOPs": 10**9,
    "TFLOPs": 10**12,
    "kB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
}

# The symbols of the formulas, in the order in which a product is written.
SYMBOLS = {
    "forward": r"C_{\text{forward}}",
    "flops": "C",
    "bytes_moved": "B",
    "n_params": "N",
    "n_tokens": "n",
    "top_k": "k",
    "n_experts": "E",
    "d_model": r"d_{\text{model}}",
    "d_ff": r"d_{\text{ff}}",
    "shared_d_ff": r"d_{\text{shared}}",
    "d_q": r"d_{\text{q}}",
    "d_kv": r"d_{\text{kv}}",
}


def exact(number: int) -> str:
    """4722432 → 4,722,432."""
    if type(number) is not int:
        raise TypeError(f"only a whole number is exact, got {number!r}")
    return f"{number:,}"


def _decimal(number, digits: int, least: int) -> Decimal:
    if type(number) not in (int, float) or not math.isfinite(number):
        raise TypeError(f"no number to be rounded: {number!r}")
    if type(digits) is not int or digits < least:
        raise ValueError(f"the number of digits must be at least {least}, got {digits!r}")
    return Decimal(number)


def tex(number: int) -> str:
    """The same inside a formula."""
    return exact(number).replace(",", "{,}")


def decimals(number: float, places: int = 2) -> str:
    """2.6875 → 2.69."""
    return str(_decimal(number, places, 0).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN))


def unit(number: int, name: str, digits: int = 3) -> str:
    """4722432 in "M" → 4.72 M, rounded to `digits` significant digits."""
    if name not in UNITS:
        raise ValueError(f"unknown unit {name!r}, choose from {list(UNITS)}")
    value = _decimal(number, digits, 1) / UNITS[name]
    step = Decimal(1).scaleb(value.adjusted() - digits + 1)
    rounded = value.quantize(step, ROUND_HALF_EVEN)
    if rounded.adjusted() > value.adjusted():  # 9.996 → 10.0
        rounded = rounded.quantize(step.scaleb(1), ROUND_HALF_EVEN)
    return f"{int(rounded) if step >= 1 else rounded:,}{NBSP}{name}"


def short(number: int, names: list[str]) -> str:
    """4722432 in ["B", "M", "k"] → 4.72 M: in the first of these units that the number reaches, or the last."""
    return unit(number, next((name for name in names if number >= UNITS[name]), names[-1]))


def percent(share: float, digits: int = 1) -> str:
    """0.6666 → 66.7%."""
    return f"{decimals(100 * share, digits)}%"


def formula(name: str, *symbolic: str, **options) -> str:
    """The general form, in LaTeX, of a function of `costs`: the function itself, called with symbols.

    symbolic: optional arguments that stand in the formula too, as in formula("attention_params", "d_kv").
    """
    if name not in COSTS:
        raise ValueError(f"no function named {name!r} in costs, choose from {list(COSTS)}")
    order = list(SYMBOLS)
    parameters = inspect.signature(COSTS[name]).parameters.values()
    sizes = [p.name for p in parameters if p.name in symbolic or (p.kind is not p.KEYWORD_ONLY and p.name not in options)]
    for argument in symbolic:
        if argument not in sizes:
            raise ValueError(f"{name} has no argument {argument!r}")
    for size in sizes:
        if size not in SYMBOLS:
            raise ValueError(f"{name}: no symbol for {size!r}; give it a value, or a symbol in SYMBOLS of macros.py")
    symbols = {size: sympy.Symbol(f"s{order.index(size):02}", integer=True, positive=True) for size in sizes}
    names = {symbol: SYMBOLS[key] for key, symbol in symbols.items()}
    return sympy.latex(sympy.expand(COSTS[name](**symbols, **options)), symbol_names=names)


def recorded(example: str, name: str) -> str:
    """The value that the recorded output of an example prints after `name:`."""
    path = EXAMPLES / f"{example}.out"
    found = re.findall(rf"^{re.escape(name)}: +(.+)$", path.read_text("utf8"), re.MULTILINE)
    if len(found) != 1:
        raise ValueError(f"{path.name} has {len(found)} lines {name!r}, one is needed")
    return found[0]


def data(example: str):
    """What the example `<name>_data.py`, run by `make outputs`, printed as JSON: the points of a figure."""
    return json.loads((EXAMPLES / f"{example}_data.out").read_text("utf8"))


def link(text: str, url: str) -> str:
    """A Markdown link; `[[[ text ]]](url)` would be read as a list."""
    return f"[{text}]({url})"


def figure(name: str, **texts: str) -> str:
    """The drawing `figures/<name>.svg`, its words in the page's language, inline so that it follows the scheme."""
    svg = _inline(f"figures/{name}.svg", texts, costs=costs, MODELS=MODELS)
    return Markup(f'<div class="drawing" data-search-exclude>{svg}</div>')


def plot(*series: dict, x: dict, y: dict, alt: str) -> str:
    """Curves, dots or bars in one picture: see geometry and Axis in plot.py."""
    return figure("plot", alt=alt, **plotting.geometry(series, x, y))


def models_table(**texts) -> str:
    """All of MODELS in one table, its words in the page's language; assets/models.js sorts and filters it."""
    return Markup(_inline("tables/models.html", texts, MODELS=MODELS))


def _inline(template: str, texts: dict, **values) -> str:
    """Rendered without line breaks: Markdown then leaves it alone."""
    return re.sub(r"\s*\n\s*", " ", _templates().get_template(template).render(texts, **values)).strip()


@functools.cache
def _templates() -> Environment:
    templates = Environment(loader=FileSystemLoader(HERE), undefined=StrictUndefined, autoescape=True)
    templates.filters.update(exact=exact, decimals=decimals, percent=percent, short=short)
    return templates


def define_env(env) -> None:
    """Called by mkdocs-macros."""
    papers = yaml.safe_load((HERE / "papers.yml").read_text("utf8"))

    def cite(key: str) -> str:
        if key not in papers:
            raise ValueError(f"no paper {key!r} in papers.yml, choose from {list(papers)}")
        paper = papers[key]
        return f'[{paper["authors"]} {paper["year"]}]({paper["url"]} "{paper["title"]}")'

    def bibliography() -> str:
        """All papers, the oldest first."""
        return "\n".join(f"- {cite(key)}, *{papers[key]['title']}*{{ lang=en }}" for key in sorted(papers, key=lambda key: papers[key]["year"]))

    def glossary(group: str) -> str:
        return terms.glossary(group, env.conf.theme["language"])

    def names(found: list[str]) -> str:
        """As a list in running text, each as code."""
        return {"en": ", ", "zh": "、"}[env.conf.theme["language"]].join(f"`{name}`" for name in found)

    ours = (formula, recorded, data, link, figure, plot, models_table, cite, bibliography, glossary)
    for macro in (*COSTS.values(), *ours, api.signature, api.fields, api.keys):
        env.macro(macro)
    for filter_ in (exact, tex, decimals, unit, short, percent, names):
        env.filter(filter_)
    env.variables["MODELS"] = MODELS
    env.render = _naming_the_place(env.render)


def _naming_the_place(render):
    """mkdocs-macros ends the whole process at an error, a running `mkdocs serve` too, and doesn't say in which language."""

    def render_or_fail(*args, **kwargs):
        try:
            return remembered.remembered(("macros", places.file(), args, *kwargs.items()), lambda: render(*args, **kwargs))
        except SystemExit as exit_:
            error = exit_.__context__
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<template>"]
            line = getattr(error, "lineno", None) or (lines or [0])[-1]
            raise places.PageError(f"{places.file()}:{line}: {type(error).__name__}: {error}") from None

    return render_or_fail


def printable(value):
    """Text and whole numbers can be shown; None, a fraction without a format or a function not called are mistakes."""
    if type(value) not in (str, int, Markup, datetime.date, StrictUndefined):  # the last names itself when shown
        raise TypeError(f"cannot be shown on a page as it is: {value!r}")
    return value


def on_pre_page_macros(env) -> None:
    """Put the front matter's lines back as empty ones: every line that an error names is then the file's line."""
    env.env.finalize = printable
    file = env.page.file
    for field in ("title", "description"):
        if not env.page.meta.get(field):
            raise places.PageError(f"docs/{Path(env.conf.docs_dir).name}/{file.src_uri}:1: no {field} in the front matter")
    source = file.content_string
    if file.src_uri.endswith(".ipynb"):
        source = notebooks.source_lines(source)
    places.remember(f"docs/{Path(env.conf.docs_dir).name}/{file.src_uri}", source)
    env.markdown = "\n" * (source.count("\n") - env.markdown.count("\n")) + env.markdown
