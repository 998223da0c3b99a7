"""How often surface forms occur in text, and how often as a link: the link probability of a form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np

from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.text.boundaries import SINGLE
from pairlinking.types import FloatArray, IdArray

__all__ = ["USUAL", "Occurrences", "shape"]

USUAL: Final = (0.4, 0.5, 0.6, 0.4, 0.75, 0.85, 0.4, 0.5, 0.6)
"""Link probability of a form that was never counted, by its `shape`.

Shapes are a single word, two words, three or more; in small letters, with a capital, in a script without case. Rounded
from 204 held-out pages of enwik8, which link 0.48, 0.51, 0.62, 0.40, 0.75 and 0.85 of such forms; scripts without case
were not measured, and have the numbers of small letters.
"""

_SMOOTHING = 2.0  # pages typical of its shape that are added to those of a form; held-out pages agree with 2
_SINGLE = re.compile(f"[{SINGLE}]")


def shape(form: str) -> int:
    """What is known about a form that was never seen in text, as an index of `USUAL`.

    >>> [shape(form) for form in ("apple", "Apple", "New York", "the New York Times", "東京")]
    [0, 3, 4, 5, 6]
    """
    small = form.lower()
    n_words = form.count(" ") + 1
    if small != form:
        return 2 + min(n_words, 3)
    if small.upper() != small:
        return min(n_words, 3) - 1
    if _SINGLE.search(form):
        n_words = (len(form) + 1) // 2  # most words have two characters
    return 5 + min(n_words, 3)


class Occurrences:
    """Pages of a sample with each form, and with each form as a link, in the folder `occurrences`. All mapped.

    Pages are counted, not occurrences: authors link a name only the first time, so few of its occurrences are links
    even if it always means an entity (the keyphraseness of Mihalcea and Csomai, 2007).

    Attributes
    ----------
    pages, linked
        Number of pages by the number of the form in the dictionary.
    priors
        Mean link probability of forms by their `shape`.
    """

    def __init__(self, folder: Path, n_forms: int) -> None:
        self.pages: IdArray = open_array(folder / "pages.npy", np.int32)
        self.linked: IdArray = open_array(folder / "linked.npy", np.int32)
        self.priors: FloatArray = open_array(folder / "priors.npy", np.float64)
        for name, found, expected in (
            ("pages", len(self.pages), n_forms),
            ("linked", len(self.linked), n_forms),
            ("priors", len(self.priors), len(USUAL)),
        ):
            if found != expected:
                raise damaged(folder / f"{name}.npy", f"it should hold {expected} numbers, not {found}")
        self._priors: list[float] = self.priors.tolist()

    def probability(self, forms: Iterable[tuple[int, str]]) -> float:
        """Share of the pages with one of the forms that link it, in [0, 1]; `forms` are numbers with their strings.

        Several forms are treated as spellings of one, which the reader cannot tell apart. Some pages that are typical
        of the form's shape are added: a form that was never seen has the probability of its shape, and one that was
        seen once nearly the same. If there are several shapes, the least probable counts.
        """
        pages = linked = 0
        prior = 1.0
        for number, form in forms:
            pages += int(self.pages[number])
            linked += int(self.linked[number])
            prior = min(prior, self._priors[shape(form)])
        return (linked + _SMOOTHING * prior) / (pages + _SMOOTHING)
