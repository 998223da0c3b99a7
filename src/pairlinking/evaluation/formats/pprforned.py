"""PPRforNED (Pershina et al. 2015): AIDA's mentions without the text; candidates and links are for the arena."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from reproduction.arena.pprforned import read_documents

__all__ = ["read"]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents without text by their number in AIDA. A mention's `start` is its place among those of its document.

    `annotations` is the archive, or the folder unpacked from it; where both are there, the folder is read.
    """
    for document in read_documents(annotations.parent):
        mentions = (
            AnnotatedMention(at, at + 1, None if mention.gold is None else (mention.gold,))
            for at, mention in enumerate(document.mentions)
        )
        yield AnnotatedDocument(str(document.number), "", tuple(mentions))
