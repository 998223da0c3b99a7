"""Pair-Linking with one choice changed at a time, most often to that of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pairlinking.evaluation.folds import folds_of
from pairlinking.linking.prepared import PreparedGold
from reproduction.protocol.grid import Ready, best_in_folds
from reproduction.protocol.paired import Averages, given_of, in_points
from reproduction.studies.ablations.variants import STANDARD, VARIANTS, Setup
from reproduction.study import Study, Table
from reproduction.workbench import Workbench

__all__ = ["ablations"]

_LOCAL = "local confidence alone"


def ablations(bench: Workbench) -> Study:
    """Micro F1 of every variant on the paper's data sets, with intervals of the difference."""
    documents = {name: bench.documents(name) for name in bench.data_sets}
    right = {_LOCAL: {name: _locally_right(each) for name, each in documents.items()}}
    against, left_out = {_LOCAL: STANDARD}, list[str]()
    for name, variant in VARIANTS.items():
        setup = variant.make(bench)
        if setup is None:
            left_out.append(name)
            continue
        right[name], against[name] = {each: _right(bench, each, setup) for each in bench.data_sets}, variant.against
        if variant.changes_local:
            row = f"{_LOCAL}, {name}"
            right[row] = {each: _locally_right(setup.documents(each)) for each in bench.data_sets}
            against[row] = _LOCAL
    averages = Averages(right, given_of(bench), bench.seed)
    return Study(
        name="ablations",
        title="One choice changed at a time",
        about=_about(bench, averages, against, left_out),
        tables=[_table(bench, averages, against)],
        figures={
            "knowledge_base": bench.kb.manifest.id,
            "relatedness": bench.best_measure,
            "seeds": bench.seeds,
            "left_out": left_out,
            "rows": _rows(bench, averages, against),
        },
    )


def _right(bench: Workbench, name: str, setup: Setup) -> list[float]:
    """Right answers of each document of a data set, averaged over the seeds of the folds."""
    documents = setup.documents(name)
    grid = Ready(documents, setup.relatedness).right_answers(setup.solver)
    folds = (folds_of(len(documents), seed=bench.seed + at) for at in range(bench.seeds))
    found: list[float] = np.mean([best_in_folds(grid, each)[0] for each in folds], axis=0).tolist()
    return found


def _locally_right(documents: Sequence[PreparedGold]) -> list[float]:
    return [each.n_right(each.best(each.local)) for each in documents]


def _table(bench: Workbench, averages: Averages, against: dict[str, str]) -> Table:
    lines = []
    for row, other in against.items():
        average = averages.average(row)
        lines.append(
            (
                row,
                *(f"{averages.on(row, name):.3f}" for name in bench.data_sets),
                f"{average.value:.4f} [{average.low:.3f}, {average.high:.3f}]",
                "" if row == other else in_points(averages.difference(row, other)),
                "" if row == other else other,
                VARIANTS[row].about if row in VARIANTS else "",
            )
        )
    note = f"{bench.seeds} seeds of the folds. Intervals: 95 % of paired resamples of the documents; bold excludes 0."
    return Table(
        "", ("", *bench.data_sets, "average", "difference, points", "compared with", "what differs"), lines, note
    )


def _rows(bench: Workbench, averages: Averages, against: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "variant": row,
            "f1": {name: averages.on(row, name) for name in bench.data_sets},
            "average": vars(averages.average(row)),
            "against": other,
            "difference": vars(averages.difference(row, other)),
        }
        for row, other in against.items()
    ]


def _about(bench: Workbench, averages: Averages, against: dict[str, str], left_out: Sequence[str]) -> str:
    differences = {row: averages.difference(row, other) for row, other in against.items() if row in VARIANTS}
    sure = [f"{row} ({in_points(each)})" for row, each in differences.items() if each.low > 0 or each.high < 0]
    n = len(differences) - 1
    finds = (
        f"In {len(sure)} of {n} variants the interval of the difference excludes 0: {'; '.join(sure)}. The others "
        "cannot be distinguished from what they are compared with on these data sets."
        if sure
        else f"None of the {n} variants can be distinguished from what it is compared with on these data sets: all "
        "intervals of the differences include 0."
    )
    lacking = f" Left out, because this knowledge base or data folder lacks what they need: {', '.join(left_out)}."
    return f"""{bench.described} Pair-Linking with {bench.best_measure.upper()}, unless a row says otherwise, and \
local confidence of the knowledge base; beta and the temperature of phi are chosen for each row on the other four \
folds. {finds} Support by the k best mentions is in `methods-both` (`support:1`, `support:3`, \
`support:all`).{lacking if left_out else ""}"""
