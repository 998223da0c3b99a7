"""Local confidence on PPRforNED: trees learned from the training documents, on one core and the same every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pairlinking.evaluation.formats.pprforned import ArenaDocument
from pairlinking.linking.prepared import Prepared, PreparedGold
from pairlinking.local.trees import tree_parameters
from pairlinking.relatedness import NJS
from pairlinking.types import FloatArray
from reproduction.arena.coherence import COHERENCE_FEATURES, coherence_features
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.features import OWN_FEATURES, own_features
from reproduction.arena.pprforned import PARTS
from reproduction.arena.prior import GoldPrior

__all__ = ["FEATURES", "SPEAK_FOR", "ArenaPrepared", "ArenaScorer", "learn", "prepare"]

# What a scorer may use: the candidate alone, or also how it fits the candidates of the other mentions.
FEATURES = {"own": OWN_FEATURES, "own+document": (*OWN_FEATURES, *COHERENCE_FEATURES)}
SPEAK_FOR = frozenset(("in_links", "popularity", "prior", "prior_count", *COHERENCE_FEATURES))


@dataclass(frozen=True, eq=False)
class ArenaPrepared(PreparedGold):
    """A document with its number in AIDA, whether AIDA links each mention, and features of all candidates."""

    number: int
    is_linked: Sequence[bool]
    features: FloatArray


def prepare(
    documents: Sequence[ArenaDocument], entities: ArenaEntities, taught: range = PARTS["train"]
) -> Iterator[ArenaPrepared]:
    """Features of all candidates; documents without mentions are left out. Gold of those `taught` makes a prior."""
    prior, njs = GoldPrior(documents, entities, taught), NJS(entities.links)
    for document in documents:
        if not document.mentions:
            continue
        candidates = entities.candidates(document)
        own = own_features(document, candidates, entities, prior)
        coherence = coherence_features(document, candidates, entities, njs)
        gold = [
            frozenset(each[[mention.answer]].tolist()) if mention.answer >= 0 else frozenset[int]()
            for mention, each in zip(document.mentions, candidates, strict=True)
        ]
        names, no_scores = [mention.text for mention in document.mentions], [np.zeros(len(each)) for each in candidates]
        prepared = Prepared.of_names(names, [each.tolist() for each in candidates], no_scores)
        yield ArenaPrepared(
            **vars(prepared.with_gold(gold)),
            number=document.number,
            is_linked=[mention.gold is not None for mention in document.mentions],
            features=np.hstack([np.vstack(own), np.vstack(coherence)]),
        )


@dataclass(frozen=True)
class ArenaScorer:
    """Trees over one set of `FEATURES`."""

    booster: Any
    width: int

    def score(self, document: ArenaPrepared, *, rounds: int, softened: bool) -> ArenaPrepared:
        """The document with the local confidences of the first `rounds` trees.

        Either the probability of each candidate to be right or, if `softened`, a softmax over the mention of half their
        log-odds: less certain, which leaves more to relatedness.
        """
        rows = document.features[:, : self.width]
        scores = self.booster.predict(rows, num_threads=1, num_iteration=rounds, raw_score=softened)
        parts = document.split(scores)
        return document.with_local([_softmax(0.5 * part) for part in parts] if softened else parts)


def learn(documents: Sequence[ArenaPrepared], features: str, *, rounds: int, seed: int) -> ArenaScorer:
    """Learn from the training documents, including mentions without a right candidate."""
    import lightgbm

    names = FEATURES[features]
    train = [each for each in documents if each.number in PARTS["train"]]
    rows = np.vstack([each.features[:, : len(names)] for each in train]).astype(np.float32)
    right = np.concatenate([_right(each) for each in train])
    parameters = tree_parameters(names, SPEAK_FOR, seed=seed)
    data = lightgbm.Dataset(rows, right, feature_name=list(names))
    return ArenaScorer(lightgbm.train(parameters, data, rounds), len(names))


def _right(document: ArenaPrepared) -> FloatArray:
    rows = [np.isin(given, list(gold)) for given, gold in zip(document.entities, document.gold, strict=True)]
    return np.concatenate(rows).astype(np.float64)


def _softmax(scores: FloatArray) -> FloatArray:
    powers = np.exp(scores - scores.max(initial=-np.inf))
    shares: FloatArray = powers / powers.sum()
    return shares
