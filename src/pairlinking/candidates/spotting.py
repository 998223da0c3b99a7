"""Kinds of spotting: which spans of a raw text are mentions."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from pairlinking.candidates.spotter import Spotter
from pairlinking.detection import Detector

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["ALL", "CONCEPTS", "KINDS", "NAMES", "default_kind", "find_mentions"]

Span: TypeAlias = tuple[int, int]

NAMES: Final = "names"
CONCEPTS: Final = "concepts"
ALL: Final = "all"
KINDS: Final = (NAMES, CONCEPTS, ALL)

_CATALOGUE = re.compile(r"\.(?:jsonl?|ndjson)(?:\.\w+)?$", re.IGNORECASE)


def default_kind(kb: KnowledgeBase) -> str:
    """What is found by default: names; all mentions if the knowledge base was built from catalogues only."""
    names = [str(source.get("name", "")) for source in kb.manifest.sources]
    return ALL if names and all(_CATALOGUE.search(name) for name in names) else NAMES


def find_mentions(
    kb: KnowledgeBase, kind: str = NAMES, *, threshold: float | None = None
) -> Callable[[str], list[Span]]:
    """Make a function that returns the spans of a text's mentions, in order and without overlaps.

    ``"names"`` are proper names, known or not (`Detector`). ``"concepts"`` are surface forms that pages link, including
    common nouns (`Spotter`). ``"all"`` is both; where they overlap, the name is used, unless a form contains all of it.

    Parameters
    ----------
    threshold
        Least link probability of a concept.
    """
    if kind == NAMES:
        return Detector(kb).spot
    concepts = Spotter(kb, threshold=threshold).spot
    if kind == CONCEPTS:
        return concepts
    names = Detector(kb).spot
    return lambda text: joined(names(text), concepts(text))


def joined(names: Sequence[Span], forms: Sequence[Span]) -> list[Span]:
    """Names that are not within a longer form, and forms that overlap no other name.

    >>> joined([(0, 5), (10, 12), (33, 35)], [(4, 8), (6, 8), (10, 12), (20, 22), (30, 35)])
    [(0, 5), (6, 8), (10, 12), (20, 22), (30, 35)]
    """
    starts, ends = [start for start, _ in names], [end for _, end in names]
    kept: set[Span] = set(names)
    for start, end in forms:
        met = names[bisect_right(ends, start) : bisect_left(starts, end)]
        if all(start <= name[0] and name[1] <= end for name in met):
            kept.difference_update(met)
            kept.add((start, end))
    return sorted(kept)
