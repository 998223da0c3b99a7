"""When and why Pair-Linking goes wrong: its wrong links by the step that made them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from pairlinking.collective import Assignment
from reproduction.arena.scorer import PreparedDocument

__all__ = ["tell_wrong_steps"]

_QUARTERS = 4


def tell_wrong_steps(documents: Sequence[PreparedDocument], answers: Sequence[Assignment]) -> dict[str, Any]:
    """Counts of linked mentions by the quarter of the trace that decided them, and of wrong ones by their partner.

    Returned are, per quarter, mentions, wrong ones, those of the wrong that local confidence alone had right ("lost"),
    and right ones it had wrong ("won"); and for wrong ones whether the other mention of the pair was right, wrong or
    without gold.
    """
    quarters: list[Counter[str]] = [Counter() for _ in range(_QUARTERS)]
    partners: Counter[str] = Counter()
    for document, answer in zip(documents, answers, strict=True):
        local = _best_local(answer)
        for quarter, mention, partner in _decided(answer):
            if not document.is_linked[mention]:
                continue
            is_right = bool(answer.choice[mention] == document.gold[mention])
            was_right = local[mention] == document.gold[mention]
            quarters[quarter]["mentions"] += 1
            quarters[quarter]["wrong"] += not is_right
            quarters[quarter]["lost"] += was_right and not is_right
            quarters[quarter]["won"] += is_right and not was_right
            if not is_right:
                partners[_state(document, answer, partner)] += 1
    return {"quarters": [dict(each) for each in quarters], "partners_of_wrong": dict(sorted(partners.items()))}


def _decided(answer: Assignment) -> Iterator[tuple[int, int, int]]:
    """Quarter of the trace, mention and partner of each decision; of repeated mentions the first counts."""
    steps, seen = answer.trace, set[int]()
    for at, step in enumerate(steps):
        for mention, partner in (step.mentions, step.mentions[::-1]):
            if mention not in seen:
                seen.add(mention)
                yield at * _QUARTERS // len(steps), mention, partner


def _best_local(answer: Assignment) -> list[int]:
    offsets, local = answer.problem.offsets.tolist(), answer.problem.local
    return [int(local[start:end].argmax()) if end > start else -1 for start, end in pairwise(offsets)]


def _state(document: PreparedDocument, answer: Assignment, mention: int) -> str:
    if not document.is_linked[mention]:
        return "without gold"
    return "right" if answer.choice[mention] == document.gold[mention] else "wrong"
