"""How accurate answers are: precision, recall and F1, micro and macro, by three rules of which mentions count.

Counts per document (`tally`) are all that the measures, their intervals and the tests of significance need.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from pairlinking.errors import DocumentError
from pairlinking.types import FloatArray

__all__ = ["RULES", "Measures", "Scores", "Tally", "count_table", "gerbil_threshold_tuned_on_gold", "measure", "tally"]

# Which mentions count. "in-kb" is the paper's rule: those whose entity the knowledge base has. "links": all, so that a
# link for a mention without an entity is wrong. "all": all, with NIL as an entity of its own.
RULES = ("in-kb", "links", "all")


@dataclass(frozen=True)
class Tally:
    """Counts of one document; an answer is *given* if it is a link, *right* if it is one of the gold entities."""

    mentions: int
    gold: int
    given: int
    given_in_kb: int
    right: int
    right_nil: int
    recalled: int

    def row(self, rule: str) -> tuple[int, int, int]:
        """Right answers, answers and gold answers by a rule of `RULES`."""
        if rule == "all":
            return self.right + self.right_nil, self.mentions, self.mentions
        return self.right, self.given if rule == "links" else self.given_in_kb, self.gold


@dataclass(frozen=True)
class Scores:
    """Precision, recall and their harmonic mean; 0 if there are no answers, or nothing to answer."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Measures:
    """All measures by one rule.

    Macro is the mean over documents, also for F1 (not the F1 of the means); documents without a mention that counts are
    left out. Accuracy is the share of all mentions with a right answer, including NIL. Candidate recall is the share of
    mentions with an entity that have it among their candidates; None if the candidates are unknown.
    """

    micro: Scores
    macro: Scores
    accuracy: float
    candidate_recall: float | None


def tally(
    gold: Sequence[Collection[Hashable]],
    answers: Sequence[Hashable | None],
    candidates: Sequence[Collection[Hashable]] | None = None,
) -> Tally:
    """Count one document.

    Parameters
    ----------
    gold
        For each mention, the entities any of which is right; empty for NIL.
    answers
        For each mention, the entity it was linked to; None or -1 for no link.
    candidates
        For each mention, the possible answers. Without it, every entity counts as possible.

    Examples
    --------
    >>> tally([{"Paris"}, {"Rome"}, ()], ["Paris", None, "Oslo"])
    Tally(mentions=3, gold=2, given=2, given_in_kb=1, right=1, right_nil=0, recalled=2)
    """
    if len(gold) != len(answers) or (candidates is not None and len(candidates) != len(gold)):
        raise DocumentError(
            f"Gold has {len(gold)} mentions, the answers have {len(answers)}. Are they of the same document?"
        )
    linked = [answer is not None and answer != -1 for answer in answers]
    right = [answer in each for answer, each in zip(answers, gold, strict=True)]
    within = gold if candidates is None else candidates
    return Tally(
        mentions=len(gold),
        gold=sum(len(each) > 0 for each in gold),
        given=sum(linked),
        given_in_kb=sum(given and len(each) > 0 for given, each in zip(linked, gold, strict=True)),
        right=sum(given and good for given, good in zip(linked, right, strict=True)),
        right_nil=sum(not given and not each for given, each in zip(linked, gold, strict=True)),
        recalled=sum(any(entity in some for entity in each) for each, some in zip(gold, within, strict=True)),
    )


def count_table(tallies: Sequence[Tally], rule: str = "in-kb") -> FloatArray:
    """Right answers, answers and gold answers of each document with a mention that counts, shape (documents, 3)."""
    rows = [each.row(rule) for each in tallies]
    return np.array([row for row in rows if row[1] or row[2]], dtype=np.float64).reshape(-1, 3)


def scores_of(table: FloatArray) -> FloatArray:
    """Precision, recall and F1 of counts, shape (..., 3) to (..., 3)."""
    right, given, gold = table[..., 0], table[..., 1], table[..., 2]
    scores: FloatArray = np.stack([_share(right, given), _share(right, gold), _share(2 * right, given + gold)], axis=-1)
    return scores


def measure(tallies: Sequence[Tally], rule: str = "in-kb") -> Measures:
    """Measures over documents, by a rule of `RULES`.

    >>> documents = [tally([{1}, {2}], [1, 3]), tally([{1}], [1])]
    >>> measure(documents).micro.f1.__round__(3), measure(documents).macro.f1
    (0.667, 0.75)
    """
    table = count_table(tallies, rule)
    return Measures(
        micro=_scores(scores_of(table.sum(axis=0))),
        macro=_scores(scores_of(table).mean(axis=0) if len(table) else np.zeros(3)),
        accuracy=_ratio(sum(t.right + t.right_nil for t in tallies), sum(t.mentions for t in tallies)),
        candidate_recall=_ratio(sum(t.recalled for t in tallies), sum(t.gold for t in tallies)),
    )


def gerbil_threshold_tuned_on_gold(
    gold: Sequence[Sequence[Collection[Hashable]]],
    answers: Sequence[Sequence[Hashable | None]],
    confidences: Sequence[Sequence[float]],
) -> tuple[float, Scores]:
    """The confidence below which to drop links for the best micro F1 *on these very answers*, and that F1.

    GERBIL 1.2.4 does this whenever a system sends scores. It uses the gold answers: such figures are not comparable
    with untuned ones, and say nothing about how well a threshold would work elsewhere. Uses the rule "links"; of
    equally good thresholds, it returns the lowest.

    >>> gerbil_threshold_tuned_on_gold([[{1}, ()]], [[1, 2]], [[0.9, 0.4]])
    (0.9, Scores(precision=1.0, recall=1.0, f1=1.0))
    """
    total = sum(len(each) > 0 for document in gold for each in document)
    rows = [
        (confidence, answer in right)
        for of_gold, of_answers, of_confidences in zip(gold, answers, confidences, strict=True)
        for right, answer, confidence in zip(of_gold, of_answers, of_confidences, strict=True)
        if answer is not None and answer != -1
    ]
    best, found = 0.0, _scores(np.zeros(3))
    if not rows:
        return best, found
    levels = np.array([confidence for confidence, _ in rows])
    hits = np.array([hit for _, hit in rows], dtype=np.float64)
    for threshold in np.unique(levels):
        kept = levels >= threshold
        scores = _scores(scores_of(np.array([hits[kept].sum(), kept.sum(), total])))
        if scores.f1 > found.f1:
            best, found = float(threshold), scores
    return best, found


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    share: FloatArray = np.divide(part, whole, out=np.zeros_like(part, dtype=np.float64), where=whole > 0)
    return share


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _scores(row: FloatArray) -> Scores:
    precision, recall, f1 = row.tolist()
    return Scores(precision, recall, f1)
