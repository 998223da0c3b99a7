"""Comparisons of methods as the API sends them."""

from __future__ import annotations

from typing import Any

from pairlinking.interfaces.http.replies import options_in_force
from pairlinking.linking import Comparison, Link, Linker, TextDocument

__all__ = ["compare_reply"]

_DIGITS = 6


def compare_reply(linker: Linker, comparison: Comparison, source: TextDocument) -> dict[str, Any]:
    """What the API says of a comparison, but for how long it took."""
    differing = set(comparison.differences)
    options = options_in_force(linker)
    del options["method"]
    if linker.options.beta is None:
        options["beta"] = None  # each method has its own
    return {
        "id": source.id,
        "text": source.text,
        "methods": list(comparison.documents),
        "mentions": [
            {
                "start": start,
                "end": end,
                "surface": source.text[start:end],
                "answers": {name: _answer(document[number]) for name, document in comparison.documents.items()},
                "differ": number in differing,
            }
            for number, (start, end) in enumerate(source.mentions or ())
        ],
        "groups": comparison.groups,
        "left_out": dict(comparison.left_out),
        "options": options,
    }


def _answer(link: Link) -> dict[str, Any]:
    entity = link.entity
    return {
        "entity": None if entity is None else entity._asdict(),
        "confidence": round(link.confidence, _DIGITS),
        "local": round(link.local, _DIGITS),
    }
