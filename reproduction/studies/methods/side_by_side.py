"""The paper's protocol with both kinds of local confidence: that of the knowledge base, and that learned in folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reproduction.paper import METHODS, published_f1
from reproduction.protocol.grid import GRID
from reproduction.protocol.learned import ROWS
from reproduction.protocol.paired import Averages, given_of, in_points
from reproduction.protocol.runs import ALL, BEYOND, TITLES, one_run
from reproduction.study import Study, Table, with_paper
from reproduction.workbench import Workbench

__all__ = ["side_by_side"]

_ALONE = ("prior", "local")


def side_by_side(bench: Workbench) -> Study:
    """Every method with both kinds of local confidence, several seeds of the folds, and intervals of differences."""
    given = given_of(bench)
    tables, figures = [_sizes(bench)], dict[str, Any]()
    averages = {}
    for scorer in TITLES:
        runs = [one_run(bench, scorer, bench.seed + at, ALL, bench.best_measure) for at in range(bench.seeds)]
        averages[scorer] = Averages(_mean(runs), given, bench.seed)
        ranks = _mean_ranks(bench, given) if scorer == "kb" else {}
        tables.append(_table(bench, scorer, averages[scorer], runs, ranks))
        figures[scorer] = _figures(bench, averages[scorer], runs)
    tables.append(_by_length(bench, given))
    return Study(
        name="methods-both",
        title="Collective methods with both kinds of local confidence",
        about=_about(bench, averages),
        tables=tables,
        figures={"knowledge_base": bench.kb.manifest.id, "seeds": bench.seeds, "settings": GRID, **figures},
    )


def _mean(runs: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, list[float]]]:
    """Right answers of each document, averaged over the seeds."""
    return {
        row: {name: np.mean([run["rows"][row][name] for run in runs], axis=0).tolist() for name in of}
        for row, of in runs[0]["rows"].items()
    }


def _mean_ranks(bench: Workbench, given: Mapping[str, Sequence[int]]) -> dict[str, float]:
    """Mean place among the paper's methods over its four measures, by the average over the data sets."""
    places: dict[str, list[int]] = {method: [] for method in METHODS}
    for measure in (*bench.measures, bench.best_measure):
        is_best = measure == bench.best_measure
        run = one_run(bench, "kb", bench.seed, ALL if is_best else METHODS, measure, learned=is_best)
        found = Averages({method: run["rows"][method] for method in METHODS}, given, bench.seed)
        order = sorted(METHODS, key=lambda method: -found.average(method).value)
        for method in METHODS:
            places[method].append(order.index(method) + 1)
    return {method: float(np.mean(each)) for method, each in places.items()}


def _table(
    bench: Workbench, scorer: str, averages: Averages, runs: Sequence[Mapping[str, Any]], ranks: Mapping[str, float]
) -> Table:
    lines = []
    for row in (*_ALONE, *METHODS, *BEYOND, *ROWS):
        measure = None if row in _ALONE else bench.best_measure
        cells = [
            with_paper(f"{averages.on(row, name):.3f}", published_f1(row, measure, name)) for name in bench.data_sets
        ]
        over = "" if row in _ALONE else in_points(averages.difference(row, "local"))
        paired = "" if row in (*_ALONE, "pair-linking") else in_points(averages.difference(row, "pair-linking"))
        settings = [each for run in runs for of in run["chosen"].get(row, {}).values() for each in of]
        beta = f"{np.median([beta for _, beta in settings]):.2f}" if settings else ""
        rank = f"{ranks[row]:.1f}" if row in ranks else ""
        average = averages.average(row)
        lines.append(
            (
                f"`{row}`",
                *cells,
                f"{average.value:.4f} [{average.low:.3f}, {average.high:.3f}]",
                over,
                paired,
                beta,
                rank,
            )
        )
    note = f"{len(runs)} seeds of the folds; intervals are 95 % of paired resamples of the documents, in points of F1."
    head = ("", *bench.data_sets, "average", "over local", "over Pair-Linking", "median beta", "mean rank")
    return Table(TITLES[scorer], head, lines, note)


def _sizes(bench: Workbench) -> Table:
    """The paper's table of data sets: documents, mentions and length, of those that are measured."""
    rows = []
    for name in bench.data_sets:
        documents = bench.documents(name)
        mentions = sum(map(len, documents))
        words = np.mean([len(each.source.text.split()) for each in documents])
        rows.append((name, f"{len(documents):,}", f"{mentions:,}", f"{mentions / len(documents):.1f}", f"{words:.0f}"))
    note = "Only mentions whose entity is in the knowledge base count."
    if "micro14" not in bench.data_sets:
        note += " Micro14, the paper's eighth set, is missing: its tweets may not be redistributed."
    return Table("Data sets", ("", "documents", "mentions", "mentions per document", "words per document"), rows, note)


def _by_length(bench: Workbench, given: Mapping[str, Sequence[int]]) -> Table:
    """Whether two are better than all: support of the best one, three and all, by the mentions of a document."""
    run = one_run(bench, "kb", bench.seed, ALL, bench.best_measure)
    lengths = {name: np.array([len(each) for each in bench.documents(name)]) for name in bench.data_sets}
    bounds = ((2, 3), (4, 9), (10, 10**6))
    rows = []
    for row in ("local", "support:1", "support:3", "support:all", "pair-linking", "lbp:all", "learned, other sets"):
        cells = []
        for low, high in bounds:
            kept = {name: (of >= low) & (of <= high) for name, of in lengths.items()}
            right = sum(float(np.array(run["rows"][row][name])[kept[name]].sum()) for name in lengths)
            total = sum(float(np.array(given[name])[kept[name]].sum()) for name in lengths)
            cells.append(f"{2 * right / total:.3f}" if total else "")
        rows.append((f"`{row}`", *cells))
    head = ("", *(f"{low} to {high} mentions" if high < 10**6 else f"{low} or more" for low, high in bounds))
    return Table("Two or all, by length (all sets pooled)", head, rows)


def _figures(bench: Workbench, averages: Averages, runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "rows": [
            {
                "method": row,
                "f1": {name: averages.on(row, name) for name in bench.data_sets},
                "average": vars(averages.average(row)),
                "over_local": vars(averages.difference(row, "local")),
                "over_pair_linking": vars(averages.difference(row, "pair-linking")),
            }
            for row in averages.f1
        ],
        "chosen": [run["chosen"] for run in runs],
    }


def _about(bench: Workbench, averages: Mapping[str, Averages]) -> str:
    lines = []
    for scorer, found in averages.items():
        best = max(METHODS, key=lambda method: found.average(method).value)
        others, folds = "learned, other sets", "learned, five folds"
        over = {row: in_points(found.difference(row, "local")) for row in (best, "pair-linking", others, folds)}
        lines.append(
            f"**{TITLES[scorer]}**: local confidence alone has {found.average('local').value:.4f}. The best of the "
            f"paper's methods, `{best}`, is {over[best]} points above it, Pair-Linking {over['pair-linking']}. Learned "
            f"coherence from other data sets is {over[others]} above local and "
            f"{in_points(found.difference(others, best))} above `{best}`; learned in five folds, {over[folds]} above "
            "local."
        )
    return f"""{bench.described} {bench.best_measure.upper()} throughout. Beta (0 to 0.95) and the temperature of phi
(1 or 2) are chosen on the other four folds, in the same way for every method. The paper's figures are in brackets. Mean
rank is the place among the paper's eight methods, averaged over the four measures. In `fwbw, every mention`, repeated
names are not merged, as in the paper: neighbours are those of the text.

{" ".join(lines)}

Rows: {"; ".join(f"`{row}`: {what}" for row, what in ROWS.items())}."""
