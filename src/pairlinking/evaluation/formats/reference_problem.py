"""ReferenceProblem files (ACE2004, AQUAINT, MSNBC): tags like XML's, but raw ``&``, and one text for each file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.files import list_files, note_unused, place, read_text
from pairlinking.evaluation.formats.spans import locate
from pairlinking.text.escapes import unescape

__all__ = ["read"]

_NIL = "*null*"
_INSTANCE = re.compile(r"<ReferenceInstance>((?:[^<]++|<(?!/?ReferenceInstance>))*+)</ReferenceInstance>")
_EDGE = re.compile(r"</?ReferenceInstance>")
_FIELDS = ("SurfaceForm", "Offset", "Length", "ChosenAnnotation")


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents by file name; `texts` is the folder with a text of the same name for each problem."""
    if texts is None:
        raise SourceError(f"{annotations} needs a folder of texts.")
    problems = list_files(annotations)
    for path in problems:
        text = read_text(texts / path.name)
        mentions = sorted(_mentions(path, text, notes), key=lambda mention: (mention.start, mention.end))
        yield AnnotatedDocument(path.name, text, tuple(mentions))
    note_unused(list_files(texts), {path.name for path in problems}, notes)


def _mentions(path: Path, text: str, notes: Notes) -> Iterator[AnnotatedMention]:
    content = read_text(path)
    _check(path, content)
    for found in _INSTANCE.finditer(content):
        where = place(path, _line(content, found.start()))
        surface, offset, length, chosen = (_field(found[1], name, where) for name in _FIELDS)
        try:
            start, size = int(offset), int(length)
        except ValueError:
            raise SourceError(f"{where}: Offset and Length must be numbers. Got {offset!r} and {length!r}.") from None
        span = locate(text, start, start + size, surface, where, notes)
        if span is not None:
            yield AnnotatedMention(*span, None if chosen == _NIL else (_corrected_address(chosen, where, notes),))


def _check(path: Path, content: str) -> None:
    """Refuse a file that is truncated, or of another kind."""
    if "<ReferenceProblem>" not in content or "</ReferenceProblem>" not in content:
        raise SourceError(
            f"{path} is not a complete ReferenceProblem file: <ReferenceProblem> or its end tag is missing."
        )
    expected = "<ReferenceInstance>"
    for edge in _EDGE.finditer(content):
        if edge[0] != expected:
            raise SourceError(f"{place(path, _line(content, edge.start()))}: {expected} was expected. Got {edge[0]}.")
        expected = "</ReferenceInstance>" if expected == "<ReferenceInstance>" else "<ReferenceInstance>"
    if expected == "</ReferenceInstance>":
        raise SourceError(f"{place(path, _line(content, len(content)))}: {expected} is missing.")


def _field(instance: str, name: str, where: str) -> str:
    _, start, rest = instance.partition(f"<{name}>")
    value, end, _ = rest.partition(f"</{name}>")
    if not start or not end:
        raise SourceError(f"{where}: the ReferenceInstance has no {name}.")
    return value.strip()


def _line(content: str, at: int) -> int:
    return content.count("\n", 0, at) + 1


def _corrected_address(address: str, where: str, notes: Notes) -> str:
    """The URL without errors in the files: another URL before it, a trailing quotation mark, HTML entities."""
    corrected = unescape(address[address.rfind("http://") :] if "http://" in address else address)
    if corrected.count('"') % 2:
        corrected = corrected.removesuffix('"')
    if corrected != address:
        notes.correct("the address of the entity is broken", where)
    return corrected
