"""Links rows, in the same way for Spark and for folders; a bad row does not affect the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa

from pairlinking.errors import DocumentError, PairLinkingError
from pairlinking.linking.documents import TextDocument, read_document
from pairlinking.linking.records import mention_records

if TYPE_CHECKING:
    from pairlinking.linking import LinkedDocument, Linker

__all__ = ["ERROR", "LINKED", "MENTION", "LinkedRow", "link_batch", "link_rows", "row_document", "worker_linker"]

LINKED, ERROR = "linked", "error"
"""Columns that linking adds."""

MENTION = pa.struct(
    [
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("text", pa.string()),
        ("entity", pa.string()),
        ("title", pa.string()),
        ("confidence", pa.float64()),
    ]
)

# A linked document and no error, or the error and no document.
LinkedRow: TypeAlias = "tuple[LinkedDocument, None] | tuple[None, str]"


def row_document(text: Any, mentions: Any = None) -> TextDocument:
    """A row as a document: mentions as in `read_document`, or None to have them detected."""
    if text is None:
        raise DocumentError("The text is missing.")
    return read_document({"text": text, "mentions": mentions})


def link_rows(linker: Linker, rows: Iterable[Callable[[], TextDocument]], workers: int = 1) -> Iterator[LinkedRow]:
    """The links or the error of every row, in order."""
    errors: dict[int, Exception] = {}
    asked = 0

    def documents() -> Iterator[TextDocument]:
        nonlocal asked
        for number, make in enumerate(rows):
            asked = number + 1
            try:
                yield make()
            except Exception as error:
                errors[number] = error
                yield TextDocument("")  # in its place, so that later rows keep their numbers

    def failed(number: int, error: Exception) -> None:
        errors.setdefault(number, error)

    number = 0
    for document in linker.link_all(_numbered(documents()), workers=workers, on_error=failed):
        while number < document.id:
            yield _failed(errors.pop(number))
            number += 1
        yield _failed(errors.pop(number)) if number in errors else (document, None)
        number += 1
    while number < asked:
        yield _failed(errors.pop(number))
        number += 1


def _numbered(documents: Iterable[TextDocument]) -> Iterator[TextDocument]:
    for number, document in enumerate(documents):
        yield TextDocument(document.text, document.mentions, id=number, fixed=document.fixed)


def _failed(error: Exception) -> LinkedRow:
    return None, str(error) if isinstance(error, PairLinkingError) else f"{type(error).__name__}: {error}"


def _mentions(document: LinkedDocument) -> list[dict[str, Any]]:
    found = []
    for record in mention_records(document, evidence=False, candidates=0, to_write=True):
        entity = record["entity"] or {}
        found.append(
            {
                "start": record["start"],
                "end": record["end"],
                "text": record["text"],
                "entity": entity.get("id"),
                "title": entity.get("title"),
                "confidence": record.get("confidence"),
            }
        )
    return found


def link_batch(
    linker: Linker, batch: pa.RecordBatch, text: str, mentions: str | None, workers: int = 1
) -> pa.RecordBatch:
    """A batch of Arrow with two more columns: `LINKED` and `ERROR`."""
    texts: Sequence[Any] = batch.column(text).to_pylist()
    spans: Sequence[Any] = [None] * len(texts) if mentions is None else batch.column(mentions).to_pylist()
    rows = (lambda each=each: row_document(*each) for each in zip(texts, spans, strict=True))
    linked, errors = zip(*link_rows(linker, rows, workers), strict=True) if len(texts) else ((), ())
    found = [None if document is None else _mentions(document) for document in linked]
    columns = [*batch.columns, pa.array(found, pa.list_(MENTION)), pa.array(errors, pa.string())]
    return pa.RecordBatch.from_arrays(columns, names=[*batch.schema.names, LINKED, ERROR])


@lru_cache(maxsize=2)
def worker_linker(kb: str | None, options: tuple[tuple[str, Any], ...]) -> Linker:
    """One linker for a Python worker of Spark, however many tasks it gets."""
    from pairlinking.building import open_kb
    from pairlinking.linking import Linker

    return Linker(open_kb(kb), **dict(options))
