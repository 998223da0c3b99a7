"""How much relatedness weighs, for methods that add it up over a document."""

from __future__ import annotations

from typing import Final

__all__ = ["beta_for"]

_SUMMED: Final = frozenset({"iter-sub:all", "lbp:all", "dense-subgraph"})


def beta_for(method: str, beta: float, n_mentions: int) -> float:
    """The beta that gives relatedness the weight `beta` has in Pair-Linking.

    Pair-Linking, SINGLE-Link and the chain hold a local confidence against one or two values of relatedness. ALL-Link
    and the dense subgraph add it up over all other mentions: in a long document nothing else would count. For these
    the weight is that of the mean instead.

    >>> beta_for("pair-linking", 0.5, 11), round(beta_for("iter-sub:all", 0.5, 11), 3)
    (0.5, 0.091)
    """
    if method not in _SUMMED or beta >= 1:
        return beta
    ratio = beta / (1 - beta) / max(n_mentions - 1, 1)
    return ratio / (1 + ratio)
