"""ELEVANT's benchmarks: JSON lines with the text and its labels, whose entities are ids of Wikidata."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.json_lines import field_of, read_objects
from pairlinking.evaluation.formats.spans import locate

__all__ = ["read"]

_ID = re.compile(r"Q[1-9]\d*")
_ENTITY = "http://www.wikidata.org/entity/"


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents in the order of the file; ``<NIL>``, ``<NO_MAPPING>`` and everything else that is not an id are NIL.

    The `name` of a label is Wikidata's and no title of Wikipedia (Q312 is "Apple" there), so only the id counts.
    """
    for where, record in read_objects(annotations):
        text = field_of(record, "text", str, where)
        name = record.get("title") or record.get("id")
        if name is None:
            raise SourceError(f"{where}: a document needs a 'title' or an 'id'.")
        found = (_mention(label, text, where, notes) for label in field_of(record, "labels", list, where))
        mentions = sorted((each for each in found if each), key=lambda mention: (mention.start, mention.end))
        yield AnnotatedDocument(str(name), text, tuple(mentions))


def _mention(label: Any, text: str, where: str, notes: Notes) -> AnnotatedMention | None:
    if not isinstance(label, dict):
        raise SourceError(f"{where}: a label must be an object. Got {label!r:.60}.")
    span = field_of(label, "span", list, where)
    if len(span) != 2 or not all(type(each) is int for each in span):
        raise SourceError(f"{where}: the span of a label must be two numbers. Got {span!r:.60}.")
    entity = field_of(label, "entity_id", str, where)
    place = locate(text, span[0], span[1], None, where, notes)
    return place and AnnotatedMention(*place, (_ENTITY + entity,) if _ID.fullmatch(entity) else None)
