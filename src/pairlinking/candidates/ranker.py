"""Which candidates are worth a closer look: gradient-boosted trees on prior and names keep the best (Sec. 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from pairlinking.candidates.generator import CandidateList, split_by_mention
from pairlinking.candidates.strings import STRING_FEATURES, name_features
from pairlinking.candidates.table import CandidateTable
from pairlinking.kb.dictionary import MEANING, REDIRECT, TITLE
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["RANKER_FEATURES", "TOP_K", "Ranker", "ranker_features"]

TOP_K = 20  # candidates of a mention that are kept by default

_FORMS = ("original", "mended", "expanded")  # as in the names of features in stored models; mended is trimmed
RANKER_FEATURES: tuple[str, ...] = (
    "prior",
    "expanded_prior",
    "is_title",
    "is_redirect",
    "is_meaning",
    *(f"{feature}_{form}" for form in _FORMS for feature in STRING_FEATURES),
)
_ORIGINS = np.array([TITLE, REDIRECT, MEANING], dtype=np.uint8)


def ranker_features(kb: KnowledgeBase, lists: Sequence[CandidateList]) -> FloatArray:
    """One row of `RANKER_FEATURES` per candidate, list by list: no context, as there may be hundreds of candidates."""
    table = CandidateTable.of(lists)
    kb.check_entities(table.entities)
    rows = np.empty((len(table.entities), len(RANKER_FEATURES)))
    rows[:, 0], rows[:, 1] = table.prior, table.expanded_prior
    rows[:, 2:5] = table.origins[:, None] & _ORIGINS > 0
    rows[:, 5:] = name_features(kb, [each.forms for each in lists], table.entities, table.offsets)
    return rows


class Predictor(Protocol):
    """Trees, or anything else that scores rows of features."""

    def predict(self, rows: FloatArray, /) -> FloatArray:
        """One number per row; more is better."""


class Ranker:
    """Keeps the best candidates of long lists; short lists stay as they are, and so does the order of all.

    Parameters
    ----------
    forest
        Trees over `RANKER_FEATURES`; None to use the prior alone.
    """

    def __init__(self, kb: KnowledgeBase, forest: Predictor | None = None) -> None:
        self._kb = kb
        self._forest = forest

    def cut(self, lists: Sequence[CandidateList], top_k: int) -> list[CandidateList]:
        """The `top_k` best candidates of each list."""
        long = {id(each): each for each in lists if len(each.listed) > top_k}  # a repeated mention has the same list
        if not long:
            return list(lists)
        best = self._best(list(long.values()), top_k)
        kept = {key: each.take(order) for (key, each), order in zip(long.items(), best, strict=True)}
        return [kept.get(id(each), each) for each in lists]

    def _best(self, lists: Sequence[CandidateList], top_k: int) -> list[IntArray]:
        """Which candidates of each list are kept, in their original order."""
        if self._forest is None:
            return [np.arange(top_k)] * len(lists)  # lists are sorted by falling prior
        scores = split_by_mention(self._forest.predict(ranker_features(self._kb, lists)), lists)
        return [np.sort(np.argsort(-each, kind="stable")[:top_k]) for each in scores]
