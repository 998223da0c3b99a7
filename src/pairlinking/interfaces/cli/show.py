"""Results on standard output: tables for people, JSON for programs."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Table", "show"]


@dataclass(frozen=True)
class Table:
    """A titled table; `more` is how many rows were left out. Without columns it is a line of its own."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    more: int = 0


def show(content: Any, tables: Sequence[Table], *, json: bool) -> None:
    """Print `content` as JSON, or the tables that have rows or consist of a title alone."""
    if json:
        print(json_module.dumps(content, ensure_ascii=False, indent=2))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    # In a pipe or a file, no row is wrapped or cut: another program may read it.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    first = True
    for table in tables:
        if not table.rows and table.columns and not first:
            continue
        if not first:
            console.print()
        first = False
        console.print(Text(table.title, style="bold"))
        if not table.rows:
            continue
        grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for at, column in enumerate(table.columns):
            grid.add_column(column, justify="right" if _is_number(table.rows[0][at]) else "left", overflow="fold")
        for row in table.rows:
            grid.add_row(*(Text(_cell(value)) for value in row))
        console.print(grid)
        if table.more > 0:
            console.print(f"... and {table.more:,} more (--limit, --json)")


def _cell(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "not set"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and value.replace(".", "", 1).isdigit())
