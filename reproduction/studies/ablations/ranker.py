"""The paper's ranker of candidates, learned from IITB, the data set that it sets aside for this (Sec. 7.1)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pairlinking.candidates import CandidateGenerator
from pairlinking.candidates.ranker import RANKER_FEATURES, Ranker, ranker_features
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.examples import Examples
from pairlinking.local.trees import scorer_parameters

__all__ = ["learn_ranker"]

_ROUNDS = 100  # the number of trees in the ranker of a knowledge base


def learn_ranker(kb: KnowledgeBase, documents: Iterable[PreparedGold], *, seed: int) -> Ranker:
    """Trees over prior and names, learned from all candidates of the documents' mentions, without any limit."""
    generator, examples = CandidateGenerator(kb), Examples(len(RANKER_FEATURES))
    for number, document in enumerate(documents):
        for gold, each in zip(document.gold, generator.generate(document.surfaces), strict=True):
            if len(each) > 1:
                examples.add(number, ranker_features(kb, [each]), np.isin(each.entities, list(gold)))
    parameters = scorer_parameters(RANKER_FEATURES, seed=seed)
    return Ranker(kb, examples.train(parameters, _ROUNDS, RANKER_FEATURES, without=None))
