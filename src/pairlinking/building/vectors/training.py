"""Learning word and entity vectors together, by a skip-gram over the token corpus (Sec. 3)."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import NamedTuple

import numpy as np

from pairlinking.building.vectors.corpus import ENTITY_MARK
from pairlinking.building.vectors.vectors import TokenVectors, VectorOptions, enough_epochs
from pairlinking.errors import PairLinkingError

__all__ = ["TooLittleText", "TrainingProgress", "train"]

_POLL = 1.0  # seconds between two looks at how far training is


class TooLittleText(PairLinkingError):
    """No word or no entity occurs often enough to learn a vector for it."""


class TrainingProgress(NamedTuple):
    """How far training is: `done`, in [0, 1], of `epoch`; epoch 0 counts the tokens, 1 is the first that learns."""

    epoch: int
    epochs: int
    done: float
    tokens_per_second: float


OnProgress = Callable[[TrainingProgress], None]


def train(
    corpus: str | PathLike[str], options: VectorOptions | None = None, on_progress: OnProgress | None = None
) -> TokenVectors:
    """Output vectors of words and entities, by skip-gram with negative sampling (Eq. 7 and 8).

    Eq. 8 sums over all tokens; negative sampling takes its place, as in the work the paper cites for the skip-gram.
    A corpus in which no word or no entity is frequent enough raises `TooLittleText`.

    Parameters
    ----------
    corpus
        File written by `write_corpus`.
    on_progress
        Called in this thread, about once a second and at the end of each epoch.
    """
    from gensim.models import Word2Vec  # late: takes over a second

    options = options or VectorOptions()
    path = os.path.realpath(corpus)
    report = on_progress or (lambda progress: None)
    occurrences, n_lines = _count(path, options.epochs or 0, report)
    n_tokens = occurrences.total()
    epochs = options.epochs or enough_epochs(n_tokens)
    frequent = _frequent(occurrences, options, path)
    del occurrences
    model = Word2Vec(
        sg=1,
        min_count=1,  # rare tokens are gone already: gensim knows one minimum for words and entities
        vector_size=options.dimensions,
        window=options.window,
        negative=options.negative,
        sample=options.sample,
        workers=options.threads,
        seed=options.seed,
    )
    model.build_vocab_from_freq(frequent, corpus_count=n_lines)
    watch = _Watch(path, options.threads, epochs, n_tokens)

    def learn() -> None:
        try:
            model.train(
                corpus_file=path, total_examples=n_lines, total_words=n_tokens, epochs=epochs, callbacks=[watch]
            )
            watch.events.put(None)
        except Exception as error:
            watch.events.put(error)

    threading.Thread(target=learn, daemon=True).start()
    watch.follow(report)
    tokens: list[str] = model.wv.index_to_key
    counts = np.fromiter(map(frequent.__getitem__, tokens), dtype=np.int64, count=len(tokens))
    return TokenVectors(tokens, model.syn1neg, counts)


class _Watch:
    """Tells how far gensim is: a callback of it for the ends of epochs, and a look into its files in between."""

    def __init__(self, path: str, threads: int, epochs: int, n_tokens: int) -> None:
        self.path, self.threads, self.epochs, self.n_tokens = path, threads, epochs, n_tokens
        self.epoch, self.start = 0, 0.0
        self.given_up = False
        self.events: SimpleQueue[TrainingProgress | Exception | None] = SimpleQueue()

    def follow(self, report: OnProgress) -> None:
        """Hand progress to `report`, never backwards, until the end; raise what gensim raises."""
        last = (1, 0.0)
        try:
            while True:
                try:
                    event = self.events.get(timeout=_POLL)
                except Empty:
                    event = self._progress(self._done())
                    if not self.events.empty():  # an epoch ended meanwhile, which comes first
                        continue
                if event is None:
                    return
                if isinstance(event, Exception):
                    raise event
                if (event.epoch, event.done) > last:
                    report(event)
                    last = event.epoch, event.done
        finally:
            self.given_up = True  # after an interrupt or an error of `report`: begin no further epoch

    def on_train_begin(self, model: object) -> None: ...
    def on_train_end(self, model: object) -> None: ...

    def on_epoch_begin(self, model: object) -> None:
        if self.given_up:
            raise PairLinkingError("Training was interrupted.")
        self.epoch, self.start = self.epoch + 1, perf_counter()

    def on_epoch_end(self, model: object) -> None:
        self.events.put(self._progress(1.0))

    def _progress(self, done: float) -> TrainingProgress:
        speed = done * self.n_tokens / max(perf_counter() - self.start, 1e-9)
        return TrainingProgress(max(self.epoch, 1), self.epochs, done, speed)

    def _done(self) -> float:
        """Share of the epoch that is read, by the positions of the open files; 0 where the system does not tell them.

        Each of gensim's threads reads an equal part of the file, without a word to Python until the epoch ends.
        """
        part = os.path.getsize(self.path) / self.threads
        shares = [position % part / part for position in _positions(self.path)]
        return sum(shares) / len(shares) if shares else 0.0


def _positions(path: str) -> list[int]:
    """Where this process reads in a file, each time it has it open."""
    found = []
    for entry in Path("/proc/self/fd").glob("*"):
        try:
            if os.readlink(entry) == path:
                found.append(int(Path("/proc/self/fdinfo", entry.name).read_text().split()[1]))
        except OSError:  # closed by now
            continue
    return found


def _count(path: str, epochs: int, report: OnProgress) -> tuple[Counter[bytes], int]:
    """Count the tokens and lines of a corpus; twice as fast as gensim does."""
    counts: Counter[bytes] = Counter()
    n_lines = n_tokens = 0
    start, size = perf_counter(), os.path.getsize(path)
    with open(path, "rb") as file:
        while block := file.read(1 << 22):
            block += file.readline()
            tokens = block.split()
            counts.update(tokens)
            n_tokens += len(tokens)
            n_lines += block.count(b"\n")
            report(TrainingProgress(0, epochs, file.tell() / size, n_tokens / (perf_counter() - start)))
    return counts, n_lines


def _frequent(counts: Counter[bytes], options: VectorOptions, path: str) -> dict[str, int]:
    """Tokens that get a vector, with their counts, in the order of the corpus, which decides between equal counts."""
    mark = ENTITY_MARK.encode()
    limits = {False: options.min_count, True: options.min_entity_count}
    frequent = {token.decode(): n for token, n in counts.items() if n >= limits[token.startswith(mark)]}
    for kind, name, is_entity in (("word", "min_count", False), ("entity", "min_entity_count", True)):
        if not any(token.startswith(ENTITY_MARK) is is_entity for token in frequent):
            most = max((n for token, n in counts.items() if token.startswith(mark) is is_entity), default=0)
            raise TooLittleText(
                f"Too little text to learn vectors from: no {kind} of {path} occurs {limits[is_entity]} times or more "
                f"({name}), the most frequent one {most} times. "
                + (f"Lower {name}, or add text." if most else "Add text.")
            )
    return frequent
