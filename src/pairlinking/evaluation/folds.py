"""Cross-validation by document: everything that is learnt or chosen for a document comes from others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pairlinking.evaluation.prepared import PreparedDocument
from pairlinking.local.examples import Examples
from pairlinking.local.training import scorer_parameters
from pairlinking.types import FloatArray, IntArray

__all__ = ["folds_of", "learn_scores"]

_ROUNDS = 150


def folds_of(n_documents: int, n_folds: int = 5, *, seed: int = 1) -> IntArray:
    """The fold of each document: all folds of nearly the same size, drawn at random.

    >>> sorted(folds_of(7, 3).tolist())
    [0, 0, 0, 1, 1, 2, 2]
    """
    folds: IntArray = np.random.default_rng(seed).permutation(n_documents) % max(min(n_folds, n_documents), 1)
    return folds


def learn_scores(
    documents: Sequence[PreparedDocument], folds: IntArray, names: Sequence[str], *, seed: int = 1
) -> list[list[FloatArray]]:
    """Local confidences of all documents, each by trees that learnt from the other folds.

    The confidence of the knowledge base's own models is one more feature: a data set alone is too small to learn what
    a wiki teaches.
    """
    found: list[list[FloatArray]] = [[] for _ in documents]
    columns = [*names, "of_the_knowledge_base"]
    rows = [np.column_stack([each.rows, np.concatenate([np.empty(0), *each.local])]) for each in documents]
    for fold in np.unique(folds).tolist():
        booster = _learn([(documents[at], rows[at]) for at in np.flatnonzero(folds != fold).tolist()], columns, seed)
        for at in np.flatnonzero(folds == fold).tolist():
            if booster is None or len(rows[at]) == 0:
                found[at] = list(documents[at].local)
            else:
                scores = np.clip(booster.predict(rows[at], num_threads=1), 0.0, 1.0)
                found[at] = documents[at].split(scores)
    return found


def _learn(parts: Sequence[tuple[PreparedDocument, FloatArray]], names: Sequence[str], seed: int) -> Any:
    examples = Examples(len(names))
    for document, rows in parts:
        for gold, each, part in zip(document.gold, document.lists, document.split(rows), strict=True):
            if len(each):
                examples.add(1, part, np.isin(each.entities, list(gold)))
    if not examples.rows or not any(right.any() for right in examples.right):
        return None
    parameters = scorer_parameters(names, seed=seed) | {"min_child_samples": 20}
    return examples.train(parameters, _ROUNDS, names, but_checked=False)
