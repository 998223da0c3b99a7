"""Options for learning word and entity vectors."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from pairlinking._support.options import check_float, check_int, usable_cores
from pairlinking.errors import ParameterError

__all__ = ["TRAINERS", "VectorOptions", "enough_epochs"]

TRAINERS = ("pairlinking", "gensim")


@dataclass(frozen=True, kw_only=True)
class VectorOptions:
    """How vectors are learned. The paper does not specify this.

    Parameters
    ----------
    dimensions
        Length of a vector. On disk, entity vectors are padded to a multiple of 16.
    epochs
        How often the corpus is read; None for 5 with a large corpus and more with a small one (`enough_epochs`).
    window
        How many tokens on each side count as context, at most (c of skip-gram).
    min_count, min_entity_count
        Words and entities that occur less often get no vector. An entity's token appears twice in the corpus for each
        link in a sentence, there and among its page's entities, and once for a link in a table or list. At most the
        4,194,304 most frequent words get a vector.
    negative
        Number of random tokens from which each true pair is distinguished.
    sample
        Tokens more frequent than this share of the corpus are randomly left out, more often the more frequent they are;
        0 for never.
    centered
        Whether to subtract the mean of all words from each word, and that of all entities from each entity. Output
        vectors share a common direction, which obscures their differences (docs/decisions/0010-centered-vectors.md);
        the paper does not remove it.
    threads
        1 makes the result reproducible: the same bytes from the same corpus and seed.
    trainer
        ``"pairlinking"``, or ``"gensim"`` for the reference (an extra, and many times slower).
    """

    dimensions: int = 100
    epochs: int | None = None
    window: int = 10
    min_count: int = 5
    min_entity_count: int = 2
    negative: int = 5
    sample: float = 1e-4
    centered: bool = True
    threads: int = field(default_factory=usable_cores)
    seed: int = 1
    trainer: str = "pairlinking"

    def __post_init__(self) -> None:
        if self.trainer not in TRAINERS:
            raise ParameterError(
                f"The 'trainer' parameter of VectorOptions must be one of {', '.join(TRAINERS)}. "
                f"Got {self.trainer!r} instead."
            )
        if self.epochs is not None:
            check_int("VectorOptions", "epochs", self.epochs, 1)
        for name in ("dimensions", "window", "min_count", "min_entity_count", "negative", "threads"):
            check_int("VectorOptions", name, getattr(self, name), 1)
        check_float("VectorOptions", "sample", self.sample, "[0, 1)")
        if check_int("VectorOptions", "seed", self.seed, 0) >= 2**32:
            raise ParameterError(f"The 'seed' parameter of VectorOptions must be below 2**32. Got {self.seed} instead.")


def enough_epochs(n_tokens: int) -> int:
    """How often a corpus of this many tokens should be read: from 5 times if it is large to 50 if it is small.

    If the sample wiki is read 5 times, all its vectors point in one direction. The curve goes through the best values
    that were tried on corpora of 65,000 and 3,600,000 tokens.

    >>> [enough_epochs(n) for n in (65_000, 3_600_000, 17_000_000)]
    [50, 10, 5]
    """
    return min(50, max(5, round(50 * math.pow(65_000 / max(n_tokens, 1), 0.4))))
