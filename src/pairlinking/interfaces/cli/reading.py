"""Documents read from files, each with the place it came from; bad ones are reported and skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from pairlinking.errors import DocumentError, SourceError
from pairlinking.interfaces.cli.inputs import Input
from pairlinking.interfaces.json_lines import BOM, decode, numbered_lines, read_object
from pairlinking.linking.documents import TextDocument, read_document

__all__ = ["OnBad", "Origin", "ReadDocument", "read_documents", "read_one"]

_MOST_TRIPLES, _MOST_CHARACTERS = 10_000_000, 2_000_000_000  # of a file of NIF, which is read as a whole


class Origin(NamedTuple):
    """Where a document came from; the line, from 1, is None for a file as a whole."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}, line {self.line}"


@dataclass(frozen=True)
class ReadDocument:
    """A document to link, where it came from, and the JSON object that it was, if it was one."""

    origin: Origin
    source: TextDocument
    record: dict[str, Any] | None = None


# Called for every line or file that is not a document, with the reason.
OnBad: TypeAlias = Callable[[Origin, str], object]


def read_documents(inputs: Sequence[Input], on_bad: OnBad) -> Iterator[ReadDocument]:
    """Documents of all inputs in their order, one at a time: no file is read before it is needed.

    In a text, ``[[marks]]`` enclose mentions, and ``[[Entity|mention]]`` gives the entity of one; without any marks,
    mentions are detected. The id of a text is its place. In JSON nothing is a mark; if ``mentions`` are missing or
    null, they are detected. Blank lines are skipped. In NIF, each context is a document with its URI as the id;
    mentions are detected in one without phrases.
    """
    for each in inputs:
        reader = (
            _read_nif if each.is_nif else _read_json if each.is_json else _read_whole if each.is_whole else _read_lines
        )
        try:
            yield from reader(each, on_bad)
        except OSError as error:
            on_bad(Origin(each.name), f"cannot be read: {error.strerror or error}")
        except DocumentError as error:
            on_bad(Origin(each.name), str(error))


def read_one(given: Input) -> ReadDocument:
    """The only document of an input.

    Raises
    ------
    SourceError
        It holds no document, several, or a bad one.
    """

    def refuse(origin: Origin, reason: str) -> None:
        raise SourceError(f"{origin}: {reason}")

    found = read_documents([given], refuse)
    first = next(found, None)
    if first is None:
        raise SourceError(f"{given.name} holds no document.")
    if next(found, None) is not None:
        raise SourceError(f"{given.name} holds several documents, but one was expected.")
    return first


def _read_whole(given: Input, on_bad: OnBad) -> Iterator[ReadDocument]:
    content = b"".join(given.lines()).removeprefix(BOM)
    try:
        source = TextDocument.of_marked(decode(content), given.id)
    except DocumentError as error:
        on_bad(Origin(given.name), str(error))
    else:
        yield ReadDocument(Origin(given.name), source)


def _read_lines(given: Input, on_bad: OnBad) -> Iterator[ReadDocument]:
    for origin, line in _numbered(given):
        try:
            source = TextDocument.of_marked(decode(line.rstrip(b"\r\n")), f"{given.name}:{origin.line}")
        except DocumentError as error:
            on_bad(origin, str(error))
        else:
            yield ReadDocument(origin, source)


def _read_json(given: Input, on_bad: OnBad) -> Iterator[ReadDocument]:
    is_first = True
    for origin, line in _numbered(given):
        # One JSON value that spans many lines would be reported once for each line.
        if is_first and (line.startswith(b"[") or line.strip() == b"{"):
            on_bad(origin, "JSON lines were expected: one object a line. Convert it with jq -c, such as jq -c '.[]'")
            return
        is_first = False
        try:
            record = read_object(line)
            source = read_document(record)
        except DocumentError as error:
            on_bad(origin, str(error))
        else:
            yield ReadDocument(origin, source, record)


def _read_nif(given: Input, on_bad: OnBad) -> Iterator[ReadDocument]:
    from pairlinking.evaluation.formats.turtle import Limits
    from pairlinking.interfaces.nif import read_nif

    try:
        documents = read_nif(
            b"".join(given.lines()), given.name, Limits(_MOST_TRIPLES, characters=_MOST_CHARACTERS)
        ).documents
    except (DocumentError, SourceError) as error:
        on_bad(Origin(given.name), str(error).removeprefix(f"{given.name}, "))
        return
    for document in documents:
        yield ReadDocument(Origin(given.name), TextDocument(document.text, document.spans or None, document.name))


def _numbered(given: Input) -> Iterator[tuple[Origin, bytes]]:
    """Lines that are not blank, with their numbers."""
    for number, line in numbered_lines(given.lines()):
        yield Origin(given.name, number), line
