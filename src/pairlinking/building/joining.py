"""One entity in several sources: which keys are the same, what contradicts that, and whose text is kept.

The key of the earliest source is kept, and the others lead to it. Nothing is guessed: keys are joined if they are
equal, if a catalogue says `same_as`, or if they have the same Wikidata item; but never two keys of one file, which
distinguishes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.engine import Engine, query
from pairlinking.building.loading import load_tables, quoted
from pairlinking.sources.damage import Damage
from pairlinking.sources.inputs import InputFile

__all__ = ["Joined", "find_joins", "join_keys"]

JOINED = pa.schema([("page", pa.string()), ("key", pa.string())])
REPEATED = pa.schema([("page", pa.string()), ("shard", pa.string())])


class Joined(NamedTuple):
    """What was found: how many keys were joined, and what contradicts joining others."""

    counts: dict[str, int]
    conflicts: list[Damage]


def find_joins(engine: Engine, tables: Path, folder: Path, files: Sequence[InputFile]) -> Joined:
    """Compare the tables as they were read, and write two tables into `folder`.

    ``joined`` maps each other key of an entity to the key that is kept; ``repeated`` lists, by shard and under their
    own keys there, pages with a text that is not the first of their entity.
    """
    load_tables(engine, tables, folder)
    dumps = quoted(file.prefix for file in files if file.kind == "dump" and file.role == "source")
    conflicts: list[Damage] = []
    counts: dict[str, int] = {}
    keys: dict[str, str] = {}
    sources = [file for file in files if file.role == "source"]
    if len(sources) > 1 or any(file.kind == "catalogue" for file in sources):
        engine.create("every_redirect", query("every_redirect"))
        engine.create("items", query("items", dumps=dumps))
        engine.create("same_pages", query("same_pages"))
        pairs = _rows(engine, "SELECT page, other, number, shard FROM same_pages ORDER BY shard, number, page, other")
        places = _rows(engine, query("page_files", pairs="same_pages")) if pairs else []
        keys, apart = join_keys(pairs, places)
        counts = {"joined_pages": len(keys), "conflicting_same_as": len(apart)}
        conflicts += [_damage(files, shard, number, reason) for shard, number, reason in apart]
        unknown = _rows(engine, f"{query('unknown_same_as')} ORDER BY s.shard, s.number, s.other")
        counts["unknown_same_as"] = len(unknown)
        conflicts += [
            _damage(files, shard, number, f"'same_as' of {page!r} names {other!r}, which no source has")
            for page, other, number, shard in unknown
        ]
        titles = _rows(engine, f"{query('other_titles')} ORDER BY p.shard, p.number")
        counts["conflicting_titles"] = len(titles)
        conflicts += [
            _damage(
                files,
                row[4],
                row[3],
                f"the id {row[0]!r} has the title {row[1]!r}, but {row[2]!r} in "
                f"{_place(files, row[6], row[5])}, which is used",
            )
            for row in titles
        ]
    if catalogues := [file.prefix for file in sources if file.kind == "catalogue"]:
        near = _rows(engine, f"{query('ids_by_case', catalogues=quoted(catalogues))} ORDER BY 4, 3")
        counts["ids_by_case"] = len(near)
        conflicts += [
            _damage(files, shard, number, f"the id {page!r} differs from {other!r} only by case; they are two entities")
            for page, other, number, shard in near
        ]
    _write(folder / "joined", JOINED, list(keys.items()))
    engine.load("joined", folder / "joined")
    is_repeated = engine.create("repeated_pages", query("repeated_pages")) > 0
    _write(folder / "repeated", REPEATED, _rows(engine, query("repeated_texts")) if is_repeated else [])
    return Joined({name: n for name, n in counts.items() if n}, conflicts)


def join_keys(
    pairs: Iterable[tuple[str, str, int, str]], places: Iterable[tuple[str, str]]
) -> tuple[dict[str, str], list[tuple[str, int, str]]]:
    """The key that is kept for each other key, and the pairs that cannot be joined: shard, line and reason.

    Parameters
    ----------
    pairs
        Two keys of one entity, with the line and shard that say so, in the order of the files.
    places
        Keys, each with a shard of every file that contains it.

    >>> join_keys([("q1", "Rome", 1, "001-00000")], [("q1", "001-00000"), ("Rome", "000-00000")])
    ({'q1': 'Rome'}, [])
    """
    shards: dict[str, list[str]] = defaultdict(list)
    for page, shard in places:
        shards[page].append(shard)
    group: dict[str, str] = {}  # leads towards the key that represents the group
    files = {page: {shard[:3] for shard in found} for page, found in shards.items()}
    first = {page: (min(found), page) for page, found in shards.items()}
    apart: list[tuple[str, int, str]] = []

    def find(key: str) -> str:
        while (above := group.get(key, key)) != key:
            group[key] = group.get(above, above)
            key = above
        return key

    for page, other, number, shard in pairs:
        one, two = find(page), find(other)
        if one == two:
            continue
        if files[one] & files[two]:
            apart.append(
                (
                    shard,
                    number,
                    f"{page!r} and {other!r} are said to be one entity, but one file has both; they stay separate",
                )
            )
            continue
        kept, joined = sorted((one, two), key=first.__getitem__)
        group[joined] = kept
        files[kept] |= files.pop(joined)
    return {key: find(key) for key in group}, apart


def _write(folder: Path, schema: pa.Schema, rows: Sequence[tuple[str, str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    columns = [pa.array([row[at] for row in rows], pa.string()) for at in range(2)]
    pq.write_table(pa.table(columns, schema=schema), folder / "all.parquet")


def _rows(engine: Engine, sql: str) -> list[Any]:
    return [tuple(row.values()) for batch in engine.read(sql) for row in batch.to_pylist()]


def _place(files: Sequence[InputFile], shard: str, number: int) -> str:
    file = files[int(shard[:3])]
    return f"{file.path}, {'page' if file.kind == 'dump' else 'line'} {number}"


def _damage(files: Sequence[InputFile], shard: str, number: int, reason: str) -> Damage:
    path, _, place = _place(files, shard, number).rpartition(", ")
    return Damage(path, place, reason)
