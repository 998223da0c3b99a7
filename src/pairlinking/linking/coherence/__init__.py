"""The learned coherence of a knowledge base: how it is learned, and how a linker gets it."""

from pairlinking.linking.coherence.learning import Coherence, Unseen, fit_coherence, learn_coherence
from pairlinking.linking.coherence.opening import open_coherence, solver_of

__all__ = ["Coherence", "Unseen", "fit_coherence", "learn_coherence", "open_coherence", "solver_of"]
