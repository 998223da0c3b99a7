"""Which candidates are worth a closer look: gradient-boosted trees on prior and names keep the best (Sec. 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from pairlinking.candidates.generator import CandidateList
from pairlinking.candidates.strings import STRING_FEATURES, name_features
from pairlinking.kb.dictionary import MEANING, REDIRECT, TITLE
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["RANKER_FEATURES", "TOP_K", "Ranker", "ranker_features"]

TOP_K = 20  # candidates of a mention that are kept, unless somebody wants more or fewer

_FORMS = ("original", "mended", "expanded")
RANKER_FEATURES: tuple[str, ...] = (
    "prior",
    "expanded_prior",
    "is_title",
    "is_redirect",
    "is_meaning",
    *(f"{feature}_{form}" for form in _FORMS for feature in STRING_FEATURES),
)


def ranker_features(kb: KnowledgeBase, candidates: CandidateList) -> FloatArray:
    """One row of `RANKER_FEATURES` per candidate: no context, as there may be hundreds of candidates."""
    entities = candidates.entities.astype(np.int64)
    kb.check_entities(entities)
    return np.column_stack(
        [
            candidates.prior,
            candidates.expanded_prior,
            *((candidates.origins & bit > 0) for bit in (TITLE, REDIRECT, MEANING)),
            name_features(kb, [candidates.forms], entities, np.array([0, len(entities)])),
        ]
    )


class Predictor(Protocol):
    """Trees, or whatever else scores rows of features."""

    def predict(self, rows: FloatArray, /) -> FloatArray:
        """One number per row; more is better."""


class Ranker:
    """Keeps the best candidates of long lists; short lists stay as they are, and so does the order of all.

    Parameters
    ----------
    forest
        Trees over `RANKER_FEATURES`; None to go by the prior alone.
    """

    def __init__(self, kb: KnowledgeBase, forest: Predictor | None = None) -> None:
        self._kb = kb
        self._forest = forest

    def cut(self, lists: Sequence[CandidateList], top_k: int) -> list[CandidateList]:
        """The `top_k` best candidates of each list."""
        known: dict[int, CandidateList] = {}  # a repeated mention has the same list
        for each in lists:
            if len(each) > top_k and id(each) not in known:
                known[id(each)] = each.take(self._best(each, top_k))
        return [known.get(id(each), each) for each in lists]

    def _best(self, candidates: CandidateList, top_k: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        if self._forest is None:
            return np.arange(top_k)  # lists come by falling prior
        scores = self._forest.predict(ranker_features(self._kb, candidates))
        return np.sort(np.argsort(-scores, kind="stable")[:top_k])
