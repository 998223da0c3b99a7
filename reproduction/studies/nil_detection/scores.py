"""NIL by threshold: the kind of each mention, the confidence of its link, and the results of a threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pairlinking.collective import solve
from pairlinking.evaluation.documents import AnnotatedDocument
from pairlinking.evaluation.folds import folds_of
from pairlinking.evaluation.metrics import Scores, scores_of
from pairlinking.linking.acceptance import Acceptance, link_features
from pairlinking.linking.prepared import PreparedGold
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray
from reproduction.ranks import auc

__all__ = ["CRITERIA", "GRID", "IN_KB", "MISSING", "NO_ENTITY", "AtThreshold", "Judged", "judge"]

# What a mention means: an entity of the knowledge base, one that it lacks, or none known to its annotators.
IN_KB, MISSING, NO_ENTITY = range(3)
CRITERIA = ("confidence", "local confidence", "highest local", "pair confidence")
GRID: FloatArray = np.round(np.arange(0.0, 1.005, 0.01), 2)


class AtThreshold(NamedTuple):
    """The results of a threshold: NIL found, links left, and their counts by document.

    `tables` are right, given and gold ones by document: first of NIL, then of links.
    """

    nil: Scores
    links: Scores
    tables: tuple[FloatArray, FloatArray]


@dataclass(frozen=True, eq=False)
class Judged:
    """All mentions of a data set, linked without a threshold.

    Attributes
    ----------
    document, kind
        Number of its document, and what it means (`IN_KB`, `MISSING`, `NO_ENTITY`).
    has_candidates, is_reachable, is_right
        Whether it has any candidate, one that is right, and whether that was chosen.
    scores
        By criterion. A mention stays unlinked if its score is below the threshold, or if it has no candidate.
    """

    document: IntArray
    kind: IntArray
    has_candidates: npt.NDArray[np.bool_]
    is_reachable: npt.NDArray[np.bool_]
    is_right: npt.NDArray[np.bool_]
    scores: Mapping[str, FloatArray]

    def at(self, criterion: str, threshold: float | FloatArray) -> AtThreshold:
        """NIL and links with one threshold, or with one for each mention."""
        linked = self.has_candidates & (self.scores[criterion] >= threshold)
        nil = self.kind != IN_KB
        tables = (self._table(~linked & nil, ~linked, nil), self._table(linked & self.is_right, linked, ~nil))
        found, left = (Scores(*scores_of(table.sum(axis=0)).tolist()) for table in tables)
        return AtThreshold(found, left, tables)

    def _table(self, *columns: npt.NDArray[np.bool_]) -> FloatArray:
        n = int(self.document.max(initial=-1)) + 1
        return np.column_stack([np.bincount(self.document[each], minlength=n) for each in columns]).astype(np.float64)

    def thresholds_by_folds(self, criterion: str, *, seed: int) -> FloatArray:
        """For each mention the threshold with the best F1 of links in the other folds; of equal ones the lowest."""
        folds = folds_of(int(self.document.max(initial=-1)) + 1, seed=seed)[self.document]
        linked = self.has_candidates & (self.scores[criterion] >= GRID[:, None])
        chosen = np.zeros(len(folds))
        for fold in np.unique(folds).tolist():
            others = folds != fold
            right, given = ((each & others).sum(axis=1) for each in (linked & self.is_right, linked))
            gold = np.full(len(GRID), (others & (self.kind == IN_KB)).sum())
            f1 = scores_of(np.column_stack([right, given, gold]))[:, 2]
            chosen[folds == fold] = GRID[int(np.argmax(f1))]
        return chosen

    def separation(self, criterion: str) -> float:
        """AUC of the criterion on mentions with candidates: how well thresholds can separate NIL from the others."""
        score, nil = self.scores[criterion], self.kind != IN_KB
        return auc(score[self.has_candidates & nil], score[self.has_candidates & ~nil])

    def resampled(self, random: np.random.Generator) -> Judged:
        """As many documents, drawn at random with repetition."""
        n = int(self.document.max(initial=-1)) + 1
        starts = np.searchsorted(self.document, np.arange(n + 1))
        rows = [np.arange(starts[at], starts[at + 1]) for at in random.integers(0, n, size=n).tolist()]
        flat = np.concatenate([np.empty(0, dtype=np.int64), *rows])
        return Judged(
            np.repeat(np.arange(n), [len(each) for each in rows]),
            self.kind[flat],
            self.has_candidates[flat],
            self.is_reachable[flat],
            self.is_right[flat],
            {criterion: score[flat] for criterion, score in self.scores.items()},
        )


def judge(
    documents: Sequence[PreparedGold],
    texts: Sequence[AnnotatedDocument],
    relatedness: Relatedness,
    beta: float,
    acceptance: Acceptance,
) -> Judged:
    """Link all mentions with Pair-Linking as the linker does, with local confidence of the knowledge base's models."""
    rows: list[tuple[int, int, bool, bool, bool, float, float, float, float]] = []
    for number, (document, original) in enumerate(zip(documents, texts, strict=True)):
        solved, place = solve(document.problem(relatedness, beta), "pair-linking"), document.repeats.place.tolist()
        probability = acceptance.probability(link_features(document, solved.choice, relatedness))
        for at, mention in enumerate(original.mentions):
            gold, entities, scores = document.gold[at], document.entities[at], document.local_of_names[place[at]]
            choice = int(solved.choice[place[at]])
            rows.append(
                (
                    number,
                    IN_KB if gold else NO_ENTITY if mention.gold is None else MISSING,
                    choice >= 0,
                    any(entity in gold for entity in entities),
                    choice >= 0 and entities[choice] in gold,
                    float(probability[place[at]]) if choice >= 0 else 0.0,
                    float(scores[choice]) if choice >= 0 else 0.0,
                    float(scores.max(initial=0.0)),
                    float(solved.confidence[place[at]]),
                )
            )
    numbers, kind, has, reachable, right, *by_criterion = (np.array(column) for column in zip(*rows, strict=True))
    return Judged(numbers, kind, has, reachable, right, dict(zip(CRITERIA, by_criterion, strict=True)))
