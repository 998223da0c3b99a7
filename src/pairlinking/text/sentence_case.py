"""Where in a text a capital letter carries no information."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pairlinking.text.sentences import sentence_spans

__all__ = ["blind_starts"]


def blind_starts(text: str, starts: Sequence[int]) -> dict[int, int]:
    """The `starts` of words whose case carries no information, each with the end of its sentence.

    They are the first word of every sentence, with the punctuation before it, and all words of a sentence in capitals.

    >>> blind_starts("“So it is,” he said. STORM HITS", [0, 1, 4, 7, 12, 15, 21, 27])
    {0: 20, 1: 20, 21: 31, 27: 31}
    """
    blind: dict[int, int] = {}
    at = 0
    for first, last in sentence_spans(text):
        at = bisect_left(starts, first, at)
        in_capitals = text[first:last].isupper()
        while at < len(starts) and starts[at] < last:
            blind[starts[at]] = last
            if not in_capitals and text[starts[at]].isalnum():
                break
            at += 1
    return blind
