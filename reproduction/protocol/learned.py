"""Learned coherence on a data set: by the knowledge base's own trees, and learned from documents of the same kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pairlinking._support.forest import Forest
from pairlinking.collective.learned import Learned
from pairlinking.linking.coherence import features_of, fit_coherence, taught_by
from pairlinking.linking.prepared import PreparedGold
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["ROWS", "learned_answers"]

ROWS = {
    "learned": "trees of the knowledge base, learned from wiki pages",
    "learned, other sets": "trees learned from all other data sets, the tested one left out",
    "learned, five folds": "trees learned from the other four folds and the other data sets",
}


def learned_answers(
    documents: Mapping[str, Sequence[PreparedGold]],
    extra: Sequence[PreparedGold],
    folds: Mapping[str, IntArray],
    relatedness: Relatedness,
    own: Forest,
    *,
    seed: int,
) -> dict[str, dict[str, FloatArray]]:
    """Right answers per document, by row and data set. Documents in `extra` are used for learning, not tested."""
    found: dict[str, dict[str, FloatArray]] = {row: {} for row in ROWS}
    features = features_of([*extra, *(each for of in documents.values() for each in of)])
    taught = {name: [taught_by(each, relatedness, features) for each in of] for name, of in documents.items()}
    taught_besides = [taught_by(each, relatedness, features) for each in extra]
    for name, tested in documents.items():
        others = [each for other in documents if other != name for each in taught[other]]
        found["learned"][name] = _right(tested, relatedness, own)
        without = fit_coherence([*taught_besides, *others], features, seed=seed)
        found["learned, other sets"][name] = _right(tested, relatedness, without)
        by_fold = np.zeros(len(tested))
        for fold in np.unique(folds[name]).tolist():
            is_own = folds[name] == fold
            same = [each for each, is_hidden in zip(taught[name], is_own, strict=True) if not is_hidden]
            hidden = [each for each, is_hidden in zip(tested, is_own, strict=True) if is_hidden]
            by_fold[is_own] = _right(hidden, relatedness, fit_coherence([*others, *same], features, seed=seed))
        found["learned, five folds"][name] = by_fold
    return found


def _right(documents: Sequence[PreparedGold], relatedness: Relatedness, forest: Forest) -> FloatArray:
    solver = Learned(forest=forest)
    return np.array(
        [each.n_right(each.answers(solver.solve(each.problem(relatedness, 0.5)).choice)) for each in documents],
        dtype=np.float64,
    )
