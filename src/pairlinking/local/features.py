"""What is known about a mention and a candidate, as numbers (Sec. 3, Yamada et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pairlinking._support.arrays import number_array
from pairlinking._support.registry import Registry
from pairlinking.candidates import CandidateList
from pairlinking.candidates.strings import STRING_FEATURES, name_features
from pairlinking.candidates.table import CandidateTable
from pairlinking.errors import ProblemError
from pairlinking.kb.dictionary import MEANING, REDIRECT, TITLE
from pairlinking.local._contexts import cosines
from pairlinking.local._ranks import ranks_and_margins
from pairlinking.local.context import Tokens, WordContexts, tokenize
from pairlinking.local.profile_match import ProfileMatcher
from pairlinking.stages import LocalFeature
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["BUILT_IN", "FEATURES", "Featurizer"]

# Features of other packages. Each is made with ``kb=``; models use those that are installed when they are learned.
FEATURES: Registry[LocalFeature] = Registry("features")

_WINDOWS: dict[str, int | None] = {"near_context": 8, "context": 25, "document": None}
_PROFILE_WINDOWS: dict[str, int | None] = {"profile_context": 25, "profile_document": None}
_COMPARED = ("prior", "expanded_prior", "popularity")  # also given by rank and margin among the candidates


_FORMS = ("original", "mended", "expanded")  # as in the names of features in stored models; mended is trimmed
_ALL_COMPARED = (*_COMPARED, *_WINDOWS, *_PROFILE_WINDOWS)
BUILT_IN: tuple[str, ...] = (
    *_ALL_COMPARED,
    *("count", "total", "candidates", "has_vector", "is_title", "is_redirect", "is_meaning"),
    *(f"{feature}_{form}" for form in _FORMS for feature in STRING_FEATURES),
    *(f"{what}_of_{name}" for name in _ALL_COMPARED for what in ("rank", "margin")),
)
_N_COMPARED = len(_ALL_COMPARED)
_CONTEXTS = slice(len(_COMPARED), len(_COMPARED) + len(_WINDOWS))
_PROFILES = slice(_CONTEXTS.stop, _N_COMPARED)
_ALONE = slice(_N_COMPARED, BUILT_IN.index("is_meaning") + 1)
_HAS_VECTOR = BUILT_IN.index("has_vector")
_STRINGS = slice(_ALONE.stop, _ALONE.stop + len(_FORMS) * len(STRING_FEATURES))
_RANKS = slice(_STRINGS.stop, len(BUILT_IN))
_CONTEXT_WIDTHS, _PROFILE_WIDTHS = tuple(_WINDOWS.values()), tuple(_PROFILE_WINDOWS.values())
_ORIGINS = np.array([TITLE, REDIRECT, MEANING], dtype=np.uint8)


class Featurizer:
    """Makes one row of features per candidate of a document.

    A knowledge base without vectors or without profiles has the same columns; those of contexts are then 0.

    Parameters
    ----------
    added
        Names of features of other packages, after the built-in ones; by default all that are installed.

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
        self._in_link_indptr = kb.in_link_indptr

    def features(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        lists: Sequence[CandidateList],
        *,
        own: Sequence[int] = (),
    ) -> FloatArray:
        """Rows of all candidates of all mentions, mention by mention.

        `own` are the entities that the document links to, if it is a page that a model learns from: its own link to
        each does not count.
        """
        table = CandidateTable.of(lists)
        rows = np.zeros((len(table.entities), len(self.names)))
        if len(rows) == 0:
            return rows
        self._kb.check_entities(table.entities)
        self._compare(rows, tokenize(text, spans), table, own)
        ranks_and_margins(rows[:, :_N_COMPARED], table.offsets, rows[:, _RANKS])
        _describe(rows[:, _ALONE], table)
        forms = [each.forms for each in lists]
        rows[:, _STRINGS] = name_features(self._kb, forms, table.entities, table.offsets)
        for at, name in enumerate(self._added, len(BUILT_IN)):
            rows[:, at] = self._add(name, text, spans, lists, len(rows))
        return rows

    def _compare(self, rows: FloatArray, document: Tokens, table: CandidateTable, own: Sequence[int]) -> None:
        """Write the columns by which the candidates of a mention are compared, and which entities have a vector."""
        mention, entities = table.mention, table.entities
        rows[:, 0], rows[:, 1] = table.prior, table.expanded_prior
        in_links = self._in_link_indptr[entities + 1] - self._in_link_indptr[entities]
        if len(own):
            in_links = np.maximum(in_links - np.isin(entities, own), 0)
        np.log1p(in_links, out=rows[:, 2])
        vectors = self._kb.entity_vectors
        if self._contexts is not None and vectors is not None:
            around = self._contexts.around(document, _CONTEXT_WIDTHS)
            rows[:, _HAS_VECTOR] = cosines(around, mention, entities, vectors, rows[:, _CONTEXTS])
        if self._profiles is not None:
            self._profiles.similarities(document, mention, entities, _PROFILE_WIDTHS, out=rows[:, _PROFILES])

    def _add(
        self, name: str, text: str, spans: Sequence[tuple[int, int]], lists: Sequence[CandidateList], n: int
    ) -> FloatArray:
        """The column of another package's feature."""
        column = number_array(self._added[name].values(text, spans, lists), f"feature {name}", ndim=1)
        if len(column) != n or not np.isfinite(column).all():
            raise ProblemError(f"Feature {name!r} must give each of the {n} candidates a finite number.")
        return column


def _describe(columns: FloatArray, table: CandidateTable) -> None:
    """Write the columns that depend on each candidate alone; `has_vector` must be filled in already."""
    np.log1p(table.counts, out=columns[:, 0])
    columns[:, 1] = np.log1p(table.totals)[table.mention]
    columns[:, 2] = (table.offsets[1:] - table.offsets[:-1])[table.mention]
    columns[:, 4:] = table.origins[:, None] & _ORIGINS > 0
