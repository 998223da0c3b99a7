"""Making profiles: from the counts of each shard to the most significant words of every entity. A build stage."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking._support.pool import Pools, WorkerPool
from pairlinking._support.progress import Progress
from pairlinking.building.engine import Engines
from pairlinking.building.relate import EntityOptions
from pairlinking.building.writers._vocabulary import Vocabulary
from pairlinking.building.writers._weighing import BITS_OF_WORD, weigh_words
from pairlinking.building.writers.columns import string_buffers
from pairlinking.building.writers.count_files import read_counts
from pairlinking.building.writers.profile_counts import count_shard
from pairlinking.kb.storage.npy import NpyWriter, open_array
from pairlinking.kb.storage.tries import key_ids, write_trie
from pairlinking.types import IntArray

__all__ = ["MOST_WORDS", "write_profiles"]

MOST_WORDS = 128  # of a profile: on the sample wiki, 64 are slightly worse and 256 no better
_VOCABULARY = 1 << BITS_OF_WORD  # the most frequent words: in a Wikipedia, the others are mostly misspelt
_PIECE, _LARGEST_PIECE = 2_000_000, 6_000_000  # counts that one process holds at a time, approximately
_PIECES = 64  # number of ranges, unless they would become too small or too large: enough for many processes
_COUNTS_OF_PAGE, _COUNTS_OF_LINK = 100, 20  # different words of a page, and that a link adds
_SATURATION = 3.0  # k1 of BM25: how soon further occurrences count less
_USUAL_LENGTH = 300.0  # words that a profile of average length is made from


class _Piece(NamedTuple):
    """Profiles of some entities: how many words each has, these words, and their weights."""

    sizes: IntArray
    words: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float16]


def write_profiles(
    kb: Path,
    folder: Path,
    scratch: Path,
    entities: EntityOptions,
    n_entities: int,
    workers: int,
    progress: Progress,
    engines: Engines,
    pools: Pools = WorkerPool,
) -> dict[str, int]:
    """Make profiles from the tables of `kb`, write the files of `Profiles` into `folder`, and return their number.

    Without any text there are none, and no folder. Sentences are read once, shard by shard. Then the counts of all
    shards are merged for one range of entities at a time, so memory does not grow with the source.
    """
    (scratch / "words").mkdir(parents=True, exist_ok=True)
    shards = sorted(path.name for path in (kb / "tables" / "sentences").glob("*.parquet"))
    progress.start("Counting words around links", total=len(shards), unit="shards")
    starts = _range_starts(open_array(kb / "in-links" / "indptr.npy", np.int64))
    n_pages = n_pairs = 0
    counting = [partial(count_shard, kb, shard, entities, starts, scratch) for shard in shards]
    with pools(workers) as pool:
        for done, size in enumerate(pool.run(counting), 1):
            n_pairs += size.pairs
            n_pages += size.pages
            progress.update(done)
    progress.finish(f"{n_pairs:,} counts from {n_pages:,} pages")
    if not n_pairs:
        return {"profiles": 0}

    progress.start("Writing profiles", total=n_entities, unit="entities")
    folder.mkdir(parents=True, exist_ok=True)
    _write_words(folder, scratch, n_pages, engines)
    ranges = list(zip(starts.tolist(), [*starts[1:].tolist(), n_entities], strict=True))
    n_profiles = 0
    with (
        pools(workers) as pool,
        NpyWriter(folder / "indptr.npy", np.int64) as indptr,
        NpyWriter(folder / "words.npy", np.int32) as words,
        NpyWriter(folder / "weights.npy", np.float16) as weights,
    ):
        for _ in pool.run(partial(_rank_words, scratch, shard) for shard in shards):
            pass
        indptr.append(np.zeros(1, dtype=np.int64))
        weighing = (partial(_weigh, scratch, shards, at, *each) for at, each in enumerate(ranges))
        for (_, last), piece in zip(ranges, pool.run(weighing), strict=True):
            indptr.append(words.length + np.cumsum(piece.sizes))
            words.append(piece.words)
            weights.append(piece.weights)
            n_profiles += int(np.count_nonzero(piece.sizes))
            progress.update(last)
    progress.finish(f"{n_profiles:,} profiles")
    return {"profiles": n_profiles, "profile_pages": n_pages}


def _write_words(folder: Path, scratch: Path, n_pages: int, engines: Engines) -> None:
    """Write the words of all shards, and how rare each is. The engine counts them, as they may not fit into memory."""
    query = "SELECT word, CAST(sum(pages) AS BIGINT) AS pages FROM shard_words GROUP BY word ORDER BY 2 DESC, 1"
    with closing(engines(scratch / "words.duckdb")) as engine:
        engine.load("shard_words", scratch / "words")
        found = pa.Table.from_batches(engine.read(f"{query} LIMIT {_VOCABULARY}"))
    words = found.column("word").to_pylist()
    try:
        trie = write_trie(folder / "words.marisa", words)
    except RuntimeError as error:  # raised by marisa if a file cannot grow
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder)) from error
    pages = found.column("pages").to_numpy()
    rarity = np.log1p((n_pages - pages + 0.5) / (pages + 0.5)).astype(np.float32)
    numbers = key_ids(trie, words).astype(np.int32)
    idf = np.empty_like(rarity)
    idf[numbers] = rarity
    np.save(folder / "idf.npy", idf)
    pq.write_table(found.select(["word"]), scratch / "ranked.parquet", compression="zstd")
    np.save(scratch / "ranked_numbers.npy", numbers)
    np.save(scratch / "ranked_idf.npy", rarity)


def _rank_words(scratch: Path, shard: str) -> None:
    """Map a shard's own word numbers to ranks among all words, -1 for a word that is too rare."""
    status = (scratch / "ranked.parquet").stat()
    words = pq.read_table(scratch / "words" / shard, columns=["word"]).column(0).combine_chunks()
    ranked = _ranked(scratch, status.st_mtime_ns, status.st_ino)
    np.save(scratch / f"{shard}.ranks.npy", ranked.find(*string_buffers(words)))


@lru_cache(maxsize=1)
def _ranked(scratch: Path, *_: int) -> Vocabulary:
    """All words, read once per process while the file is the same: a trie would look up one str at a time."""
    words = pq.read_table(scratch / "ranked.parquet").column("word").combine_chunks()
    vocabulary = Vocabulary()
    vocabulary.learn(*string_buffers(words))
    return vocabulary


def _range_starts(in_links: IntArray) -> IntArray:
    """First entities of ranges with about as many counts as a process may hold, estimated from the number of in-links.

    Every shard has a piece of every range, and even a small piece takes some time. So a large wiki has larger ranges;
    otherwise their cost would grow with the square of its size.
    """
    counts = _COUNTS_OF_PAGE + _COUNTS_OF_LINK * np.diff(in_links)
    size = min(max(_PIECE, int(counts.sum()) // _PIECES), _LARGEST_PIECE)
    piece = (np.cumsum(counts) - counts) // size
    return np.flatnonzero(np.diff(piece, prepend=-1))


def _weigh(scratch: Path, shards: list[str], at: int, first: int, last: int) -> _Piece:
    """Profiles of the entities from `first` up to `last`, range number `at`, from the counts of all shards."""
    idf = open_array(scratch / "ranked_idf.npy", np.float32)
    numbers = open_array(scratch / "ranked_numbers.npy", np.int32)
    counted = read_counts(scratch, shards, at)
    return _Piece(*weigh_words(*counted, idf, numbers, last - first, MOST_WORDS, _SATURATION, _USUAL_LENGTH))
