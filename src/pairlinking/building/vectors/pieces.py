"""The token corpus of one shard: numbers of its own first, and ranks among the tokens of all shards later.

Both are done by worker processes. The first also writes which tokens the shard has and how often, for the relational
engine to count; the second leaves out the tokens that are too rare in all shards together.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.engine import megabytes
from pairlinking.building.vectors.tokens import are_entities, entity_numbers
from pairlinking.building.writers._vocabulary import Vocabulary
from pairlinking.building.writers.columns import string_buffers
from pairlinking.kb.storage.npy import NpyWriter, open_array
from pairlinking.types import IdArray

__all__ = [
    "CorpusSize",
    "forget_ranks",
    "rank_piece",
    "ranking_workers",
    "remove_piece",
    "token_folder",
    "write_piece",
    "write_ranks",
]

_OF_PROCESS, _OF_TOKEN = 150_000_000, 90  # bytes: with the table of hashes, just after it has grown
_SHARD_BITS = 32  # of a place: those below are the token's number in its shard
_PARQUET: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": False}


class CorpusSize(NamedTuple):
    """How much a corpus holds, or a piece of it."""

    lines: int
    tokens: int
    entity_tokens: int


def write_piece(lines: Iterable[Sequence[str]], path: Path, shard: int) -> CorpusSize:
    """Encode lines into files that begin with `path`, and tokens with their counts into a table.

    `shard` is the number of the piece. With it each token has a place, the first of which is its first in the corpus.
    """
    numbers = defaultdict[str, int]()
    numbers.default_factory = numbers.__len__
    ids, ends = array("i"), array("q", [0])
    for tokens in lines:
        if tokens:
            ids.extend(map(numbers.__getitem__, tokens))
            ends.append(len(ids))
    for file, values in zip(_own_files(path), (ids, ends), strict=True):
        with NpyWriter(file, values.typecode) as writer:
            writer.append(np.frombuffer(values, values.typecode))
    words = pa.array(list(numbers), pa.string())
    times = np.bincount(np.frombuffer(ids, np.int32), minlength=len(words)).astype(np.int64)
    places = (np.int64(shard) << _SHARD_BITS) + np.arange(len(words))
    pq.write_table(pa.table({"token": words, "times": times, "place": places}), _token_file(path), **_PARQUET)
    return CorpusSize(len(ends) - 1, len(ids), int(times[are_entities(words)].sum()))


def write_ranks(tokens: pa.StringArray, folder: Path) -> None:
    """Write what `rank_piece` reads: the tokens of the whole corpus, in the order of their ranks."""
    is_entity = are_entities(tokens)
    word_ranks, entity_ranks = np.flatnonzero(~is_entity), np.flatnonzero(is_entity)
    words = pa.table({"word": tokens.take(pa.array(word_ranks))})
    pq.write_table(words, folder / "words.parquet", **_PARQUET)
    np.save(folder / "word_ranks.npy", word_ranks.astype(np.int32))
    # Entities need no table of strings: their tokens are numbers already.
    numbers = entity_numbers(tokens.take(pa.array(entity_ranks)))
    by_number = np.full(int(numbers.max(initial=-1)) + 1, -1, dtype=np.int32)
    by_number[numbers] = entity_ranks
    np.save(folder / "entity_ranks.npy", by_number)


def ranking_workers(memory: str, workers: int, n_tokens: int) -> int:
    """As many processes as `workers` says, or fewer where the tokens that each of them holds would fill the memory.

    >>> ranking_workers("16GB", 8, 1_000_000), ranking_workers("2GB", 8, 4_000_000)
    (8, 3)
    """
    return max(1, min(workers, int(megabytes(memory) * 1e6 // (_OF_PROCESS + _OF_TOKEN * n_tokens))))


def rank_piece(path: Path) -> tuple[Path, Path]:
    """Write a piece with ranks for its own numbers, without rare tokens: two files, of ranks and of the ends of lines.

    The first is left as it is, as a task whose process died is run again.
    """
    tokens = pq.read_table(_token_file(path), columns=["token"], partitioning=None).column(0).combine_chunks()
    ids, ends = (open_array(file, dtype) for file, dtype in zip(_own_files(path), (np.int32, np.int64), strict=True))
    ranks = _ranks_of(tokens, path.parent)[ids]
    kept = ranks >= 0
    before = np.zeros(len(ids) + 1, dtype=np.int64)  # kept tokens in front of each
    np.cumsum(kept, out=before[1:])
    files = _ranked_files(path)
    for file, values in zip(files, (ranks[kept], before[ends[1:]]), strict=True):
        with NpyWriter(file, values.dtype) as writer:
            writer.append(values)
    return files


def remove_piece(path: Path) -> None:
    """Remove the files of a piece, once it is part of the corpus."""
    for file in (*_own_files(path), *_ranked_files(path), _token_file(path)):
        file.unlink()


def forget_ranks() -> None:
    """Let go of what this process keeps from piece to piece: with one worker, it is the one that learns."""
    _vocabulary.cache_clear()


def _ranks_of(tokens: pa.StringArray, folder: Path) -> IdArray:
    """Rank of each token among those of all shards, -1 for one that is too rare."""
    ranks: IdArray = np.full(len(tokens), -1, dtype=np.int32)
    if not len(tokens):
        return ranks
    status = (folder / "words.parquet").stat()
    words = _vocabulary(folder, status.st_mtime_ns, status.st_ino).find(*string_buffers(tokens))
    found = np.flatnonzero(words >= 0)
    ranks[found] = open_array(folder / "word_ranks.npy", np.int32)[words[found]]
    entities = np.flatnonzero(are_entities(tokens))
    numbers = entity_numbers(tokens.take(pa.array(entities)))
    by_number = open_array(folder / "entity_ranks.npy", np.int32)
    there = numbers < len(by_number)
    ranks[entities[there]] = by_number[numbers[there]]
    return ranks


@lru_cache(maxsize=1)
def _vocabulary(folder: Path, *_: int) -> Vocabulary:
    """All words, once in a process while the file is the same."""
    words = pq.read_table(folder / "words.parquet").column(0).combine_chunks()
    vocabulary = Vocabulary()
    vocabulary.learn(*string_buffers(words))
    return vocabulary


def token_folder(folder: Path) -> Path:
    """Folder of the tables of tokens of all pieces in `folder`."""
    return folder / "tokens"


def _token_file(path: Path) -> Path:
    return token_folder(path.parent) / path.name


def _own_files(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + ".ids.npy"), path.with_name(path.name + ".lines.npy")


def _ranked_files(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + ".ranks.npy"), path.with_name(path.name + ".ends.npy")
