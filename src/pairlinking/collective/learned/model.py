"""The trees that give the probability of a candidate from its local confidence and the other mentions' support."""

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
    """Read trees over `FEATURES`, possibly followed by columns.

    `advice` says how to get a new file if this one is damaged or of another version.
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
    """The trees that come with the package, for knowledge bases and problems without trees of their own."""
    with as_file(files("pairlinking") / "data" / "models" / FILE) as path:
        return read_coherence(path, advice="Install the package again.")
