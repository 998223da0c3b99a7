"""Milliseconds a document for the collective step alone, ours beside the paper's."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping

import numpy as np

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.metrics import measure as measure_tallies
from pairlinking.relatedness import measure
from reproduction.paper import METHODS, published_ms
from reproduction.study import Plot, Series, Study, Table, with_paper
from reproduction.workbench import Workbench

__all__ = ["running_time"]

_REPEATS = 5


def running_time(bench: Workbench) -> Study:
    """Time every method on every data set, with the median of the betas that its folds have there."""
    ms = {name: _milliseconds(bench, name) for name in bench.data_sets}
    average = {method: float(np.mean([ms[name][method] for name in bench.data_sets])) for method in METHODS}
    f1 = {
        method: float(np.mean([measure_tallies(bench.tallies(name, setting)).micro.f1 for name in bench.data_sets]))
        for method in METHODS
        for setting in [Setting(method, bench.best_measure)]
    }
    return Study(
        name="running-time",
        title="Collective methods: running time",
        about=_about(bench, ms),
        tables=[_table(bench, ms)],
        figures={"relatedness": bench.best_measure, "repeats": _REPEATS, "ms": ms, "average_f1": f1},
        plots=[
            Plot(
                f"Accuracy against time, {bench.best_measure.upper()}",
                "milliseconds a document, average over the data sets",
                "micro F1, average over the data sets",
                [Series(method, [average[method]], [f1[method]]) for method in METHODS],
                kind="scatter",
                log_x=True,
                shown=True,
            )
        ],
    )


def _milliseconds(bench: Workbench, name: str) -> dict[str, float]:
    """Of the repeats the fastest: whatever else the machine does only adds. All methods take turns."""
    relatedness = measure(bench.best_measure, kb=bench.kb)
    documents = bench.documents(name)
    betas = {method: _usual_beta(bench, name, Setting(method, bench.best_measure)) for method in METHODS}
    seconds = {method: float("inf") for method in METHODS}
    for _ in range(_REPEATS):
        for method in METHODS:
            # Made anew each time: a problem keeps the relatedness it has computed.
            problems = [each.problem(relatedness, betas[method], solver=method) for each in documents]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                started = time.process_time()
                for problem in problems:
                    solve(problem, method)
                seconds[method] = min(seconds[method], time.process_time() - started)
    return {method: 1000 * total / len(documents) for method, total in seconds.items()}


def _usual_beta(bench: Workbench, name: str, setting: Setting) -> float:
    head, _ = bench.records.read(name, setting)
    return float(np.median(head["betas"]))


def _table(bench: Workbench, ms: Mapping[str, Mapping[str, float]]) -> Table:
    places = {name: sorted(METHODS, key=ms[name].__getitem__) for name in bench.data_sets}
    rows = []
    for method in METHODS:
        cells = []
        for name in bench.data_sets:
            shown = f"{ms[name][method]:.3g}"
            shown = (
                f"**{shown}**" if places[name][0] == method else f"*{shown}*" if places[name][1] == method else shown
            )
            cells.append(with_paper(shown, published_ms(method, name), ".4g"))
        wins = [str(sum(places[name][at] == method for name in bench.data_sets)) for at in (0, 1)]
        rows.append((f"`{method}`", *cells, *wins))
    return Table("Milliseconds a document", ("", *bench.data_sets, "1st", "2nd"), rows)


def _about(bench: Workbench, ms: Mapping[str, Mapping[str, float]]) -> str:
    own = {name: ms[name]["pair-linking"] for name in bench.data_sets}
    first = sum(min(ms[name].values()) == own[name] for name in bench.data_sets)
    slower = [name for name in bench.data_sets if own[name] >= (published_ms("pair-linking", name) or np.inf)]
    rest = f"below the paper's on all sets but {', '.join(slower)}" if slower else "below the paper's on every set"
    lengths = [np.mean([len(each.lists) for each in bench.documents(name)]) for name in bench.data_sets]
    return f"""The collective step alone, from local confidences to choices, with {bench.best_measure.upper()}
computed on the way; candidates and local confidences are there already. One thread, problems made anew for each of
{_REPEATS} repeats, of which the fastest counts, in processor time; methods take turns. The paper's figures, in
brackets, are for other mentions, another machine and language: the shape of the table can be compared, and the order
of magnitude.

Pair-Linking is the fastest on {first} of {len(own)} sets, and {rest}. The documents behind the
figures have {min(lengths):.1f} to {max(lengths):.1f} mentions on average."""
