"""The solver that a linker uses, by name; a learned one gets the trees of the knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pairlinking._support.forest import Forest
from pairlinking.collective import as_solver, facts_of
from pairlinking.collective.learned import FILE, read_coherence, shipped_coherence
from pairlinking.stages import CollectiveLinker

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["open_coherence", "solver_of"]


def open_coherence(kb: KnowledgeBase) -> Forest:
    """A knowledge base's own trees, or, if it has none, those that come with the package."""
    if "coherence" not in (kb.manifest.parameters.get("models") or {}):
        return shipped_coherence()
    path = Path(kb.path) / "models" / FILE
    return read_coherence(path, advice=f"Learn the models again with: pairlinking train {kb.path}")


def solver_of(kb: KnowledgeBase, method: str | CollectiveLinker) -> CollectiveLinker:
    """The solver with this name for a knowledge base; an object is used unchanged."""
    solver = as_solver(method)
    if isinstance(method, str) and facts_of(solver).is_learned:
        return as_solver(method, forest=open_coherence(kb))
    return solver
