"""Documents in which some mentions are made NIL, by removing the right entities from their candidates."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.evaluation.experiment import Experiment
from pairlinking.evaluation.folds import Rows, learn_scores
from pairlinking.evaluation.metrics import tally
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.features import Featurizer
from pairlinking.local.models import open_models
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray

__all__ = ["Linked", "Mask", "TwoWays", "count", "count_mixed", "draw", "link", "name_of", "score_both_ways"]

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TwoWays:
    """A document scored twice: with all candidates, and with the right ones removed from every mention.

    Features of a candidate compare it with the other candidates of its mention, so the remaining ones are scored again.
    They do not look at other mentions, so any choice of NIL mentions can be put together from the two.
    """

    whole: PreparedGold
    rest: PreparedGold

    def with_nil(self, nil: Mask, *, as_absent: bool = False) -> PreparedGold:
        """The document in which these mentions are NIL.

        `as_absent` removes all their candidates, also the wrong ones, so that they affect no other mention.
        """
        lists = [(self.rest if is_nil else self.whole).lists[at] for at, is_nil in enumerate(nil)]
        local = [(self.rest if is_nil else self.whole).local[at] for at, is_nil in enumerate(nil)]
        if as_absent:
            nothing = np.empty(0, dtype=np.int64)
            lists = [each.take(nothing) if is_nil else each for each, is_nil in zip(lists, nil, strict=True)]
            local = [each[nothing] if is_nil else each for each, is_nil in zip(local, nil, strict=True)]
        return replace(self.whole, lists=lists, local=local)


def name_of(surface: str) -> str:
    """The key that mentions of one name share: their text, ignoring case and spaces."""
    return " ".join(surface.casefold().split())


def count_mixed(documents: Sequence[PreparedGold]) -> tuple[int, int]:
    """Numbers of names that a document has several times, at least once as NIL; and of those it also has linked."""
    repeated = mixed = 0
    for document in documents:
        known: dict[str, list[bool]] = defaultdict(list)
        for surface, gold in zip(document.surfaces, document.gold, strict=True):
            known[name_of(surface)].append(bool(gold))
        several = [each for each in known.values() if len(each) > 1 and not all(each)]
        repeated, mixed = repeated + len(several), mixed + sum(map(any, several))
    return repeated, mixed


class Linked(NamedTuple):
    """Per document and mention: the entity chosen, -1 for none, and its confidence."""

    answers: list[list[int]]
    confidences: list[list[float]]


def score_both_ways(experiment: Experiment, *, seed: int) -> list[TwoWays]:
    """Documents of an experiment with and without their gold, scored by the experiment's own scorer."""
    scorer = open_models(experiment.kb).scorer
    rest = []
    for document in experiment.documents:
        lists = [
            each.take(np.flatnonzero(~np.isin(each.entities, list(gold))))
            for each, gold in zip(document.lists, document.gold, strict=True)
        ]
        local = scorer.score(document.source.text, document.spans, lists)
        rest.append(replace(document, lists=lists, gold=[frozenset()] * len(lists), local=local))
    if experiment.rows:
        rest = [
            each.with_local(local) for each, local in zip(rest, _scores_by_folds(experiment, rest, seed), strict=True)
        ]
    return [TwoWays(*each) for each in zip(experiment.documents, rest, strict=True)]


def _scores_by_folds(experiment: Experiment, rest: Sequence[PreparedGold], seed: int) -> list[list[FloatArray]]:
    """Scores by the trees that scored each document of the experiment, which learned from its other folds."""
    rows = Rows(Featurizer(experiment.kb))
    rows_of_rest = [rows.of(each) for each in rest]
    found: list[list[FloatArray]] = [[] for _ in rest]
    for fold in np.unique(experiment.folds).tolist():
        others = np.flatnonzero(experiment.folds != fold).tolist()
        own = np.flatnonzero(experiment.folds == fold).tolist()
        # Nothing is learned from documents without gold, so their trees are those of the other folds.
        documents = [*(experiment.documents[at] for at in others), *(rest[at] for at in own)]
        values = [*(experiment.rows[at] for at in others), *(rows_of_rest[at] for at in own)]
        halves = np.repeat([0, 1], [len(others), len(own)])
        scores = learn_scores(documents, values, rows.names, halves, seed=seed)
        for at, score in zip(own, scores[len(others) :], strict=True):
            found[at] = score
    return found


def draw(units: Sequence[Hashable], share: float, seed: Sequence[int]) -> Mask:
    """Which mentions become NIL: a share of the units, equal ones together.

    Rounded up or down at random, so that the share is right on average, even for short documents. With the same seed,
    a larger share includes all mentions of a smaller one.

    >>> int(draw("abcde", 0.4, [1]).sum()), draw("abaca", 1.0, [1]).tolist()
    (2, [True, True, True, True, True])
    """
    random = np.random.default_rng(list(seed))
    distinct = list(dict.fromkeys(units))
    order, up = random.permutation(len(distinct)), random.random()
    chosen = {distinct[at] for at in order[: int(share * len(distinct) + up)].tolist()}
    return np.array([unit in chosen for unit in units], dtype=bool)


def link(
    documents: Sequence[TwoWays],
    nil: Sequence[Mask],
    method: str,
    relatedness: Relatedness,
    betas: Sequence[float],
    *,
    as_absent: bool = False,
) -> Linked:
    """Decide all documents, each with its own beta."""
    answers, confidences = [], []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for document, mask, beta in zip(documents, nil, betas, strict=True):
            changed = document.with_nil(mask, as_absent=as_absent)
            solved = solve(changed.problem(relatedness, beta, solver=method), method)
            answers.append(changed.answers(solved.choice))
            confidences.append(solved.confidence[changed.repeats.place].tolist())
    return Linked(answers, confidences)


def count(documents: Sequence[TwoWays], nil: Sequence[Mask], answers: Sequence[Sequence[int]]) -> FloatArray:
    """Right answers, answers and mentions of each document, of mentions that are not NIL; shape (documents, 3)."""
    rows = []
    for document, mask, given in zip(documents, nil, answers, strict=True):
        kept = np.flatnonzero(~mask).tolist()
        rows.append(tally([document.whole.gold[at] for at in kept], [given[at] for at in kept]).row("in-kb"))
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
