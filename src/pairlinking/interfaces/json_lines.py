"""JSON lines as users write them: reading the object on a line, and adding links to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pairlinking.errors import DocumentError
from pairlinking.linking.records import document_record

if TYPE_CHECKING:
    from pairlinking.linking import LinkedDocument

__all__ = ["BOM", "decode", "numbered_lines", "read_object", "with_links"]

BOM = b"\xef\xbb\xbf"
_OURS = ("start", "end")  # the keys of a mention that are read; all others are the user's


def numbered_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers from 1.

    >>> list(numbered_lines([b"{}", b" ", b"[]"]))
    [(1, b'{}'), (3, b'[]')]
    """
    for number, line in enumerate(lines, 1):
        content = line.removeprefix(BOM) if number == 1 else line
        if content.strip():
            yield number, content


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object on a line; `DocumentError` if there is none.

    >>> read_object(b'{"text": "Tiger won."}')
    {'text': 'Tiger won.'}
    """
    text = decode(line)
    try:
        record = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise DocumentError(f"not JSON: {error.msg.removesuffix(' at')} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, or brackets nested as deep
        raise DocumentError(f"not JSON that can be read: {error}") from None
    if not isinstance(record, dict):
        raise DocumentError(f'not a JSON object such as {{"text": ...}}. Got {text.strip()[:80]!r} instead')
    return record


def _refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity: Python would read and write them, but other programs cannot read them."""
    raise ValueError(f"{name} is not JSON")


def decode(content: bytes) -> str:
    """UTF-8 as text; `DocumentError` names the first byte that is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        within = f" of line {line}" if line > 1 else ""
        byte = error.start - (content.rfind(b"\n", 0, error.start) + 1) + 1
        raise DocumentError(
            f"not UTF-8: byte {byte}{within} is 0x{content[error.start]:02x}{_advice(content)}"
        ) from None


def _advice(content: bytes) -> str:
    """What to do with bytes that are not UTF-8."""
    is_binary = b"\0" in content[:1000]
    return ". It looks like a binary file" if is_binary else ". Convert it, such as with iconv -f LATIN1 -t UTF-8"


def with_links(
    given: Mapping[str, Any], linked: LinkedDocument, *, evidence: bool, candidates: int | None
) -> dict[str, Any]:
    """The given object with our mentions instead of its own; its other keys are kept.

    Other keys of a given mention, such as a gold entity, are under ``given`` in ours.
    """
    record = document_record(linked, evidence=evidence, candidates=candidates, to_write=True)
    for mention, ours in zip(given.get("mentions") or (), record["mentions"], strict=False):
        if isinstance(mention, dict) and (others := {key: mention[key] for key in mention if key not in _OURS}):
            ours["given"] = others
    return {**given, **record}
