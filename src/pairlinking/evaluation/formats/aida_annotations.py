"""AIDA's annotations without the text (AIDA-YAGO2-annotations.tsv): the first token of each mention, and its entity."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.aida_conll import NIL, document_name, yago_name
from pairlinking.evaluation.formats.files import place, read_lines

__all__ = ["read"]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents without text. A mention's `start` is the number of its first token; the file does not give its end.

    Columns: token, name in YAGO2 or ``--NME--``, address in Wikipedia, and ids of Wikipedia and Freebase, not always.
    """
    name, mentions = None, list[AnnotatedMention]()
    for number, line in read_lines(annotations):
        if not line.strip():
            continue
        started = document_name(line)
        if started is not None:
            if name is not None:
                yield AnnotatedDocument(name, "", tuple(mentions))
            name, mentions = started or str(number), []
            continue
        fields = line.split("\t")
        if name is None or len(fields) < 2 or not fields[0].isdecimal() or not fields[1]:
            raise SourceError(
                f"{place(annotations, number)}: a line -DOCSTART-, or the number of a token, a tab and a name were "
                f"expected. Got {line[:60]!r}."
            )
        at, entity = int(fields[0]), fields[1]
        address = fields[2] if len(fields) > 2 and fields[2] else yago_name(entity)
        mentions.append(AnnotatedMention(at, at + 1, None if entity == NIL else (address,)))
    if name is None:
        raise SourceError(f"{annotations} holds no document: no line begins with -DOCSTART-.")
    yield AnnotatedDocument(name, "", tuple(mentions))
