"""Agreement of relatedness measures with human judgement, on the titles that a knowledge base knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pairlinking.evaluation.entities import gold_entity
from pairlinking.evaluation.significance import Interval
from pairlinking.kb import KnowledgeBase
from pairlinking.relatedness import relatedness_of
from pairlinking.types import FloatArray
from reproduction.ranks import ndcg, spearman
from reproduction.studies.human_relatedness.judgements import Ranking, RatedPair

__all__ = ["LEAST", "Agreement", "Judgements", "Seed", "interval", "judge_pairs", "judge_rankings"]

LEAST = 5  # known titles of a seed; the order of fewer says almost nothing
_SAMPLES = 1000


class Seed(NamedTuple):
    """A title with its known related ones: their places from 1 in the human order, and scores by measure."""

    title: str
    places: FloatArray
    scores: Mapping[str, FloatArray]


@dataclass(frozen=True)
class Agreement:
    """One measure.

    Attributes
    ----------
    spearman, drawn
        Rank correlation with human judgement, and the same for resampled seeds or pairs.
    ndcg
        Of the measure's order.
    zeros
        Share of pairs it scores 0.
    """

    spearman: float
    drawn: FloatArray
    ndcg: float
    zeros: float


@dataclass(frozen=True)
class Judgements:
    """The results for one file.

    Attributes
    ----------
    n, used
        How many pairs there are, and how many were scored.
    left_out
        How many were left out, by reason.
    by_chance
        NDCG without any order, with which figures must be compared.
    seeds
        Of a file of rankings, those used.
    pairs
        The pairs used, as entities.
    """

    n: int
    used: int
    left_out: Mapping[str, int]
    agreement: Mapping[str, Agreement]
    by_chance: float
    seeds: Sequence[Seed] = ()
    pairs: frozenset[tuple[int, int]] = frozenset()


def interval(value: float, drawn: FloatArray) -> Interval:
    """The value and the middle 95 % of those resampled."""
    known = drawn[~np.isnan(drawn)]
    low, high = np.quantile(known, [0.025, 0.975]) if len(known) else (value, value)
    return Interval(value, float(low), float(high))


def judge_rankings(kb: KnowledgeBase, rankings: Sequence[Ranking], measures: Sequence[str], *, seed: int) -> Judgements:
    """Mean over seeds of the correlation with the human order; seeds are resampled for intervals.

    The gain of the title at place r of n is n + 1 - r. A measure that scores all titles of a seed alike has no order,
    and a correlation of 0.
    """
    left_out: Counter[str] = Counter()
    seeds, pairs = list[Seed](), set[tuple[int, int]]()
    for ranking in rankings:
        centre = gold_entity(kb, ranking.seed)
        known = {} if centre is None else _known_titles(kb, centre, ranking.titles, left_out)
        if centre is None:
            left_out["seed unknown"] += len(ranking.titles)
        elif len(known) < LEAST:
            left_out[f"seed with fewer than {LEAST} known titles"] += len(known)
        else:
            pairs |= {_pair(centre, other) for other in known}
            scores = {name: _scores(kb, name, [(centre, other) for other in known]) for name in measures}
            seeds.append(Seed(ranking.seed, np.array(list(known.values()), dtype=np.float64), scores))
    longest = max((len(each.titles) for each in rankings), default=0)
    gains = [longest + 1 - each.places for each in seeds]
    draws = np.random.default_rng(seed).integers(0, max(len(seeds), 1), size=(_SAMPLES, len(seeds)))
    agreement = {}
    for name in measures if seeds else ():
        rho = np.nan_to_num([spearman(-each.places, each.scores[name]) for each in seeds])
        gained = [ndcg(gain, each.scores[name]) for gain, each in zip(gains, seeds, strict=True)]
        zeros = np.concatenate([each.scores[name] for each in seeds]) == 0
        agreement[name] = Agreement(
            float(rho.mean()), rho[draws].mean(axis=1), float(np.mean(gained)), float(zeros.mean())
        )
    by_chance = float(np.mean([ndcg(gain, np.zeros(len(gain))) for gain in gains])) if gains else 0.0
    n = sum(len(each.titles) for each in rankings)
    used = sum(len(each.places) for each in seeds)
    return Judgements(n, used, left_out, agreement, by_chance, seeds, frozenset(pairs))


def _known_titles(kb: KnowledgeBase, centre: int, titles: Sequence[str], left_out: Counter[str]) -> dict[int, int]:
    """Entities of the titles that are known, with their places."""
    known: dict[int, int] = {}
    for place, title in enumerate(titles, 1):
        entity = gold_entity(kb, title)
        if entity is None:
            left_out["title unknown"] += 1
        elif entity == centre or entity in known:
            left_out["the same entity twice"] += 1
        else:
            known[entity] = place
    return known


def judge_pairs(kb: KnowledgeBase, rated: Sequence[RatedPair], measures: Sequence[str], *, seed: int) -> Judgements:
    """Correlation over pairs, resampled for intervals. A pair that is rated twice counts once, with the mean."""
    left_out: Counter[str] = Counter()
    ratings: dict[tuple[int, int], list[float]] = {}
    for left, right, rating in rated:
        if left is None or right is None:
            left_out["no page named"] += 1
            continue
        first, second = gold_entity(kb, left), gold_entity(kb, right)
        if first is None or second is None:
            left_out["title unknown"] += 1
        elif first == second:
            left_out["the same entity twice"] += 1
        elif (pair := _pair(first, second)) in ratings:
            left_out["pair rated twice"] += 1
            ratings[pair].append(rating)
        else:
            ratings[pair] = [rating]
    pairs, people = list(ratings), np.array([np.mean(each) for each in ratings.values()])
    agreement = {name: _agreement(people, _scores(kb, name, pairs), seed) for name in measures if pairs}
    by_chance = ndcg(people, np.zeros(len(people))) if pairs else 0.0
    return Judgements(len(rated), len(pairs), left_out, agreement, by_chance, pairs=frozenset(pairs))


def _agreement(people: FloatArray, scores: FloatArray, seed: int) -> Agreement:
    random = np.random.default_rng(seed)
    draws = random.integers(0, len(people), size=(_SAMPLES, len(people)))
    drawn = np.array([spearman(people[rows], scores[rows]) for rows in draws])
    value = float(np.nan_to_num(spearman(people, scores)))
    return Agreement(value, np.nan_to_num(drawn), ndcg(people, scores), float((scores == 0).mean()))


def _pair(left: int, right: int) -> tuple[int, int]:
    return (left, right) if left < right else (right, left)


def _scores(kb: KnowledgeBase, name: str, pairs: Sequence[tuple[int, int]]) -> FloatArray:
    score = relatedness_of(kb, name).score
    return np.array([score(left, right) for left, right in pairs])
