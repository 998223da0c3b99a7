"""The probability of a link whose mention was detected: it can only be right if the detector is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pairlinking.linking.acceptance.features import log_odds
from pairlinking.linking.acceptance.logistic import fit_logistic, sigmoid
from pairlinking.linking.acceptance.model import Acceptance
from pairlinking.types import FloatArray

__all__ = ["DETECTED", "as_detected", "fit_detected", "for_detected"]

# Weights of the log-odds of the link and of the name, and a constant: fitted to the data sets of the paper that have a
# text, midway between enwik8 and the starter (python -m reproduction calibration).
DETECTED = (0.87, 0.19, -1.03)
_USUAL = 0.95  # typical probability of a name


def for_detected(
    link: FloatArray, name: FloatArray | float = _USUAL, weights: tuple[float, float, float] = DETECTED
) -> FloatArray:
    """Probability that a link and the boundaries of its mention are right.

    Parameters
    ----------
    link
        Probability that it is right if the mention is.
    name
        How sure the detector is of exactly these boundaries.

    >>> for_detected(np.array([0.9, 0.9, 0.5]), np.array([0.99, 0.5, 0.99])).round(2)
    array([0.85, 0.71, 0.46])
    """
    of_link, of_name, added = weights
    return sigmoid(of_link * log_odds(link) + of_name * log_odds(name) + added)


def as_detected(model: Acceptance) -> Acceptance:
    """The model with the probabilities to expect if mentions are detected, from which thresholds are computed."""
    return replace(model, probabilities=tuple(for_detected(np.array(model.probabilities)).tolist()))


def fit_detected(link: FloatArray, name: FloatArray, is_right: npt.NDArray[np.bool_]) -> tuple[float, float, float]:
    """The weights for which `for_detected` fits best."""
    weights, added = fit_logistic(np.column_stack([log_odds(link), log_odds(name)]), is_right)
    return float(weights[0]), float(weights[1]), added
