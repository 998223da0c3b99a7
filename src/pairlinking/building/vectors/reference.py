"""Vectors by gensim: the reference for our own skip-gram."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.errors import MissingExtra, PairLinkingError

__all__ = ["learn_by_gensim"]

_LONGEST = 10_000  # tokens in a line; gensim cuts longer ones


def learn_by_gensim(
    corpus: Corpus, options: VectorOptions, epochs: int, report: Callable[[int], None]
) -> npt.NDArray[np.float32]:
    """Output vectors, one row for each token of the corpus; `report` is called after each epoch."""
    try:
        from gensim.models import Word2Vec
    except ImportError as error:
        raise MissingExtra(
            "The trainer 'gensim' needs gensim. Install it with: pip install 'pairlinking[gensim]'"
        ) from error

    model = Word2Vec(
        sg=1,
        min_count=1,  # rare tokens are already removed
        vector_size=options.dimensions,
        window=options.window,
        negative=options.negative,
        sample=options.sample,
        workers=options.threads,
        seed=options.seed,
    )
    counts = {str(token): count for token, count in enumerate(corpus.counts.tolist())}
    watch = _Watch()
    with TemporaryDirectory() as folder:
        path = Path(folder, "corpus.txt")
        n_lines = _write_text(corpus, path)
        model.build_vocab_from_freq(counts, corpus_count=n_lines)

        def learn() -> None:
            try:
                model.train(
                    corpus_file=str(path),
                    total_examples=n_lines,
                    total_words=len(corpus.ids),
                    epochs=epochs,
                    callbacks=[watch],
                )
                watch.events.put(None)
            except Exception as error:
                watch.events.put(error)

        threading.Thread(target=learn, daemon=True).start()
        watch.follow(lambda epoch: report(epoch * len(corpus.ids)))
    outputs: npt.NDArray[np.float32] = model.syn1neg[[model.wv.key_to_index[token] for token in counts]]
    return outputs


def _write_text(corpus: Corpus, path: Path) -> int:
    """Write the ids as words, and return the number of lines."""
    n_lines = 0
    offsets = corpus.offsets.tolist()
    with path.open("w", encoding="ascii") as file:
        for start, end in pairwise(offsets):
            for first in range(start, end, _LONGEST):
                file.write(" ".join(map(str, corpus.ids[first : min(first + _LONGEST, end)].tolist())) + "\n")
                n_lines += 1
    return n_lines


class _Watch:
    """A gensim callback that passes the end of each epoch to the waiting thread."""

    def __init__(self) -> None:
        self.epoch, self.given_up = 0, False
        self.events: SimpleQueue[int | Exception | None] = SimpleQueue()

    def follow(self, report: Callable[[int], None]) -> None:
        """Pass each epoch to `report` until the end; raise what gensim raises."""
        try:
            while (event := self.events.get()) is not None:
                if isinstance(event, Exception):
                    raise event
                report(event)
        finally:
            self.given_up = True  # after an interrupt or an error in `report`: start no further epoch

    def on_train_begin(self, model: object) -> None: ...
    def on_train_end(self, model: object) -> None: ...

    def on_epoch_begin(self, model: object) -> None:
        if self.given_up:
            raise PairLinkingError("Training was interrupted.")

    def on_epoch_end(self, model: object) -> None:
        self.epoch += 1
        self.events.put(self.epoch)
