"""What a smaller knowledge base keeps."""

from __future__ import annotations

from dataclasses import dataclass

from pairlinking._support.options import check_int
from pairlinking.errors import ParameterError

__all__ = ["ShrinkOptions"]

_MOST_BITS = 13  # what a float16 has without its sign and two bits of its exponent


@dataclass(frozen=True, kw_only=True)
class ShrinkOptions:
    """What a smaller knowledge base keeps.

    Parameters
    ----------
    entities
        How many entities, those with the most in-links.
    profile_words
        Words of the profile of a well-linked entity; the others get fewer, down to a quarter.
    vocabulary
        Words that profiles and vectors know, the most frequent ones of each.
    bits
        What is left of the numbers of vectors and profiles.
    """

    entities: int = 150_000
    profile_words: int = 32
    vocabulary: int = 100_000
    bits: int = 8

    def __post_init__(self) -> None:
        for name, low in (("entities", 1), ("profile_words", 1), ("vocabulary", 1), ("bits", 4)):
            check_int("ShrinkOptions", name, getattr(self, name), low)
        if self.bits > _MOST_BITS:
            raise ParameterError(
                f"The 'bits' parameter of ShrinkOptions must be at most {_MOST_BITS}. Got {self.bits} instead."
            )
