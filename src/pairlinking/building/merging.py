"""Applies the result of joining to the tables, so that all later stages read them as if they came from one source."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.sources.tables import PARQUET

__all__ = ["merge_tables"]

_WITH_PAGES = ("pages", "links", "sentences", "facts")


def merge_tables(tables: Path, joins: Path) -> None:
    """Give every page the key that is kept, and drop texts that are not the first of their entity.

    `joins` is the folder of `find_joins`. Repeating it changes nothing, so it can be stopped at any point.
    """
    joined = pq.read_table(joins / "joined" / "all.parquet")
    keys = dict(zip(*(column.to_pylist() for column in joined.columns), strict=True))
    repeated: dict[str, list[str]] = defaultdict(list)
    for row in pq.read_table(joins / "repeated" / "all.parquet").to_pylist():
        repeated[row["shard"]].append(row["page"])
    for name in _WITH_PAGES:
        for path in sorted((tables / name).glob("*.parquet")):
            dropped = repeated.get(path.stem, []) if name == "sentences" else []
            if dropped or keys:
                _merge_shard(path, dropped, keys, joined.column("page"))


def _merge_shard(path: Path, dropped: list[str], keys: dict[str, str], renamed: pa.ChunkedArray) -> None:
    import pyarrow.compute as pc  # takes a tenth of a second, and few builds need it

    table = pq.read_table(path, partitioning=None)
    kept = table.filter(pc.invert(pc.is_in(table.column("page"), value_set=pa.array(dropped, pa.string()))))
    is_renamed = pc.any(pc.is_in(kept.column("page"), value_set=renamed)).as_py()
    if kept.num_rows == table.num_rows and not is_renamed:
        return
    if is_renamed:
        pages = [keys.get(page, page) for page in kept.column("page").to_pylist()]
        at = kept.schema.get_field_index("page")
        kept = kept.set_column(at, kept.schema.field(at), pa.array(pages, pa.string()))
    part = path.with_suffix(".part")
    pq.write_table(kept, part, **PARQUET)
    os.replace(part, path)
