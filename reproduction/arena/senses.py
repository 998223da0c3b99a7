"""Place or team: trees that predict what the name of a place means, and scores adjusted by them.

Half of AIDA's links are names of places; one in four of these means a national team, a club or another organisation.
Stages that rank candidates often get that wrong for a whole article at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from pairlinking.types import FloatArray, IntArray
from reproduction.arena.place_names import PlaceNames, shares_of
from reproduction.arena.prior import N_FOLDS
from reproduction.arena.sorts import ORGANISATION, PLACE

__all__ = ["SENSE_FEATURES", "sense_features", "team_chances", "weighted_by_sense"]

SENSE_FEATURES: Final = ("sense_fits", "team", "sort")
_SEEDS: Final = 3  # whose probabilities are averaged
_TREES: Final = 300
_AT_ONCE: Final = 2  # tenths of the training documents that the same trees have not seen
_SURE: Final = 1e-3  # probabilities are clipped to at least this distance from 0 and 1
_PARAMETERS: Final[dict[str, Any]] = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_child_samples": 30,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}


def team_chances(names: PlaceNames, scores: Sequence[Sequence[FloatArray]], seed: int) -> list[FloatArray]:
    """For each mention, the probability that an organisation is meant; NaN if it is not the name of a place.

    Those of a training document come from trees that have not seen it, and are NaN if there are no other documents.

    Parameters
    ----------
    scores
        Scores of every candidate from the previous stage, by document and mention.
    """
    rows = np.hstack([names.features, names.from_scores(scores)]).astype(np.float32)
    part = np.where(names.folds < N_FOLDS, names.folds // _AT_ONCE, -1)
    found = np.full(len(rows), np.nan)
    for unseen in np.unique(part).tolist():
        teaches, asked = (part >= 0) & (part != unseen) & (names.team >= 0), part == unseen
        if not teaches.any():
            continue
        by_seed = [_predicted(rows[teaches], names.team[teaches], rows[asked], seed + at) for at in range(_SEEDS)]
        found[asked] = np.mean(by_seed, axis=0).clip(_SURE, 1 - _SURE)
    chances = [np.full(len(sorts), np.nan) for sorts in names.sorts]
    for (document, mention), chance in zip(names.at, found.tolist(), strict=True):
        chances[document][mention] = chance
    return chances


def _predicted(rows: FloatArray, right: IntArray, asked: FloatArray, seed: int) -> FloatArray:
    import lightgbm

    booster: Any = lightgbm.train({**_PARAMETERS, "seed": seed}, lightgbm.Dataset(rows, right), _TREES)
    predicted: FloatArray = booster.predict(asked, num_threads=1)
    return predicted


def weighted_by_sense(
    scores: Sequence[Sequence[FloatArray]], sorts: Sequence[Sequence[IntArray]], chances: Sequence[FloatArray]
) -> list[list[FloatArray]]:
    """Scores in which the joint share of places and organisations is divided by the probability of each sort.

    The order among places does not change, nor does that among organisations.
    """
    return [
        [_weighted(*each) for each in zip(*of_document, strict=True)]
        for of_document in zip(scores, sorts, chances, strict=True)
    ]


def _weighted(scores: FloatArray, sorts: IntArray, chance: float) -> FloatArray:
    is_team, is_place = sorts == ORGANISATION, sorts == PLACE
    shares = shares_of(scores)
    team, place = shares[is_team].sum(), shares[is_place].sum()
    if np.isnan(chance) or not (team and place):
        return scores
    weighted = scores.copy()
    weighted[is_team] += np.log(chance * (team + place) / team)
    weighted[is_place] += np.log((1 - chance) * (team + place) / place)
    return weighted


def sense_features(at: Sequence[IntArray], sorts: Sequence[IntArray], chances: FloatArray) -> FloatArray:
    """`SENSE_FEATURES` of the candidates at the positions `at` of each mention of a document."""
    parts = []
    for kept, given, chance in zip(at, sorts, chances.tolist(), strict=True):
        odds, sort = np.log(chance / (1 - chance)), given[kept]
        fits = np.where(sort == ORGANISATION, odds, np.where(sort == PLACE, -odds, np.nan))
        parts.append(np.stack([fits, np.full(len(kept), chance), sort.astype(np.float64)], axis=1))
    return np.vstack(parts)
