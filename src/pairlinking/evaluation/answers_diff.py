"""Compares answers mention by mention: why each wrong one is wrong, and where two runs differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairlinking.errors import DocumentError
from pairlinking.evaluation.answers import Answer, AnsweredDocument, tallies_of
from pairlinking.evaluation.scoring import compare
from pairlinking.evaluation.significance import PairedTest

__all__ = ["CAUSES", "CHANGES", "Changed", "Difference", "Mistake", "cause_of", "compare_answers", "mistakes"]

# Why an answer is wrong.
CAUSES = {
    "no-candidate": "the right entity was not a candidate",
    "not-chosen": "another candidate was chosen",
    "other-entity": "another entity was answered; the candidates are not known",
    "left-out": "no link was given, though there is a right entity",
    "not-nil": "linked, though nothing in the knowledge base is right",
}

# What a second run changes about an answer of the first.
CHANGES = {
    "fixed": "wrong in the first, right in the second",
    "broken": "right in the first, wrong in the second",
    "still-wrong": "wrong in both, in different ways",
}


class Mistake(NamedTuple):
    """A wrong answer, and the cause of `CAUSES`."""

    document: str
    cause: str
    answer: Answer


class Changed(NamedTuple):
    """A mention with different answers, and what that means, a name of `CHANGES`."""

    document: str
    change: str
    before: Answer
    after: Answer


@dataclass(frozen=True)
class Difference:
    """Two runs over the same mentions.

    Attributes
    ----------
    changed
        Mentions with different answers, in the order of the documents.
    same_right, same_wrong
        Mentions with the same answer.
    only_before, only_after
        Mentions that the other run lacks: they are not compared.
    test
        For each document, the share of right answers of the second minus that of the first, on shared mentions; None
        for fewer than two documents.
    """

    changed: tuple[Changed, ...]
    same_right: int
    same_wrong: int
    only_before: int
    only_after: int
    test: PairedTest | None

    def number(self, change: str) -> int:
        """How many changes there are of a kind."""
        return sum(each.change == change for each in self.changed)


def cause_of(answer: Answer) -> str | None:
    """Why an answer is wrong, a name of `CAUSES`; None if it is right.

    >>> cause_of(Answer(0, 5, "Tiger", gold=("Tiger Woods",), answer="Tiger", is_candidate=True))
    'not-chosen'
    """
    if answer.is_right:
        return None
    if not answer.gold:
        return "not-nil"
    if answer.is_candidate is False:
        return "no-candidate"
    if answer.answer is None:
        return "left-out"
    return "other-entity" if answer.is_candidate is None else "not-chosen"


def mistakes(documents: Sequence[AnsweredDocument]) -> list[Mistake]:
    """All wrong answers, by the order of `CAUSES`, the most confident first."""
    found = [
        Mistake(document.id, cause, each)
        for document in documents
        for each in document.mentions
        if (cause := cause_of(each)) is not None
    ]
    order = list(CAUSES)
    return sorted(found, key=lambda each: (order.index(each.cause), -(each.answer.confidence or 0.0)))


def compare_answers(before: Sequence[AnsweredDocument], after: Sequence[AnsweredDocument]) -> Difference:
    """Compare two runs mention by mention; mentions are the same if document and offsets are.

    Raises
    ------
    DocumentError
        They share no mention.
    """
    left, right = dict(_mentions(before)), dict(_mentions(after))
    shared = [key for key in left if key in right]
    if not shared:
        raise DocumentError(
            f"The two have no mention in common ({len(left):,} and {len(right):,}). Are they for the same data set?"
        )
    kinds = Counter(_change(left[key], right[key]) for key in shared)
    changed = [
        Changed(key[0], change, left[key], right[key])
        for key in shared
        if (change := _change(left[key], right[key])) in CHANGES
    ]
    return Difference(
        changed=tuple(changed),
        same_right=kinds["same-right"],
        same_wrong=kinds["same-wrong"],
        only_before=len(left) - len(shared),
        only_after=len(right) - len(shared),
        test=_test([(key[:2], left[key], right[key]) for key in shared]),
    )


_Key = tuple[str, int, int, int]


def _mentions(documents: Sequence[AnsweredDocument]) -> Iterator[tuple[_Key, Answer]]:
    """Answers by id, which of the documents with this id it is, and offsets."""
    seen: Counter[str] = Counter()
    for document in documents:
        for each in document.mentions:
            yield (document.id, seen[document.id], each.start, each.end), each
        seen[document.id] += 1


def _change(before: Answer, after: Answer) -> str:
    if before.is_right != after.is_right:
        return "fixed" if after.is_right else "broken"
    if before.is_right:
        return "same-right"  # several names may be right
    return "same-wrong" if before.answer == after.answer else "still-wrong"


def _test(shared: Sequence[tuple[tuple[str, int], Answer, Answer]]) -> PairedTest | None:
    before: dict[tuple[str, int], list[Answer]] = {}
    after: dict[tuple[str, int], list[Answer]] = {}
    for key, left, right in shared:
        before.setdefault(key, []).append(left)
        after.setdefault(key, []).append(right)
    first, second = (
        tallies_of([AnsweredDocument(name, tuple(each)) for (name, _), each in documents.items()])
        for documents in (before, after)
    )
    return compare(second, first, "all")  # as the counts: NIL answered as such is right
