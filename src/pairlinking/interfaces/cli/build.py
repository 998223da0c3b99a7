"""``pairlinking build``: a knowledge base from dumps and catalogues, and vectors for one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairlinking._support.counting import counted
from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli.help import App, DefaultCommand, Group
from pairlinking.interfaces.cli.option_groups import option_group, with_groups

if TYPE_CHECKING:
    from pairlinking.building import EntityOptions, VectorOptions

__all__ = ["app"]

_DEFAULT = "sources"


class _WithDefault(Group):
    """``build DUMP ...`` is short for ``build sources DUMP ...``, so that ``build vectors KB`` can exist next to it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)


app = App(
    cls=_WithDefault,
    no_args_is_help=True,
    help="Build a knowledge base from dumps and catalogues; 'build vectors KB' adds vectors to one.",
)

Seed = Annotated[int, typer.Option(help="Random seed for held-out pages and vectors.")]
Workers = Annotated[int | None, typer.Option(help="Number of worker processes. [all cores]")]
Memory = Annotated[
    str | None,
    typer.Option(help="Memory limit for all processes together, such as 2GB. [half of the machine's memory]"),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress; warnings stay.")]


@option_group
@dataclass(frozen=True)
class Entities:
    """Which entities a knowledge base contains, and which pages are set aside."""

    entities: Annotated[
        str, typer.Option(help="'pages', or 'linked' to include link targets that have no page in the dump.")
    ] = "pages"
    min_links: Annotated[int, typer.Option(help="With 'linked': how many pages must link to such a target.")] = 2
    no_guesses: Annotated[
        bool, typer.Option("--no-guesses", help="Do not guess that such a target is a redirect missing from the dump.")
    ] = False
    holdout: Annotated[float, typer.Option(help="Share of the pages to hold out and write as gold documents.")] = 0.0
    learn: Annotated[float, typer.Option(help="Share of the pages that models, other than vectors, learn from.")] = 0.05

    def options(self, seed: int) -> EntityOptions:
        """These options in the form that the library takes."""
        from pairlinking.building import EntityOptions

        return EntityOptions(
            entities=self.entities,
            min_links=self.min_links,
            guess_redirects=not self.no_guesses,
            holdout=self.holdout,
            learn=self.learn,
            seed=seed,
        )


@option_group
@dataclass(frozen=True)
class Vectors:
    """How vectors are learned."""

    dimensions: Annotated[int, typer.Option(help="Length of a vector.")] = 100
    epochs: Annotated[int | None, typer.Option(help="Passes over the text. [5, or more for little text]")] = None
    window: Annotated[int, typer.Option(help="Tokens on each side that count as context.")] = 10
    min_count: Annotated[int, typer.Option(help="Words that occur less often get no vector.")] = 5
    min_entity_count: Annotated[int, typer.Option(help="Entities that occur less often get no vector.")] = 2
    threads: Annotated[
        int | None, typer.Option(help="Threads that learn vectors; 1 makes them reproducible. [all cores]")
    ] = None

    def options(self, seed: int, **more: Any) -> VectorOptions:
        """These options in the form that the library takes; it chooses what is not given."""
        from pairlinking.building import VectorOptions

        given = {name: value for name, value in vars(self).items() if name != "threads" or value is not None}
        return VectorOptions(**given, seed=seed, **more)


@app.command(_DEFAULT, cls=DefaultCommand)
@with_groups
def build_sources(
    *,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCES",
            help="MediaWiki dumps (XML) and catalogues (JSON lines), in order of precedence; plain, bz2, gz or xz.",
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="PATH", help="Folder to create.")],
    redirects: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH",
            help="Redirects: a TSV of title and target, redirect.sql.gz with page.sql.gz, or a dump.",
        ),
    ] = None,
    aliases: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH",
            help="More names of known entities: a TSV of name and entity, or a catalogue with names, links and facts.",
        ),
    ] = None,
    page_props: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="page_props.sql.gz: Wikidata items, descriptions, pictures."),
    ] = None,
    kinds: Annotated[
        str | None,
        typer.Option(metavar="PATH", help="TSV of noun and kind, which extends the built-in table of kinds."),
    ] = None,
    admitted: Entities,
    seed: Seed = 1,
    no_vectors: Annotated[
        bool, typer.Option("--no-vectors", help="Do not learn vectors; 'build vectors' can add them later.")
    ] = False,
    no_models: Annotated[
        bool,
        typer.Option("--no-models", help="Do not learn models, but use those of the package; 'train' adds them."),
    ] = False,
    how: Vectors,
    workers: Workers = None,
    memory: Memory = None,
    engine: Annotated[
        str, typer.Option(help="'duckdb' on this machine, or 'spark': needs pairlinking[spark] and Java 17.")
    ] = "duckdb",
    master: Annotated[
        str | None,
        typer.Option(
            help="Spark master: local[2], spark://host:7077 or yarn. Paths without a scheme must be visible to all "
            "machines. [all cores of this machine]"
        ),
    ] = None,
    work: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="With --engine spark and paths such as s3a://bucket/dump.bz2: folder for intermediate files that all "
            "machines can see. [next to the output, if that is a local folder]",
        ),
    ] = None,
    allow_truncated: Annotated[bool, typer.Option("--allow-truncated", help="Accept a file that ends early.")] = False,
    no_tables: Annotated[bool, typer.Option("--no-tables", help="Do not keep the Parquet tables in the KB.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Replace an existing knowledge base.")] = False,
    quiet: Quiet = False,
) -> None:
    """Build a knowledge base: pairlinking build DUMP... -o KB. A build that was stopped resumes where it stopped.

    'pairlinking build vectors KB' adds vectors to one that has none, or learns them again.
    """
    from pairlinking._support.addressed import local_paths
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.build_places import Places

    _check_no_kb(sources)
    inputs = {
        "sources": sources,
        "redirects": redirects or [],
        "aliases": aliases or [],
        "page_props": page_props or [],
        "kinds": [kinds] if kinds else [],
    }
    places = Places(
        {name: [path for each in given for path in local_paths(each)] for name, given in inputs.items()},
        *local_paths(output),
        engine=engine,
        master=master,
        work=work,
    )
    with TerminalProgress(quiet=True if quiet else None) as progress:
        kb = places.build(
            replace=replace,
            options={
                "entities": admitted.options(seed),
                "vectors": None if no_vectors else how.options(seed),
                "models": not no_models,
                "allow_truncated": allow_truncated,
                "keep_tables": not no_tables,
            },
            workers=workers,
            memory=memory,
            progress=progress,
        )
    entities = counted(kb.manifest.counts["entities"], "entity", "entities")
    typer.echo(f"{output}: {entities}, {counted(len(kb.dictionary), 'surface form')}")


def _check_no_kb(sources: list[str]) -> None:
    from pairlinking.building.named import installed_kbs

    for each in sources:
        if each in installed_kbs() and not Path(each).is_file():
            raise ParameterError(
                f"{each} is a finished knowledge base, which cannot be a source. Pass dumps or catalogues."
            )


@app.command("vectors")
@with_groups
def build_vectors(
    *,
    kb: Annotated[Path, typer.Argument(help="Knowledge base to learn vectors for.")],
    how: Vectors,
    seed: Seed = 1,
    trainer: Annotated[str, typer.Option(help="'pairlinking', or 'gensim' for the slow reference.")] = "pairlinking",
    workers: Workers = None,
    memory: Memory = None,
    quiet: Quiet = False,
) -> None:
    """Learn vectors for a knowledge base that has none, or learn them again."""
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.building.vectors.learn import add_vectors

    with TerminalProgress(quiet=True if quiet else None) as progress:
        options = how.options(seed, trainer=trainer)
        opened = add_vectors(kb, options, workers=workers, memory=memory, progress=progress)
    typer.echo(f"{kb}: {counted(opened.manifest.counts['vectors'], 'vector')}")
