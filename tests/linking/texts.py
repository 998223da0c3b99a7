"""Texts to link, and stand-ins that can go to another process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairlinking.collective import Pair
from pairlinking.linking import Candidate, LinkedDocument

__all__ = [
    "MENTIONS",
    "TEXT",
    "connected",
    "contents",
    "local_scores",
    "names_of",
    "no_mentions",
    "undirected",
    "written",
]

TEXT = "Tiger won at Augusta, Georgia. The Sun said that Woods, the Tiger, saw Greece leave the Euro."
MENTIONS = ["Tiger", "Augusta", "Georgia", "The Sun", "Woods", "Tiger", "Greece", "Euro"]


def no_mentions(text: str) -> list[tuple[int, int]]:
    """A spotter that finds nothing."""
    return []


def written(names: Iterable[str], between: str = ". ") -> tuple[str, list[tuple[int, int]]]:
    """One text with all names in it, and where they stand."""
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    at = 0
    for name in names:
        spans.append((at, at + len(name)))
        parts += (name, between)
        at += len(name) + len(between)
    return "".join(parts), spans


def contents(candidates: Iterable[Candidate]) -> list[tuple[object, ...]]:
    """What candidates say, to compare those of two documents."""
    return [(each.entity, each.prior, each.local, each.supporter, each.relatedness, each.score) for each in candidates]


def local_scores(candidates: Iterable[Candidate]) -> dict[str, float]:
    """Local confidence by entity."""
    return {each.entity.id: each.local for each in candidates}


def undirected(pairs: Iterable[Pair]) -> set[frozenset[int]]:
    """The mentions of pairs, whichever stands first."""
    return {frozenset(pair.mentions) for pair in pairs}


def connected(pairs: Sequence[Pair]) -> set[int]:
    """Mentions that can be reached from the first pair."""
    reached = set(pairs[0].mentions) if pairs else set()
    for _ in pairs:
        for pair in pairs:
            if reached & set(pair.mentions):
                reached |= set(pair.mentions)
    return reached


def names_of(document: LinkedDocument) -> set[int]:
    """First mentions of the distinct names that have a candidate."""
    return {document.first_like(link.number) for link in document if link.best is not None}
