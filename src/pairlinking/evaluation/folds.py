"""Cross-validation by document: everything that is learned or chosen for a document comes from others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairlinking._support.forest import Forest
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.examples import Examples
from pairlinking.local.features import Featurizer
from pairlinking.local.trees import scorer_parameters
from pairlinking.types import FloatArray, IntArray

__all__ = ["Rows", "folds_of", "learn_scores"]

_ROUNDS = 150


def folds_of(n_documents: int, n_folds: int = 5, *, seed: int = 1) -> IntArray:
    """The fold of each document: folds of nearly the same size, drawn at random.

    >>> sorted(folds_of(7, 3).tolist())
    [0, 0, 0, 1, 1, 2, 2]
    """
    folds: IntArray = np.random.default_rng(seed).permutation(n_documents) % max(min(n_folds, n_documents), 1)
    return folds


class Rows:
    """Features of documents, from which folds learn.

    One of them is the confidence of the knowledge base's own models: a data set alone is too small to learn what a wiki
    can teach.
    """

    def __init__(self, featurizer: Featurizer) -> None:
        self._featurizer = featurizer
        self.names = (*featurizer.names, "of_the_knowledge_base")

    def of(self, document: PreparedGold) -> FloatArray:
        """One row per candidate."""
        rows = self._featurizer.features(document.source.text, document.spans, document.lists)
        return np.column_stack([rows, np.concatenate([np.empty(0), *document.local])])


def learn_scores(
    documents: Sequence[PreparedGold],
    rows: Sequence[FloatArray],
    names: Sequence[str],
    folds: IntArray,
    *,
    seed: int = 1,
) -> list[list[FloatArray]]:
    """Local confidences of all documents, each by trees that learned from the other folds (`Rows`)."""
    found: list[list[FloatArray]] = [[] for _ in documents]
    for fold in np.unique(folds).tolist():
        forest = _learn([(documents[at], rows[at]) for at in np.flatnonzero(folds != fold).tolist()], names, seed)
        for at in np.flatnonzero(folds == fold).tolist():
            if forest is None or len(rows[at]) == 0:
                found[at] = list(documents[at].local)
            else:
                scores = forest.predict(rows[at])
                found[at] = documents[at].split(scores)
    return found


def _learn(parts: Sequence[tuple[PreparedGold, FloatArray]], names: Sequence[str], seed: int) -> Forest | None:
    examples = Examples(len(names))
    for document, rows in parts:
        for gold, each, part in zip(document.gold, document.lists, document.split(rows), strict=True):
            if len(each):
                examples.add(1, part, np.isin(each.entities, list(gold)))
    if not examples.rows or not any(right.any() for right in examples.right):
        return None
    parameters = scorer_parameters(names, seed=seed) | {"min_child_samples": 20}
    return examples.train(parameters, _ROUNDS, names, without=None)
