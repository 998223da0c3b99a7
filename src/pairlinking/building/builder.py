"""From source files to a knowledge base: stage after stage in a folder of its own, renamed when complete.

The folder `KB.building` is next to the result while a build runs, and remains if it is stopped; the same call then
resumes. It cannot be mistaken for a knowledge base: the manifest, without which none opens, is written last.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pairlinking._support.files import check_output, clear_errors, left_behind, move_in, remove
from pairlinking._support.locking import locked
from pairlinking._support.options import check_int, usable_cores
from pairlinking._support.pool import Pools, WorkerPool
from pairlinking._support.progress import Progress, Silent, adding
from pairlinking.building.engine import DuckDBEngine, Engines, check_memory, default_memory, workers_within
from pairlinking.building.recipe import STAGES, Job
from pairlinking.building.relate import EntityOptions
from pairlinking.building.room import Roomy, check_room
from pairlinking.building.source_files import check_sources, describe, shipped_or
from pairlinking.building.stages import Stages
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import list_files, record_files, write_manifest
from pairlinking.sources import Inputs
from pairlinking.sources.parts import check_parts
from pairlinking.sources.streams import AnyPath

__all__ = ["build"]


def build(
    sources: AnyPath | Sequence[AnyPath],
    output: AnyPath,
    *,
    redirects: Sequence[AnyPath] = (),
    aliases: Sequence[AnyPath] = (),
    page_props: Sequence[AnyPath] = (),
    kinds: AnyPath | None = None,
    entities: EntityOptions | None = None,
    vectors: VectorOptions | None = None,
    workers: int | None = None,
    memory: str | None = None,
    allow_truncated: bool = False,
    keep_tables: bool = True,
    replace: bool = False,
    engines: Engines | None = None,
    pools: Pools = WorkerPool,
    progress: Progress | None = None,
) -> KnowledgeBase:
    """Build a knowledge base from MediaWiki dumps and catalogues, and open it.

    Parameters
    ----------
    sources
        One file or several, in order of precedence: XML or JSON lines, plain or packed with bzip2, gzip or xz. An
        entity found in several files has the text and title of the first, and the names and links of all.
    output
        Folder to create; if this is a symbolic link, the folder it points to.
    redirects, aliases, page_props, kinds
        Files with more about the entities of `sources`: see `pairlinking.sources.Inputs`.
    vectors
        How to learn vectors; None for a knowledge base without vectors (`add_vectors` adds them later).
    workers
        Processes that scan; by default one for each core.
    memory
        Limit for all processes of the build, such as ``"2GB"``: by default half of the machine's memory. Beyond it, the
        relational engine uses the disk, and fewer processes scan. Vectors that do not fit are learned in files.
    allow_truncated
        Accept a file that ends early, with what it contains.
    keep_tables
        Keep the Parquet tables in the knowledge base: vectors and models are learned from them.
    replace
        Replace an existing knowledge base once the new one is complete.
    engines
        Creates a relational engine that stores its tables under the given path; by default DuckDB.
    pools
        Creates a pool that runs tasks over shards, given the number of workers; by default processes on this machine.
        `pairlinking.building.spark.spark_options` gives both for Spark.

    Raises
    ------
    SourceError
        A source cannot be read.
    KnowledgeBaseError
        The output folder exists, or another build is writing it.
    """
    paths = [sources] if isinstance(sources, str | os.PathLike) else list(sources)
    inputs = Inputs(
        paths, redirects=redirects, aliases=[shipped_or(each) for each in aliases], page_props=page_props, kinds=kinds
    )
    progress = progress or Silent()
    cores = usable_cores()
    target = Path(os.path.realpath(output))  # next to what a link points to, because a folder is renamed at the end
    work = target.with_name(target.name + ".building")
    memory = check_memory(default_memory() if memory is None else memory)
    workers = workers_within(memory, cores if workers is None else check_int("build", "workers", workers, 1))
    check_sources(inputs.paths)
    alone = check_parts(inputs.paths)
    check_output(target, work, replace=replace)
    with clear_errors(work), left_behind(work), locked(work), _rare_collections():
        _take_up(work)
        check_room(inputs.paths, work, progress)
        if alone:
            progress.warn(alone)
        progress = Roomy(progress, work)
        job = Job(
            inputs=inputs,
            files=inputs.files(),
            described=describe(inputs.paths, progress),
            work=work,
            entities=entities or EntityOptions(),
            vectors=vectors,
            workers=workers,
            memory=memory,
            engines=engines or partial(DuckDBEngine, memory=memory, threads=cores),
            pools=pools,
            allow_truncated=allow_truncated,
            progress=progress,
        )
        stages = Stages(work, progress)
        for stage in STAGES:
            job.results[stage.name] = stages.run(
                stage.name,
                partial(stage.work, job),
                parameters=dict(stage.depends(job)),
                outputs=stage.outputs,
                scratch=stage.scratch,
                goes_on=stage.goes_on,
            )
        _finish(job, keep_tables=keep_tables)
        if not keep_tables:
            os.rename(job.kb / "tables", work / "tables")
        remove(
            work / "done"
        )  # otherwise, if stopped right now, the next run would believe that the moved folder is there
        move_in(job.kb, target, replace=replace)
        remove(work)
    return KnowledgeBase.open(target)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage a hundred times less often: a build creates millions of objects, and hardly any cycles."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100 * usual[0], *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _take_up(work: Path) -> None:
    """Undo what an earlier run had moved or written when it was stopped at its very end."""
    remove(work / "kb" / "manifest.json")
    if (work / "tables").exists():
        os.rename(work / "tables", work / "kb" / "tables")


def _finish(job: Job, *, keep_tables: bool) -> None:
    """Write the manifest."""
    kb, results = job.kb, job.results
    paths = [path for path in list_files(kb) if keep_tables or not path.startswith("tables/")]
    job.progress.start("Hashing the files", total=sum((kb / path).stat().st_size for path in paths), unit="B")
    read, joined = results["read"], results["join"]
    counts = {**job.counts, **joined["counts"], "other_namespaces": read["counts"].get("other_namespaces", 0)}
    for name in ("facts", "gold", "name-parts", "occurrences", "profiles", "vectors"):
        counts |= results[name]
    conflicts = joined["conflicts"] + results["relate"]["conflicts"]
    site = job.inputs.site()
    write_manifest(
        kb,
        files=record_files(kb, paths, adding(job.progress)),
        sources=job.described,
        parameters={
            "entities": vars(job.entities),
            "vectors": vars(job.vectors) if job.vectors else None,
            "site": {"page_url": site.page_url if site else None},
        },
        counts=counts,
        damage={
            "damaged": read["n_damaged"],
            "first": read["damage"],
            **({"conflicts": conflicts} if conflicts else {}),
        },
    )
    job.progress.finish()
