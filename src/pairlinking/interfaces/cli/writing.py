"""Linked documents on standard output: JSON lines for programs, one line a link for people."""

from __future__ import annotations

import errno
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from pairlinking.errors import PairLinkingError

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["as_record", "as_text", "write_line"]

_HEADING = 72  # characters of a text that tell people which one it is
_OURS = ("start", "end")  # what is read of a mention; everything else in it is the user's


def as_record(
    read: ReadDocument, linked: LinkedDocument, *, evidence: bool = True, candidates: int | None = None
) -> dict[str, Any]:
    """The linked document for JSON: other keys of the input stay, its mentions are replaced by ours.

    What else an input mention holds, such as a gold entity, is under ``given`` of ours. The options are those of
    `LinkedDocument.to_dict`.
    """
    record = linked.to_dict(evidence=evidence, candidates=candidates)
    if read.record is None:
        return record
    for given, mention in zip(read.record.get("mentions") or (), record["mentions"], strict=False):
        if isinstance(given, dict) and (others := {key: given[key] for key in given if key not in _OURS}):
            mention["given"] = others
    return {**read.record, **record}


def as_text(read: ReadDocument, linked: LinkedDocument, *, with_heading: bool) -> str:
    """One line a link; with a heading, the links are set in below the place and the beginning of the document."""
    if not with_heading:
        return str(linked)
    start = " ".join(linked.text[: 2 * _HEADING].split())
    start = start if len(start) <= _HEADING else start[: _HEADING - 1] + "…"
    return "\n  ".join([f"{read.origin}: {start}", *str(linked).splitlines()]) + "\n"


def write_line(content: str | dict[str, Any]) -> None:
    """Write and flush: whoever reads our output has each document as soon as it is linked, and never half of one.

    Always UTF-8, as JSON must be, whatever the locale says.
    """
    text = json.dumps(content, ensure_ascii=False) if isinstance(content, dict) else content
    # Half of a character (a lone surrogate) is none in UTF-8; the escape that takes its place is also that of JSON.
    data = text.encode(errors="backslashreplace")
    try:
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        # Python would try again at its end, and fail with a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise PairLinkingError(f"The output cannot be written: {error.strerror}.") from error
