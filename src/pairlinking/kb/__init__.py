"""Knowledge bases: folders of entities, names, surface forms, in-links and vectors, used from the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pairlinking.kb.fold import fold
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.progress import Progress
from pairlinking.kb.relate import EntityOptions
from pairlinking.kb.sample import open_sample
from pairlinking.kb.vectors import VectorOptions
from pairlinking.kb.verify import verify

if TYPE_CHECKING:
    from pairlinking.kb.builder import build
    from pairlinking.kb.learn import add_vectors

__all__ = [
    "EntityOptions",
    "KnowledgeBase",
    "Progress",
    "VectorOptions",
    "add_vectors",
    "build",
    "fold",
    "open_sample",
    "verify",
]


def __getattr__(name: str) -> Any:
    # Late: whoever only opens a knowledge base waits for no DuckDB and no pyarrow.
    if name == "build":
        from pairlinking.kb.builder import build

        return build
    if name == "add_vectors":
        from pairlinking.kb.learn import add_vectors

        return add_vectors
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
