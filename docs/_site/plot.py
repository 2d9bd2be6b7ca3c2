"""Plots as plain SVG, drawn while the page is built: no script, colours of the scheme, words of the page's language."""

import math
from itertools import count
from pathlib import Path

# Inside of the picture, in the units of its viewBox.
WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM = 460, 250, 68, 14, 44
LEGEND = 20  # height of one line of the legend
KINDS = ("line", "dots", "bars")
COLOURS = ("ffn", "attention", "green", "violet", "grey")  # of site.css; the first two have a meaning


class Axis:
    """Where a value stands between the ends of an axis, and the values that are written along it.

    label: with the unit. log: powers of `base` are equally far apart. ticks, min, max: chosen from the values unless
    given. percent: a tick of 0.5 is written 50%.
    """

    def __init__(self, values, *, label, log=False, base=10, ticks=None, min=None, max=None, percent=False):
        if log and not all(value > 0 for value in values):
            raise ValueError(f"axis {label!r}: only positive values have a logarithm")
        self.label, self.log, self.percent = label, log, percent
        room = 1.15 if log else 1  # so that no dot stands on the edge; round numbers do the same for a linear axis
        low = _least(values) / room if min is None else min
        high = _greatest(values) * room if max is None else max
        if not low < high:
            raise ValueError(f"axis {label!r}: from {low!r} to {high!r} is no range")
        if ticks is None:
            ticks = _powers(low, high, base) if log else _steps(low, high)
            if not log and min is None:
                low = _least([low, ticks[0]])
            if not log and max is None:
                high = _greatest([high, ticks[-1]])
        self.low, self.high = low, high
        self.ticks = [tick for tick in ticks if low <= tick <= high]

    def place(self, value) -> float:
        """0 at the low end, 1 at the high end."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def text(self, tick) -> str:
        if self.percent:
            return f"{100 * tick:g}%"
        for size, letter in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
            if abs(tick) >= max(size, 1e4) and len(short := f"{tick / size:g}") <= 4:
                return f"{short}{letter}".replace("-", "−")
        return f"{tick:,.6g}".replace("-", "−")


def geometry(series, x, y) -> dict:
    """What plot.svg draws. series: dicts with label, points [(x, y), …], and optionally kind, colour, names of dots."""
    if not series:
        raise ValueError("a plot needs at least one series")
    for one in series:
        unknown = set(one) - {"label", "points", "kind", "colour", "dashed", "names"}
        if unknown or not {"label", "points"} <= set(one):
            raise ValueError(f"a series has label, points, kind, colour, dashed, names; got {sorted(one)}")
        if one.get("kind", "line") not in KINDS or one.get("colour", "ffn") not in COLOURS:
            raise ValueError(f"series {one['label']!r}: kind must be one of {KINDS}, colour one of {COLOURS}")
    points = [point for one in series for point in one["points"]]
    across = Axis([p[0] for p in points], **x)
    up = Axis([p[1] for p in points] + ([0] if any(s.get("kind") == "bars" for s in series) else []), **y)
    lines, used = [[]], 0.0
    free = [colour for colour in COLOURS if colour not in [one.get("colour") for one in series]]
    for one in series:
        width = 46 + sum(8.5 if ord(c) < 0x2E80 else 15.5 for c in one["label"])  # in the larger letters of a phone
        if lines[-1] and used + width > WIDTH - LEFT:
            lines.append([])
            used = 0.0
        colour = one.get("colour") or (free.pop(0) if free else COLOURS[-1])
        lines[-1].append({**one, "x": round(used + LEFT, 1), "colour": colour})
        used += width
    top = 12 + LEGEND * len(lines)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM

    def spot(point):
        return round(LEFT + wide * across.place(point[0]), 1), round(top + high * (1 - up.place(point[1])), 1)

    drawn = []
    for line, number in zip(lines, count()):
        for one in line:
            spots = [spot(point) for point in one["points"]]
            kind = one.get("kind", "line")
            drawn.append(
                {
                    "label": one["label"], "colour": one["colour"], "kind": kind, "dashed": one.get("dashed", False),
                    "legend": (one["x"], 16 + LEGEND * number), "spots": spots,
                    "path": "M" + " ".join(f"{a} {b}" for a, b in spots), "names": one.get("names", []),
                    "width": round(0.8 * wide / max(len(spots), 1), 1),
                }
            )  # fmt: skip
    return {
        "width": WIDTH, "height": top + HEIGHT, "left": LEFT, "right": WIDTH - RIGHT, "top": top, "bottom": top + high,
        "series": drawn, "x": across, "y": up,
        "x_ticks": [(spot((tick, up.low))[0], across.text(tick), "end" if across.place(tick) > 0.97 else "middle") for tick in across.ticks],
        "y_ticks": [(spot((across.low, tick))[1], up.text(tick)) for tick in up.ticks],
    }  # fmt: skip


class Picture:
    """The same in a notebook, as the last value of a cell. It brings its colours, on paper, as Jupyter knows no scheme."""

    STYLE = """<style>
    svg { background: #fcfbf8; max-width: 30rem; font-family: sans-serif } text { fill: #22252b; font-size: 14px }
    .tick { font-size: 12px } .grid { stroke: #e2ddd2 } .axis { stroke: #5a5f69 } .dashed .curve { stroke-dasharray: 6 4 }
    .ffn { color: #a83c17 } .attention { color: #24598c } .green { color: #2f6b2f } .violet { color: #6a3d9a }
    .grey { color: #6b7079 } .curve { fill: none; stroke: currentColor; stroke-width: 2 } .bar, .dot { fill: currentColor }
    </style>"""

    def __init__(self, *series, x, y):
        self.drawn = geometry(series, x, y)

    def _repr_svg_(self):
        from jinja2 import Template  # here, so that reading this module needs nothing

        template = Template((Path(__file__).parent / "figures" / "plot.svg").read_text("utf8"), autoescape=True)
        svg = template.render(self.drawn, alt="")  # said by the page: see notebooks.py
        start = svg.index(">") + 1
        return svg[:start].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1) + self.STYLE + svg[start:]

    def __repr__(self):
        return "a picture"


_least, _greatest = min, max  # the names of two arguments of Axis


def _steps(low, high):
    """Round numbers from below low to above high, four to eight of them."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * i, 12) for i in range(first, last + 1)]


def _powers(low, high, base):
    first = math.ceil(math.log(low, base) - 1e-9)
    last = math.floor(math.log(high, base) + 1e-9)
    every = 1 + (last - first) // 8
    return [base**i for i in range(first, last + 1, every)]
