"""Where sentences start and end in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairlinking.text._sentences import spans

__all__ = ["sentence_spans"]


def sentence_spans(text: str, unbroken: Sequence[tuple[Any, ...]] = ()) -> list[tuple[int, int]]:
    """Start and end of every sentence, without the space around it; the end of a line always ends a sentence.

    A sentence also ends at a full-width stop of Chinese or Japanese, and at a stop, possibly with quotes or brackets,
    that is followed by space and anything but a small letter. `unbroken` are spans or links in order, within which no
    sentence ends.

    >>> text = "Mr. J. Woods won. He left for St. Louis!"
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['Mr. J. Woods won.', 'He left for St. Louis!']
    """
    return spans(text, unbroken)
