"""AIDA's text as end-to-end linkers read it: one token per line, mentions from ``MMSTART_<page id>`` to ``MMEND``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats.files import place, read_lines
from pairlinking.evaluation.formats.tokens import TokenText

__all__ = ["read"]

_BEGIN, _END, _START, _STOP, _LINE_END = "MMSTART_", "MMEND", "DOCSTART", "DOCEND", "*NL*"


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents in the order of the file. Mentions have a page id, followed by a title, which is their name."""
    name, text = "", None
    for number, line in read_lines(annotations):
        where, token = place(annotations, number), line.strip()
        if token.startswith(_START):
            if text is not None:
                yield text.document(name)
            name, text = token.removeprefix(_START).strip("_ ") or str(number), TokenText()
        elif not token or token == _STOP:
            continue
        elif text is None:
            raise SourceError(f"{where}: a document must begin with a line DOCSTART. Got {token[:60]!r}.")
        elif token.startswith(_BEGIN):
            _, _, title = token.replace("\t", " ").partition(" ")
            if text.is_in_mention or not title.strip():
                wrong = (
                    "a mention begins within a mention" if text.is_in_mention else "the title of the page is missing"
                )
                raise SourceError(f"{where}: {wrong}: {token[:60]!r}.")
            text.begin_mention((title.strip(),))
        elif token == _END:
            if not text.is_in_mention:
                raise SourceError(f"{where}: a mention ends that did not begin.")
            text.end_mention()
        elif token == _LINE_END:
            text.end_sentence()
        else:
            text.add(token, in_mention=text.is_in_mention)
    if text is None:
        raise SourceError(f"{annotations} holds no document: no line begins with DOCSTART.")
    yield text.document(name)
