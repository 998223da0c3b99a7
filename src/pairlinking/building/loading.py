"""Tables of a source as tables of an engine; tables that the source lacks are empty."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyarrow.parquet as pq

from pairlinking.building.engine import Engine
from pairlinking.sources.tables import SCHEMAS

__all__ = ["load_tables", "quoted"]


def load_tables(engine: Engine, tables: Path, spare: Path) -> None:
    """Load all tables; `spare` is a folder for empty ones."""
    for name, schema in SCHEMAS.items():
        folder = tables / name
        if not folder.is_dir():
            folder = spare / "empty" / name
            folder.mkdir(parents=True, exist_ok=True)
            pq.write_table(schema.empty_table(), folder / "none.parquet")
        engine.load(name, folder)


def quoted(values: Iterable[str]) -> str:
    """Strings as a list of SQL literals; for no strings, a list that matches nothing.

    >>> quoted(["000", "001"])
    "'000', '001'"
    """
    return ", ".join(f"'{value}'" for value in values) or "''"
