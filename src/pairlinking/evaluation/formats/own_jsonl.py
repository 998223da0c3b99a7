"""Our own JSON lines: ``{"id", "text", "mentions": [{"start", "end", "entity"}]}``, offsets in code points."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from pairlinking.errors import DocumentError, SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.json_lines import field_of, read_objects
from pairlinking.evaluation.formats.spans import locate

__all__ = ["read", "write"]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents in the order of the file.

    The entity of a mention is a name, a list of names of which any is right, or null; or an object with an `id`, as
    ``pairlinking link`` prints it. A `text` or `surface` is checked against the text of the document, if there is one.
    """
    for number, (where, record) in enumerate(read_objects(annotations), 1):
        text = field_of(record, "text", str, where)
        found = (_mention(each, text, where, notes) for each in field_of(record, "mentions", list, where))
        mentions = sorted((each for each in found if each), key=lambda mention: (mention.start, mention.end))
        name = record.get("id")
        yield AnnotatedDocument(str(number if name is None else name), text, tuple(mentions))


def write(documents: Iterable[AnnotatedDocument], file: IO[str]) -> None:
    """Write documents for `read`, ``pairlinking link`` and ``pairlinking train``.

    Raises
    ------
    DocumentError
        A document has mentions, but no text.
    """
    for document in documents:
        if document.mentions and not document.text:
            raise DocumentError(f"Document {document.id!r} comes without its text, so its mentions have no offsets.")
        mentions = [{"start": each.start, "end": each.end, "entity": _entity(each.gold)} for each in document.mentions]
        record = {"id": document.id, "text": document.text, "mentions": mentions}
        file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _entity(gold: tuple[str, ...] | None) -> str | list[str] | None:
    return None if gold is None else gold[0] if len(gold) == 1 else list(gold)


def _mention(record: Any, text: str, where: str, notes: Notes) -> AnnotatedMention | None:
    if not isinstance(record, dict) or "entity" not in record:
        raise SourceError(f"{where}: a mention needs 'start', 'end' and 'entity'. Got {record!r:.60}.")
    start, end = (field_of(record, name, int, where) for name in ("start", "end"))
    surface = record.get("text", record.get("surface"))
    entity = record["entity"].get("id") if isinstance(record["entity"], dict) else record["entity"]
    names = entity if isinstance(entity, list) else [] if entity is None else [entity]
    if not all(isinstance(name, str) and name for name in names) or (entity is not None and not names):
        raise SourceError(f"{where}: an entity must be a name, a list of names, or null. Got {entity!r:.60}.")
    span = locate(text, start, end, surface if isinstance(surface, str) else None, where, notes)
    return span and AnnotatedMention(*span, tuple(dict.fromkeys(names)) or None)
