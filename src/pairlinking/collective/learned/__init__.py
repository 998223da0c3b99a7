"""Coherence learned from linked documents: a second stage on top of local confidence and support."""

from pairlinking.collective.learned.features import FEATURES, SPEAK_FOR, Contenders, names_with
from pairlinking.collective.learned.model import FILE, read_coherence, shipped_coherence
from pairlinking.collective.learned.solver import Learned

__all__ = [
    "FEATURES",
    "FILE",
    "SPEAK_FOR",
    "Contenders",
    "Learned",
    "names_with",
    "read_coherence",
    "shipped_coherence",
]
