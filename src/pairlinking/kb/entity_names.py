"""Entities by name: by key, by redirect, and in a catalogue by title."""

from __future__ import annotations

from collections import Counter
from heapq import nlargest
from itertools import islice
from pathlib import Path

import numpy as np

from pairlinking.errors import UnknownName, did_you_mean
from pairlinking.kb.dictionary import TITLE, Dictionary
from pairlinking.kb.names import Names
from pairlinking.kb.storage.strings import StringTable

__all__ = ["EntityNames"]

_LOOKED_AT = 20_000  # names that begin like an unknown one
_SIMILAR = 500  # of these, those with nearly the same letters are compared with it
_SHOWN = 10
_MEANINGS = 3  # entities to choose from


class EntityNames:
    """Names of entities, in the folder `entities` of a knowledge base.

    Parameters
    ----------
    keys
        Key of each entity.
    forms
        Surface forms, to suggest what an unknown name can mean.
    has_titles
        Whether keys are not the titles, which are then looked up in `forms`.
    """

    def __init__(self, folder: Path, keys: StringTable, forms: Dictionary, *, has_titles: bool) -> None:
        self._names = Names.open(folder)
        self.entities = self._names.entities
        self._trie = self._names.trie
        self._keys, self._forms, self._titles = keys, forms, forms if has_titles else None

    def __len__(self) -> int:
        return len(self.entities)

    def get(self, name: str) -> list[int]:
        """Entities of a name: one, none, or several that share it as their title.

        As in a wiki, underscores count as spaces and the first letter may be small.
        """
        spaced = name.replace("_", " ")
        # A dict, to try each spelling once and in this order.
        spellings = dict.fromkeys(part for text in (name, spaced) for part in (text, text[:1].upper() + text[1:]))
        for spelling in spellings:
            entity = self._names.get(spelling)
            if entity is not None:
                return [entity]
        for spelling in spellings if self._titles is not None else ():
            found = self._titles.lookup(spelling) if self._titles is not None else None
            if found is not None and (titled := found.entities[found.origins & TITLE > 0]).size:
                return sorted(titled.tolist())
        return []

    def find(self, name: str, owner: str) -> int:
        """Entity of a name; `UnknownName` suggests similar names, or lists the entities to choose from."""
        found = self.get(name)
        if len(found) == 1:
            return found[0]
        if found:
            keys = ", ".join(repr(self._keys[entity]) for entity in found[:_SHOWN])
            more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
            raise UnknownName(f"{name!r} is the title of {len(found)} entities of {owner}. Use a key: {keys}{more}.")
        raise UnknownName(f"Can't find {name!r} in {owner}.{self._suggestion(name)}")

    def others(self, entity: int) -> list[str]:
        """Names of an entity other than its key, in byte order. Scans all names: some milliseconds per million."""
        names = (self._trie.restore_key(number) for number in np.flatnonzero(self.entities == entity).tolist())
        return sorted(name for name in names if name != self._keys[entity])

    def _suggestion(self, name: str) -> str:
        """What the name can mean; if nothing, the nearest of the names with the same beginning, longest first."""
        name = name.encode(errors="replace").decode().replace("_", " ")
        if meanings := self._meanings(name):
            return f" Did you mean {' or '.join(map(repr, meanings))}?"
        name = name[:1].upper() + name[1:] if self._titles is None else name
        letters = Counter(name)
        for length in sorted({max(len(name) * quarters // 4, 1) for quarters in (1, 2, 3)}, reverse=True):
            alike = islice(self._trie.iterkeys(name[:length]), _LOOKED_AT)
            as_long = (each for each in alike if abs(len(each) - len(name)) <= max(2, len(name) // 3))
            similar = nlargest(_SIMILAR, as_long, key=lambda each: (letters & Counter(each)).total())
            suggestion = did_you_mean(name, similar)
            if suggestion:
                return suggestion
        return ""

    def _meanings(self, name: str) -> list[str]:
        """Keys of the entities that the name most often means as a surface form."""
        found = self._forms.lookup(name) or self._forms.lookup_folded(name)
        if found is None:
            return []
        best = np.argsort(-found.prior, kind="stable")[:_MEANINGS]
        return [self._keys[entity] for entity in found.entities[best].tolist()]
