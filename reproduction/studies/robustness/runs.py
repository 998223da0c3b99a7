"""Runs of the study of robustness: one data set, many draws of NIL mentions, several methods and weights."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairlinking.evaluation.experiment import Experiment, Setting
from pairlinking.evaluation.metrics import scores_of
from pairlinking.evaluation.significance import Interval
from pairlinking.relatedness import measure
from pairlinking.types import FloatArray
from reproduction.made_nil import (
    Linked,
    Mask,
    TwoWays,
    count,
    draw,
    link,
    name_of,
    score_both_ways,
)
from reproduction.workbench import Workbench

__all__ = ["DRAWS", "Effect", "Order", "Runs"]

DRAWS = 5
_SAMPLES = 2000


@dataclass(frozen=True)
class Effect:
    """The effect of NIL mentions on the others.

    Attributes
    ----------
    f1, without
        Per draw, micro F1 of the mentions that stay linkable: with NIL mentions in the documents, and in the
        unchanged documents.
    change
        The difference of the two over all draws, and its 95 % interval when documents are resampled.
    kept
        Mentions that stay linkable, on average.
    """

    f1: list[float]
    without: list[float]
    change: Interval
    kept: float


@dataclass(frozen=True)
class Order:
    """When NIL mentions are decided, and how high the confidence of their best candidates is.

    Attributes
    ----------
    later
        Of all pairs of a NIL and a linkable mention of one document, the share in which the NIL mention is decided
        later. Pair-Linking decides by falling confidence, so that is the one with the lower confidence.
    local_of_nil, local_of_others
        Mean local confidence of the best candidate.
    without_candidates
        Share of NIL mentions that have no candidate left and so affect nothing; left out above.
    """

    later: float
    local_of_nil: float
    local_of_others: float
    without_candidates: float


class Runs:
    """One data set, scored with and without its right entities, and the beta of each method and fold."""

    def __init__(self, bench: Workbench, name: str, methods: Sequence[str]) -> None:
        self.name, self._seed = name, bench.seed
        documents = bench.documents(name)
        experiment = Experiment(bench.kb, documents, scorer=bench.scorer, seed=bench.seed)
        self.documents: list[TwoWays] = score_both_ways(experiment, seed=bench.seed)
        self._relatedness = measure(bench.best_measure, kb=bench.kb)
        # Chosen on documents without NIL mentions and then kept, so that only NIL mentions make a difference.
        outcomes = experiment.run([Setting(each, None if each == "local" else bench.best_measure) for each in methods])
        self.betas = {each.setting.method: _by_document(experiment, each.betas) for each in outcomes}
        self._without: dict[tuple[str, float | None], Linked] = {}

    @cached_property
    def none(self) -> list[Mask]:
        """No mention is NIL."""
        return [np.zeros(len(each.whole.gold), dtype=bool) for each in self.documents]

    def drawn(self, share: float, number: int, *, by_name: bool = False) -> list[Mask]:
        """NIL mentions of one draw; `by_name` takes all mentions of a document with the same text together."""
        masks = []
        for at, each in enumerate(self.documents):
            surfaces = each.whole.surfaces
            units: Sequence[Hashable] = list(map(name_of, surfaces)) if by_name else range(len(surfaces))
            masks.append(draw(units, share, [self._seed, number, at]))
        return masks

    def linked(self, method: str, nil: Sequence[Mask], beta: float | None = None, *, as_absent: bool = False) -> Linked:
        """Answers with the beta of each fold, or with one beta for all."""
        betas = self.betas[method] if beta is None else [beta] * len(self.documents)
        return link(self.documents, nil, method, self._relatedness, betas, as_absent=as_absent)

    def without_nil(self, method: str, beta: float | None = None) -> Linked:
        """Answers in the documents as they are."""
        if (method, beta) not in self._without:
            self._without[method, beta] = self.linked(method, self.none, beta)
        return self._without[method, beta]

    def f1(self, method: str) -> float:
        """Micro F1 of all mentions in the documents as they are."""
        return _f1(count(self.documents, self.none, self.without_nil(method).answers))

    def effect(
        self,
        method: str,
        share: float,
        *,
        beta: float | None = None,
        by_name: bool = False,
        as_absent: bool = False,
    ) -> Effect:
        """The effect of a share of NIL mentions, over several draws; or, `as_absent`, that of leaving them out."""
        before = self.without_nil(method, beta).answers
        tables, same = [], []
        for number in range(DRAWS):
            nil = self.drawn(share, number, by_name=by_name)
            tables.append(count(self.documents, nil, self.linked(method, nil, beta, as_absent=as_absent).answers))
            same.append(count(self.documents, nil, before))
        change = _change(np.sum(tables, axis=0), np.sum(same, axis=0), self._seed)
        kept = float(np.mean([table[:, 2].sum() for table in tables]))
        return Effect([_f1(table) for table in tables], [_f1(table) for table in same], change, kept)

    def order(self, share: float) -> Order:
        """When Pair-Linking decides NIL mentions."""
        later, pairs, nil_local, other_local, empty, n_nil = 0.0, 0, [], [], 0, 0
        for number in range(DRAWS):
            nil = self.drawn(share, number)
            confidences = self.linked("pair-linking", nil).confidences
            for document, mask, confidence in zip(self.documents, nil, confidences, strict=True):
                changed = document.with_nil(mask)
                has = np.array([len(each) > 0 for each in changed.lists], dtype=bool)
                best = np.array([float(each.max()) if len(each) else 0.0 for each in changed.local])
                first, second = np.asarray(confidence)[mask & has], np.asarray(confidence)[~mask & has]
                difference = second[None, :] - first[:, None]
                later += float((difference > 0).sum() + 0.5 * (difference == 0).sum())
                pairs += difference.size
                nil_local += best[mask & has].tolist()
                other_local += best[~mask & has].tolist()
                empty, n_nil = empty + int((mask & ~has).sum()), n_nil + int(mask.sum())
        return Order(later / max(pairs, 1), _mean(nil_local), _mean(other_local), empty / max(n_nil, 1))


def _by_document(experiment: Experiment, betas: Sequence[float]) -> list[float]:
    """The beta of each document's fold; methods without relatedness have none, and any will do."""
    return [betas[fold] if betas else 0.0 for fold in experiment.folds.tolist()]


def _f1(table: FloatArray) -> float:
    return float(scores_of(table.sum(axis=0))[2])


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0


def _change(after: FloatArray, before: FloatArray, seed: int) -> Interval:
    n = len(after)
    drawn = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=_SAMPLES).astype(np.float64)
    times = np.vstack([np.ones(n), drawn])
    change = scores_of(times @ after)[:, 2] - scores_of(times @ before)[:, 2]
    low, high = np.quantile(change[1:], [0.025, 0.975])
    return Interval(float(change[0]), float(low), float(high))
