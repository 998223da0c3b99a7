"""From source files to Parquet shards of the four tables, spread over processes.

A shard is a stretch of the source, cut by its size alone, so the shards do not depend on the number of processes. A
small JSON file with its counts and its damage is written last: a shard that has one is whole, and is not made again
when an interrupted build goes on.
"""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from os import fspath
from pathlib import Path
from typing import TypedDict

from pairlinking._support.pool import WorkerPool
from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.jsonl import Entity, read_entities
from pairlinking.sources.mediawiki import Chunk, parse_pages, read_chunks, read_site
from pairlinking.sources.site import Site
from pairlinking.sources.streams import AnyPath, read_blocks
from pairlinking.sources.tables import Tables
from pairlinking.sources.wikitext import Link, scan
from pairlinking.text.sentences import sentence_spans

__all__ = ["Tally", "is_catalogue", "write_tables"]

_SMALLEST_SHARD, _LARGEST_SHARD = 1 << 22, 1 << 26
_ENTITIES_PER_SHARD = 50_000
_DAMAGE_KEPT = 1000  # told one by one; beyond, counted


class ShardRecord(TypedDict):
    """What the JSON file of a shard says."""

    counts: dict[str, int]
    damage: list[Damage]


@dataclass
class Tally:
    """What was found in the sources: rows per table, and everything that had to be left out."""

    counts: Counter[str] = field(default_factory=Counter)
    damage: list[Damage] = field(default_factory=list)
    n_damaged: int = 0


@dataclass(frozen=True)
class _Output:
    """Where shards go, and the records of those that are whole."""

    folder: Path
    records: Path

    def finish(self, shard: str, tables: Tables, damage: list[Damage], **more: int) -> ShardRecord:
        tables.write(self.folder)
        record: ShardRecord = {"counts": {**tables.counts(), **more}, "damage": damage}
        part = self.records / f"{shard}.part"
        part.write_text(json.dumps(record))
        os.replace(part, self.records / f"{shard}.json")
        return record

    def finished(self, shard: str) -> ShardRecord | None:
        try:
            record = json.loads((self.records / f"{shard}.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return {"counts": record["counts"], "damage": [Damage(*each) for each in record["damage"]]}


@dataclass(frozen=True)
class _Reading:
    """What is read, how, and where to."""

    paths: Sequence[AnyPath]
    output: _Output
    workers: int
    allow_truncated: bool
    on_read: Callable[[int], object]


def is_catalogue(path: AnyPath) -> bool:
    """Whether the file holds JSON lines rather than XML, by its first character."""
    damage: list[Damage] = []
    for block in read_blocks(path, allow_truncated=True, on_damage=damage.append):
        start = block.lstrip(b"\xef\xbb\xbf \t\r\n")
        if start:
            return not start.startswith(b"<")
    if damage:
        raise SourceError(f"{damage[0].path}, {damage[0].place}: {damage[0].reason}. Nothing in it can be read.")
    raise SourceError(f"{fspath(path)} is empty. A MediaWiki dump or a catalogue of JSON lines was expected.")


def write_tables(
    paths: Sequence[AnyPath],
    folder: Path,
    records: Path,
    *,
    workers: int = 1,
    allow_truncated: bool = False,
    on_damage: OnDamage = lambda _: None,
    on_read: Callable[[int], object] = lambda _: None,
) -> Tally:
    """Read dumps or catalogues, several files as one source, into shards below `folder`.

    Parameters
    ----------
    records
        Folder for the JSON files of finished shards.
    workers
        Processes that scan beside this one, which unpacks; 1 does everything here.
    on_damage
        Told of all that is left out, in the order of the source.
    on_read
        Told how many bytes of all files have been read.

    Raises
    ------
    SourceError
        A file cannot be read to its end, or dumps and catalogues are mixed.
    """
    kinds = {is_catalogue(path) for path in paths}
    if len(kinds) > 1:
        raise SourceError("Some of the files are dumps and some are catalogues. Build a knowledge base from one kind.")
    records.mkdir(parents=True, exist_ok=True)
    reading = _Reading(paths, _Output(folder, records), workers, allow_truncated, on_read)
    tally = Tally()
    for record in _catalogue_shards(reading) if kinds == {True} else _dump_shards(reading):
        tally.counts.update(record["counts"])
        tally.n_damaged += len(record["damage"])
        tally.damage += record["damage"][: _DAMAGE_KEPT - len(tally.damage)]
        for each in record["damage"]:
            on_damage(each)
    if not tally.counts["pages"]:
        names = ", ".join(fspath(path) for path in paths)
        raise SourceError(
            f"{names}: not one page of the main namespace, or entity, could be read. See the damage told."
        )
    return tally


def _dump_shards(reading: _Reading) -> Iterator[ShardRecord]:
    found: list[Damage] = []  # by the reader, since its last chunk
    before: deque[list[Damage]] = deque()  # the same, for each chunk under way: told before what is within the chunk

    def tasks() -> Iterator[Callable[[], ShardRecord]]:
        for task in _dump_tasks(reading, found.append):
            before.append(found.copy())
            found.clear()
            yield task

    with WorkerPool(reading.workers) as pool:
        for record in pool.run(tasks()):
            yield {"counts": record["counts"], "damage": [*before.popleft(), *record["damage"]]}
    yield {"counts": {}, "damage": found}


def _dump_tasks(reading: _Reading, on_damage: OnDamage) -> Iterator[Callable[[], ShardRecord]]:
    sizes = [Path(path).stat().st_size for path in reading.paths]
    size = min(max(_SMALLEST_SHARD, sum(sizes) // 16), _LARGEST_SHARD)
    sites = [read_site(path) for path in reading.paths]
    told = next((site for site in sites if site.namespaces), sites[0])  # part files may come without <siteinfo>
    done = 0
    for number, (path, site) in enumerate(zip(reading.paths, sites, strict=True)):
        chunks = read_chunks(
            path,
            size=size,
            on_damage=on_damage,
            allow_truncated=reading.allow_truncated,
            threads=max(1, reading.workers // 2),  # the rest takes twice as long; one alone needs half the CPU
            on_read=lambda read, done=done: reading.on_read(done + read),  # type: ignore[misc]
        )
        for at, chunk in enumerate(chunks):
            shard = f"{number:03}-{at:05}"
            if (record := reading.output.finished(shard)) is not None:
                yield partial(_same, record)
            else:
                yield partial(_write_chunk, chunk, site if site.namespaces else told, reading.output, shard)
        done += sizes[number]
        reading.on_read(done)


def _write_chunk(chunk: Chunk, site: Site, output: _Output, shard: str) -> ShardRecord:
    tables = Tables(shard)
    damage: list[Damage] = []
    other = 0
    for page in parse_pages(chunk, site, on_damage=damage.append):
        if page.namespace != 0:
            other += 1
        elif page.redirect is not None:
            tables.add_redirect(page.title, page.redirect)
        elif tables.has_page(page.title):
            damage.append(Damage(chunk.path, f"page {page.id}", f"the page {page.title!r} comes a second time"))
        else:
            scanned = scan(page.text, site, title=page.title)
            tables.add_page(
                page.title,
                page.title,
                scanned.text,
                scanned.links,
                scanned.sentences,
                is_disambiguation=scanned.is_disambiguation,
            )
    return output.finish(shard, tables, damage, other_namespaces=other)


def _catalogue_shards(reading: _Reading) -> Iterator[ShardRecord]:
    found: list[Damage] = []
    entities = read_entities(
        *reading.paths,
        on_damage=found.append,
        allow_truncated=reading.allow_truncated,
        on_read=reading.on_read,
    )
    at = 0
    while batch := list(islice(entities, _ENTITIES_PER_SHARD)):
        shard = f"000-{at:05}"
        record = reading.output.finished(shard) or _write_entities(batch, reading.output, shard)
        yield {"counts": record["counts"], "damage": found.copy()}
        found.clear()
        at += 1
    yield {"counts": {}, "damage": found}


def _write_entities(entities: Iterable[Entity], output: _Output, shard: str) -> ShardRecord:
    tables = Tables(shard)
    for entity in entities:
        links = [*entity.links]
        links += [Link(-1, -1, target, "", "listed") for target in entity.related]
        links += [Link(-1, -1, entity.id, alias, "alias") for alias in entity.aliases if alias.strip()]
        spans = sentence_spans(entity.text, entity.links)
        tables.add_page(entity.id, entity.title, entity.text, links, spans)
    return output.finish(shard, tables, [])


def _same(record: ShardRecord) -> ShardRecord:
    return record
