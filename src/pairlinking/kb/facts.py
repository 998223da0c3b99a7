"""Facts of entities: what to show besides the title. Linking does not depend on them."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.bounds import int_view
from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.strings import StringTable
from pairlinking.types import IdArray

__all__ = ["TEXT_COLUMNS", "FactColumns"]

TEXT_COLUMNS: Final = ("description", "clause", "wikidata", "image", "url", "data")
"""Columns of strings; most entities have none in most of them."""
_SHOWN = ("description", "kind", "wikidata", "image")


class _Column:
    """Strings of some entities: their numbers, rising, and the strings."""

    def __init__(self, folder: Path, name: str) -> None:
        self.entities: IdArray = open_array(folder / f"{name}_entities.npy", np.int32)
        self.strings = StringTable(folder / f"{name}.bin", folder / f"{name}.npy")
        if len(self.entities) != len(self.strings):
            raise damaged(folder / f"{name}.npy", f"it should hold {len(self.entities)} strings")
        self._entities = int_view(self.entities)

    def get(self, entity: int) -> str | None:
        at = bisect_left(self._entities, entity)  # np.searchsorted would copy the array to the type of a Python int
        return self.strings[at] if at < len(self._entities) and self._entities[at] == entity else None


class FactColumns:
    """The folder `facts` of a knowledge base; all files are mapped.

    Attributes
    ----------
    kinds
        Number of each entity's kind in `kind_names`; 0 is none.
    """

    def __init__(self, folder: Path, n_entities: int) -> None:
        self.kinds: npt.NDArray[np.uint16] = open_array(folder / "kinds.npy", np.uint16)
        self.kind_names = StringTable(folder / "kind_names.bin", folder / "kind_names.npy")
        if len(self.kinds) != n_entities:
            raise damaged(folder / "kinds.npy", f"it describes {len(self.kinds)} entities, but there are {n_entities}")
        self.columns = {name: _Column(folder, name) for name in TEXT_COLUMNS if (folder / f"{name}.bin").exists()}

    def text(self, column: str, entity: int) -> str | None:
        """What a column of strings says about the entity."""
        found = self.columns.get(column)
        return None if found is None else found.get(entity)

    def texts(self, entity: int) -> dict[str, str]:
        """Columns of strings that have a value for the entity."""
        found = ((name, column.get(entity)) for name, column in self.columns.items())
        return {name: text for name, text in found if text is not None}

    def of(self, entity: int) -> dict[str, Any]:
        """All facts about the entity except its address; if no source gives a description, the clause is used."""
        texts = self.texts(entity)
        if clause := texts.get("clause"):
            texts.setdefault("description", clause)
        if kind := int(self.kinds[entity]):
            texts["kind"] = self.kind_names[kind]
        facts: dict[str, Any] = {name: texts[name] for name in _SHOWN if name in texts}
        if data := texts.get("data"):
            facts["data"] = json.loads(data)
        return facts

    def problems(self, folder: Path) -> Iterator[str]:
        """One sentence for every column that is out of range or order."""
        n = len(self.kinds)
        if n and int(self.kinds.max()) >= len(self.kind_names):
            yield f"{folder / 'kinds.npy'} has a kind without a name."
        for name, column in self.columns.items():
            entities = column.entities
            if len(entities) and (entities[0] < 0 or entities[-1] >= n or (np.diff(entities) <= 0).any()):
                yield f"{folder / name}_entities.npy is out of range or order."
