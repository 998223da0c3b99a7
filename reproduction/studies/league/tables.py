"""The league as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reproduction.studies.league.measuring import Grid
from reproduction.study import Table

__all__ = ["all_tables"]


def all_tables(figures: Mapping[str, Any]) -> list[Table]:
    """What is measured, the figures of all linkers, and how well the scorer reproduces published figures."""
    measured, raw, given = figures["measured"], figures["raw"], figures["given"]
    sets = list(measured)
    return [
        _measured(measured),
        _ranked("Raw text, in our knowledge base: F1", raw["in_kb"], sets, "f1", _with_interval("f1")),
        _ranked("Raw text, all mentions: F1", raw["all"], sets, "f1", _with_interval("f1")),
        _ranked(
            "Raw text, in our knowledge base: precision / recall",
            raw["in_kb"],
            sets,
            "f1",
            lambda each: f"{each['precision']:.2f} / {each['recall']:.2f}",
            bold=False,
        ),
        _ranked(
            "At the gold spans, in our knowledge base: share of right links",
            given["in_kb"],
            sets,
            "accuracy",
            _with_ours,
            note=_GIVEN,
        ),
        _ranked("At the gold spans, all mentions: share of right links", given["all"], sets, "accuracy", _with_ours),
        _ranked(
            "Spans alone: precision / recall",
            figures["spans"],
            sets,
            "f1",
            lambda each: f"{each['precision']:.2f} / {each['recall']:.2f}",
            note="Compared with all gold mentions, including those without an entity. Bold: the best F1.",
        ),
        _check(figures["check"], sets),
    ]


_GIVEN = """Share of right links among the gold mentions that a linker answered; in brackets the share it answered.
Our linker was given the mentions. The other linkers' answers are those they gave on raw text at exactly these spans;
next to them is our share of right links on the same mentions, where no answer counts as wrong."""


def _with_interval(name: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda each: f"{each[name]:.3f} [{each['interval'][0]:.2f}, {each['interval'][1]:.2f}]"


def _with_ours(each: Mapping[str, Any]) -> str:
    ours = f", ours {each['ours_on_the_same']:.3f}" if "ours_on_the_same" in each else ""
    return f"{each['accuracy']:.3f} ({100 * each['answered']:.0f} %{ours})"


def _measured(measured: Mapping[str, Mapping[str, int]]) -> Table:
    rows = [
        (title, *(f"{each[key]:,}" for each in measured.values()))
        for title, key in (
            ("documents", "documents"),
            ("gold mentions", "mentions"),
            ("with an entity", "with_entity"),
            ("with an entity in our knowledge base", "in_kb"),
        )
    ]
    return Table("What is measured", ("", *measured), rows)


def _ranked(
    title: str,
    grid: Grid,
    sets: Sequence[str],
    by: str,
    cell: Callable[[Mapping[str, Any]], str],
    *,
    bold: bool = True,
    note: str = "",
) -> Table:
    """A row for each linker, ours first; the best of each data set in bold."""
    best = {name: max(row[name][by] for row in grid.values() if name in row) for name in sets}
    rows = []
    for linker, row in grid.items():
        cells = [cell(row[name]) if name in row else "–" for name in sets]
        marked = [
            f"**{text}**" if bold and name in row and row[name][by] == best[name] else text
            for name, text in zip(sets, cells, strict=True)
        ]
        rows.append((linker, *marked))
    return Table(title, ("", *sets), rows, note)


def _check(check: Mapping[str, Mapping[str, Mapping[str, float]]], sets: Sequence[str]) -> Table:
    rows = [
        (
            linker,
            *(f"{row[name]['scored']:.3f} ({row[name]['published']:.3f})" if name in row else "–" for name in sets),
        )
        for linker, row in check.items()
    ]
    return Table("F1 by this scorer, and as published", ("", *sets), rows)
