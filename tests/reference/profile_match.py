"""Cosines of contexts with profiles, from one table of all mentions and all distinct words of the document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairlinking.kb.profiles import Profiles
from pairlinking.local.context import Tokens
from pairlinking.types import FloatArray, IntArray

__all__ = ["similarities"]


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
