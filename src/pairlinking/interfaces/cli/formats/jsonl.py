"""For programs: one JSON object per document (docs/reference/documents.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pairlinking.interfaces.cli.formats.base import FORMATS, Format
from pairlinking.linking.json_text import json_bytes
from pairlinking.linking.records import document_record

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["JsonLines"]

_OURS = ("start", "end")  # the keys of a mention that are read; all others are the user's


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
        return json_bytes(self._joined(read.record, linked)).decode() + "\n"

    def _joined(self, given_record: Mapping[str, Any], linked: LinkedDocument) -> dict[str, Any]:
        wanted = self.wanted
        record = document_record(linked, evidence=wanted.evidence, candidates=wanted.candidates, to_write=True)
        for given, mention in zip(given_record.get("mentions") or (), record["mentions"], strict=False):
            if isinstance(given, dict) and (others := {key: given[key] for key in given if key not in _OURS}):
                mention["given"] = others
        return {**given_record, **record}
