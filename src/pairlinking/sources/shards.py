"""From source files to Parquet shards of the tables, spread over processes.

A shard is a stretch of a file, cut by its size alone, so the shards do not depend on the number of processes. A small
JSON file with its counts and its damage is written last: a shard that has one is complete, and is not written again
when an interrupted build resumes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from os import fspath
from pathlib import Path
from typing import Any, TypeAlias

from pairlinking._support.pool import Pools, WorkerPool
from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.inputs import InputFile, Inputs
from pairlinking.sources.jsonl import read_entities
from pairlinking.sources.kinds import read_kinds
from pairlinking.sources.mediawiki import read_chunks, read_site
from pairlinking.sources.rows import alias_rows, redirect_rows, sql_rows
from pairlinking.sources.shard_files import (
    ShardFiles,
    ShardRecord,
    write_additions,
    write_chunk,
    write_entities,
    write_rows,
    write_stretch,
)
from pairlinking.sources.site import Site
from pairlinking.sources.streams import AnyPath
from pairlinking.sources.stretches import find_stretches

__all__ = ["Tally", "write_tables"]

_SMALLEST_SHARD, _LARGEST_SHARD = 1 << 22, 1 << 24
_ENTITIES_PER_SHARD = 50_000
_ROWS_PER_SHARD = 500_000
_DAMAGE_KEPT = 1000  # kept one by one; beyond that, only counted

# Writes a shard of this name, in any process.
_Write: TypeAlias = Callable[[ShardFiles, str], ShardRecord]


@dataclass
class Tally:
    """What was found in the sources: rows per table, and everything that had to be left out."""

    counts: Counter[str] = field(default_factory=Counter)
    damage: list[Damage] = field(default_factory=list)
    n_damaged: int = 0


@dataclass(frozen=True)
class _Reading:
    """How files are read."""

    workers: int
    allow_truncated: bool
    on_damage: OnDamage
    on_read: Callable[[int], object]
    shard_bytes: int
    site: Site | None
    kinds: Mapping[str, str]


def write_tables(
    inputs: Inputs | Sequence[AnyPath],
    folder: Path,
    records: Path,
    *,
    workers: int = 1,
    allow_truncated: bool = False,
    on_damage: OnDamage = lambda _: None,
    on_read: Callable[[int], object] = lambda _: None,
    pools: Pools = WorkerPool,
) -> Tally:
    """Counts and damage of all files, which are read into shards below `folder`.

    Parameters
    ----------
    records
        Folder for the JSON files of finished shards.
    workers
        Processes that scan, besides this one, which unpacks; with 1, this process does everything.
    on_damage
        Called for everything that is left out, in source order.
    on_read
        Called with the number of bytes of all files read so far.
    pools
        Creates the pool of processes that scan.

    Raises
    ------
    SourceError
        A file cannot be read to its end, or does not fit its role.
    """
    inputs = inputs if isinstance(inputs, Inputs) else Inputs(inputs)
    files = inputs.files()
    records.mkdir(parents=True, exist_ok=True)
    sizes = [Path(file.path).stat().st_size for file in files if file.kind == "dump"]
    reading = _Reading(
        workers=workers,
        allow_truncated=allow_truncated,
        on_damage=on_damage,
        on_read=on_read,
        shard_bytes=min(max(_SMALLEST_SHARD, sum(sizes) // 16), _LARGEST_SHARD),
        site=_told_site(files),
        kinds=read_kinds(inputs.kinds),
    )
    tally = Tally()
    for record in _shards(files, reading, ShardFiles(folder, records), pools):
        tally.counts.update(record["counts"])
        tally.n_damaged += sum(each.is_skipped for each in record["damage"])
        tally.damage += record["damage"][: _DAMAGE_KEPT - len(tally.damage)]
        for each in record["damage"]:
            on_damage(each)
    if not tally.counts["pages"]:
        names = ", ".join(fspath(path) for path in inputs.sources)
        raise SourceError(
            f"{names}: not one page of the main namespace, or entity, could be read. See the warnings above."
        )
    return tally


def _told_site(files: Iterable[InputFile]) -> Site | None:
    """The wiki of the dumps, from the first with <siteinfo>, which part files may lack."""
    sites = [read_site(file.path) for file in files if file.kind == "dump"]
    return next((site for site in sites if site.namespaces), sites[0]) if sites else None


def _shards(files: Sequence[InputFile], reading: _Reading, output: ShardFiles, pools: Pools) -> Iterator[ShardRecord]:
    found: list[Damage] = []  # found by the reader since its last shard
    before: deque[list[Damage]] = (
        deque()
    )  # the same, for each shard in progress: reported before damage within the shard

    def tasks() -> Iterator[Callable[[], ShardRecord]]:
        done = 0
        for file in files:
            one = replace(reading, on_damage=found.append, on_read=partial(_add, reading.on_read, done))
            for at, write in enumerate(_writes(file, one)):
                shard = f"{file.prefix}-{at:05}"
                record = output.finished(shard)
                before.append(found.copy())
                found.clear()
                yield partial(write, output, shard) if record is None else partial(_same, record)
            done += Path(file.path).stat().st_size
            reading.on_read(done)

    with pools(reading.workers) as pool:
        for record in pool.run(tasks()):
            yield {"counts": record["counts"], "damage": [*before.popleft(), *record["damage"]]}
    yield {"counts": {}, "damage": found}


def _writes(file: InputFile, reading: _Reading) -> Iterator[_Write]:
    """Functions that write the shards of a file."""
    options: dict[str, Any] = {
        "on_damage": reading.on_damage,
        "allow_truncated": reading.allow_truncated,
        "on_read": reading.on_read,
    }
    if file.kind == "dump":
        return _dump_writes(file, reading, options)
    if file.kind == "catalogue":
        write = write_entities if file.role == "source" else write_additions
        return _batches(read_entities(file.path, **options), _ENTITIES_PER_SHARD, write)
    if file.kind == "sql":
        table, rows = sql_rows(file, reading.site or Site(), options)
    elif file.role == "redirects":
        table, rows = "redirects", redirect_rows(file, reading.site, options)
    else:
        table, rows = "aliases", alias_rows(file, reading.site, options)
    return _batches(rows, _ROWS_PER_SHARD, partial(write_rows, table))


def _dump_writes(file: InputFile, reading: _Reading, options: dict[str, Any]) -> Iterator[_Write]:
    own = read_site(file.path)
    site = own if own.namespaces or reading.site is None else reading.site
    kinds = reading.kinds if file.role == "source" else None
    if stretches := find_stretches(file.path, reading.shard_bytes):
        for stretch in stretches:
            yield partial(write_stretch, stretch, reading.allow_truncated, site, kinds)
            reading.on_read(stretch.end)
        return
    threads = max(1, reading.workers // 2)  # all else takes twice as long; a single thread needs half the CPU
    for chunk in read_chunks(file.path, size=reading.shard_bytes, threads=threads, **options):
        yield partial(write_chunk, chunk, site, kinds)


def _batches(
    rows: Iterator[Any], size: int, write: Callable[[list[Any], ShardFiles, str], ShardRecord]
) -> Iterator[_Write]:
    while batch := list(islice(rows, size)):
        yield partial(write, batch)


def _add(on_read: Callable[[int], object], before: int, read: int) -> None:
    on_read(before + read)


def _same(record: ShardRecord) -> ShardRecord:
    return record
