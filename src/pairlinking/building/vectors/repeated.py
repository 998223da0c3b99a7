"""Pages that are in several sources: which shards have them, and what they link to in an earlier one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

__all__ = ["earlier_shards", "linked_from"]


def earlier_shards(pages: Path) -> dict[str, dict[str, list[str]]]:
    """For each shard of the table `pages` with pages that are also in earlier shards: these pages, by earlier shard."""
    paths = sorted(pages.glob("*.parquet"))
    # Hashes first: the names of all pages of a whole Wikipedia would take gigabytes, and few come twice.
    hashes = np.concatenate([np.empty(0, np.int64), *(_hashes(_pages(path)) for path in paths)])
    values, counts = np.unique(hashes, return_counts=True)
    repeated = set(values[counts > 1].tolist())
    shards: dict[str, list[str]] = defaultdict(list)
    for path in paths if repeated else ():
        for page in _pages(path):
            if hash(page) in repeated:
                shards[page].append(path.name)
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for page, names in shards.items():
        for at, later in enumerate(names):
            for earlier in names[:at]:
                found[later][earlier].append(page)
    return {later: dict(earlier) for later, earlier in found.items()}


def linked_from(kb: Path, pages: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Targets of the links of some pages, given by shard."""
    targets: dict[str, set[str]] = defaultdict(set)
    for shard, wanted in pages.items():
        table = pq.read_table(kb / "tables" / "links" / shard, columns=["page", "target"], partitioning=None)
        table = table.filter(pc.is_in(table.column("page"), value_set=pa.array(wanted, pa.string())))
        for page, target in zip(*(column.to_pylist() for column in table.columns), strict=True):
            targets[page].add(target)
    return targets


def _pages(path: Path) -> list[str]:
    found: list[str] = pq.read_table(path, columns=["page"], partitioning=None).column(0).to_pylist()
    return found


def _hashes(pages: Iterable[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.fromiter(map(hash, pages), dtype=np.int64)
