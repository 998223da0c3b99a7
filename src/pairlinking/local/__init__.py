"""Local confidence phi(m, e): how well a candidate fits a mention by itself."""

from pairlinking.local.documents import GoldDocument, pages_to_learn_from
from pairlinking.local.features import Featurizer
from pairlinking.local.scorers import BoostedScorer, LocalScorer, PriorScorer

__all__ = [
    "BoostedScorer",
    "Featurizer",
    "GoldDocument",
    "LocalScorer",
    "PriorScorer",
    "pages_to_learn_from",
]
