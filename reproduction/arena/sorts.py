"""Sorts of entities: place, organisation, person or other, by the files and by a knowledge base."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from pairlinking.kb import KnowledgeBase
from pairlinking.types import IntArray
from reproduction.arena.entities import ArenaEntities, normalized

__all__ = ["ORGANISATION", "PLACE", "Sorts"]

PLACE: Final = 0
ORGANISATION: Final = 1
_PERSON: Final = 2
_OTHER: Final = 3
_OF_FILES: Final = (PLACE, ORGANISATION, _PERSON)  # GPE, ORG, PER
_OF_KB: Final = {"place": PLACE, "organisation": ORGANISATION, "person": _PERSON}
_TEAM: Final = re.compile(r"(team|[AR]?\.?F\.?C\.?|Club|United)( \(.*\))?$")
_MOSTLY: Final = 0.25  # share of the links of a form that makes it the name of a place


class Sorts:
    """The sort of every entity, and which forms are names of places.

    Half of the candidates have no kind in the files. For these the title identifies teams and clubs, and the
    knowledge base the rest; both depend only on the entity, not on the list it is on.
    """

    def __init__(self, entities: ArenaEntities, kb: KnowledgeBase) -> None:
        self._entities, self._kb = entities, kb
        self._rows = [kb.get(title) for title in entities.titles]
        kinds = entities.counts[:, 3].astype(np.int64).tolist()
        self.of = np.array(list(map(self._sort, entities.titles, kinds, self._rows)), dtype=np.int64)
        self._linked: dict[str, dict[int, float]] = {}

    def _sort(self, title: str, kind: int, row: int | None) -> int:
        if kind < len(_OF_FILES):
            return _OF_FILES[kind]
        if _TEAM.search(title):
            return ORGANISATION
        if row is None or self._kb.fact_columns is None:
            return _OTHER
        return _OF_KB.get(self._kb.fact_columns.of(row).get("kind", ""), _OTHER)

    def is_place_name(self, surface: str, candidates: Sequence[int]) -> bool:
        """Whether one of the candidates is a place of this name, by its title or by links in the knowledge base."""
        form, places = normalized(surface), [each for each in candidates if self.of[each] == PLACE]
        names = (name for each in places for name in (self._entities.titles[each], self._entities.names[each]))
        if any(normalized(name) == form for name in names):
            return True
        shares = self._shares(surface)
        return any(row is not None and shares.get(row, 0.0) > _MOSTLY for row in (self._rows[each] for each in places))

    def _shares(self, surface: str) -> dict[int, float]:
        if surface not in self._linked:
            found = self._kb.dictionary.lookup_folded(surface)
            total = 0 if found is None else int(found.counts.sum())
            self._linked[surface] = (
                {}
                if found is None or not total
                else dict(zip(found.entities.tolist(), (found.counts / total).tolist(), strict=True))
            )
        return self._linked[surface]

    def by_mention(self, candidates: Sequence[Sequence[int]]) -> list[IntArray]:
        """The sorts of the candidates of each mention."""
        return [self.of[np.array(each, dtype=np.int64)] for each in candidates]
