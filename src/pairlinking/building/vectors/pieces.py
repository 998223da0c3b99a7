"""The token corpus of one shard: first with numbers of its own, later with ranks among the tokens of all shards.

Both steps run in worker processes. The first also writes which tokens the shard has and how often, for the relational
engine to count; the second leaves out tokens that are too rare in all shards together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.engine import megabytes
from pairlinking.building.vectors.corpus import Lines
from pairlinking.building.vectors.tokens import are_entities, entity_numbers, entity_tokens
from pairlinking.building.writers._vocabulary import Vocabulary
from pairlinking.building.writers.columns import DIFFERENT_STRINGS, string_buffers
from pairlinking.kb.storage.npy import open_array
from pairlinking.types import IdArray, IntArray

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

_OF_PROCESS, _OF_TOKEN = 150_000_000, 90  # bytes, including the hash table just after it has grown
_SHARD_BITS = 32  # a place is a shard's number, shifted by these bits, plus a position in that shard


class CorpusSize(NamedTuple):
    """Size of a corpus, or of a piece of it."""

    lines: int
    tokens: int
    entity_tokens: int


def write_piece(lines: Sequence[Lines], path: Path, shard: int) -> CorpusSize:
    """Write non-empty lines into files whose names begin with `path`, and their tokens with counts into a table.

    `shard` is the number of the piece. It makes the first part of a token's place; the lowest place of a token is where
    it first occurs in the corpus.
    """
    tokens, ids, ends = _numbered(lines)
    times = np.bincount(ids, minlength=len(tokens))
    first = np.zeros(len(tokens), dtype=np.int32)
    first[ids[::-1]] = np.arange(len(ids), dtype=np.int32)[::-1]  # the last assignment wins
    used = np.flatnonzero(times)  # words that occur only in replaced anchors are in no line
    numbers = np.zeros(len(tokens), dtype=np.int32)
    numbers[used] = np.arange(len(used), dtype=np.int32)
    _write_arrays(_own_files(path), numbers[ids], ends)
    places = (shard << _SHARD_BITS) + first[used].astype(np.int64)
    table = pa.table({"token": tokens.take(pa.array(used)), "times": times[used], "place": places})
    pq.write_table(table, _token_file(path), **DIFFERENT_STRINGS)
    return CorpusSize(len(ends) - 1, len(ids), int(times[are_entities(tokens)].sum()))


def _numbered(lines: Sequence[Lines]) -> tuple[pa.StringArray, IdArray, IntArray]:
    """Words and entities, numbered within the piece, and all lines with these numbers, one after the other."""
    shifts = np.cumsum([0, *(len(each.words) for each in lines)])
    ids = np.concatenate([each.ids for each in lines])
    starts = np.cumsum([0, *(len(each.ids) for each in lines)])
    is_word = ids >= 0
    for start, end, shift in zip(starts, starts[1:], shifts, strict=False):
        ids[start:end][is_word[start:end]] += np.int32(shift)
    entities, numbers = np.unique(-1 - ids[~is_word], return_inverse=True)
    ids[~is_word] = shifts[-1] + numbers
    ends = [each.ends + start for each, start in zip(lines, starts, strict=False)]
    tokens = pa.concat_arrays([*(each.words for each in lines), entity_tokens(entities)])
    return tokens, ids, np.unique(np.concatenate([[0], *ends]))


def write_ranks(tokens: pa.StringArray, folder: Path) -> None:
    """Write the input of `rank_piece`: the tokens of the whole corpus, in the order of their ranks."""
    is_entity = are_entities(tokens)
    word_ranks, entity_ranks = np.flatnonzero(~is_entity), np.flatnonzero(is_entity)
    words = pa.table({"word": tokens.take(pa.array(word_ranks))})
    pq.write_table(words, folder / "words.parquet", **DIFFERENT_STRINGS)
    np.save(folder / "word_ranks.npy", word_ranks.astype(np.int32))
    # Entities need no table of strings: their tokens are numbers already.
    numbers = entity_numbers(tokens.take(pa.array(entity_ranks)))
    by_number = np.full(int(numbers.max(initial=-1)) + 1, -1, dtype=np.int32)
    by_number[numbers] = entity_ranks
    np.save(folder / "entity_ranks.npy", by_number)


def ranking_workers(memory: str, workers: int, n_tokens: int) -> int:
    """As many processes as `workers`, or fewer if the tokens that each of them holds would not fit in memory.

    >>> ranking_workers("16GB", 8, 1_000_000), ranking_workers("2GB", 8, 4_000_000)
    (8, 3)
    """
    return max(1, min(workers, int(megabytes(memory) * 1e6 // (_OF_PROCESS + _OF_TOKEN * n_tokens))))


def rank_piece(path: Path) -> tuple[Path, Path]:
    """Write a piece with ranks instead of its own numbers, without rare tokens: two files, ranks and ends of lines.

    The original piece is kept, as a task whose process died is run again.
    """
    tokens = pq.read_table(_token_file(path), columns=["token"], partitioning=None).column(0).combine_chunks()
    ids, ends = (open_array(file, dtype) for file, dtype in zip(_own_files(path), (np.int32, np.int64), strict=True))
    ranks = _ranks_of(tokens, path.parent)[ids]
    kept = ranks >= 0
    before = np.zeros(len(ids) + 1, dtype=np.int32)  # kept tokens before each
    np.cumsum(kept, out=before[1:])
    files = _ranked_files(path)
    _write_arrays(files, ranks[kept], before[ends[1:]].astype(np.int64))
    return files


def remove_piece(path: Path) -> None:
    """Remove the files of a piece, once it is part of the corpus."""
    for file in (*_own_files(path), *_ranked_files(path), _token_file(path)):
        file.unlink()


def forget_ranks() -> None:
    """Free what this process keeps from piece to piece: with one worker, the same process learns the vectors."""
    _vocabulary.cache_clear()


def _write_arrays(files: tuple[Path, Path], ids: IdArray, ends: IntArray) -> None:
    np.save(files[0], ids)
    np.save(files[1], ends)


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
    """All words, loaded once per process while the file is the same."""
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
