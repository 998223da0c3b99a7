"""The stages of a build in order: what each produces, from what, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from pairlinking._support.counting import counted
from pairlinking._support.files import remove
from pairlinking._support.pool import Pools
from pairlinking._support.progress import Progress
from pairlinking.building.engine import Engine, Engines
from pairlinking.building.joining import find_joins
from pairlinking.building.left_out import find_left_out
from pairlinking.building.loading import quoted
from pairlinking.building.merging import merge_tables
from pairlinking.building.relate import N_STEPS, EntityOptions, relate
from pairlinking.building.vectors.encoded import TooLittleText
from pairlinking.building.vectors.learn import learn_vectors
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.building.writers.export import export_entities, export_gold, export_in_links, export_surfaces
from pairlinking.building.writers.facts import export_facts
from pairlinking.building.writers.occurrences import write_occurrences
from pairlinking.building.writers.profiles import write_profiles
from pairlinking.kb.name_parts import write_name_parts
from pairlinking.sources import Damage, Inputs, write_tables
from pairlinking.sources.inputs import InputFile

__all__ = ["STAGES", "Job", "Stage"]

DAMAGE_SHOWN = 20
_DATABASE = ("relations.duckdb", "relations.duckdb.wal", "relations.spark")

_Result: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """What to build, where and with what, and the results of the stages so far.

    Attributes
    ----------
    work
        Folder of the unfinished build; the knowledge base is created in its folder ``kb``.
    described
        Name, size and hash of every source file.
    memory
        Limit for all processes together.
    engines, pools
        Create a relational engine, and a pool that runs tasks over shards.
    """

    inputs: Inputs
    files: list[InputFile]
    described: list[dict[str, Any]]
    work: Path
    entities: EntityOptions
    vectors: VectorOptions | None
    workers: int
    memory: str
    engines: Engines
    pools: Pools
    allow_truncated: bool
    progress: Progress
    results: dict[str, _Result] = field(default_factory=dict)

    @property
    def kb(self) -> Path:
        """Folder of the future knowledge base."""
        return self.work / "kb"

    @property
    def other_engine(self) -> dict[str, str]:
        """Name of the engine, unless it is the default: relations of one engine are useless to another."""
        name = getattr(getattr(self.engines, "func", self.engines), "__name__", "")
        return {} if name == "DuckDBEngine" else {"engine": name}

    @property
    def counts(self) -> dict[str, int]:
        """Counts made by the queries."""
        return self.results["relate"]["counts"]  # type: ignore[no-any-return]

    @property
    def dumps(self) -> str:
        """Numbers of the files that are dumps, as SQL literals."""
        return quoted(file.prefix for file in self.files if file.kind == "dump" and file.role == "source")

    @property
    def catalogues(self) -> str:
        """Numbers of the files that are catalogues of entities, as SQL literals."""
        return quoted(file.prefix for file in self.files if file.kind == "catalogue" and file.role == "source")

    @contextmanager
    def relations(self) -> Iterator[Engine]:
        """The engine with all relations."""
        with closing(self.engines(self.work / _DATABASE[0])) as engine:
            yield engine


@dataclass(frozen=True)
class Stage:
    """A stage of the build.

    Attributes
    ----------
    work
        Does the work and returns its result: anything that JSON can represent.
    depends
        What the result depends on, besides the stages before it.
    outputs, scratch, goes_on
        As in `Stages.run`.
    """

    name: str
    work: Callable[[Job], _Result]
    depends: Callable[[Job], Mapping[str, Any]] = lambda _: {}
    outputs: tuple[str, ...] = ()
    scratch: tuple[str, ...] = ()
    goes_on: bool = False


def _read(job: Job) -> _Result:
    progress = job.progress
    total = sum(Path(path).stat().st_size for path in job.inputs.paths)
    progress.start("Reading pages", total=total, unit="B")

    def warn(damage: Damage) -> None:
        progress.warn(str(damage))

    tally = write_tables(
        job.inputs,
        job.kb / "tables",
        job.work / "shards",
        workers=job.workers,
        allow_truncated=job.allow_truncated,
        on_damage=warn,
        on_read=progress.update,
        pools=job.pools,
    )
    found = tally.counts
    progress.finish(f"{found['pages']:,} pages, {found['redirects']:,} redirects, {found['links']:,} links")
    return {
        "counts": dict(sorted(found.items())),
        "n_damaged": tally.n_damaged,
        "damage": [str(each) for each in tally.damage[:DAMAGE_SHOWN]],
    }


def _join(job: Job) -> _Result:
    job.progress.start("Joining sources")
    with closing(job.engines(job.work / "joining.duckdb")) as engine:
        found = find_joins(engine, job.kb / "tables", job.work / "joins", job.files)
    shown = [f"{each.path}, {each.place}: {each.reason}." for each in found.conflicts[:DAMAGE_SHOWN]]
    for each in shown:
        job.progress.warn(each)
    n_joined = found.counts.get("joined_pages", 0)
    job.progress.finish(f"{counted(n_joined, 'page')} matched across sources" if n_joined else "")
    return {"counts": found.counts, "conflicts": shown}


def _merge(job: Job) -> _Result:
    merge_tables(job.kb / "tables", job.work / "joins")
    return {}


def _relate(job: Job) -> _Result:
    progress = job.progress
    progress.start("Relating pages, names and links", total=N_STEPS, unit="queries")
    try:
        engine = job.engines(job.work / _DATABASE[0])
    except OSError:  # an incomplete database from a run that was stopped; it contains only the results of these queries
        for name in _DATABASE:
            remove(job.work / name)
        engine = job.engines(job.work / _DATABASE[0])
    with closing(engine):
        counts = relate(engine, job.kb / "tables", job.work / "joins", job.entities, progress, dumps=job.dumps)
        left_out, sentences = find_left_out(engine, job.files)
    progress.finish(f"{counts['entities']:,} entities, {counts['surface_forms']:,} surface forms")
    if counts["repeated_pages"]:
        n = counts["repeated_pages"]
        what = "page comes" if n == 1 else "pages come"
        progress.warn(f"{n:,} {what} again in a later source; the first text of each counts.")
    for sentence in sentences:
        progress.warn(sentence)
    return {"counts": counts | left_out, "conflicts": sentences}


def _export(name: str, export: Callable[[Engine, Path, dict[str, int], Progress], _Result]) -> Stage:
    def work(job: Job) -> _Result:
        with job.relations() as engine:
            return export(engine, job.kb / name, job.counts, job.progress)

    return Stage(name, work, outputs=(f"kb/{name}",))


def _facts(job: Job) -> _Result:
    with job.relations() as engine:
        return export_facts(
            engine, job.kb / "facts", job.counts, job.progress, dumps=job.dumps, catalogues=job.catalogues
        )


def _gold(job: Job) -> _Result:
    if not job.entities.holdout:
        return {}
    with job.relations() as engine:
        found = export_gold(engine, job.kb, job.progress)
    return {f"held_out_{name}": n for name, n in found.items()}


def _drop_relations(job: Job) -> _Result:
    """Remove the relations: nothing reads them any more, and they take as much space as the tables."""
    for path in job.work.glob(f"{Path(_DATABASE[0]).stem}.*"):
        remove(path)
    return {}


def _name_parts(job: Job) -> _Result:
    return write_name_parts(job.kb, job.kb / "name-parts", job.progress)


def _occurrences(job: Job) -> _Result:
    n_sentences = job.results["read"]["counts"]["linked_sentences"]
    return write_occurrences(
        job.kb,
        job.kb / "occurrences",
        job.work / "forms",
        job.entities,
        n_sentences,
        job.workers,
        job.progress,
        job.pools,
    )


def _profiles(job: Job) -> _Result:
    return write_profiles(
        job.kb,
        job.kb / "profiles",
        job.work / "profile-counts",
        job.entities,
        job.counts["entities"],
        job.workers,
        job.progress,
        job.engines,
        job.pools,
    )


def _vectors(job: Job) -> _Result:
    """Learn vectors if requested, and if there is text: a catalogue may have none."""
    if job.vectors is None:
        return {}
    try:
        return learn_vectors(
            job.kb,
            job.work / "corpus",
            job.entities,
            job.vectors,
            job.workers,
            job.progress,
            memory=job.memory,
            engines=job.engines,
            pools=job.pools,
        )
    except TooLittleText as error:
        remove(job.kb / "vectors")
        job.progress.warn(f"{error} The knowledge base has no vectors.")
        return {}


STAGES = (
    Stage(
        "read",
        _read,
        depends=lambda job: {"sources": job.described, "allow_truncated": job.allow_truncated},
        outputs=("kb/tables", "shards"),
        goes_on=True,
    ),
    Stage("join", _join, outputs=("joins",), scratch=("joining.duckdb", "joining.duckdb.wal", "joining.spark")),
    Stage("merge", _merge),
    Stage(
        "relate", _relate, depends=lambda job: vars(job.entities) | job.other_engine, outputs=_DATABASE, goes_on=True
    ),
    _export("entities", export_entities),
    _export("surfaces", export_surfaces),
    _export("in-links", export_in_links),
    Stage("facts", _facts, outputs=("kb/facts",)),
    Stage("gold", _gold, outputs=("kb/gold",)),
    Stage("drop-relations", _drop_relations),
    Stage("name-parts", _name_parts, outputs=("kb/name-parts",)),
    Stage("occurrences", _occurrences, outputs=("kb/occurrences",), scratch=("forms",)),
    Stage("profiles", _profiles, outputs=("kb/profiles",), scratch=("profile-counts",)),
    Stage(
        "vectors",
        _vectors,
        depends=lambda job: vars(job.vectors) if job.vectors else {},
        outputs=("kb/vectors",),
        scratch=("corpus",),
    ),
)
