"""For people at a terminal: one line per link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairlinking.interfaces.cli.formats.base import FORMATS, Format

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["TextFormat"]

_HEADING = 72  # characters of a text that show people which one it is


@FORMATS.register("text")
class TextFormat(Format):
    """One line per link; with a heading, the links are indented below the place and the beginning of the document."""

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        if not self.wanted.heading:
            return f"{linked}\n"
        start = " ".join(linked.text[: 2 * _HEADING].split())
        start = start if len(start) <= _HEADING else start[: _HEADING - 1] + "…"
        return "\n  ".join([f"{read.origin}: {start}", *str(linked).splitlines()]) + "\n\n"
