"""What a smaller knowledge base keeps."""

from __future__ import annotations

from dataclasses import dataclass

from pairlinking._support.options import check_choice, check_int
from pairlinking.errors import ParameterError
from pairlinking.kb.facts import TEXT_COLUMNS

__all__ = ["ShrinkOptions"]

_MOST_BITS = 13  # of a float16 without its sign and two bits of its exponent


@dataclass(frozen=True, kw_only=True)
class ShrinkOptions:
    """What a smaller knowledge base keeps.

    Parameters
    ----------
    entities
        How many entities, those with the most in-links.
    profile_words
        Words in the profile of a well-linked entity; the others get fewer, down to a quarter.
    vocabulary
        Number of words in profiles and in vectors: the most frequent ones of each.
    bits
        Bits that are left of each number in vectors and profiles.
    out_links
        Links from pages with more links than this are left out: entities that a page links to together with hundreds
        of others are hardly related to them.
    facts
        Columns of facts to keep, from those in `pairlinking.kb.facts`; kinds are always kept, clauses never.
    """

    entities: int = 150_000
    profile_words: int = 32
    vocabulary: int = 100_000
    bits: int = 8
    out_links: int = 200
    facts: tuple[str, ...] = ("description", "wikidata", "image", "url", "data")

    def __post_init__(self) -> None:
        for name, low in (("entities", 1), ("profile_words", 1), ("vocabulary", 1), ("bits", 4), ("out_links", 1)):
            check_int("ShrinkOptions", name, getattr(self, name), low)
        for name in self.facts:
            check_choice("ShrinkOptions", "facts", name, tuple(set(TEXT_COLUMNS) - {"clause"}))
        if self.bits > _MOST_BITS:
            raise ParameterError(
                f"The 'bits' parameter of ShrinkOptions must be at most {_MOST_BITS}. Got {self.bits} instead."
            )
