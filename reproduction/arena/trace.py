"""When and why Pair-Linking goes wrong: its wrong links by the step that made them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pairlinking.collective import Assignment
from reproduction.arena.scorer import ArenaPrepared

__all__ = ["wrong_steps"]

_QUARTERS = 4


def wrong_steps(documents: Sequence[ArenaPrepared], answers: Sequence[Assignment]) -> dict[str, Any]:
    """Counts of linked mentions by the quarter of the trace that decided them, and of wrong ones by their partner.

    Per quarter: mentions, wrong ones, wrong ones that local confidence alone has right ("lost"), and right ones that it
    has wrong ("won"). For wrong ones: whether the other mention of the pair was right, wrong or without gold.
    """
    quarters: list[Counter[str]] = [Counter() for _ in range(_QUARTERS)]
    partners: Counter[str] = Counter()
    for document, answer in zip(documents, answers, strict=True):
        given, local = document.answers(answer.choice), document.best(document.local)
        for quarter, mention, partner in _decided(document, answer):
            if not document.is_linked[mention]:
                continue
            is_right, was_right = (found[mention] in document.gold[mention] for found in (given, local))
            quarters[quarter]["mentions"] += 1
            quarters[quarter]["wrong"] += not is_right
            quarters[quarter]["lost"] += was_right and not is_right
            quarters[quarter]["won"] += is_right and not was_right
            if not is_right:
                partners[_state(document, given, partner)] += 1
    return {"quarters": [dict(each) for each in quarters], "partners_of_wrong": dict(sorted(partners.items()))}


def _decided(document: ArenaPrepared, answer: Assignment) -> Iterator[tuple[int, int, int]]:
    """Quarter of the trace, mention and partner of each decision; of repeated mentions the first counts."""
    steps, first, seen = answer.trace, document.repeats.first.tolist(), set[int]()
    for at, step in enumerate(steps):
        left, right = (first[name] for name in step.mentions)
        for mention, partner in ((left, right), (right, left)):
            if mention not in seen:
                seen.add(mention)
                yield at * _QUARTERS // len(steps), mention, partner


def _state(document: ArenaPrepared, given: Sequence[int], mention: int) -> str:
    if not document.is_linked[mention]:
        return "without gold"
    return "right" if given[mention] in document.gold[mention] else "wrong"
