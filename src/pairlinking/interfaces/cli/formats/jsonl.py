"""For programs: one JSON object per document (docs/reference/documents.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairlinking.interfaces.cli.formats.base import FORMATS, Format
from pairlinking.interfaces.json_lines import with_links
from pairlinking.linking.json_text import json_bytes

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["JsonLines"]


@FORMATS.register("jsonl")
class JsonLines(Format):
    """One line per document: other keys of the input are kept, its mentions are replaced by ours.

    Other keys of an input mention, such as a gold entity, are under ``given`` in ours.
    """

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        wanted = self.wanted
        if read.record is None:
            return linked.to_json(evidence=wanted.evidence, candidates=wanted.candidates) + "\n"
        record = with_links(read.record, linked, evidence=wanted.evidence, candidates=wanted.candidates)
        return json_bytes(record).decode() + "\n"
