"""Imitates texts other than encyclopedias: headlines, text in capitals or lower case, datelines."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from pairlinking.detection.silver import GOES_ON, OUTSIDE
from pairlinking.detection.tokens import ByteArray, Tokens

__all__ = ["labels_of", "with_dateline", "with_noise"]

# Shares of pages in lower case or in capitals; and of sentences of other pages in capitals or as headlines.
_LOWER, _UPPER = 0.06, 0.04
_SENTENCE_UPPER, _SENTENCE_TITLE = 0.03, 0.03
_DATELINE = 0.3  # of the pages
_LONGEST_PLACE = 20
_DASHES = ("-", "--", "–", "—", ":")
_SHORT = 3  # letters of words that headlines leave in lower case


def with_noise(random: Random, text: str) -> str:
    """The text with other capitals, at the same offsets."""
    share = random.random()
    if share < _LOWER:
        return _same_length(text, text.lower())
    if share < _LOWER + _UPPER:
        return _same_length(text, text.upper())
    lines = text.split("\n")
    for number, line in enumerate(lines):
        share = random.random()
        if share < _SENTENCE_UPPER:
            lines[number] = _same_length(line, line.upper())
        elif share < _SENTENCE_UPPER + _SENTENCE_TITLE:
            lines[number] = _same_length(line, _headline(line))
    return "\n".join(lines)


def with_dateline(random: Random, text: str, links: Sequence[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Give some pages a dateline made of their links, as news agencies write it; returns text and shifted links."""
    names = [text[start:end] for start, end in links if end - start <= _LONGEST_PLACE and text[start:end].istitle()]
    if not names or random.random() >= _DATELINE:
        return text, list(links)
    place = random.choice(names)
    place = place.upper() if random.random() < 0.7 else place
    agency = random.choice(names)
    line, found = place, [(0, len(place))]
    if random.random() < 0.4:
        line += f" ({agency})"
        found.append((len(place) + 2, len(line) - 1))
    line += f" {random.choice(_DASHES)} "
    return line + text, found + [(start + len(line), end + len(line)) for start, end in links]


def labels_of(tokens: Tokens, before: Tokens, allowed: ByteArray) -> ByteArray:
    """Labels for the tokens of a noisy text, from those of the original text; a token may have become several."""
    at = np.maximum(np.searchsorted(before.starts, tokens.starts, side="right") - 1, 0)
    labels = allowed[at]
    is_rest = before.starts[at] != tokens.starts
    labels[is_rest & (labels & OUTSIDE == 0)] = GOES_ON
    return labels


def _headline(line: str) -> str:
    return " ".join(word if len(word) <= _SHORT else word[:1].upper() + word[1:] for word in line.split(" "))


def _same_length(text: str, changed: str) -> str:
    """The changed text, unless a letter became two."""
    return changed if len(changed) == len(text) else text
