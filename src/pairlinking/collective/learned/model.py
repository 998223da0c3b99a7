"""The trees that say how probable a candidate is, given its local confidence and the support of the others."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from pairlinking._support.forest import Forest, ForestError
from pairlinking.collective.learned.features import FEATURES
from pairlinking.errors import KnowledgeBaseError

__all__ = ["FILE", "read_coherence", "shipped_coherence"]

FILE = "coherence.txt"


def read_coherence(path: Path, *, advice: str) -> Forest:
    """Trees over `FEATURES`, and columns behind them.

    `advice` tells how to get others where these are damaged or of another version.
    """
    try:
        forest = Forest.read(path)
    except ForestError as error:
        raise KnowledgeBaseError(f"{path} is damaged: {error}. {advice}") from None
    if forest.names[: len(FEATURES)] != FEATURES:
        raise KnowledgeBaseError(f"{path} was learned with other features than this version computes. {advice}")
    return forest


@cache
def shipped_coherence() -> Forest:
    """The trees that come with the package, for knowledge bases and problems that have none of their own."""
    with as_file(files("pairlinking") / "data" / "models" / FILE) as path:
        return read_coherence(path, advice="Install the package again.")
