"""Scores of settings on data sets, as tables for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pairlinking.interfaces.cli.show import Table

if TYPE_CHECKING:
    from pairlinking.evaluation.scoring import Grid, Result
    from pairlinking.evaluation.significance import PairedTest

__all__ = [
    "best",
    "detail_tables",
    "gerbil_table",
    "marks_legend",
    "p_value",
    "paired_record",
    "rows_of",
    "summary_table",
]

_MARKS = {"better": " ‡", "worse": " †", "": "  "}  # of one width, so that figures line up


def marks_legend(references: Mapping[str, str]) -> str:
    """What the marks next to F1 mean; empty if nothing is compared."""
    others = list(dict.fromkeys(other for name, other in references.items() if other != name))
    if not others:
        return ""
    against = others[0]
    if len(others) > 1:
        method, *_ = against.split()
        alone = {other: name for name, other in references.items() if " " not in name}
        also = "".join(f" ({other.removeprefix(method).strip()} for settings without any)" for other in alone)
        against = f"{method} with the same measure{also}"
    return f"† worse, ‡ better than {against}: one-tailed paired t-test on the F1 of documents, p < 0.05."


def summary_table(grid: Grid, title: str) -> Table:
    """Micro F1 of each setting on each data set, and averages over data sets."""
    columns = ["setting", *grid, "average F1", "P", "R", "macro F1", "ms a document"]
    rows = []
    for setting in _settings(grid):
        found = [of_settings[setting] for of_settings in grid.values()]
        means = (
            _average(each.measures.micro.f1 for each in found),
            _average(each.measures.micro.precision for each in found),
            _average(each.measures.micro.recall for each in found),
            _average(each.measures.macro.f1 for each in found),
        )
        rows.append([setting, *map(_f1, found), *(f"{mean:.3f}" for mean in means), _ms(_weighed_ms(found))])
    return _table(title, columns, rows)


def detail_tables(grid: Grid, rule: str, *, with_p: bool) -> list[Table]:
    """All measures of each setting, one table per data set; marks are next to macro F1, which is what is tested."""
    columns = ["setting", "P", "R", "F1", "95 %", "macro F1", "difference", "p", "ms a document"]
    tables = []
    for data_set, found in grid.items():
        first = next(iter(found.values()))
        counts = [each.gold if rule == "in-kb" else each.mentions for each in first.tallies]
        rows = [[name, *_detail(each, with_p=with_p)] for name, each in found.items()]
        title = f"{data_set}: {sum(counts):,} mentions in {sum(n > 0 for n in counts):,} documents"
        tables.append(_table(title, columns, rows))
    return tables


def gerbil_table(grid: Grid) -> Table:
    """Untuned F1, and F1 with the threshold tuned on the same gold data."""
    columns = ["setting", *(f"{name} {what}" for name in grid for what in ("F1", "tuned F1", "threshold"))]
    rows = []
    for setting in _settings(grid):
        row = [setting]
        for of_settings in grid.values():
            found = of_settings[setting]
            threshold, tuned = found.gerbil or (0.0, found.measures.micro)
            row += [f"{_links_f1(found):.3f}", f"{tuned.f1:.3f}", f"{threshold:.3f}"]
        rows.append(row)
    return Table(
        "As GERBIL does: without links below a threshold, which is TUNED ON THE GOLD MEASURED ON", columns, rows
    )


def best(grid: Grid) -> str:
    """Which settings have the best average F1, to three digits."""
    means = {
        setting: round(_average(each[setting].measures.micro.f1 for each in grid.values()), 3)
        for setting in _settings(grid)
    }
    top = [setting for setting, mean in means.items() if mean == max(means.values())]
    others = f" and {len(top) - 3} more" if len(top) > 3 else ""
    return f"Best{' average' if len(grid) > 1 else ''} F1: {', '.join(top[:3])}{others}, {max(means.values()):.3f}."


def rows_of(grid: Grid) -> list[dict[str, Any]]:
    """Everything, for JSON: one row per setting."""
    rows = []
    for setting in _settings(grid):
        found = {data_set: of_settings[setting] for data_set, of_settings in grid.items()}
        rows.append(
            {
                "setting": setting,
                "f1": {name: each.measures.micro.f1 for name, each in found.items()},
                "average": _average(each.measures.micro.f1 for each in found.values()),
                "ms": _weighed_ms(list(found.values())),
                "results": {name: _record(each) for name, each in found.items()},
            }
        )
    return rows


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table without empty columns; if there are many rows, with a blank row before each new measure."""
    kept = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    rows = [[row[at] for at in kept] for row in rows]
    return Table(title, [columns[at] for at in kept], _grouped(rows) if len(rows) > 12 else rows)


def _grouped(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    found: list[Sequence[str]] = []
    for at, row in enumerate(rows):
        if at and row[0].partition(" ")[2] != rows[at - 1][0].partition(" ")[2]:
            found.append([""] * len(row))
        found.append(row)
    return found


def _settings(grid: Grid) -> list[str]:
    return list(next(iter(grid.values())))


def paired_record(test: PairedTest) -> dict[str, float | None]:
    """A test for JSON, which has no infinity: if all documents differ by the same amount, t is null."""
    return {"difference": test.difference, "t": test.t if math.isfinite(test.t) else None, "p": test.p}


def p_value(test: PairedTest) -> str:
    """How likely such a difference is by chance, to three digits."""
    return f"{test.p:.3f}" if test.p >= 0.0005 else "<0.001"


def _average(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _record(result: Result) -> dict[str, Any]:
    record = asdict(result.measures) | {"interval": asdict(result.interval), "ms": result.ms}
    if result.versus is not None:
        verdict = result.versus.verdict or None
        record["versus"] = {"setting": result.versus.reference, **paired_record(result.versus.test), "verdict": verdict}
    if result.gerbil is not None:
        threshold, scores = result.gerbil
        record["gerbil_tuned_on_gold"] = {"threshold": threshold, "untuned_f1": _links_f1(result), **asdict(scores)}
    return record


def _links_f1(result: Result) -> float:
    """F1 without a threshold, by the rule of GERBIL."""
    from pairlinking.evaluation.metrics import measure

    return measure(result.tallies, "links").micro.f1


def _detail(result: Result, *, with_p: bool) -> list[str]:
    micro, interval, versus = result.measures.micro, result.interval, result.versus
    return [
        f"{micro.precision:.3f}",
        f"{micro.recall:.3f}",
        f"{micro.f1:.3f}",
        f"{interval.low:.3f} to {interval.high:.3f}",
        f"{result.measures.macro.f1:.3f}" + _mark(result),
        f"{versus.test.difference:+.3f}" if versus and with_p else "",
        p_value(versus.test) if versus and with_p else "",
        _ms(result.ms),
    ]


def _f1(result: Result) -> str:
    return f"{result.measures.micro.f1:.3f}" + _mark(result)


def _mark(result: Result) -> str:
    return _MARKS[result.versus.verdict if result.versus else ""]


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _weighed_ms(found: Sequence[Result]) -> float | None:
    known = [(each.ms, len(each.tallies)) for each in found if each.ms is not None]
    return sum(ms * n for ms, n in known) / max(sum(n for _, n in known), 1) if known else None
