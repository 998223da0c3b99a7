"""Which entity a key or a redirect stands for, in the folder `entities` of a knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.tries import Trie, find_key, open_trie
from pairlinking.types import IdArray, IntArray

__all__ = ["Names"]


class Names:
    """Keys and redirects of all entities, used from the disk; each stands for one entity."""

    def __init__(self, trie: Trie, entities: IdArray) -> None:
        self.trie, self.entities = trie, entities

    @classmethod
    def open(cls, folder: Path) -> Names:
        """Map the names in a folder."""
        trie = open_trie(folder / "names.marisa")
        entities = open_array(folder / "names.npy", np.int32)
        if len(entities) != len(trie):
            raise damaged(folder / "names.npy", f"it should hold {len(trie)} numbers, not {len(entities)}")
        return cls(trie, entities)

    def __len__(self) -> int:
        return len(self.entities)

    def get(self, name: str) -> int | None:
        """Entity with exactly this name, or None."""
        number = find_key(self.trie, name)
        return None if number is None else int(self.entities[number])

    def numbers(self, names: Sequence[bytes]) -> IntArray:
        """Entity numbers of many names in UTF-8, -1 for those without an entity."""
        get = self.trie.get
        found = [-1 if b"\0" in name or (number := get(name)) is None else number for name in names]
        places = np.array(found, dtype=np.int64)
        return np.where(places < 0, -1, self.entities[places].astype(np.int64)) if len(self.entities) else places

    def number(self, name: str) -> int:
        """Entity with exactly this name, or -1."""
        entity = self.get(name)
        return -1 if entity is None else entity
