"""How much relatedness weighs, for methods that add it up over a document."""

from __future__ import annotations

from pairlinking.collective import facts_of
from pairlinking.stages import CollectiveLinker

__all__ = ["BETAS", "beta_for"]

# What is tried where beta is chosen by accuracy.
BETAS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def beta_for(method: str | CollectiveLinker, beta: float, n_mentions: int) -> float:
    """The beta that gives relatedness the weight `beta` has in Pair-Linking.

    Pair-Linking, SINGLE-Link and the chain hold a local confidence against one or two values of relatedness. ALL-Link
    and the dense subgraph add it up over all other mentions: in a long document nothing else would count. For these
    the weight is that of the mean instead. `n_mentions` are those that are solved, each repeated name once.

    >>> beta_for("pair-linking", 0.5, 11), round(beta_for("iter-sub:all", 0.5, 11), 3)
    (0.5, 0.091)
    """
    if not facts_of(method).sums_relatedness or beta >= 1:
        return beta
    ratio = beta / (1 - beta) / max(n_mentions - 1, 1)
    return ratio / (1 + ratio)
