"""Held-out pages as documents with their links, for measuring linking on your own dump."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["join_sentences", "write_gold"]


def write_gold(path: Path, sentences: Iterable[pa.RecordBatch], key_of: Callable[[str], str | None]) -> dict[str, int]:
    """Write one document per line; `sentences` are those of held-out pages, sorted by page and number.

    Every anchor becomes a mention. Its entity is the key after redirects, or null if the KB has no such entity.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    n_documents = n_mentions = n_linked = 0
    rows = (row for batch in sentences for row in batch.to_pylist())
    with open(path, "w", encoding="utf-8") as file:
        for page, group in groupby(rows, key=lambda row: row["page"]):
            document = _document(page, group, key_of)
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
            n_documents += 1
            n_mentions += len(document["mentions"])
            n_linked += sum(mention["entity"] is not None for mention in document["mentions"])
    return {"documents": n_documents, "mentions": n_mentions, "linked": n_linked}


def join_sentences(rows: Iterable[dict[str, Any]]) -> tuple[str, list[tuple[int, int]], list[str]]:
    """Text of a page from its rows of the table ``sentences``, one per line; spans and targets of its anchors."""
    texts: list[str] = []
    spans: list[tuple[int, int]] = []
    targets: list[str] = []
    position = 0
    for row in rows:
        for anchor in row["anchors"]:
            spans.append((position + anchor["start"], position + anchor["end"]))
            targets.append(anchor["target"])
        texts.append(row["text"])
        position += len(row["text"]) + 1
    return "\n".join(texts), spans, targets


def _document(page: str, rows: Iterable[dict[str, Any]], key_of: Callable[[str], str | None]) -> dict[str, Any]:
    text, spans, targets = join_sentences(rows)
    mentions = [
        {"start": start, "end": end, "entity": key_of(target)}
        for (start, end), target in zip(spans, targets, strict=True)
    ]
    return {"id": page, "text": text, "mentions": mentions}
