"""Measures by name for a knowledge base: the built-in ones, means of them, and those of other packages."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pairlinking._support.registry import Registry
from pairlinking.relatedness.checked import checked
from pairlinking.relatedness.combined import MEASURES, measure
from pairlinking.stages import Relatedness

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["RELATEDNESS", "measures", "relatedness_of"]

# Each is made with ``kb=``, the knowledge base whose entities it relates.
RELATEDNESS: Registry[Relatedness] = Registry("relatedness")


def relatedness_of(kb: KnowledgeBase, name: str) -> Relatedness:
    """The measure of this name over the entities of a knowledge base."""
    if name in RELATEDNESS.names():
        return checked(RELATEDNESS.create(name, kb=kb))
    return measure(name, kb=kb)


def measures(kb: KnowledgeBase) -> list[str]:
    """Names of all measures that a knowledge base has the data for: built-in ones and means, then other packages'.

    >>> from pairlinking.building import open_sample
    >>> measures(open_sample())
    ['wlm', 'njs', 'ees', 'wlm+njs', 'wlm+ees', 'njs+ees', 'wlm+njs+ees', 'npmi', 'wlm-prior']
    """
    own = [name for name in MEASURES if name != "ees" or kb.has_vectors]
    means = ["+".join(parts) for n in range(1, len(own) + 1) for parts in combinations(own, n)]
    return [*means, *RELATEDNESS.names()]
