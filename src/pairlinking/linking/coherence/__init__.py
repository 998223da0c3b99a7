"""The learned coherence of a knowledge base: how it is learned, and how a linker gets it."""

from pairlinking.linking.coherence.learning import (
    Coherence,
    Taught,
    Unseen,
    features_of,
    fit_coherence,
    learn_coherence,
    taught_by,
)
from pairlinking.linking.coherence.opening import open_coherence, solver_of

__all__ = [
    "Coherence",
    "Taught",
    "Unseen",
    "features_of",
    "fit_coherence",
    "learn_coherence",
    "open_coherence",
    "solver_of",
    "taught_by",
]
