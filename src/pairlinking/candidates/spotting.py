"""Kinds of spotting: which stretches of a raw text are mentions."""

from __future__ import annotations

import re
from bisect import bisect_left
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
    """What is found by default: names; everything that it has where a knowledge base was built from catalogues only."""
    names = [str(source.get("name", "")) for source in kb.manifest.sources]
    return ALL if names and all(_CATALOGUE.search(name) for name in names) else NAMES


def find_mentions(
    kb: KnowledgeBase, kind: str = NAMES, *, threshold: float | None = None
) -> Callable[[str], list[Span]]:
    """A function from a text to the spans of its mentions, in order and without overlaps.

    ``"names"`` are proper names, known or not (`Detector`). ``"concepts"`` are surface forms that pages link, common
    nouns among them (`Spotter`). ``"all"`` are both; where they overlap, the name counts.

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


def joined(first: Sequence[Span], second: Sequence[Span]) -> list[Span]:
    """The first spans, and those of the second that overlap none of them.

    >>> joined([(0, 5), (10, 12)], [(4, 8), (6, 8), (10, 12), (20, 22)])
    [(0, 5), (6, 8), (10, 12), (20, 22)]
    """
    starts, ends = [start for start, _ in first], [end for _, end in first]
    apart = [span for span in second if bisect_left(starts, span[1]) <= _before(ends, span[0])]
    return sorted([*first, *apart])


def _before(ends: list[int], start: int) -> int:
    """How many spans end by `start`."""
    return bisect_left(ends, start + 1)
