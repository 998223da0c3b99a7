"""Word and entity vectors as files of a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pairlinking.building.vectors.tokens import are_entities, entity_numbers, spelled
from pairlinking.errors import PairLinkingError
from pairlinking.kb.storage.quantized import quantize
from pairlinking.kb.storage.tries import key_ids, write_trie
from pairlinking.types import IntArray

__all__ = ["TokenVectors", "write_vectors"]

_PIECE = 65_536  # vectors


class TokenVectors(NamedTuple):
    """Output vectors, one row for each token, and how often it occurs in the corpus."""

    tokens: pa.StringArray
    vectors: npt.NDArray[np.float32]
    counts: npt.NDArray[np.int64]


def write_vectors(folder: str | PathLike[str], trained: TokenVectors, n_entities: int, *, centered: bool) -> None:
    """Write the files of ``vectors/`` into `folder`, which must exist.

    An entity without a token gets a vector of zeros. Little memory is used besides the given vectors.
    """
    tokens, vectors, counts = trained
    is_entity = are_entities(tokens)

    rows = np.flatnonzero(is_entity)
    entities = entity_numbers(tokens.take(pa.array(rows)))
    if len(entities) and entities.max() >= n_entities:
        raise PairLinkingError(
            f"The vectors contain entity {entities.max()}, but there are only {n_entities} entities. "
            "They were learned for another knowledge base; train them again."
        )
    width = quantize(np.zeros((1, vectors.shape[1]))).shape[1]
    stored = np.lib.format.open_memmap(Path(folder) / "entities.npy", "w+", np.dtype(np.int16), (n_entities, width))
    mean = vectors.mean(axis=0, where=is_entity[:, None], dtype=np.float64) if centered else 0.0
    for piece in _pieces(rows):
        stored[entities[piece]] = quantize(vectors[rows[piece]] - mean)
    stored.flush()

    rows = np.flatnonzero(~is_entity)
    words = tokens.take(pa.array(rows))
    trie = write_trie(Path(folder) / "words.marisa", spelled(words))
    rows = rows[np.argsort(key_ids(trie, spelled(words)))]
    np.save(Path(folder) / "word_counts.npy", counts[rows])
    shape = (len(rows), vectors.shape[1])
    stored = np.lib.format.open_memmap(Path(folder) / "words.npy", "w+", np.dtype(np.float16), shape)
    mean = vectors.mean(axis=0, where=~is_entity[:, None], dtype=np.float64) if centered else 0.0
    for piece in _pieces(rows):
        values = vectors[rows[piece]] - mean
        if not np.abs(values).max() <= np.finfo(np.float16).max:  # true for NaN too
            raise PairLinkingError("Training diverged: a word vector is too large to be stored. Train again.")
        stored[piece] = values
    stored.flush()


def _pieces(rows: IntArray) -> Iterator[slice]:
    """A few rows at a time: a copy of all might not fit in memory."""
    return (slice(start, start + _PIECE) for start in range(0, len(rows), _PIECE))
