"""Relatedness psi of two entities: from in-link lists, from vectors, or from the user."""

from pairlinking.relatedness.base import KernelRelatedness
from pairlinking.relatedness.checked import CheckedRelatedness, checked
from pairlinking.relatedness.combined import MEASURES, Mean, measure
from pairlinking.relatedness.counted import NPMI, CountedRelatedness, PriorWLM
from pairlinking.relatedness.embedding import EES, quantize
from pairlinking.relatedness.link_based import NJS, WLM, InLinks
from pairlinking.relatedness.matrix import CallableRelatedness, MatrixRelatedness
from pairlinking.relatedness.named import RELATEDNESS, measures, relatedness_of
from pairlinking.relatedness.nearest import nearest
from pairlinking.relatedness.without_page import RelatednessWithoutPage

__all__ = [
    "EES",
    "MEASURES",
    "NJS",
    "NPMI",
    "RELATEDNESS",
    "WLM",
    "CallableRelatedness",
    "CheckedRelatedness",
    "CountedRelatedness",
    "InLinks",
    "KernelRelatedness",
    "MatrixRelatedness",
    "Mean",
    "PriorWLM",
    "RelatednessWithoutPage",
    "checked",
    "measure",
    "measures",
    "nearest",
    "quantize",
    "relatedness_of",
]
