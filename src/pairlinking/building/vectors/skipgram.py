"""Skip-gram with negative sampling over a corpus of ids: the compiled kernel on several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pairlinking.building.vectors._skipgram import ROW, alias_table, learn_lines
from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.matrices import Matrix, fit_in, zeros
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.types import FloatArray, IntArray

__all__ = ["learn_outputs", "scratch_for"]

_FIRST_RATE, _LAST_RATE = 0.025, 0.0001
_BLOCK = 20_000  # tokens that a thread learns before it updates the rate and takes the next block
_POLL = 0.5  # seconds between two reports
_POWER = 0.75  # negatives are drawn in proportion to this power of a token's frequency
_ROWS = 4096  # rows that are filled at a time


def scratch_for(corpus: Corpus, options: VectorOptions, memory: str, folder: Path) -> Path | None:
    """Return `folder` if the matrices need files there, as they would take too much of the build's memory."""
    return None if fit_in(memory, len(corpus.tokens), _width(options)) else folder


def learn_outputs(
    corpus: Corpus,
    options: VectorOptions,
    epochs: int,
    report: Callable[[int], None],
    scratch: Path | None = None,
) -> Matrix:
    """Output vectors, one row for each token of the corpus; `report` gets the number of tokens read, over all epochs.

    The corpus is read in blocks, which threads take in turn, all working on the same matrices without locks (Hogwild):
    few rows are shared at a time, and a lost update is one of millions. Rate and random numbers belong to the block, so
    one thread always gives the same bytes. If `scratch` is a folder, the matrices are files there, with the same bytes.
    """
    run = _Run(corpus, options, epochs, scratch)
    threads = [threading.Thread(target=run.work, daemon=True) for _ in range(options.threads)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(_POLL)
                report(run.learnt)
    finally:  # also after an interrupt, or an error in `report`
        run.stopped = True
        for thread in threads:
            thread.join()
    if run.error is not None:
        raise run.error
    report(run.learnt)
    return run.outputs[:, : options.dimensions]


class _Run:
    """Matrices, tables and blocks of one training."""

    def __init__(self, corpus: Corpus, options: VectorOptions, epochs: int, scratch: Path | None) -> None:
        n = len(corpus.tokens)
        self.corpus, self.options = corpus, options
        self.inputs, self.outputs = (
            zeros(n, _width(options), scratch and scratch / f"{name}.matrix") for name in ("inputs", "outputs")
        )
        random = np.random.default_rng(options.seed)
        for first in range(0, n, _ROWS):  # a copy of all might not fit in memory
            start = random.random((min(_ROWS, n - first), options.dimensions), dtype=np.float32)
            self.inputs[first : first + _ROWS, : options.dimensions] = (start - 0.5) / options.dimensions
        self.keep = kept_share(corpus.counts, options.sample)
        self.draws = np.zeros(n, dtype=np.uint64)
        alias_table(corpus.counts.astype(np.float64) ** _POWER, self.draws)
        self.bounds = _block_bounds(corpus.offsets)
        self.n_blocks = epochs * (len(self.bounds) - 1)
        self.learnt, self.stopped = 0, False
        self.error: Exception | None = None
        self._blocks, self._lock = iter(range(self.n_blocks)), threading.Lock()

    def work(self) -> None:
        """Learn blocks until none is left."""
        try:
            for block in self._take():
                self._learn(block)
        except Exception as error:
            self.error, self.stopped = error, True

    def _take(self) -> Iterator[int]:
        while not self.stopped:
            with self._lock:
                block = next(self._blocks, None)
            if block is None:
                return
            yield block

    def _learn(self, block: int) -> None:
        at = block % (len(self.bounds) - 1)
        offsets = self.corpus.offsets[self.bounds[at] : self.bounds[at + 1] + 1]
        rate = _FIRST_RATE - (_FIRST_RATE - _LAST_RATE) * block / self.n_blocks
        learn_lines(
            self.inputs,
            self.outputs,
            self.corpus.ids,
            offsets,
            self.keep,
            self.draws,
            self.options.window,
            self.options.negative,
            rate,
            (self.options.seed << 32) + block,
        )
        with self._lock:
            self.learnt += int(offsets[-1] - offsets[0])


def _width(options: VectorOptions) -> int:
    """Numbers in a row, padded so that every row is aligned for vector registers."""
    return -(-options.dimensions // ROW) * ROW


def kept_share(counts: IntArray, sample: float) -> npt.NDArray[np.uint32]:
    """Of 2**32 occurrences of each token, how many are learnt: all, except of frequent tokens if `sample` is not 0."""
    share: FloatArray = np.ones(len(counts))
    if sample:
        allowed = sample * counts.sum() / counts
        share = np.minimum(np.sqrt(allowed) + allowed, 1.0)
    kept: npt.NDArray[np.uint32] = (share * (2**32 - 1)).astype(np.uint32)
    return kept


def _block_bounds(offsets: IntArray) -> IntArray:
    """Lines at which blocks begin, and the number of lines."""
    bounds = np.searchsorted(offsets, np.arange(0, offsets[-1] + _BLOCK, _BLOCK).clip(max=offsets[-1]))
    bounds[-1] = len(offsets) - 1  # lines whose tokens are all rare may follow the last token
    return np.unique(bounds)
