"""What is known of a mention and a candidate, as numbers (Sec. 3, Yamada et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import number_array
from pairlinking._support.registry import Registry
from pairlinking.candidates import CandidateList
from pairlinking.candidates.strings import STRING_FEATURES, base_name, string_features
from pairlinking.errors import ProblemError
from pairlinking.kb.dictionary import MEANING, REDIRECT, TITLE
from pairlinking.kb.storage.quantized import SCALE
from pairlinking.local.context import Tokens, WordContexts, tokenize
from pairlinking.local.profile_match import ProfileMatcher
from pairlinking.stages import LocalFeature
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["BUILT_IN", "FEATURES", "Featurizer"]

# Features of other packages. Each is made with ``kb=``; those that are installed when models are learned are used.
FEATURES: Registry[LocalFeature] = Registry("features")

_WINDOWS: dict[str, int | None] = {"near_context": 8, "context": 25, "document": None}
_PROFILE_WINDOWS: dict[str, int | None] = {"profile_context": 25, "profile_document": None}
_COMPARED = ("prior", "expanded_prior", "popularity")  # also told by rank and margin among the candidates


_FORMS = ("original", "mended", "expanded")
_ALL_COMPARED = (*_COMPARED, *_WINDOWS, *_PROFILE_WINDOWS)
BUILT_IN: tuple[str, ...] = (
    *_ALL_COMPARED,
    *("count", "total", "candidates", "has_vector", "is_title", "is_redirect", "is_meaning"),
    *(f"{feature}_{form}" for form in _FORMS for feature in STRING_FEATURES),
    *(f"{what}_of_{name}" for name in _ALL_COMPARED for what in ("rank", "margin")),
)


class Featurizer:
    """Makes one row of features per candidate of a document.

    A knowledge base without vectors or without profiles has the same columns, those of contexts all 0.

    Parameters
    ----------
    added
        Names of features of other packages, behind the built-in ones; by default of all that are installed.

    Attributes
    ----------
    names
        Of the columns.
    """

    def __init__(self, kb: KnowledgeBase, added: Sequence[str] | None = None) -> None:
        self._kb = kb
        self._added = {name: FEATURES.create(name, kb=kb) for name in (FEATURES.names() if added is None else added)}
        self.names: tuple[str, ...] = (*BUILT_IN, *self._added)
        self._contexts = WordContexts(kb) if kb.has_vectors else None
        self._profiles = ProfileMatcher(kb.profiles) if kb.profiles is not None else None
        self._in_links = np.diff(kb.in_link_indptr)

    def features(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        lists: Sequence[CandidateList],
        *,
        own: Sequence[int] = (),
    ) -> FloatArray:
        """Rows of all candidates of all mentions, one mention after the other.

        `own` are entities that a page links to which a model learns from: its own link to each does not count.
        """
        sizes = np.array([len(each) for each in lists], dtype=np.int64)
        if sizes.sum() == 0:
            return np.empty((0, len(self.names)))
        mention = np.repeat(np.arange(len(lists)), sizes)
        entities = np.concatenate([each.entities for each in lists])
        prior = np.concatenate([each.prior for each in lists])
        expanded = np.concatenate([each.expanded_prior for each in lists])
        origins = np.concatenate([each.origins for each in lists])
        document = tokenize(text, spans)
        similarities, has_vector = self._similarities(document, mention, entities)
        matches = self._matches(document, mention, entities)
        popularity = np.log1p(np.maximum(self._in_links[entities] - np.isin(entities, own), 0))
        compared = np.column_stack([prior, expanded, popularity, similarities, matches])
        alone = np.column_stack(
            [
                np.log1p(np.concatenate([each.counts for each in lists])),
                np.log1p([each.total for each in lists])[mention],
                sizes[mention],
                has_vector,
                *((origins & bit > 0) for bit in (TITLE, REDIRECT, MEANING)),
            ]
        )
        strings = np.vstack([self._strings(each) for each in lists if len(each)])
        ranks = _ranks_and_margins(compared, np.concatenate([[0], np.cumsum(sizes)]), mention)
        added = [self._add(name, text, spans, lists, len(entities)) for name in self._added]
        return np.column_stack([compared, alone, strings, ranks, *added])

    def _add(
        self, name: str, text: str, spans: Sequence[tuple[int, int]], lists: Sequence[CandidateList], n: int
    ) -> FloatArray:
        """A column of another package's feature."""
        column = number_array(self._added[name].values(text, spans, lists), f"feature {name}", ndim=1)
        if len(column) != n or not np.isfinite(column).all():
            raise ProblemError(f"Feature {name!r} must give each of the {n} candidates a finite number.")
        return column

    def _similarities(
        self, document: Tokens, mention: IntArray, entities: IntArray
    ) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
        vectors = self._kb.entity_vectors
        if self._contexts is None or vectors is None:
            return np.zeros((len(entities), len(_WINDOWS))), np.zeros(len(entities), dtype=bool)
        distinct, where = np.unique(entities, return_inverse=True)
        found = vectors[distinct].astype(np.float32) / SCALE
        columns = []
        for around in self._contexts.around(document, tuple(_WINDOWS.values())):
            columns.append(np.einsum("ij,ij->i", found[where, : around.shape[1]], around[mention]))
        return np.column_stack(columns), np.abs(found).max(axis=1)[where] > 0

    def _matches(self, document: Tokens, mention: IntArray, entities: IntArray) -> FloatArray:
        if self._profiles is None:
            return np.zeros((len(entities), len(_PROFILE_WINDOWS)))
        return self._profiles.similarities(document, mention, entities, tuple(_PROFILE_WINDOWS.values()))

    def _strings(self, candidates: CandidateList) -> FloatArray:
        names = [base_name(self._kb.title(entity)) for entity in candidates.entities.tolist()]
        return string_features(candidates.forms, names)


def _ranks_and_margins(values: FloatArray, offsets: IntArray, mention: IntArray) -> FloatArray:
    """For each column, the place among a mention's candidates, and the distance to the best other one."""
    n, width = values.shape
    result = np.empty((n, 2 * width))
    starts = offsets[:-1][np.diff(offsets) > 0]
    group = np.searchsorted(starts, np.arange(n), side="right") - 1
    for at in range(width):
        column = values[:, at]
        order = np.lexsort((-column, mention))  # by mention, best first
        place = np.empty(n)
        place[order] = np.arange(n) - starts[group[order]]
        best = column[order][starts]
        sizes = np.diff([*starts, n])
        second = np.where(sizes > 1, column[order][np.minimum(starts + 1, n - 1)], 0.0)
        result[:, 2 * at] = place
        result[:, 2 * at + 1] = column - np.where(place == 0, second[group], best[group])
    return result
