"""The collective step's time with both kinds of local confidence: the knowledge base's, and learned in folds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from pairlinking.relatedness import measure
from reproduction.paper import METHODS
from reproduction.protocol.grid import tempered
from reproduction.protocol.paired import Averages, given_of
from reproduction.protocol.runs import ALL, TITLES, one_run, scored
from reproduction.studies.running_time.timing import REPEATS, Work, milliseconds, times_table
from reproduction.study import Study, Table
from reproduction.workbench import Workbench

__all__ = ["times_side_by_side"]


def times_side_by_side(bench: Workbench) -> Study:
    """Time every method with the setting of most folds of the first seed of `methods --scorer both`."""
    relatedness, given = measure(bench.best_measure, kb=bench.kb), given_of(bench)
    ms, f1 = dict[str, dict[str, dict[str, float]]](), dict[str, dict[str, float]]()
    for scorer in TITLES:
        run = one_run(bench, scorer, bench.seed, ALL, bench.best_measure)
        ms[scorer] = {name: milliseconds(_work(bench, name, scorer, run), relatedness) for name in bench.data_sets}
        averages = Averages({method: run["rows"][method] for method in METHODS}, given, bench.seed)
        f1[scorer] = {method: averages.average(method).value for method in METHODS}
    return Study(
        name="running-time-both",
        title="Collective methods: running time with both kinds of local confidence",
        about=_about(bench, ms),
        tables=[_averages(ms, f1), *(times_table(f"{TITLES[scorer]}: milliseconds", ms[scorer]) for scorer in TITLES)],
        figures={"relatedness": bench.best_measure, "repeats": REPEATS, "ms": ms, "average_f1": f1},
    )


def _work(bench: Workbench, name: str, scorer: str, run: Mapping[str, Any]) -> dict[str, Work]:
    documents = scored(bench, name, scorer, bench.seed)
    work = {}
    for method in METHODS:
        ((temperature, beta), _), *_ = Counter(map(tuple, run["chosen"][method][name])).most_common(1)
        work[method] = Work([tempered(each, temperature) for each in documents], beta)
    return work


def _mean(ms: Mapping[str, Mapping[str, float]], method: str) -> float:
    return float(np.mean([of[method] for of in ms.values()]))


def _averages(ms: Mapping[str, Mapping[str, Mapping[str, float]]], f1: Mapping[str, Mapping[str, float]]) -> Table:
    rows = [
        (
            f"`{method}`",
            *(f"{_mean(ms[scorer], method):.3g}" for scorer in TITLES),
            *(f"{f1[scorer][method]:.4f}" for scorer in TITLES),
        )
        for method in METHODS
    ]
    head = ("", "ms, knowledge base", "ms, five folds", "F1, knowledge base", "F1, five folds")
    return Table("Averages over the data sets, by local confidence", head, rows)


def _about(bench: Workbench, ms: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    first = {
        scorer: sum(min(of.values()) == of["pair-linking"] for of in by_set.values()) for scorer, by_set in ms.items()
    }
    own = {scorer: _mean(by_set, "pair-linking") for scorer, by_set in ms.items()}
    return f"""{bench.described} The collective step alone, with {bench.best_measure.upper()} computed as needed, as in
`running-time`: processor time of one thread, the fastest of {REPEATS} repeats, methods taking turns. Local confidence
is that of the knowledge base, or learned in five folds as in the paper. Beta and the temperature of phi are those of
most folds in `methods-both`.

Pair-Linking takes {own["kb"]:.3g} ms per document with local confidence of the knowledge base and {own["folds"]:.3g} ms
with that of the folds, on average over the data sets. Of {len(bench.data_sets)} sets it is the fastest on
{first["kb"]} with the former and on {first["folds"]} with the latter."""
