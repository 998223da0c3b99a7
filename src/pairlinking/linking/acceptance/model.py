"""The probability that a link is right, and the threshold below which links are dropped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from pairlinking.errors import KnowledgeBaseError
from pairlinking.linking.acceptance.features import FEATURES
from pairlinking.linking.acceptance.logistic import sigmoid
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Acceptance", "open_acceptance"]

_NEARLY = 0.005  # of F1


@dataclass(frozen=True)
class Acceptance:
    """A logistic model over `FEATURES`.

    Attributes
    ----------
    weights, bias
        Of the features, in their order, and the constant.
    slope, shift
        Log-odds are multiplied and shifted by these for texts other than those it was learned from: probabilities
        learned from the pages of a wiki are too high for news.
    probabilities
        Of the links of documents it was not learned from, in ascending order: a sample of what to expect, from which
        thresholds for a precision or recall are computed.
    """

    weights: tuple[float, ...]
    bias: float
    slope: float
    shift: float
    probabilities: tuple[float, ...]

    def probability(self, rows: FloatArray) -> FloatArray:
        """Probability that links with these features are right."""
        odds = rows @ self._weights + self.bias
        return sigmoid(self.slope * odds + self.shift)

    @cached_property
    def _weights(self) -> FloatArray:
        return np.array(self.weights)

    @cached_property
    def threshold(self) -> float:
        """The lowest threshold with nearly the best F1 that can be expected.

        The lowest, because links in short texts and small knowledge bases have less support.
        """
        if not self.probabilities:
            return 0.0
        kept, right = self._kept
        f1 = 2 * right / (kept + self._expected)
        return self.probabilities[int(np.argmax(f1 >= f1.max() - _NEARLY))]

    def threshold_for(self, *, precision: float | None = None, recall: float | None = None) -> float:
        """The lowest threshold with this share of kept links right, or the highest that keeps this share of right ones.

        If no threshold is so precise, it is that of the surest links.
        """
        kept, right = self._kept
        levels = np.array(self.probabilities)
        if precision is not None:
            good = np.flatnonzero(right / kept >= precision)
            return float(levels[good[0] if len(good) else -1])
        wanted = 0.0 if recall is None else recall
        good = np.flatnonzero(right >= wanted * self._expected - 1e-9)
        return float(levels[good[-1]]) if len(good) else 0.0

    @cached_property
    def _kept(self) -> tuple[FloatArray, FloatArray]:
        """Links kept with each of `probabilities` as the threshold, and how many of them are expected to be right."""
        levels = np.array(self.probabilities)
        return np.arange(len(levels), 0, -1, dtype=np.float64), np.cumsum(levels[::-1])[::-1]

    @cached_property
    def _expected(self) -> float:
        return float(sum(self.probabilities))

    def to_dict(self) -> dict[str, Any]:
        """The model as JSON can hold it."""
        return {
            "weights": {name: round(weight, 6) for name, weight in zip(FEATURES, self.weights, strict=True)},
            "bias": round(self.bias, 6),
            "slope": round(self.slope, 4),
            "shift": round(self.shift, 4),
            "probabilities": [round(each, 4) for each in self.probabilities],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Acceptance:
        """Read what `to_dict` gives; `KnowledgeBaseError` if it has other features."""
        weights = record["weights"]
        if set(weights) != set(FEATURES):
            raise KnowledgeBaseError(f"The acceptance model has the features {', '.join(weights)}, not those needed.")
        return cls(
            tuple(float(weights[name]) for name in FEATURES),
            float(record["bias"]),
            float(record["slope"]),
            float(record["shift"]),
            tuple(map(float, record["probabilities"])),
        )


def open_acceptance(kb: KnowledgeBase, *, is_learned: bool = False) -> Acceptance:
    """A knowledge base's own model, or, if it has none, the one that comes with the package.

    `is_learned` selects the one for learned coherence.
    """

    def stored(models: Mapping[str, Any]) -> Mapping[str, Any] | None:
        found: Mapping[str, Any] | None = (models.get("coherence") or {} if is_learned else models).get("acceptance")
        return found

    own = stored(kb.manifest.parameters.get("models") or {})
    if own is None:
        text = (files("pairlinking") / "data" / "models" / "models.json").read_text(encoding="utf-8")
        own = stored(json.loads(text)) or {}
    try:
        return Acceptance.from_dict(own)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise KnowledgeBaseError(
            f"The acceptance model of {kb.path} is damaged: {error!r}. Learn it again with: pairlinking train {kb.path}"
        ) from None
