"""Vectors and profiles in fewer bits, for the entities that are kept.

The files keep their types, so that a small knowledge base is used like any other: unpacked, a rounded number takes as
much space as before. Compressed, as in a Python wheel, it takes only the remaining bits.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from pairlinking.building.shrinking.kept import Kept, rows_of
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.storage.bounds import pieces
from pairlinking.kb.storage.npy import NpyWriter
from pairlinking.kb.storage.quantized import SCALE
from pairlinking.kb.storage.tries import key_ids, open_trie, write_trie
from pairlinking.types import IdArray, IntArray

__all__ = ["round_floats", "round_vectors", "shrink_profiles", "shrink_vectors"]

_ROWS = 65536
_MANTISSA = 10  # bits of a float16
_EXPONENT = 3  # bits for the exponents of weights and word vectors, which differ little


def round_floats(values: npt.NDArray[np.float16], bits: int) -> npt.NDArray[np.float16]:
    """Round to `bits` binary places after the leading one.

    >>> round_floats(np.array([0.3, -1.9], dtype=np.float16), 2).tolist()
    [0.3125, -2.0]
    """
    cut = _MANTISSA - bits
    raw = values.view(np.uint16).astype(np.uint32)
    rounded = (raw + (1 << cut >> 1)) >> cut << cut  # a carry goes into the exponent, as it should
    return rounded.astype(np.uint16).view(np.float16)


def round_vectors(vectors: npt.NDArray[np.int16], bits: int) -> npt.NDArray[np.int16]:
    """Round the entries of vectors of length 32767 to multiples of a power of two, so that `bits` bits are left.

    No vector gets longer than 32767, which the kernels rely on: one that would is shortened a little first.
    """
    step = 1 << 16 - bits
    exact = vectors.astype(np.float64) / step
    rounded = np.rint(exact)
    while (too_long := np.einsum("ij,ij->i", rounded, rounded) * step**2 > SCALE**2).any():
        exact[too_long] *= 1 - 2**-9
        rounded[too_long] = np.rint(exact[too_long])
    return (rounded * step).astype(np.int16)


def shrink_vectors(kb: KnowledgeBase, kept: Kept, folder: Path, *, n_words: int, bits: int) -> None:
    """Write vectors of the kept entities and of the `n_words` most frequent words."""
    entities, words = kb.entity_vectors, kb.words
    if entities is None or words is None:
        return
    folder.mkdir()
    shape = len(kept), entities.shape[1]
    stored = np.lib.format.open_memmap(folder / "entities.npy", "w+", np.dtype(np.int16), shape)
    for first, last in pieces(len(kept), _ROWS):
        stored[first:last] = round_vectors(entities[kept.best[first:last]], bits)
    stored.flush()
    chosen = np.argsort(-words.counts, kind="stable")[:n_words]
    order = _write_words(folder, kb.path / "vectors", chosen)
    np.save(folder / "words.npy", round_floats(words.vectors[order], bits - _EXPONENT))
    np.save(folder / "word_counts.npy", words.counts[order])


def shrink_profiles(
    kb: KnowledgeBase, kept: Kept, sizes: IntArray, folder: Path, *, n_words: int, bits: int
) -> dict[str, int]:
    """Write the heaviest words of each kept entity, as many as in `sizes`, among the `n_words` most frequent words."""
    profiles = kb.profiles
    if profiles is None:
        return {}
    folder.mkdir()
    order = _write_words(folder, kb.path / "profiles", np.argsort(profiles.idf, kind="stable")[:n_words])
    np.save(folder / "idf.npy", profiles.idf[order])
    new = np.full(len(profiles.idf), -1, dtype=np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    n_profiles = 0
    with (
        NpyWriter(folder / "indptr.npy", np.int64) as indptr,
        NpyWriter(folder / "words.npy", np.int32) as words,
        NpyWriter(folder / "weights.npy", np.float16) as weights,
    ):
        indptr.append(np.zeros(1, dtype=np.int64))
        for first, last in pieces(len(kept), _ROWS):
            places, bounds = rows_of(profiles.indptr, kept.best[first:last])
            owner = np.repeat(np.arange(last - first), np.diff(bounds))
            rows = _heaviest(owner, new[profiles.words[places]], profiles.weights[places], sizes[first:last])
            n_of = np.bincount(rows[0], minlength=last - first)
            indptr.append(words.length + np.cumsum(n_of))
            words.append(rows[1])
            weights.append(round_floats(rows[2], bits - _EXPONENT))
            n_profiles += int(np.count_nonzero(n_of))
    return {"profiles": n_profiles}


def _heaviest(
    owner: IntArray, words: IdArray, weights: npt.NDArray[np.float16], sizes: IntArray
) -> tuple[IntArray, IdArray, npt.NDArray[np.float16]]:
    """The rows with the heaviest known words of each owner, in word order, normalised to unit vectors again."""
    known = words >= 0
    owner, words, weights = owner[known], words[known], weights[known]
    by_weight = np.lexsort((words, -weights, owner))
    place = np.arange(len(owner)) - np.searchsorted(owner, np.arange(len(sizes)))[owner]
    rows = by_weight[place < sizes[owner]]
    rows = rows[np.lexsort((words[rows], owner[rows]))]
    owner, words, exact = owner[rows], words[rows], weights[rows].astype(np.float64)
    norms = np.sqrt(np.bincount(owner, weights=exact**2, minlength=len(sizes)))
    return owner, words, np.minimum(exact / norms[owner], 1.0).astype(np.float16)


def _write_words(folder: Path, former: Path, chosen: IntArray) -> IntArray:
    """Write a trie of some words of an older one; returns the words' old numbers by their new ones."""
    old = open_trie(former / "words.marisa")
    trie = write_trie(folder / "words.marisa", (old.restore_key(number) for number in chosen.tolist()))
    return key_ids(old, (trie.restore_key(number) for number in range(len(trie))))
