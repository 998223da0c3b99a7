"""For programs: one JSON object a document (docs/reference/documents.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pairlinking.interfaces.cli.formats.base import FORMATS, Format

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["JsonLines"]

_OURS = ("start", "end")  # what is read of a mention; everything else in it is the user's


@FORMATS.register("jsonl")
class JsonLines(Format):
    """One line a document: other keys of the input stay, its mentions are replaced by ours.

    What else an input mention holds, such as a gold entity, is under ``given`` of ours.
    """

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        return json.dumps(self._record(read, linked), ensure_ascii=False) + "\n"

    def _record(self, read: ReadDocument, linked: LinkedDocument) -> dict[str, Any]:
        record = linked.to_dict(evidence=self.wanted.evidence, candidates=self.wanted.candidates)
        if read.record is None:
            return record
        for given, mention in zip(read.record.get("mentions") or (), record["mentions"], strict=False):
            if isinstance(given, dict) and (others := {key: given[key] for key in given if key not in _OURS}):
                mention["given"] = others
        return {**read.record, **record}
