"""What the API adds to the records of linked documents and comparisons."""

from __future__ import annotations

from typing import Any

from pairlinking.linking import Comparison, LinkedDocument, Linker
from pairlinking.linking.json_document import document_json
from pairlinking.linking.json_text import json_bytes
from pairlinking.linking.records import comparison_record, options_record

__all__ = ["compare_reply", "default_options", "link_reply"]


def link_reply(document: LinkedDocument, *, ms: float, evidence: bool = True, candidates: int | None = None) -> bytes:
    """A linked document, and how long the linking took, as JSON."""
    text = document_json(document, evidence=evidence, candidates=candidates)
    return b'%b,"ms":%b}' % (text[:-1], json_bytes(_times(ms)))


def compare_reply(linker: Linker, comparison: Comparison, *, ms: float) -> dict[str, Any]:
    """A comparison, the options that all methods share, and how long it took."""
    options = default_options(linker)
    del options["method"]
    if linker.options.beta is None:
        options["beta"] = None  # each method has a beta of its own
    return {**comparison_record(comparison), "options": options, "ms": _times(ms)}


def default_options(linker: Linker) -> dict[str, Any]:
    """The options of a linker."""
    return options_record(linker.method, linker.relatedness, linker.beta, linker.threshold, linker.options.top_k)


def _times(ms: float) -> dict[str, float]:
    return {"link": round(ms, 3)}
