"""From source files to a knowledge base: stage after stage in a folder of its own, renamed when whole.

`KB.building` lies beside the result while a build is under way, and stays if it is stopped; the same call then goes on
where it stopped. Nothing in it looks like a knowledge base: the manifest, without which none opens, is written last.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pairlinking._support.files import check_output, clear_errors, locked, move_in, remove
from pairlinking._support.options import check_int, usable_cores
from pairlinking._support.progress import Progress, Silent, adding
from pairlinking.building.engine import DuckDBEngine, check_memory
from pairlinking.building.relate import N_STEPS, EntityOptions, relate
from pairlinking.building.source_files import check_sources, describe
from pairlinking.building.stages import Stages
from pairlinking.building.vectors.learn import learn_vectors
from pairlinking.building.vectors.training import TooLittleText
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.building.writers.export import export_entities, export_gold, export_in_links, export_surfaces
from pairlinking.building.writers.occurrences import write_occurrences
from pairlinking.building.writers.profiles import write_profiles
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import list_files, record_files, write_manifest
from pairlinking.kb.name_parts import write_name_parts
from pairlinking.sources import Damage, is_catalogue, read_site, write_tables
from pairlinking.sources.streams import AnyPath

__all__ = ["build"]

DAMAGE_IN_MANIFEST = 20
_DATABASE = ("relations.duckdb", "relations.duckdb.wal")


def build(
    sources: AnyPath | Sequence[AnyPath],
    output: AnyPath,
    *,
    entities: EntityOptions | None = None,
    vectors: VectorOptions | None = None,
    workers: int | None = None,
    memory: str = "1GB",
    allow_truncated: bool = False,
    keep_tables: bool = True,
    replace: bool = False,
    progress: Progress | None = None,
) -> KnowledgeBase:
    """Build a knowledge base from MediaWiki dumps or catalogues, and open it.

    Parameters
    ----------
    sources
        One file or several that together are one source: XML or JSON lines, plain or bzip2.
    output
        Folder to make; where this is a symbolic link, the folder that it leads to.
    vectors
        How to learn vectors; None for a KB without (`add_vectors` adds them).
    workers
        Processes that scan; by default as many as there are cores.
    memory
        What the relational engine may use before it goes to the disk. Scanning takes some 100 MB a process beside it.
    allow_truncated
        Take a file that ends early for what it holds.
    keep_tables
        Keep the Parquet tables in the KB: vectors and models are learnt from them.
    replace
        Whether a knowledge base that is there already gives way to the new one, once that is whole.

    Raises
    ------
    SourceError
        A source cannot be read.
    KnowledgeBaseError
        The output folder exists, or another build is writing it.
    """
    paths = [sources] if isinstance(sources, str | os.PathLike) else list(sources)
    entities = entities or EntityOptions()
    progress = progress or Silent()
    cores = usable_cores()
    workers = cores if workers is None else check_int("build", "workers", workers, 1)
    target = Path(os.path.realpath(output))  # beside what a link leads to, as a folder is renamed at the end
    work = target.with_name(target.name + ".building")
    kb = work / "kb"
    check_memory(memory)
    check_sources(paths)
    check_output(target, work, replace=replace)
    with clear_errors(work), locked(work):
        _take_up(work)
        described = describe(paths, progress)
        stages = Stages(work, progress)
        read = stages.run(
            "read",
            lambda: _read(paths, work, workers, allow_truncated, progress),
            parameters={"sources": described, "allow_truncated": allow_truncated},
            outputs=("kb/tables", "shards"),
            goes_on=True,
        )
        engine_options: dict[str, Any] = {"memory": memory, "threads": cores}
        counts = stages.run(
            "relate",
            lambda: _relate(work, entities, progress, engine_options),
            parameters=vars(entities),
            outputs=_DATABASE,
            goes_on=True,
        )
        with closing(DuckDBEngine(work / _DATABASE[0], **engine_options)) as engine:
            for name, export in (
                ("entities", export_entities),
                ("surfaces", export_surfaces),
                ("in-links", export_in_links),
            ):
                stages.run(
                    name,
                    lambda name=name, export=export: export(engine, kb / name, counts, progress),  # type: ignore[misc]
                    parameters={},
                    outputs=(f"kb/{name}",),
                )
            gold = stages.run(
                "gold",
                lambda: export_gold(engine, kb, progress) if entities.holdout else {},
                parameters={},
                outputs=("kb/gold",),
            )
        parts = stages.run(
            "name-parts",
            lambda: write_name_parts(kb, kb / "name-parts", progress),
            parameters={},
            outputs=("kb/name-parts",),
        )
        counted = stages.run(
            "occurrences",
            lambda: write_occurrences(
                kb, kb / "occurrences", entities, read["counts"]["linked_sentences"], workers, progress
            ),
            parameters={},
            outputs=("kb/occurrences",),
        )
        profiled = stages.run(
            "profiles",
            lambda: write_profiles(
                kb,
                kb / "profiles",
                work / "profile-counts",
                entities,
                counts["entities"],
                workers,
                progress,
                engine_options,
            ),
            parameters={},
            outputs=("kb/profiles",),
            scratch=("profile-counts",),
        )
        learnt = stages.run(
            "vectors",
            lambda: _learn(kb, work, entities, vectors, workers, progress),
            parameters=vars(vectors) if vectors else {},
            outputs=("kb/vectors",),
            scratch=("corpus",),
        )
        _finish(
            kb,
            progress,
            keep_tables=keep_tables,
            sources=described,
            parameters={
                "entities": vars(entities),
                "vectors": vars(vectors) if vectors else None,
                "site": {"page_url": None if is_catalogue(paths[0]) else read_site(paths[0]).page_url},
            },
            counts={
                **counts,
                "other_namespaces": read["counts"].get("other_namespaces", 0),
                **{f"held_out_{name}": n for name, n in gold.items()},
                **parts,
                **counted,
                **profiled,
                **learnt,
            },
            damage={"damaged": read["n_damaged"], "first": read["damage"]},
        )
        if not keep_tables:
            os.rename(kb / "tables", work / "tables")
        remove(work / "done")  # or a build that is stopped just now would take the folder that moved for done
        move_in(kb, target, replace=replace)
        remove(work)
    return KnowledgeBase.open(target)


def _read(
    paths: Sequence[AnyPath], work: Path, workers: int, allow_truncated: bool, progress: Progress
) -> dict[str, Any]:
    total = sum(Path(path).stat().st_size for path in paths)
    progress.start("Reading pages", total=total, unit="B")

    def warn(damage: Damage) -> None:
        progress.warn(str(damage))

    tally = write_tables(
        paths,
        work / "kb" / "tables",
        work / "shards",
        workers=workers,
        allow_truncated=allow_truncated,
        on_damage=warn,
        on_read=progress.update,
    )
    found = tally.counts
    progress.finish(f"{found['pages']:,} pages, {found['redirects']:,} redirects, {found['links']:,} links")
    return {
        "counts": dict(sorted(found.items())),
        "n_damaged": tally.n_damaged,
        "damage": [str(each) for each in tally.damage[:DAMAGE_IN_MANIFEST]],
    }


def _relate(work: Path, options: EntityOptions, progress: Progress, engine_options: dict[str, Any]) -> dict[str, Any]:
    progress.start("Relating pages, names and links", total=N_STEPS, unit="queries")
    try:
        engine = DuckDBEngine(work / _DATABASE[0], **engine_options)
    except OSError:  # the stump of a database whose making was cut short: only these queries are in it
        for name in _DATABASE:
            remove(work / name)
        engine = DuckDBEngine(work / _DATABASE[0], **engine_options)
    with closing(engine):
        counts = relate(engine, work / "kb" / "tables", options, progress)
    progress.finish(f"{counts['entities']:,} entities, {counts['surface_forms']:,} surface forms")
    if counts["repeated_pages"]:
        progress.warn(f"{counts['repeated_pages']:,} pages come again in a later part; the first of each counts.")
    return counts


def _learn(
    kb: Path, work: Path, entities: EntityOptions, vectors: VectorOptions | None, workers: int, progress: Progress
) -> dict[str, Any]:
    """Learn vectors, if they are wanted and there is text: a catalogue need not have any."""
    if vectors is None:
        return {}
    try:
        return learn_vectors(kb, work / "corpus", entities, vectors, workers, progress)
    except TooLittleText as error:
        remove(kb / "vectors")
        progress.warn(f"{error} The knowledge base has no vectors.")
        return {}


def _take_up(work: Path) -> None:
    """Put back what the end of a build that was stopped there had moved or written already."""
    remove(work / "kb" / "manifest.json")
    if (work / "tables").exists():
        os.rename(work / "tables", work / "kb" / "tables")


def _finish(kb: Path, progress: Progress, *, keep_tables: bool, **content: Any) -> None:
    paths = [path for path in list_files(kb) if keep_tables or not path.startswith("tables/")]
    progress.start("Hashing the files", total=sum((kb / path).stat().st_size for path in paths), unit="B")
    write_manifest(kb, files=record_files(kb, paths, adding(progress)), **content)
    progress.finish()
