"""Facts about entities: from rows of all sources to columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking._support.progress import Progress
from pairlinking.building.engine import Engine, query
from pairlinking.building.loading import quoted
from pairlinking.kb.facts import TEXT_COLUMNS
from pairlinking.kb.storage.npy import NpyWriter
from pairlinking.kb.storage.strings import StringWriter, write_strings
from pairlinking.sources.rows import PROPS

__all__ = ["export_facts", "write_facts"]

_MOST_KINDS = 2**16 - 1
_PIECE = 10_000
_FIELDS = {"kind": "type"}  # of a catalogue


def export_facts(
    engine: Engine, folder: Path, counts: dict[str, int], progress: Progress, *, dumps: str, catalogues: str
) -> dict[str, int]:
    """Write what the sources say about entities. For each fact, the first source that has it counts.

    `dumps` and `catalogues` are numbers of files, as SQL literals.
    """
    progress.start("Writing facts", total=counts["entities"], unit="entities")
    streams: list[Iterator[tuple[int, dict[str, str]]]] = [
        (
            (row["entity"], {name: row[name] for name in ("kind", *TEXT_COLUMNS, "line") if row[name]})
            for row in _rows(engine, query("facts_of_entities", dumps=dumps))
        ),
        (
            (row["entity"], {PROPS[row["name"]]: row["value"]})
            for row in _rows(engine, query("props_of_entities", dumps=dumps))
            if row["value"]
        ),
    ]
    if dumps != quoted(()):
        # A line of a catalogue has no page in the wiki of the dump, so its address is empty.
        others = _rows(engine, query("catalogue_entities", catalogues=catalogues))
        streams.append((row["entity"], {"url": ""}) for row in others)
    rows = merge(*streams, key=itemgetter(0))  # each is sorted; for the same entity, the first stream comes first
    found = write_facts(folder, counts["entities"], _first(rows), progress)
    progress.finish(f"{found['kinds']:,} kinds, {found['descriptions']:,} descriptions")
    return found


def write_facts(
    folder: Path, n_entities: int, rows: Iterable[tuple[int, dict[str, str]]], progress: Progress
) -> dict[str, int]:
    """Write the files of `FactColumns` and count the facts; rows are entities in rising order, with facts by column.

    Without any facts, no folder is written.
    """
    kinds = np.zeros(n_entities, dtype=np.uint16)
    names: dict[str, int] = {"": 0}
    written: dict[str, int] = {}
    with ExitStack() as stack:
        columns: dict[str, tuple[StringWriter, NpyWriter]] = {}
        for entity, facts in rows:
            for name, text in facts.items():
                if name == "kind":
                    kinds[entity] = (
                        names.setdefault(text, len(names)) if len(names) < _MOST_KINDS else names.get(text, 0)
                    )
                    continue
                if name not in columns:
                    folder.mkdir(parents=True, exist_ok=True)
                    columns[name] = (
                        stack.enter_context(StringWriter(folder / f"{name}.bin", folder / f"{name}.npy")),
                        stack.enter_context(NpyWriter(folder / f"{name}_entities.npy", np.int32)),
                    )
                strings, entities = columns[name]
                strings.append([text])
                entities.append(np.array([entity], dtype=np.int32))
                written[name] = written.get(name, 0) + 1
            if entity % _PIECE == 0:
                progress.update(entity)
    if written or kinds.any():
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / "kinds.npy", kinds)
        write_strings(folder / "kind_names.bin", folder / "kind_names.npy", names)
    n_described = written.get("description", 0) + written.get("clause", 0)
    return {"kinds": int(np.count_nonzero(kinds)), "descriptions": n_described}


def _first(rows: Iterable[tuple[int, dict[str, str]]]) -> Iterator[tuple[int, dict[str, str]]]:
    """Facts of each entity from the first source. What a catalogue says differently is kept under `data`."""
    for entity, group in groupby(rows, key=itemgetter(0)):
        facts: dict[str, str] = {}
        data: dict[str, Any] = {}
        for _, more in group:
            own = json.loads(more.pop("data", "{}"))
            if "line" in more:
                del more["line"]
                own |= {_FIELDS.get(name, name): text for name, text in more.items() if facts.get(name, text) != text}
            data = own | data
            facts = more | facts
        yield entity, facts | ({"data": json.dumps(data, ensure_ascii=False)} if data else {})


def _rows(engine: Engine, sql: str) -> Iterator[dict[str, Any]]:
    for batch in engine.read(sql):
        yield from batch.to_pylist()
