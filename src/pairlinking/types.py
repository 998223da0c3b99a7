"""Array aliases used in signatures."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["EntityId", "FloatArray", "IdArray", "IntArray"]

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]
IdArray: TypeAlias = npt.NDArray[np.int32]  # page ids of in-link lists: 2^31 pages are enough, and half the bytes

# An entity is an index for the measures built on lists or vectors, and any hashable name for a user's own function.
EntityId: TypeAlias = Any
