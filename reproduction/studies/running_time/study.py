"""Milliseconds per document for the collective step alone, next to the paper's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.metrics import measure as measure_tallies
from pairlinking.relatedness import measure
from reproduction.paper import METHODS, published_ms
from reproduction.studies.running_time.side_by_side import times_side_by_side
from reproduction.studies.running_time.timing import REPEATS, Work, milliseconds, times_table
from reproduction.study import Plot, Series, Study
from reproduction.workbench import Workbench

__all__ = ["running_time"]


def running_time(bench: Workbench) -> Study:
    """Time every method on every data set, with the median beta of its folds there."""
    if bench.has_both:
        return times_side_by_side(bench)
    relatedness = measure(bench.best_measure, kb=bench.kb)
    ms = {name: milliseconds(_work(bench, name), relatedness) for name in bench.data_sets}
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
        tables=[times_table("Milliseconds per document", ms)],
        figures={"relatedness": bench.best_measure, "repeats": REPEATS, "ms": ms, "average_f1": f1},
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


def _work(bench: Workbench, name: str) -> dict[str, Work]:
    documents = bench.documents(name)
    return {
        method: Work(documents, _usual_beta(bench, name, Setting(method, bench.best_measure))) for method in METHODS
    }


def _usual_beta(bench: Workbench, name: str, setting: Setting) -> float:
    head, _ = bench.records.read(name, setting)
    return float(np.median(head["betas"]))


def _about(bench: Workbench, ms: Mapping[str, Mapping[str, float]]) -> str:
    own = {name: ms[name]["pair-linking"] for name in bench.data_sets}
    first = sum(min(ms[name].values()) == own[name] for name in bench.data_sets)
    slower = [name for name in bench.data_sets if own[name] >= (published_ms("pair-linking", name) or np.inf)]
    rest = (
        f"faster than in the paper on all sets but {', '.join(slower)}" if slower else "faster than in the paper on all"
    )
    lengths = [np.mean([len(each.lists) for each in bench.documents(name)]) for name in bench.data_sets]
    return f"""The collective step alone, from local confidences to choices, with {bench.best_measure.upper()}
computed as needed; candidates and local confidences are given. Processor time of one thread: problems are rebuilt for
each of {REPEATS} repeats, of which the fastest counts, and methods take turns. The paper's figures, in brackets, are
for other mentions, another machine and another language: compare the pattern and the order of magnitude.

Pair-Linking is the fastest method on {first} of {len(own)} sets, and {rest}. The documents behind the
figures have {min(lengths):.1f} to {max(lengths):.1f} mentions on average."""
