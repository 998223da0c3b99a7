"""Entities of link targets by name: many at a time, and cached, because the same targets come again and again."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa

from pairlinking.building.writers._vocabulary import Vocabulary
from pairlinking.building.writers.columns import string_buffers
from pairlinking.kb.names import Names
from pairlinking.types import IntArray

__all__ = ["Targets", "targets_of"]

_MOST = 1 << 19  # targets that a process caches: some 40 MB


class Targets:
    """Entities that links lead to; those of recent shards are cached."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._seen = Vocabulary()
        self._entities: IntArray = np.empty(0, dtype=np.int64)

    def entities(self, targets: pa.Array) -> IntArray:
        """The number of each target's entity, or -1."""
        if len(self._seen) > _MOST:
            self._seen, self._entities = Vocabulary(), self._entities[:0]
        before = len(self._seen)
        numbers = self._seen.learn(*string_buffers(targets))
        data, starts = self._seen.spelled(before)
        new = [data[a:b] for a, b in pairwise(starts.tolist())]
        self._entities = np.append(self._entities, self._names.numbers(new))
        # An empty target has the number -1 and no entity.
        return np.where(numbers < 0, -1, self._entities[numbers]) if len(self._entities) else numbers.astype(np.int64)


def targets_of(kb: Path) -> Targets:
    """Targets of a knowledge base, opened once per process while the file is the same."""
    status = (kb / "entities" / "names.npy").stat()
    return _opened(kb, status.st_mtime_ns, status.st_ino)


@lru_cache(maxsize=1)
def _opened(kb: Path, *_: int) -> Targets:
    return Targets(Names.open(kb / "entities"))
