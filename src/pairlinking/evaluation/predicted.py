"""Reads and checks links as any program may print them, one document per line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.json_lines import field_of, read_objects

__all__ = ["PredictedDocument", "PredictedMention", "read_predictions"]


class PredictedMention(NamedTuple):
    """A span and the name of the entity it was linked to; missing values are None."""

    start: int
    end: int
    entity: str | None
    surface: str | None = None
    confidence: float | None = None
    candidates: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PredictedDocument:
    """Predictions for one document, with their place in the file."""

    id: str
    text: str | None
    mentions: tuple[PredictedMention, ...]
    where: str


def read_predictions(path: Path) -> Iterator[PredictedDocument]:
    """Predictions in the order of the file.

    Lines are ``{"id", "mentions": [{"start", "end", "entity"}]}`` as ``pairlinking link`` prints them: an entity is a
    name, an object with an `id`, or null. The id of a document without one is its number in the file, as in gold data.

    Raises
    ------
    SourceError
        The file cannot be read, or a line is something else.
    """
    for number, (where, record) in enumerate(read_objects(path), 1):
        name, text = record.get("id"), record.get("text")
        mentions = tuple(_mention(each, where) for each in field_of(record, "mentions", list, where))
        yield PredictedDocument(
            str(number if name is None else name), text if isinstance(text, str) else None, mentions, where
        )


def _mention(record: Any, where: str) -> PredictedMention:
    if not isinstance(record, dict) or "entity" not in record:
        raise SourceError(f"{where}: a mention needs 'start', 'end' and 'entity'. Got {record!r:.60}.")
    surface, candidates = record.get("text", record.get("surface")), record.get("candidates")
    return PredictedMention(
        start=field_of(record, "start", int, where),
        end=field_of(record, "end", int, where),
        entity=_name(record["entity"], where),
        surface=surface if isinstance(surface, str) else None,
        confidence=_confidence(record.get("confidence"), where),
        candidates=_candidates(candidates, where) if isinstance(candidates, list) else None,
    )


def _name(entity: Any, where: str) -> str | None:
    if entity is None:
        return None
    name = entity.get("id") if isinstance(entity, dict) else entity
    if not isinstance(name, str) or not name:
        raise SourceError(f"{where}: an entity must be a name, an object with an 'id', or null. Got {entity!r:.60}.")
    return name


def _confidence(value: Any, where: str) -> float | None:
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) <= sys.float_info.max:  # nor an integer too large for a float
        raise SourceError(f"{where}: a confidence must be a number. Got {value!r:.60}.")
    return float(value)


def _candidates(values: list[Any], where: str) -> tuple[str, ...]:
    return tuple(name for each in values if (name := _name(each, where)) is not None)
