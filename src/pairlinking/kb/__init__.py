"""Knowledge bases: folders of entities, names, surface forms, in-links and vectors, read directly from disk."""

from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.verify import verify

__all__ = ["KnowledgeBase", "verify"]
