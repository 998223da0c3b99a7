"""From relations to the files of a knowledge base (docs/reference/knowledge-base.md), piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking._support.progress import Progress
from pairlinking.building.engine import Engine
from pairlinking.building.writers.dictionary import DictionaryRows, write_dictionary
from pairlinking.building.writers.gold import write_gold
from pairlinking.kb.names import Names
from pairlinking.kb.storage.npy import NpyWriter
from pairlinking.kb.storage.strings import StringTable, write_strings
from pairlinking.kb.storage.tries import write_trie

__all__ = ["export_entities", "export_gold", "export_in_links", "export_surfaces"]


def export_entities(engine: Engine, folder: Path, counts: dict[str, int], progress: Progress) -> dict[str, Any]:
    """Keys, titles where they differ, and the names of every entity."""
    folder.mkdir(parents=True, exist_ok=True)
    progress.start("Writing entities", total=counts["entities"], unit="entities")

    def strings(column: str) -> Iterator[str]:
        done = 0
        for batch in engine.read(f"SELECT {column} FROM entities ORDER BY entity"):
            yield from batch.column(0).to_pylist()
            progress.update(done := done + batch.num_rows)

    write_strings(folder / "keys.bin", folder / "keys.npy", strings("key"))
    ((differ,),) = _rows(engine, "SELECT count(*) FROM entities WHERE key <> title")
    if differ:
        write_strings(folder / "titles.bin", folder / "titles.npy", strings("title"))
    trie = write_trie(
        folder / "names.marisa",
        (name for batch in engine.read("SELECT name FROM names") for name in batch.column(0).to_pylist()),
    )
    entity_of = np.zeros(len(trie), dtype=np.int32)
    for batch in engine.read("SELECT name, entity FROM names"):
        entity_of[[trie.key_id(name) for name in batch.column(0).to_pylist()]] = batch.column(1).to_numpy()
    np.save(folder / "names.npy", entity_of)
    progress.finish()
    return {}


def export_surfaces(engine: Engine, folder: Path, counts: dict[str, int], progress: Progress) -> dict[str, Any]:
    """The dictionary of surface forms."""
    folder.mkdir(parents=True, exist_ok=True)
    progress.start("Writing surface forms", total=counts["surface_forms"], unit="forms")
    query = """
        SELECT form, CAST(entity AS INT) AS entity, CAST(n AS INT) AS n, CAST(origins AS SMALLINT) AS origins
        FROM surfaces ORDER BY form, n DESC, entity
    """
    done = 0

    def rows() -> Iterator[DictionaryRows]:
        nonlocal done
        for batch in engine.read(query):
            forms, entities, counts, origins = batch.columns
            done += len(forms.unique())
            progress.update(done)
            yield forms.to_pylist(), entities.to_numpy(), counts.to_numpy(), origins.to_numpy().astype(np.uint8)

    write_dictionary(folder, rows())
    progress.finish()
    return {}


def export_in_links(engine: Engine, folder: Path, counts: dict[str, int], progress: Progress) -> dict[str, Any]:
    """Which entities link to each entity, as compressed sparse rows."""
    folder.mkdir(parents=True, exist_ok=True)
    progress.start("Writing in-links", total=counts["in_links"], unit="links")
    sizes = np.zeros(counts["entities"], dtype=np.int64)
    ids = NpyWriter(folder / "ids.npy", np.int32)
    done = 0
    for batch in engine.read("SELECT target, source FROM entity_links ORDER BY target, source"):
        sizes += np.bincount(batch.column(0).to_numpy(), minlength=len(sizes))
        ids.append(batch.column(1).to_numpy().astype(np.int32))
        progress.update(done := done + batch.num_rows)
    ids.close()
    np.save(folder / "indptr.npy", np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)]))
    progress.finish()
    return {}


def export_gold(engine: Engine, kb: Path, progress: Progress) -> dict[str, Any]:
    """Held-out pages as documents; the entities must have been written."""
    progress.start("Writing held-out pages")
    names, keys = Names.open(kb / "entities"), StringTable(kb / "entities" / "keys.bin", kb / "entities" / "keys.npy")

    def key_of(target: str) -> str | None:
        entity = names.get(target)
        return None if entity is None else keys[entity]

    query = """
        SELECT s.page, s.number, s.text, s.anchors
        FROM sentences AS s
        INNER JOIN held_out AS h ON s.page = h.page
        INNER JOIN page_list AS p ON s.page = p.page AND s.shard = p.shard
        ORDER BY s.page, s.number
    """
    found = write_gold(kb / "gold" / "held-out.jsonl", engine.read(query), key_of)
    progress.finish(
        f"{found['documents']:,} documents, {found['linked']:,} of {found['mentions']:,} mentions with entity"
    )
    return found


def _rows(engine: Engine, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for batch in engine.read(sql) for row in batch.to_pylist()]
