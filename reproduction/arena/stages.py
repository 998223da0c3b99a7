"""Learned coherence on PPRforNED: a stage that ranks candidates, and stages over the support by probable entities.

These stages learn to rank a mention's candidates (LambdaRank). With a knowledge base, either is followed by one that
distinguishes places from teams (`senses`). Scores of a training document come from trees that have not seen it, so that
the next stage learns from confidences like those of new documents.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pairlinking.local.trees import tree_parameters
from pairlinking.relatedness import measure
from pairlinking.types import FloatArray, IntArray
from reproduction.arena.companions import Companions
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.place_names import PlaceNames
from reproduction.arena.pprforned import PARTS
from reproduction.arena.scorer import FEATURES, SPEAK_FOR, ArenaPrepared
from reproduction.arena.senses import SENSE_FEATURES, sense_features, team_chances, weighted_by_sense
from reproduction.arena.support import SUPPORT_FEATURES, SUPPORT_SPEAKS_FOR, Supported, support_of

__all__ = ["STAGES", "STAGES_WITH_SENSES", "Scores", "learn_stages"]

STAGES: Final = ("ranked", "supported", "supported twice")
STAGES_WITH_SENSES: Final = ("ranked", "ranked, place or team", "supported", "supported, place or team")
_SEEDS = 3  # of trees for new documents, whose scores are averaged
_FOLDS = 4  # of consecutive training documents, because neighbours report the same events
_SENSE = "place or team"
_UNLIKELY = -50.0  # score of a candidate that no stage looks at again
_FIRST = (*FEATURES["own+document"], "position", "mentions_left")

# Scores of every candidate of each document, by mention.
Scores = list[list[FloatArray]]


@dataclass(frozen=True, eq=False)
class _Rows:
    """Features of candidates, mention by mention: for each mention its document, its rows, and which are right."""

    names: Sequence[str]
    speak_for: Collection[str]
    rate: float
    trees: int
    values: FloatArray
    right: FloatArray
    sizes: IntArray
    documents: IntArray

    def train(self, kept: npt.NDArray[np.bool_], seed: int) -> Any:
        """Trees that rank, from the mentions `kept` that have a right candidate among others."""
        import lightgbm

        mention = np.repeat(np.arange(len(self.sizes)), self.sizes)
        teaches = kept & (np.bincount(mention, self.right, minlength=len(self.sizes)) > 0)
        used = teaches[mention]
        parameters = tree_parameters(self.names, self.speak_for, seed=seed)
        parameters |= {"objective": "lambdarank", "lambdarank_truncation_level": 3, "learning_rate": self.rate}
        parameters |= {"bagging_freq": 0}  # rows of one mention belong together
        data = lightgbm.Dataset(
            self.values[used], self.right[used], group=self.sizes[teaches], feature_name=list(self.names)
        )
        return lightgbm.train(parameters, data, self.trees)

    def scores(self, taught: range, seed: int) -> FloatArray:
        """Scores of all rows, those of a document `taught` by trees that have not seen it."""
        is_train = np.isin(self.documents, taught)
        numbers = np.unique(self.documents[is_train])
        part = np.searchsorted(numbers, self.documents) * _FOLDS // len(numbers)
        found = np.zeros(len(self.values))
        for fold in range(_FOLDS):
            asked = is_train & (part == fold)
            found[np.repeat(asked, self.sizes)] = self._predicted(is_train & ~asked, asked, seed)
        by_seed = [self._predicted(is_train, ~is_train, seed + at) for at in range(_SEEDS)]
        found[np.repeat(~is_train, self.sizes)] = np.mean(by_seed, axis=0)
        return found

    def _predicted(self, kept: npt.NDArray[np.bool_], asked: npt.NDArray[np.bool_], seed: int) -> FloatArray:
        """Scores of the mentions `asked` by trees from the mentions `kept`."""
        rows = self.values[np.repeat(asked, self.sizes)]
        predicted: FloatArray = self.train(kept, seed).predict(rows, raw_score=True, num_threads=1)
        return predicted


def learn_stages(
    documents: Sequence[ArenaPrepared],
    entities: ArenaEntities,
    names: PlaceNames | None = None,
    *,
    taught: range = PARTS["train"],
    seed: int,
    say: Callable[[str], object] = lambda _: None,
) -> Iterator[tuple[str, Scores]]:
    """The scores of each stage, which the next one uses. With `names`, the stages are `STAGES_WITH_SENSES`."""
    measures = [measure(name, links=entities.links) for name in ("njs", "wlm")]
    companions = Companions(documents, len(entities.rows), taught)
    scores: Scores = []
    chances: list[FloatArray] = []
    for stage in STAGES if names is None else STAGES_WITH_SENSES:
        say(f"Learning coherence, stage {stage!r}")
        if names is not None and stage.endswith(_SENSE):
            chances = team_chances(names, scores, seed)
            scores = weighted_by_sense(scores, names.sorts, chances)
        elif scores:
            found = [
                support_of(each, odds, entities, measures, companions)
                for each, odds in zip(documents, scores, strict=True)
            ]
            features: tuple[str, ...] = SUPPORT_FEATURES
            if names is not None:
                found = list(map(_with_sense, found, names.sorts, chances))
                features += SENSE_FEATURES
            rows = _rows(documents, found, features, SUPPORT_SPEAKS_FOR, 0.05, 100)
            scores = _spread(documents, found, rows.scores(taught, seed))
        else:
            found = [_all_of(each) for each in documents]
            rows = _rows(documents, found, _FIRST, SPEAK_FOR, 0.1, 250)
            scores = _spread(documents, found, rows.scores(taught, seed))
        yield stage, scores


def _with_sense(found: Supported, sorts: Sequence[IntArray], chances: FloatArray) -> Supported:
    """The contenders of a document with `SENSE_FEATURES` added."""
    return Supported(found.at, np.hstack([found.rows, sense_features(found.at, sorts, chances)]))


def _all_of(document: ArenaPrepared) -> Supported:
    """All candidates with the features of the first stage: those of the scorers, and the mention's position."""
    sizes = [len(each) for each in document.entities]
    position = np.repeat(np.arange(len(sizes)), sizes)
    place = np.stack([position, len(sizes) - position], axis=1)
    return Supported([np.arange(size) for size in sizes], np.hstack([document.features, place]))


def _rows(
    documents: Sequence[ArenaPrepared],
    found: Sequence[Supported],
    names: Sequence[str],
    speak_for: Collection[str],
    rate: float,
    trees: int,
) -> _Rows:
    right = [
        np.isin(np.array(given)[at], list(gold))
        for document, each in zip(documents, found, strict=True)
        for given, at, gold in zip(document.entities, each.at, document.gold, strict=True)
    ]
    return _Rows(
        names,
        speak_for,
        rate,
        trees,
        np.vstack([each.rows for each in found]).astype(np.float32),
        np.concatenate(right).astype(np.float64),
        np.array([len(each) for each in right], dtype=np.int64),
        np.repeat([each.number for each in documents], [len(each) for each in documents]),
    )


def _spread(documents: Sequence[ArenaPrepared], found: Sequence[Supported], values: FloatArray) -> Scores:
    """Scores of rows as scores of all candidates."""
    scores: Scores = []
    for document, each, part in zip(
        documents, found, np.split(values, np.cumsum([len(each.rows) for each in found])[:-1]), strict=True
    ):
        whole = [np.full(len(given), _UNLIKELY) for given in document.entities]
        for target, at, given_scores in zip(whole, each.at, each.split(part), strict=True):
            target[at] = given_scores
        scores.append(whole)
    return scores
