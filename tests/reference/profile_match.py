"""Cosines of contexts with profiles, from one table of all mentions and all distinct words of the document."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from pairlinking.kb.profiles import Profiles
from pairlinking.local.context import Tokens
from pairlinking.types import FloatArray, IntArray

__all__ = ["in_order", "similarities"]


def similarities(
    profiles: Profiles, document: Tokens, mention: IntArray, entities: IntArray, widths: Sequence[int | None]
) -> FloatArray:
    """One row a candidate and one column a width."""
    known, places = np.unique(profiles.ids([*document.words, ""]), return_inverse=True)
    idf = np.where(known >= 0, profiles.idf[known], 0.0)
    result = np.zeros((len(entities), len(widths)))
    for column, width in enumerate(widths):
        around = np.log1p(_counts(places[:-1], len(known), document.bounds, width)) * idf
        around /= np.maximum(np.sqrt((around**2).sum(axis=1)), 1e-9)[:, None]
        for row, (number, entity) in enumerate(zip(mention.tolist(), entities.tolist(), strict=True)):
            result[row, column] = around[number] @ _profile(profiles, entity, known)
    return np.minimum(result, 1.0)


def _profile(profiles: Profiles, entity: int, known: IntArray) -> FloatArray:
    part = slice(*profiles.indptr[entity : entity + 2].tolist())
    weight_of = dict(zip(profiles.words[part].tolist(), profiles.weights[part].tolist(), strict=True))
    return np.array([weight_of.get(word, 0.0) for word in known.tolist()])


def _counts(places: IntArray, n: int, bounds: IntArray, width: int | None) -> IntArray:
    """How often each of `n` words stands around each mention, shape (mentions, n)."""
    table = np.zeros((len(bounds), n), dtype=np.int64)
    for row, (start, end) in enumerate(bounds.tolist()):
        first = 0 if width is None else max(start - width, 0)
        last = len(places) if width is None else end + width
        np.add.at(table[row], places[first:start], 1)
        np.add.at(table[row], places[end:last], 1)
    return table


def in_order(
    profiles: Profiles, document: Tokens, mention: IntArray, entities: IntArray, widths: Sequence[int | None]
) -> FloatArray:
    """The same with the sums of the kernel: over rising numbers of words, and without own words by taking them away."""
    ids = profiles.ids(document.words).tolist()
    weigh = _Weights(profiles)
    whole = weigh(Counter(ids))
    square = _sum(weight * weight for weight in whole.values())
    result = np.zeros((len(entities), len(widths)))
    for row, (number, entity) in enumerate(zip(mention.tolist(), entities.tolist(), strict=True)):
        first, last = document.bounds[number].tolist()
        profile = _words_of(profiles, entity)
        for column, width in enumerate(widths):
            before = ids[:first] if width is None else ids[max(first - width, 0) : first]
            around = weigh(Counter(before + (ids[last:] if width is None else ids[last : last + width])))
            length = _sum(weight * weight for weight in around.values())
            product = _sum(around.get(word, 0.0) * weight for word, weight in profile)
            if width is None:
                counts = Counter(ids)
                left = {word: weigh.one(word, counts[word] - n) for word, n in _rising(Counter(ids[first:last]))}
                rest = square + _sum(after * after - whole[word] * whole[word] for word, after in left.items())
                if not rest < 1e-3 * square:
                    change = {word: after - whole[word] for word, after in left.items()}
                    product = _sum(whole.get(word, 0.0) * weight for word, weight in profile)
                    product += _sum(change.get(word, 0.0) * weight for word, weight in profile)
                    length = rest
            result[row, column] = product / max(math.sqrt(max(length, 0.0)), 1e-9)
    return np.clip(result, 0.0, 1.0)


class _Weights:
    """log(1 + count) idf of words by number; those that no profile knows are left out."""

    def __init__(self, profiles: Profiles) -> None:
        self._idf = profiles.idf

    def one(self, word: int, count: int) -> float:
        return float(np.log1p(np.float64(count))) * float(self._idf[word])

    def __call__(self, counts: Counter[int]) -> dict[int, float]:
        return {word: self.one(word, count) for word, count in _rising(counts)}


def _rising(counts: Counter[int]) -> list[tuple[int, int]]:
    return [(word, count) for word, count in sorted(counts.items()) if word >= 0]


def _words_of(profiles: Profiles, entity: int) -> list[tuple[int, float]]:
    part = slice(*profiles.indptr[entity : entity + 2].tolist())
    return list(zip(profiles.words[part].tolist(), profiles.weights[part].tolist(), strict=True))


def _sum(numbers: Iterable[float]) -> float:
    """One after the other; `sum` of later Pythons is more exact."""
    total = 0.0
    for number in numbers:
        total += number
    return total
