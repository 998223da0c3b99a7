"""``pairlinking train``: the models of a knowledge base, learned from its own pages or from annotated documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairlinking.errors import DocumentError
from pairlinking.interfaces.cli.linking_options import Json, Quiet
from pairlinking.interfaces.cli.show import Table, show

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import OnBad, ReadDocument
    from pairlinking.kb import KnowledgeBase
    from pairlinking.local import GoldDocument

__all__ = ["train"]

_EXAMPLES = 5  # names shown of those that the knowledge base does not have


def train(
    kb: Annotated[Path, typer.Argument(metavar="KB", help="Knowledge base to learn models for, and store them in.")],
    data: Annotated[
        list[str] | None,
        typer.Option(
            "--data",
            help="Annotated documents as JSON lines, - for standard input. (Default: the knowledge base's own pages.)",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 1,
    threads: Annotated[
        int, typer.Option(help="Threads of LightGBM; more than one pays off only with millions of candidates.")
    ] = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Train models to detect names, rank and score candidates and weigh coherence, and recommend settings.

    A knowledge base learns from its own pages: names from links, the rest from the pages that were set aside when it
    was built (--learn). With --data it learns the rest from annotated documents instead: {"text", "mentions":
    [{"start", "end", "entity"}]}, where an entity is a title, key or redirect of the knowledge base, or null if the
    knowledge base does not have it.

    The shares printed were measured on documents that the models had not seen. A bad line is reported on standard error
    and skipped; the exit code is then 1.
    """
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.detection import TooFewLinks
    from pairlinking.interfaces.cli.inputs import open_inputs
    from pairlinking.interfaces.cli.reading import read_documents
    from pairlinking.interfaces.cli.reporting import BadDocuments
    from pairlinking.kb import KnowledgeBase
    from pairlinking.linking.learning import train as train_models
    from pairlinking.linking.learning import train_detector

    inputs = open_inputs(data, form="jsonl") if data else []
    opened = KnowledgeBase.open(kb)
    unknown: dict[str, int] = {}
    with TerminalProgress(quiet=True if quiet else None, stopped="Stopped. Nothing was changed.") as progress:
        bad = BadDocuments(progress.tell)
        gold = _gold_documents(opened, read_documents(inputs, bad.add), unknown, bad.add) if inputs else None
        if not inputs:
            with suppress(TooFewLinks):  # names are then detected with the model of the package
                opened = train_detector(opened, seed=seed, progress=progress)
        opened = train_models(opened, gold, seed=seed, threads=threads, progress=progress)
        if unknown:
            names = ", ".join(map(repr, list(unknown)[:_EXAMPLES])) + (", ..." if len(unknown) > _EXAMPLES else "")
            progress.tell(
                f"Warning: {kb} does not have the entities of some mentions ({sum(unknown.values()):,}); they count as "
                f"null: {names}"
            )
        figures = opened.manifest.parameters["models"]
        rows = [(name.replace("_", " "), value) for name, value in figures.items() if not isinstance(value, dict)]
        show(figures, [Table(f"Models of {kb}", ("what", "value"), rows)], json=json)
        bad.end(f"the models learned from {figures['documents']:,}")


def _gold_documents(
    kb: KnowledgeBase, documents: Iterable[ReadDocument], unknown: dict[str, int], on_bad: OnBad
) -> Iterator[GoldDocument]:
    """Documents to learn from. `unknown` is filled with names that are not in the knowledge base, and how often."""
    from pairlinking.local import GoldDocument

    for read in documents:
        try:
            names = _names(read)
        except DocumentError as error:
            on_bad(read.origin, str(error))
            continue
        entities = []
        for name in names:
            entity = None if name is None else kb.get(name)
            if name is not None and entity is None:
                unknown[name] = unknown.get(name, 0) + 1
            entities.append(-1 if entity is None else entity)
        found = sorted(zip(read.source.mentions or (), entities, strict=True))
        yield GoldDocument(read.source.text, [span for span, _ in found], [entity for _, entity in found])


def _names(read: ReadDocument) -> list[str | None]:
    """The name of the entity of each mention; also as `link` prints it, so that its output can be corrected."""
    assert read.record is not None
    mentions = read.record.get("mentions")
    if mentions is None:
        raise DocumentError("a document to learn from needs 'mentions'")
    names: list[str | None] = []
    for number, mention in enumerate(mentions):
        entity: Any = mention.get("entity", "") if isinstance(mention, dict) else ""
        if isinstance(entity, dict):
            entity = entity.get("id", "")
        if entity == "" or not isinstance(entity, str | None):
            raise DocumentError(f"mention {number} needs an 'entity': a title, or null")
        names.append(entity)
    return names
