"""Plots: values stand where their axis says, and a wrong call is named."""

import math

import pytest
from bs4 import BeautifulSoup
from ffn_site import macros
from ffn_site.plot import COLOURS, Axis

X, Y = {"label": "n"}, {"label": "share"}
LINE = {"label": "FFN", "points": [(0, 0), (1, 4), (2, 1)]}


def drawn(*series, x=X, y=Y):
    return BeautifulSoup(macros.plot(*series, x=x, y=y, alt="finding"), "html.parser").find("svg")


@pytest.mark.parametrize(
    "values, options, ticks",
    [
        ([0, 4], {}, ["0", "1", "2", "3", "4"]),
        ([-3.9, 4], {}, ["−4", "−2", "0", "2", "4"]),
        ([0, 0.83], {"percent": True, "max": 1}, ["0%", "20%", "40%", "60%", "80%", "100%"]),
        ([1000, 90000], {"log": True, "base": 2}, ["1,024", "2,048", "4,096", "8,192", "16,384", "32,768", "65,536"]),
        ([1, 5000], {"log": True}, ["1", "10", "100", "1,000"]),
        ([2e9, 3e11], {"log": True}, ["10B", "100B"]),
        ([0, 10], {"ticks": [0, 5]}, ["0", "5"]),
    ],
)
def test_ticks(values, options, ticks):
    axis = Axis(values, label="x", **options)
    assert [axis.text(tick) for tick in axis.ticks] == ticks


def test_a_value_stands_between_its_ticks():
    axis = Axis([1, 100], label="x", log=True, min=1, max=100)
    assert [axis.place(v) for v in (1, 10, 100)] == pytest.approx([0, 0.5, 1])
    svg = drawn(LINE)
    ticks = {t.get_text(): float(t["y"]) - 4 for t in svg.select("text.tick[text-anchor=end]")}
    numbers = [float(n) for n in svg.find("path", class_="curve")["d"].lstrip("M").split()]
    assert numbers[1::2] == pytest.approx([ticks["0"], ticks["4"], ticks["1"]], abs=0.1)


def test_each_kind_and_its_legend():
    dots = {"label": "models", "points": [(1, 1), (2, 2)], "kind": "dots", "names": ["a <b>", "c"]}
    bars = {"label": "count", "points": [(1, 3)], "kind": "bars", "colour": "grey"}
    svg = drawn(LINE, dots, bars)
    assert svg["aria-label"] == "finding"
    assert len(svg.find_all("circle")) == 2 + 1 and [t.get_text() for t in svg.find_all("title")] == ["a <b>", "c"]
    assert len(svg.find_all("rect")) == 1 + 1
    assert [g["class"] for g in svg.find_all("g")] == [["ffn"], ["attention"], ["grey"]]
    assert {"FFN", "models", "count", "n", "share"} <= {t.get_text() for t in svg.find_all("text")}


def test_no_two_series_of_five_have_the_same_colour():
    series = [{"label": str(i), "points": [(0, 0), (1, i)]} for i in range(5)]
    series[4]["colour"] = COLOURS[0]
    assert sorted(g["class"][0] for g in drawn(*series).find_all("g")) == sorted(COLOURS)


def test_a_long_legend_takes_another_line():
    names = ["一个很长的中文图例名称", "another label of some length", "and a third one that is long"]
    texts = drawn(*({**LINE, "label": name} for name in names)).find_all("text")
    at = [float(t["y"]) for t in texts if t.get_text() in names]
    assert len(set(at)) > 1 and max(at) < 100


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: drawn(), "at least one series"),
        (lambda: drawn({**LINE, "color": "ffn"}), "color"),
        (lambda: drawn({**LINE, "colour": "pink"}), "series 'FFN': .*colour"),
        (lambda: drawn({**LINE, "kind": "pie"}), "series 'FFN': kind"),
        (lambda: drawn(LINE, x={"label": "n", "log": True}), "axis 'n': only positive"),
        (lambda: drawn(LINE, x={"label": "n", "min": 5}), "axis 'n': from 5 to 2"),
        (lambda: macros.data("index/no_such"), "no_such_data.out"),
    ],
)
def test_a_wrong_call_is_named(call, message):
    with pytest.raises((ValueError, OSError), match=message):
        call()


def test_steps_are_round_numbers():
    for high in (0.7, 3, 17, 90, 1234, 5e6):
        ticks = Axis([0, high], label="x").ticks
        step = ticks[1] / 10 ** math.floor(math.log10(ticks[1]))
        assert 3 <= len(ticks) <= 8 and any(math.isclose(step, s) for s in (1, 2, 2.5, 5))
