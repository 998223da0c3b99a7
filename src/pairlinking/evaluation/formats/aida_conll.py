"""AIDA's token files (AIDA-YAGO2-dataset.tsv, KORE50.tsv): one token per line, followed by its mention after tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats.files import place, read_lines
from pairlinking.evaluation.formats.tokens import TokenText

__all__ = ["NIL", "document_name", "read", "yago_name"]

NIL = "--NME--"
_START = re.compile(r"-DOCSTART-(?: \((.*)\))?\s*")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents in the order of the file; tokens are joined by spaces, sentences by line ends.

    Columns of a token within a mention: token, ``B`` or ``I``, the mention, its name in YAGO2, and in AIDA also its
    address in Wikipedia, which counts if it is there.
    """
    name, text = "", None
    for number, line in read_lines(annotations):
        started = document_name(line)
        if started is not None:
            if text is not None:
                yield text.document(name)
            name, text = started or str(number), TokenText()
            continue
        where = place(annotations, number)
        if text is None:
            if line.strip():
                raise SourceError(f"{where}: a document must begin with a line -DOCSTART-. Got {line[:60]!r}.")
            continue
        fields = line.split("\t")
        if len(fields) == 1:
            if fields[0].strip():
                text.add(fields[0])
            else:
                text.end_sentence()
        else:
            _add_token_of_mention(text, fields, where)
    if text is None:
        raise SourceError(f"{annotations} holds no document: no line begins with -DOCSTART-.")
    yield text.document(name)


def document_name(line: str) -> str | None:
    """Name of the document that begins in this line, empty if it has none; None if no document begins.

    >>> document_name("-DOCSTART- (947testa CRICKET)")
    '947testa CRICKET'
    """
    found = _START.fullmatch(line)
    return None if found is None else found[1] or ""


def yago_name(name: str) -> str:
    r"""The title for a name of YAGO2, in which characters may be escaped.

    >>> yago_name(r"U\u002eS\u002e_Open_\u0028golf\u0029")
    'U.S._Open_(golf)'
    """
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), name)


def _add_token_of_mention(text: TokenText, fields: list[str], where: str) -> None:
    if len(fields) < 4 or fields[1] not in ("B", "I") or not fields[0] or not fields[3]:
        raise SourceError(f"{where}: a token, B or I, the mention and its name were expected. Got {fields[:4]!r:.80}.")
    token, position, _, name, *address = fields
    if position == "B":
        gold = None if name == NIL else ((address[0] if address and address[0] else yago_name(name)),)
        text.begin_mention(gold)
    elif not text.is_in_mention:
        raise SourceError(f"{where}: a mention continues (I) that did not begin (B).")
    text.add(token, in_mention=True)
