"""The weight of relatedness for methods that sum it over a document."""

from __future__ import annotations

from pairlinking.collective import facts_of
from pairlinking.stages import CollectiveLinker

__all__ = ["BETAS", "beta_for"]

# Values that are tried when beta is chosen by accuracy.
BETAS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def beta_for(method: str | CollectiveLinker, beta: float, n_mentions: int) -> float:
    """The beta that gives relatedness the weight `beta` has in Pair-Linking.

    Pair-Linking, SINGLE-Link and the chain weigh a local confidence against one or two values of relatedness. ALL-Link
    and the dense subgraph sum it over all other mentions, so that in a long document nothing else would count. For
    these, beta is the weight of the mean instead. `n_mentions` counts the mentions to solve, each repeated name once.

    >>> beta_for("pair-linking", 0.5, 11), round(beta_for("iter-sub:all", 0.5, 11), 3)
    (0.5, 0.091)
    """
    if not facts_of(method).sums_relatedness or beta >= 1:
        return beta
    ratio = beta / (1 - beta) / max(n_mentions - 1, 1)
    return ratio / (1 + ratio)
