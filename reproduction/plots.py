"""Draw plots as SVG. Only this needs matplotlib, which is imported late."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import Any

import numpy as np

from pairlinking.errors import MissingExtra
from reproduction.study import Plot, Series

__all__ = ["draw", "need_matplotlib"]

_OURS = "pair-linking"
_ACCENT = "#c2410c"
# Readable on white, and distinguishable for most people with a colour deficiency; lines also differ by shape.
_COLOURS = ("#1d4ed8", "#0f766e", "#7c3aed", "#a16207", "#be185d", "#475569", "#15803d", "#0891b2", "#6b7280")
_SHAPES = "os^Dv<>Ph"
_MOST_BARS = 6
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pairlinking",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e5e7eb",
    "legend.frameon": False,
}


def need_matplotlib() -> None:
    """Raise an error before hours of work, not after, if plots cannot be drawn."""
    if find_spec("matplotlib") is None:
        raise MissingExtra("The report's plots need matplotlib. Install it with: pip install 'pairlinking[report]'")


def draw(plot: Plot) -> str:
    """The plot as the text of an SVG file, the same for the same figures."""
    need_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(8.6, 4.4), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(plot.title, loc="left", fontsize=11, fontweight="bold")
        axes.set_xlabel(plot.x)
        axes.set_ylabel(plot.y)
        # With a log scale, ticks are chosen before anything is drawn.
        if plot.log_x:
            axes.set_xscale("log")
        if plot.log_y:
            axes.set_yscale("log")
        (_draw_names if plot.kind == "bars" else _draw_numbers)(axes, plot)
        if not plot.shown and len(plot.series) > 1:
            axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=9)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def _draw_names(axes: Any, plot: Plot) -> None:
    """Bars side by side; dots if there are too many series for bars, or if the axis does not begin at 0."""
    names = list(dict.fromkeys(str(name) for series in plot.series for name in series.x))
    few = plot.from_zero and len(plot.series) <= _MOST_BARS
    width = 0.8 / len(plot.series)
    for at, series in enumerate(plot.series):
        places = np.array([names.index(str(name)) for name in series.x]) + (at - (len(plot.series) - 1) / 2) * width
        if few:
            axes.bar(places, series.y, width * 0.92, label=series.name, color=_colour(series, at), yerr=_errors(series))
        else:
            axes.plot(places, series.y, _SHAPES[at % len(_SHAPES)], label=series.name, color=_colour(series, at), ms=6)
    axes.set_xticks(range(len(names)), names)
    axes.grid(axis="x", visible=False)


def _draw_numbers(axes: Any, plot: Plot) -> None:
    for at, series in enumerate(plot.series):
        colour, shape = _colour(series, at), _SHAPES[at % len(_SHAPES)]
        line = "-" if plot.kind == "line" else "none"
        width = 2.4 if series.name == _OURS else 1.4
        axes.errorbar(
            series.x, series.y, yerr=_errors(series), label=series.name, color=colour, marker=shape, ls=line, lw=width,
            ms=5 if plot.kind == "line" else 8, capsize=2,
        )  # fmt: skip
        if plot.shown and len(series.x):
            weight = "bold" if series.name == _OURS else "normal"
            axes.annotate(
                series.name, (series.x[-1], series.y[-1]), xytext=(8, 3), textcoords="offset points",
                color=colour, fontsize=9, fontweight=weight,
            )  # fmt: skip
    if plot.shown:
        axes.margins(x=0.18, y=0.1)


def _colour(series: Series, at: int) -> str:
    return _ACCENT if series.name == _OURS else _COLOURS[at % len(_COLOURS)]


def _errors(series: Series) -> Any:
    if series.low is None or series.high is None:
        return None
    y = np.asarray(series.y, dtype=np.float64)
    return np.maximum([y - np.asarray(series.low), np.asarray(series.high) - y], 0.0)
