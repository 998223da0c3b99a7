"""The result of a study: text, tables and plots as data, to be shown as Markdown or HTML, or read as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pairlinking.evaluation.writing import write_whole

__all__ = ["Plot", "Series", "Study", "Table", "bold_best", "with_paper"]


@dataclass(frozen=True)
class Table:
    """A table of formatted cells, with ``**bold**`` and `` `code` `` as in Markdown."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def markdown(self) -> str:
        """The table with its title above and its note below."""
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        grid = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n\n".join(part for part in (f"### {self.title}" if self.title else "", grid, self.note) if part)


@dataclass(frozen=True)
class Series:
    """The points of one series; `low` and `high` are the ends of their intervals, if they have any."""

    name: str
    x: Sequence[float | str]
    y: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None


@dataclass(frozen=True)
class Plot:
    """A plot as data: ``line`` and ``scatter`` over numbers, ``bars`` over names (each series in one colour).

    `shown` puts the name of each series next to its points instead of into a legend. `from_zero` starts bars at 0;
    without it, the axis is limited to the range of the values.
    """

    title: str
    x: str
    y: str
    series: Sequence[Series]
    kind: Literal["line", "scatter", "bars"] = "line"
    log_x: bool = False
    log_y: bool = False
    shown: bool = False
    from_zero: bool = True


@dataclass(frozen=True)
class Study:
    """One study and its findings.

    Attributes
    ----------
    name, title
        Its command in ``python -m reproduction``, and its heading.
    about
        In paragraphs: what is measured, what differs from the paper, and what follows. All figures in it are computed.
    figures
        All data of the tables and plots, and more, ready for JSON.
    """

    name: str
    title: str
    about: str
    tables: Sequence[Table]
    figures: Mapping[str, Any]
    plots: Sequence[Plot] = field(default=())

    def markdown(self) -> str:
        """Text and tables."""
        return "\n\n".join([f"## {self.title}", self.about, *(table.markdown() for table in self.tables)]) + "\n"

    def write(self, out: Path) -> None:
        """Write ``NAME.md`` and ``NAME.json``."""
        write_whole(out / f"{self.name}.md", self.markdown().removeprefix("#"))
        write_whole(out / f"{self.name}.json", json.dumps(self.figures, indent=1, ensure_ascii=False) + "\n")


def with_paper(ours: str, theirs: float | None, form: str = ".3f") -> str:
    """Our cell, with the paper's figure in brackets, if it has one.

    >>> with_paper("0.81", 0.787), with_paper("0.81", None)
    ('0.81 (0.787)', '0.81')
    """
    return ours if theirs is None else f"{ours} ({theirs:{form}})"


def bold_best(values: Sequence[float], form: str = ".3f") -> list[str]:
    """The values as text, with those that are largest as printed in bold.

    >>> bold_best([0.5, 0.71, 0.7101])
    ['0.500', '**0.710**', '**0.710**']
    """
    shown = [f"{value:{form}}" for value in values]
    best = max(shown, key=float, default="")
    return [f"**{text}**" if text == best else text for text in shown]
