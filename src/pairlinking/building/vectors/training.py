"""Learning word and entity vectors together, with skip-gram over the token corpus (Sec. 3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.stored import TokenVectors
from pairlinking.building.vectors.vectors import VectorOptions, enough_epochs

__all__ = ["epochs_for", "train"]


def epochs_for(corpus: Corpus, options: VectorOptions) -> int:
    """How often the corpus is read."""
    return options.epochs or enough_epochs(corpus.size.tokens)


def train(
    corpus: Corpus,
    options: VectorOptions | None = None,
    on_progress: Callable[[int], None] | None = None,
    scratch: Path | None = None,
) -> TokenVectors:
    """Output vectors of words and entities, by skip-gram with negative sampling (Eq. 7 and 8).

    Eq. 8 sums over all tokens; negative sampling replaces it, as in the work that the paper cites for skip-gram.

    Parameters
    ----------
    on_progress
        Called in this thread, about twice a second, with the number of tokens learned in all epochs.
    scratch
        Folder for matrices that do not fit in memory; the returned vectors are then a file there, too. gensim, the
        reference, always uses memory.
    """
    options = options or VectorOptions()
    epochs, report = epochs_for(corpus, options), on_progress or (lambda learnt: None)
    if options.trainer == "gensim":
        from pairlinking.building.vectors.reference import learn_by_gensim

        outputs = learn_by_gensim(corpus, options, epochs, report)
    else:
        from pairlinking.building.vectors.skipgram import learn_outputs

        outputs = learn_outputs(corpus, options, epochs, report, scratch)
    return TokenVectors(corpus.tokens, outputs, corpus.counts)
