"""Local confidence of candidates, in [0, 1]: by gradient-boosted trees, or by the prior alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from pairlinking._support.arrays import number_array
from pairlinking._support.forest import Forest
from pairlinking.candidates import CandidateList
from pairlinking.candidates.generator import split_by_mention
from pairlinking.columns import Columns
from pairlinking.errors import ProblemError
from pairlinking.local.features import Featurizer
from pairlinking.types import FloatArray

__all__ = ["BoostedScorer", "CheckedScorer", "LocalScorer", "PriorScorer"]

Spans = Sequence[tuple[int, int]]


@runtime_checkable
class LocalScorer(Protocol):
    """Gives phi(m, e) for every candidate of every mention of a document."""

    def score(self, text: str, spans: Spans, lists: Sequence[CandidateList]) -> list[FloatArray]:
        """One array per mention, in [0, 1], in the order of its candidates."""


class PriorScorer:
    """P(e|m), or that of the expanded form if the mention's own form has none: the simplest local confidence."""

    def score(self, text: str, spans: Spans, lists: Sequence[CandidateList]) -> list[FloatArray]:
        """The prior of each candidate."""
        return [each.prior if each.prior.any() else each.expanded_prior for each in lists]


class BoostedScorer:
    """The probability that a candidate is right, learned by gradient-boosted trees (Sec. 3).

    Parameters
    ----------
    forest
        Trees over the features of `featurizer`.
    """

    def __init__(self, forest: Forest, featurizer: Featurizer) -> None:
        self._forest = forest
        self._featurizer = featurizer

    def score(self, text: str, spans: Spans, lists: Sequence[CandidateList]) -> list[FloatArray]:
        """Probabilities of all candidates of the document at once."""
        return self.score_columns(self.columns(text, spans, lists), lists)

    def columns(self, text: str, spans: Spans, lists: Sequence[CandidateList]) -> Columns:
        """The features that the trees use."""
        return Columns(self._featurizer.names, self._featurizer.features(text, spans, lists))

    def score_columns(self, columns: Columns, lists: Sequence[CandidateList]) -> list[FloatArray]:
        """Probabilities from features that are already computed."""
        return split_by_mention(self._forest.predict(columns.rows), lists)


class CheckedScorer:
    """A third party's scorer, whose scores are checked before they are used."""

    def __init__(self, scorer: LocalScorer) -> None:
        self._scorer = scorer

    def score(self, text: str, spans: Spans, lists: Sequence[CandidateList]) -> list[FloatArray]:
        """Its scores; `ProblemError` unless there is one in [0, 1] for every candidate."""
        found = list(self._scorer.score(text, spans, lists))
        if len(found) != len(lists):
            raise ProblemError(f"{self._scorer!r} must score {len(lists)} mentions. Got {len(found)} arrays instead.")
        scores = [number_array(each, f"scores of mention {at}", ndim=1) for at, each in enumerate(found)]
        for at, (each, candidates) in enumerate(zip(scores, lists, strict=True)):
            if len(each) != len(candidates) or not ((each >= 0) & (each <= 1)).all():
                raise ProblemError(
                    f"{self._scorer!r} must give each of the {len(candidates)} candidates of mention {at} a number in "
                    f"[0, 1]. Got {each!r:.200} instead."
                )
        return scores
