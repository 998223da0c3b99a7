"""Micro F1 of every method with every measure, next to the paper's (its table of collective methods)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.metrics import measure
from pairlinking.evaluation.scoring import LEVEL, compare
from pairlinking.evaluation.significance import bootstrap_f1
from reproduction.paper import METHODS, published_f1
from reproduction.studies.methods.side_by_side import side_by_side
from reproduction.study import Plot, Series, Study, Table, with_paper
from reproduction.workbench import Workbench

__all__ = ["methods"]

_LOCAL = {
    "folds": "learned from the other four folds of the data set, with that of the knowledge base as one feature",
    "kb": "that of the knowledge base's own models",
}
_ENOUGH = 50  # documents for a test of significance; the paper tests on its three largest sets


def methods(bench: Workbench) -> Study:
    """Run every method with every measure on the paper's data sets and compare them."""
    if bench.has_both:
        return side_by_side(bench)
    measures = list(dict.fromkeys(each.relatedness for each in bench.settings if each.relatedness))
    rows = [_figures(bench, setting) for setting in bench.settings]
    by_setting = {(row["method"], row["relatedness"]): row for row in rows}
    tables = [
        _sizes(bench),
        _table("Without other mentions", bench, [by_setting[name, None] for name in ("prior", "local")]),
    ]
    tables += [_table(name.upper(), bench, [by_setting[method, name] for method in METHODS]) for name in measures]
    best = bench.best_measure
    return Study(
        name="methods",
        title="Collective methods: micro F1",
        about=_about(bench, [by_setting[method, best] for method in METHODS], by_setting["local", None]),
        tables=tables,
        figures={"knowledge_base": bench.kb.manifest.id, "scorer": bench.scorer, "seed": bench.seed, "rows": rows},
        plots=[
            Plot(
                f"Micro F1 by data set, {best.upper()}",
                "data set",
                "micro F1",
                [
                    Series(method, bench.data_sets, list(by_setting[method, measure]["f1"].values()))
                    for method, measure in [("local", None), *((method, best) for method in METHODS)]
                ],
                kind="bars",
            )
        ],
    )


def _figures(bench: Workbench, setting: Setting) -> dict[str, Any]:
    """F1 on every data set with its interval, and p of the test that Pair-Linking is better."""
    f1, interval, p = {}, {}, {}
    rival = Setting("pair-linking", setting.relatedness)
    for name in bench.data_sets:
        tallies = bench.tallies(name, setting)
        f1[name] = measure(tallies).micro.f1
        found = bootstrap_f1(tallies, seed=bench.seed)
        interval[name] = [found.low, found.high]
        if setting.relatedness and setting != rival and len(tallies) >= _ENOUGH:
            test = compare(bench.tallies(name, rival), tallies)
            p[name] = test.p if test is not None and test.difference > 0 else 1.0
    return {
        "method": setting.method,
        "relatedness": setting.relatedness,
        "f1": f1,
        "interval": interval,
        "p": p,
        "average": float(np.mean(list(f1.values()))),
    }


def _sizes(bench: Workbench) -> Table:
    documents = {name: bench.tallies(name, Setting("local", None)) for name in bench.data_sets}
    rows = [
        ("documents", *(f"{len(documents[name]):,}" for name in bench.data_sets)),
        ("mentions", *(f"{sum(each.mentions for each in documents[name]):,}" for name in bench.data_sets)),
        (
            "gold among the candidates",
            *(f"{measure(documents[name]).candidate_recall:.1%}" for name in bench.data_sets),
        ),
    ]
    return Table("What is measured", ("", *bench.data_sets), rows)


def _table(title: str, bench: Workbench, rows: Sequence[dict[str, Any]]) -> Table:
    shown = [[f"{row['f1'][name]:.3f}" for row in rows] for name in bench.data_sets]
    averages = [f"{row['average']:.4f}" for row in rows]
    ranks = [_ranks(column) for column in shown]
    lines = []
    for at, row in enumerate(rows):
        theirs = [published_f1(row["method"], row["relatedness"], name) for name in bench.data_sets]
        cells = [
            with_paper(_marked(column[at], places[at], row["p"].get(name)), paper)
            for column, places, name, paper in zip(shown, ranks, bench.data_sets, theirs, strict=True)
        ]
        known = [value for value in theirs if value is not None]
        average = _marked(averages[at], _ranks(averages)[at], None)
        average = with_paper(average, float(np.mean(known)) if known else None)
        wins = [str(sum(places[at] == rank for places in ranks)) for rank in (1, 2)]
        lines.append((f"`{row['method']}`", *cells, average, *wins))
    return Table(title, ("", *bench.data_sets, "average", "1st", "2nd"), lines)


def _ranks(shown: Sequence[str]) -> list[int]:
    """1 for the best and 2 for the second-best as printed, otherwise 0; equals share a rank, as in the paper."""
    levels = sorted({float(text) for text in shown}, reverse=True)[:2]
    return [levels.index(float(text)) + 1 if float(text) in levels else 0 for text in shown]


def _marked(text: str, rank: int, p: float | None) -> str:
    text = f"**{text}**" if rank == 1 else f"*{text}*" if rank == 2 else text
    return f"{text}†" if p is not None and p < LEVEL else text


def _about(bench: Workbench, rows: Sequence[dict[str, Any]], local: dict[str, Any]) -> str:
    order = sorted(rows, key=lambda row: -row["average"])
    own = next(row for row in rows if row["method"] == "pair-linking")
    place, spread = order.index(own) + 1, 100 * (order[0]["average"] - order[-1]["average"])
    marked = sum(p < LEVEL for row in rows for p in row["p"].values())
    tested = sum(len(row["p"]) for row in rows)
    return f"""{bench.described} Only mentions whose entity is in the knowledge base count, in documents with such a
mention. The paper used a whole Wikipedia and has more of them, so its figures, in brackets, are for other mentions.
Local confidence is {_LOCAL[bench.scorer]}. Beta is chosen on the other four folds.
WLM-PRIOR, which is not in the paper, is WLM with a correction for entities with few in-links.

**Bold** is best, *italic* second-best; 1st and 2nd count these over the data sets. † marks results that are
significantly below Pair-Linking's (p < {LEVEL:.0%}, one-tailed paired t-test over documents, on data sets with at least
{_ENOUGH} of them).

With {bench.best_measure.upper()}, Pair-Linking has {own["average"]:.4f} on average,
{100 * (own["average"] - local["average"]):+.1f} points compared with local confidence alone, and is number {place} of
{len(rows)}; the best, `{order[0]["method"]}`, has {order[0]["average"]:.4f}. All methods are within {spread:.1f}
points of each other, and {marked} of {tested} comparisons with Pair-Linking are significant."""
