"""The formats of numbers, and formulas that come from functions."""

import inspect

import jinja2
import pytest
import sympy
import yaml
from ffn_site import macros
from tests.published_blocks import ROOT


@pytest.mark.parametrize(
    "number, name, digits, shown",
    [
        (4_722_432, "M", 3, "4.72 M"),
        (4_722_432, "万", 3, "472 万"),
        (135_266_304, "亿", 3, "1.35 亿"),
        (135_266_304, "M", 3, "135 M"),
        (4_831_838_208, "GFLOPs", 3, "4.83 GFLOPs"),
        (18_889_728, "MB", 4, "18.89 MB"),
        (18_889_728, "MiB", 4, "18.01 MiB"),
        (226_676_736, "MB", 4, "226.7 MB"),
        (9_996_000, "M", 3, "10.0 M"),
        (999_600, "M", 3, "1.00 M"),
        (1_005_000, "M", 3, "1.00 M"),  # a tie goes to the even digit
        (1_015_000, "M", 3, "1.02 M"),
        (123_456_000_000, "M", 3, "123,000 M"),
    ],
)
def test_unit(number, name, digits, shown):
    assert macros.unit(number, name, digits).replace("\u00a0", " ") == shown


def test_other_formats():
    assert macros.unit(4_722_432, "M") == "4.72\u00a0M"
    assert macros.exact(4_722_432) == "4,722,432"
    assert macros.tex(4_722_432) == "4{,}722{,}432"
    assert macros.decimals(11008 / 4096) == "2.69"
    assert macros.percent(2 / 3) == "66.7%"


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: macros.exact(1.5), "1.5"),
        (lambda: macros.exact(True), "True"),
        (lambda: macros.unit(1, "parsec"), "parsec"),
        (lambda: macros.unit(float("nan"), "M"), "nan"),
        (lambda: macros.unit(5_000_000, "M", 0), "at least 1, got 0"),
        (lambda: macros.decimals(True), "True"),
        (lambda: macros.decimals(1.5, -1), "at least 0, got -1"),
        (lambda: macros.percent(float("inf")), "inf"),
        (lambda: macros.formula("ffn_params", "d_kv"), "no argument 'd_kv'"),
        (lambda: macros.formula("ffn_parms"), "ffn_parms"),
        (lambda: macros.recorded("index/sparsity", "no such line"), "no such line"),
        (lambda: macros.formula("weight_bytes"), "dtype"),
        (lambda: macros.recorded("index/no_such_example", "x"), "no_such_example"),
    ],
)
def test_a_wrong_name_or_value_is_named(call, message):
    with pytest.raises((ValueError, TypeError, OSError), match=message):
        call()


@pytest.mark.parametrize(
    "name, options, latex",
    [
        ("ffn_params", {}, r"2 d_{\text{model}} d_{\text{ff}} + d_{\text{model}} + d_{\text{ff}}"),
        ("ffn_params", {"gated": True, "bias": False}, r"3 d_{\text{model}} d_{\text{ff}}"),
        ("ffn_flops", {}, r"4 n d_{\text{model}} d_{\text{ff}}"),
        ("attention_params", {"bias": False}, r"4 d_{\text{model}}^{2}"),
        ("attention_params", {"bias": False, "symbols": ["d_kv"]}, r"2 d_{\text{model}}^{2} + 2 d_{\text{model}} d_{\text{kv}}"),
        ("attention_flops", {}, r"4 n^{2} d_{\text{model}} + 8 n d_{\text{model}}^{2}"),
    ],
)
def test_formula(name, options, latex):
    symbols = options.get("symbols", [])
    assert macros.formula(name, *symbols, **{k: v for k, v in options.items() if k != "symbols"}) == latex


def test_every_cost_has_a_formula():
    values = {"activation": "swiglu", "dtype": "bf16", "peak_flops_per_second": 10, "bandwidth": 2}
    for name, function in macros.COSTS.items():
        parameters = inspect.signature(function).parameters.values()
        needed = {p.name: values[p.name] for p in parameters if p.name in values and p.default is p.empty}
        assert set(macros.formula(name, **needed)) - set("0123456789")


def test_a_formula_with_a_value_given():
    assert macros.formula("weight_bytes", dtype="bf16") == "2 N"


def test_a_recorded_line_must_be_the_only_one(tmp_path, monkeypatch):
    monkeypatch.setattr(macros, "EXAMPLES", tmp_path)
    (tmp_path / "twice.out").write_text("x: 1\nx: 2\n")
    with pytest.raises(ValueError, match="2 lines 'x'"):
        macros.recorded("twice", "x")


def test_a_figure_escapes_its_words_and_misses_none():
    words = dict(alt='a < b & "c"', parts=[], rows=[])
    assert 'aria-label="a &lt; b &amp; &#34;c&#34;"' in macros.figure("shares", **words)
    del words["parts"]
    with pytest.raises(jinja2.UndefinedError, match="'parts' is undefined"):
        macros.figure("shares", **words)
    with pytest.raises(jinja2.TemplateNotFound, match="no_such_figure"):
        macros.figure("no_such_figure")


def test_cite():
    class Env:
        variables, macros, render = {}, {}, None
        macro = lambda self, function: self.macros.update({function.__name__: function})
        filter = lambda self, function: None

    macros.define_env(Env())
    cite = Env.macros["cite"]
    assert cite("shazeer2020") == '[Shazeer 2020](https://arxiv.org/abs/2002.05202 "GLU Variants Improve Transformer")'
    with pytest.raises(ValueError, match="no paper 'shazeer'"):
        cite("shazeer")


def test_an_edited_function_gives_another_formula(monkeypatch):
    monkeypatch.setitem(macros.COSTS, "ffn_flops", lambda n_tokens, d_model, d_ff: sympy.Integer(5) * n_tokens * d_ff)
    assert macros.formula("ffn_flops") == r"5 n d_{\text{ff}}"


def test_every_paper_is_cited_by_a_page():
    papers = yaml.safe_load((ROOT / "docs" / "_site" / "papers.yml").read_text("utf8"))
    pages = "\n".join(path.read_text("utf8") for path in (ROOT / "docs" / "en").rglob("*") if path.suffix in (".md", ".ipynb"))
    assert {key for key in papers if f'cite("{key}")' not in pages.replace('\\"', '"')} == set()
    assert [key for key, paper in papers.items() if set(paper) != {"authors", "year", "title", "url"}] == []
