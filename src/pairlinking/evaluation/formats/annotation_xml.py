"""Annotations of an XML file, unchanged, each with its line, for the files of WNED and IITB."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedMention, Notes
from pairlinking.evaluation.formats.files import place
from pairlinking.evaluation.formats.spans import locate

__all__ = ["XmlAnnotation", "XmlDocument", "read_annotations", "to_mentions"]


@dataclass
class XmlAnnotation:
    """Child elements of an ``<annotation>``; space around a mention is part of it."""

    line: int
    fields: dict[str, str] = field(default_factory=dict)


@dataclass
class XmlDocument:
    """A ``<document>``, or what is outside of any (under an empty name)."""

    name: str
    line: int
    annotations: list[XmlAnnotation] = field(default_factory=list)


def read_annotations(path: Path) -> list[XmlDocument]:
    """Documents in the order of the file; a name may occur twice.

    Raises
    ------
    SourceError
        The file cannot be read, or is not well-formed XML; the message names the line.
    """
    found: list[XmlDocument] = []
    parts: list[str] = []
    open_tags: list[str] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        line = parser.CurrentLineNumber
        if tag == "document":
            found.append(XmlDocument(attributes.get("docName", ""), line))
        elif tag == "annotation":
            if not found:
                found.append(XmlDocument("", line))
            found[-1].annotations.append(XmlAnnotation(line))
        open_tags.append(tag)
        parts.clear()

    def end(tag: str) -> None:
        open_tags.pop()
        if open_tags[-1:] == ["annotation"]:
            found[-1].annotations[-1].fields[tag] = "".join(parts)
        parts.clear()

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, parts.append
    try:
        parser.Parse(path.read_bytes(), True)
    except OSError as error:
        raise SourceError(f"Cannot read {path}: {error.strerror}. Is the data set complete?") from None
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, str(error))
        raise SourceError(f"{place(path, error.lineno)}: not well-formed XML: {reason}.") from None
    except (LookupError, ValueError) as error:  # Python's error for the encoding that the file declares
        raise SourceError(f"{path}: {error}. Save it as UTF-8.") from None
    if not any(document.annotations for document in found):
        raise SourceError(f"{path} holds no <annotation>.")
    return found


def to_mentions(path: Path, annotations: list[XmlAnnotation], text: str, notes: Notes) -> tuple[AnnotatedMention, ...]:
    """Mentions by ascending offset, NIL if the name is empty or ``NIL``; without a text, offsets are unchanged."""
    found = _mentions(path, annotations, text, notes)
    return tuple(sorted(found, key=lambda mention: (mention.start, mention.end)))


def _mentions(path: Path, annotations: list[XmlAnnotation], text: str, notes: Notes) -> Iterator[AnnotatedMention]:
    for annotation in annotations:
        where, fields = place(path, annotation.line), annotation.fields
        try:
            start, length, name = int(fields["offset"]), int(fields["length"]), fields["wikiName"].strip()
        except KeyError as error:
            raise SourceError(f"{where}: the annotation has no <{error.args[0]}>.") from None
        except ValueError:
            got = f"{fields['offset']!r} and {fields['length']!r}"
            raise SourceError(f"{where}: offset and length must be numbers. Got {got}.") from None
        span: tuple[int, int] | None = (start, start + length)
        if text:
            span = locate(text, start, start + length, fields.get("mention"), where, notes)
        elif start < 0 or length < 1:
            notes.skip("the offsets are not a span", where)
            span = None
        if span is not None:
            yield AnnotatedMention(*span, None if name in ("", "NIL") else (name,))
