"""Tokens of a text, with everything that can be said about each without a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pairlinking.detection._features import layout
from pairlinking.detection._tokens import tokenize
from pairlinking.text.boundaries import char_kinds, plain
from pairlinking.text.sentences import sentence_spans
from pairlinking.types import IdArray

__all__ = ["CAPITAL", "CAPITALS", "CASELESS", "LETTER", "MIXED", "NUMBER", "SMALL", "SYMBOL", "WITH_DIGIT", "ByteArray"]
__all__ += ["LOWER_CASE", "PLAIN_CASE", "TITLE_CASE", "UPPER_CASE", "WITH_CAPITAL", "Tokens"]

ByteArray = npt.NDArray[np.uint8]

SYMBOL, SMALL, CAPITAL, CAPITALS, LETTER, MIXED, NUMBER, WITH_DIGIT, CASELESS = range(9)
PLAIN_CASE, UPPER_CASE, TITLE_CASE, LOWER_CASE = range(4)
WITH_CAPITAL: Final = frozenset((CAPITAL, CAPITALS, LETTER, MIXED))


@dataclass(frozen=True)
class Tokens:
    """Words, marks and symbols of a text in order; arrays with one entry per token, except for `bounds` and `modes`.

    Attributes
    ----------
    text
        With plain apostrophes and spaces, at the same offsets.
    starts, ends
        In code points.
    looks
        ``SYMBOL`` to ``CASELESS``.
    glued
        Whether it follows the token before it without a space.
    hashes
        Of the word ignoring case, its first three letters, its last three and two, and its shape: one row per token.
    begins
        2 for the first word of its sentence, 1 after a mark within it, otherwise 0.
    bounds, modes
        First token of each sentence (and the number of tokens), and its case: ``PLAIN_CASE`` to ``LOWER_CASE``.
    """

    text: str
    starts: IdArray
    ends: IdArray
    looks: ByteArray
    glued: ByteArray
    hashes: npt.NDArray[np.uint32]
    begins: ByteArray
    bounds: IdArray
    modes: ByteArray

    @classmethod
    def of(cls, text: str) -> Tokens:
        """Tokenize, in time linear in the text."""
        text = plain(text)
        starts, ends, looks, glued, hashes = tokenize(text, char_kinds())
        cells = text.replace("\t", "\n")  # no name continues in the next cell of a table
        sentences = np.array(sentence_spans(cells), dtype=np.int32).reshape(-1, 2)
        bounds, modes, begins = layout(text, looks, starts, ends, sentences)
        return cls(text, starts, ends, looks, glued, hashes, begins, bounds, modes)

    def __len__(self) -> int:
        return len(self.starts)
