"""Whether to keep a link: the probability that it is right, from what is known after it is made."""

from pairlinking.linking.acceptance.detected import DETECTED, as_detected, fit_detected, for_detected
from pairlinking.linking.acceptance.features import FEATURES, link_features
from pairlinking.linking.acceptance.learning import ELSEWHERE, Judged, fit_elsewhere, judge, learn_acceptance
from pairlinking.linking.acceptance.model import Acceptance, open_acceptance

__all__ = [
    "DETECTED",
    "ELSEWHERE",
    "FEATURES",
    "Acceptance",
    "Judged",
    "as_detected",
    "fit_detected",
    "fit_elsewhere",
    "for_detected",
    "judge",
    "learn_acceptance",
    "link_features",
    "open_acceptance",
]
