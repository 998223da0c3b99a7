"""Answers of other linkers as ELEVANT publishes them: texts, gold labels and predicted mentions with Wikidata ids."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from pairlinking.errors import SourceError

__all__ = ["Article", "Label", "Peer", "Span", "data_sets", "peers", "read_articles", "titled"]

Span: TypeAlias = tuple[int, int]

_ID = re.compile(r"Q[1-9]\d*")


@dataclass(frozen=True)
class Label:
    """A gold mention: its Wikidata id (None for NIL), Wikidata's label, and whether it is inside another mention."""

    span: Span
    entity: str | None
    name: str
    is_inner: bool


@dataclass(frozen=True)
class Article:
    """A document with its gold mentions and the answers of one linker; None for a mention that it did not link."""

    text: str
    labels: tuple[Label, ...]
    answers: Mapping[Span, str | None]


@dataclass(frozen=True)
class Peer:
    """A linker: where its answers are below the folder of all data sets, and its published micro F1 by data set."""

    name: str
    answers: str
    f1: Mapping[str, float]

    def path(self, data: Path, data_set: str) -> Path:
        """The file with its answers on a data set."""
        return data / f"{self.answers}.{data_set}.linked_articles.jsonl.gz"


def peers() -> list[Peer]:
    """All linkers, whether or not their files are present."""
    return [Peer(name, each["answers"], each["f1"]) for name, each in _published()["linkers"].items()]


def data_sets(data: Path) -> list[str]:
    """The data sets for which a linker has published answers in a folder.

    Raises
    ------
    SourceError
        There is none.
    """
    found = [name for name in _published()["data_sets"] if any(each.path(data, name).exists() for each in peers())]
    if not found:
        raise SourceError(
            f"{data} has no answers of other linkers. Copy evaluation-results/*/*.linked_articles.jsonl of "
            f"https://github.com/ad-freiburg/elevant into {data / 'elevant-peers'} and compress them with gzip."
        )
    return found


def titled(data_set: str) -> str:
    """The data set of the catalogue that has the same documents with titles instead of Wikidata ids."""
    name: str = _published()["titled"][data_set]
    return name


def read_articles(path: Path) -> list[Article]:
    """Documents of a file in their order.

    Raises
    ------
    SourceError
        The file cannot be read, or a line has a different form.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            return [_article(json.loads(line)) for line in file]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise SourceError(f"Cannot read {path}: {type(error).__name__}: {error}. Copy the file again.") from None


def _article(record: dict[str, Any]) -> Article:
    labels = (
        Label(_span(each), _entity(each["entity_id"]), each["name"], each.get("parent") is not None)
        for each in record["labels"]
    )
    answers = {_span(each): _entity(each["id"]) for each in record.get("entity_mentions", ())}
    return Article(record["text"], tuple(labels), answers)


def _span(record: dict[str, Any]) -> Span:
    start, end = record["span"]
    return int(start), int(end)


def _entity(name: str | None) -> str | None:
    return name if name is not None and _ID.fullmatch(name) else None


@cache
def _published() -> dict[str, Any]:
    return tomllib.loads((files("reproduction.studies.league") / "published.toml").read_text(encoding="utf-8"))
