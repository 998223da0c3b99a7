"""Learning word and entity vectors together, by a skip-gram over the token corpus (Sec. 3)."""

from __future__ import annotations

from collections.abc import Callable

from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.vectors import TokenVectors, VectorOptions, enough_epochs

__all__ = ["epochs_for", "train"]


def epochs_for(corpus: Corpus, options: VectorOptions) -> int:
    """How often the corpus is read."""
    return options.epochs or enough_epochs(corpus.size.tokens)


def train(
    corpus: Corpus, options: VectorOptions | None = None, on_progress: Callable[[int], None] | None = None
) -> TokenVectors:
    """Output vectors of words and entities, by skip-gram with negative sampling (Eq. 7 and 8).

    Eq. 8 sums over all tokens; negative sampling takes its place, as in the work the paper cites for the skip-gram.

    Parameters
    ----------
    on_progress
        Called in this thread, about twice a second, with the number of tokens learned in all epochs.
    """
    options = options or VectorOptions()
    if options.trainer == "gensim":
        from pairlinking.building.vectors.reference import learn_by_gensim as learn
    else:
        from pairlinking.building.vectors.skipgram import learn_outputs as learn
    outputs = learn(corpus, options, epochs_for(corpus, options), on_progress or (lambda learnt: None))
    return TokenVectors(corpus.tokens, outputs, corpus.counts)
