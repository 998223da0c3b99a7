"""Arrow columns of tokens, as millions of Python strings would take gigabytes: which tokens are which entities."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pairlinking.types import IntArray

__all__ = ["ENTITY_MARK", "are_entities", "entity_numbers", "entity_tokens", "spelled"]

ENTITY_MARK = "/"
"""First character of an entity's token, ``/12`` for entity 12. No word contains it."""

_PIECE = 65_536  # Python strings in memory at a time


def are_entities(tokens: pa.StringArray) -> npt.NDArray[np.bool_]:
    """Whether each token is an entity's.

    >>> are_entities(pa.array(["golf", "/12"])).tolist()
    [False, True]
    """
    found: npt.NDArray[np.bool_] = pc.starts_with(tokens, ENTITY_MARK).to_numpy(zero_copy_only=False)
    return found


def entity_numbers(tokens: pa.StringArray) -> IntArray:
    """Entity numbers of tokens, all of which must be entity tokens.

    >>> entity_numbers(pa.array(["/12", "/0"])).tolist()
    [12, 0]
    """
    numbers: IntArray = pc.utf8_slice_codeunits(tokens, len(ENTITY_MARK)).cast(pa.int64()).to_numpy()
    return numbers


def entity_tokens(numbers: IntArray) -> pa.StringArray:
    """Tokens of the entities with these numbers."""
    return pc.binary_join_element_wise(pa.scalar(ENTITY_MARK), pa.array(numbers).cast(pa.string()), "")


def spelled(tokens: pa.StringArray) -> Iterator[str]:
    """The tokens as strings, a few at a time."""
    for start in range(0, len(tokens), _PIECE):
        yield from tokens.slice(start, _PIECE).to_pylist()
