"""Entities as the answers show them."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from pairlinking.kb import KnowledgeBase

__all__ = ["EntityDict", "EntityDicts"]

_KEPT = 20_000


class EntityDict(TypedDict):
    """Key, title, and page where that is known."""

    id: str
    title: str
    url: str | None


class EntityDicts:
    """Gives the dict of an entity by its number: popular ones are kept, as one answer may show hundreds."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self.get = lru_cache(maxsize=_KEPT)(self._make)

    def _make(self, number: int) -> EntityDict:
        kb = self._kb
        return {"id": kb.key(number), "title": kb.title(number), "url": kb.url(number)}
