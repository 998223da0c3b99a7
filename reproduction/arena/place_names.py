"""Mentions that are names of places, with features that indicate whether the place is meant or a team of that name.

Features are those of a mention, not of candidates: its surroundings, what the name meant in training documents, and
how the names around it were decided. Candidate lists are used only through the scores of a stage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from pairlinking.types import FloatArray
from reproduction.arena.entities import normalized
from reproduction.arena.offsets import OFFSET_FEATURES, Placed, offset_features
from reproduction.arena.pprforned import PARTS
from reproduction.arena.prior import N_FOLDS, fold_of
from reproduction.arena.scorer import ArenaPrepared
from reproduction.arena.sorts import ORGANISATION, PLACE, Sorts

__all__ = ["PlaceNames", "shares_of"]

_NEAR = 4.0  # mentions after which nearness has fallen to 1/e
_FIRST = 15.0  # characters before the first mention: beyond, no heading with the name of a sport
_GAPS = [OFFSET_FEATURES.index(name) for name in ("gap_before", "gap_after")]
_OFFSET_OF_FIRST = OFFSET_FEATURES.index("offset_of_first")


class PlaceNames:
    """The names of places in all documents.

    Attributes
    ----------
    at
        Positions of document and mention.
    folds
        For each, its tenth of the training documents, from `fold_of`.
    team
        1 if an organisation is right, 0 if a place is, -1 if neither.
    sorts
        Sorts of the candidates of every mention, by document.
    features
        Features that do not depend on scores.
    """

    def __init__(
        self,
        documents: Sequence[ArenaPrepared],
        sorts: Sorts,
        placed: Mapping[int, Sequence[Placed]],
        taught: range = PARTS["train"],
    ) -> None:
        self._documents = documents
        self._forms = [np.array([normalized(text) for text in each.surfaces]) for each in documents]
        self._is_place = [
            np.array([sorts.is_place_name(*pair) for pair in zip(each.surfaces, each.entities, strict=True)])
            for each in documents
        ]
        self.sorts = [sorts.by_mention(each.entities) for each in documents]
        self.at = [(i, int(j)) for i, is_place in enumerate(self._is_place) for j in np.flatnonzero(is_place)]
        self.folds = np.array([fold_of(documents[i].number, taught) for i, _ in self.at], dtype=np.int64)
        self.team = np.array([_is_team(documents[i].gold[j], sorts) for i, j in self.at], dtype=np.int64)
        by_document = [offset_features(each.surfaces, placed.get(each.number, ())) for each in documents]
        offsets = np.array([by_document[i][j] for i, j in self.at]).reshape(-1, len(OFFSET_FEATURES))
        forms = [str(self._forms[i][j]) for i, j in self.at]
        self.features = np.hstack(
            [offsets, self._of_mentions(), self._rates(forms), self._rates(self._around(offsets))]
        )

    def from_scores(self, scores: Sequence[Sequence[FloatArray]]) -> FloatArray:
        """How probable an organisation is: here, before, after, near, and for all other names of places."""
        teams = [
            np.array([shares_of(one)[sort == ORGANISATION].sum() for one, sort in zip(given, sorts, strict=True)])
            for given, sorts in zip(scores, self.sorts, strict=True)
        ]
        rows = []
        for i, j in self.at:
            forms, team = self._forms[i], np.append(teams[i], np.nan)
            is_other = np.append(forms != forms[j], False)
            others = np.flatnonzero(self._is_place[i] & is_other[:-1])
            near = np.exp(-np.abs(others - j) / _NEAR)
            beside = [team[k] if is_other[k] else np.nan for k in (j - 1, j + 1)]
            of_all = (near @ team[others] / near.sum(), team[others].mean()) if len(others) else (np.nan, np.nan)
            rows.append((team[j], *beside, *of_all))
        return np.array(rows).reshape(-1, 5)

    def _of_mentions(self) -> FloatArray:
        """Capitals, whether adjacent mentions are names of places, and counts: mentions, of the form, of places."""
        rows = []
        for i, j in self.at:
            forms, is_place = self._forms[i], [*self._is_place[i].tolist(), -1]
            places = len(set(forms[self._is_place[i]]))
            counts = (len(forms), (forms == forms[j]).sum(), places)
            rows.append((self._documents[i].surfaces[j].isupper(), is_place[j - 1], is_place[j + 1], *counts))
        return np.array(rows, dtype=np.float64).reshape(-1, 6)

    def _around(self, offsets: FloatArray) -> list[Hashable]:
        """The surroundings of each, coarse enough to occur more than once."""
        return [
            (
                *map(_coarse, row[_GAPS]),
                _coarse(min(row[_OFFSET_OF_FIRST], _FIRST)),
                self._documents[i].surfaces[j].isupper(),
            )
            for (i, j), row in zip(self.at, offsets, strict=True)
        ]

    def _rates(self, keys: Sequence[Hashable]) -> FloatArray:
        """How often a key is an organisation in the training documents of other tenths, and how often it occurs."""
        known: Counter[tuple[Hashable, int]] = Counter()
        teams: Counter[tuple[Hashable, int]] = Counter()
        for key, fold, team in zip(keys, self.folds.tolist(), self.team.tolist(), strict=True):
            if fold < N_FOLDS and team >= 0:
                for seen_by in range(N_FOLDS + 1):
                    if seen_by != fold:
                        known[key, seen_by] += 1
                        teams[key, seen_by] += team
        pairs = list(zip(keys, self.folds.tolist(), strict=True))
        rows = [((teams[pair] + 0.5) / (known[pair] + 2), known[pair]) for pair in pairs]
        return np.array(rows, dtype=np.float64).reshape(-1, 2)


def shares_of(scores: FloatArray) -> FloatArray:
    """Scores of a mention's candidates as shares that add up to 1."""
    powers = np.exp(scores - scores.max(initial=-np.inf))
    shares: FloatArray = powers / powers.sum()
    return shares


def _is_team(gold: frozenset[int], sorts: Sorts) -> int:
    sort = next((int(sorts.of[entity]) for entity in gold), -1)
    return {ORGANISATION: 1, PLACE: 0}.get(sort, -1)


def _coarse(gap: float) -> int:
    """Short gaps as they are, longer ones by powers of two."""
    if np.isnan(gap):
        return -1
    return int(gap) if gap <= 6 else 7 + int(np.log2(gap / 6))
