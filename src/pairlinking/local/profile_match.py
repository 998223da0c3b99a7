"""How alike the words around a mention and the profile of a candidate are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pairlinking.kb.profiles import Profiles, places_of
from pairlinking.local.context import Tokens
from pairlinking.types import FloatArray, IntArray

__all__ = ["ProfileMatcher"]

_WORDS = 1 << 12  # words in and around mentions, and candidates, that are looked at together
_SPREAD = 16  # remainders for each known word of a document
_LEAST = 1e-3  # share of a document that must be left without a mention's own words to find it by taking them away


class ProfileMatcher:
    """Cosines of the words around mentions, weighed by log(1 + count) idf, with the profiles of entities.

    Time grows with the words of the document, plus those of the candidates' profiles, plus, for each mention, its own
    words and those within the widths; it never takes mentions times words.
    """

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    def similarities(
        self, document: Tokens, mention: IntArray, entities: IntArray, widths: Sequence[int | None]
    ) -> FloatArray:
        """One row a candidate and one column a width, in [0, 1]; 0 for an entity without profile.

        Parameters
        ----------
        mention, entities
            The mention that each candidate belongs to, never falling, and the candidate itself.
        widths
            How many words to each side of a mention count; None for all of the document. Its own words never do: all
            its candidates have them.
        """
        result = np.zeros((len(entities), len(widths)))
        known, places = self._known(document.words)
        distinct, which = np.unique(entities, return_inverse=True)
        shared = self._shared(distinct, known)
        text = _Text(places, np.where(known >= 0, self._profiles.idf[known], 0.0).astype(np.float64))
        whole = _Whole.of(text, shared) if None in widths else None
        column_of = np.zeros(len(known), dtype=np.int64)
        widest = max((width for width in widths if width is not None), default=0)
        for low, high in _pieces(document.bounds, mention, min(widest, len(places))):
            rows = slice(*np.searchsorted(mention, [low, high]).tolist())
            bounds = document.bounds[low:high]
            piece = _Piece.of(shared, which[rows], mention[rows] - low, column_of)
            for column, width in enumerate(widths):
                if width is not None:
                    result[rows, column] = _near(text, piece, bounds, width)
                elif whole is not None:
                    result[rows, column] = _all_but_own(text, whole, piece, bounds)
        return np.clip(result, 0.0, 1.0)  # weights are rounded, and may together be a little too long

    def _known(self, words: Sequence[str]) -> tuple[IntArray, IntArray]:
        """Numbers of the document's words, rising, and which of them each of its words has.

        Words that no profile knows have one number, -1, which comes first, and weigh nothing.
        """
        number = {word: at for at, word in enumerate(dict.fromkeys(words))}
        known, place_of = np.unique(np.append(self._profiles.ids(number), -1), return_inverse=True)
        return known, place_of[np.fromiter(map(number.__getitem__, words), dtype=np.int64, count=len(words))]

    def _shared(self, entities: IntArray, known: IntArray) -> _Shared:
        starts, ends = self._profiles.indptr[entities], self._profiles.indptr[entities + 1]
        places = places_of(starts, ends)
        words = self._profiles.words[places]
        # Few words of profiles are in a short document. Most others have a remainder that none of its words has, and
        # telling so is several times faster than to search for them.
        n_remainders = 1 << (_SPREAD * len(known)).bit_length()
        has_remainder = np.zeros(n_remainders, dtype=bool)
        has_remainder[known[known >= 0] & (n_remainders - 1)] = True
        maybe = np.flatnonzero(has_remainder[words & (n_remainders - 1)])
        words = words[maybe]
        at = np.minimum(np.searchsorted(known.astype(words.dtype), words), len(known) - 1)
        is_there = known[at] == words
        found = maybe[is_there]
        bounds = np.searchsorted(found, np.concatenate([[0], np.cumsum(ends - starts)]))
        return _Shared(bounds, at[is_there], self._profiles.weights[places[found]].astype(np.float64))


class _Shared(NamedTuple):
    """The part of each entity's profile that the document has: bounds; places among its known words; weights."""

    bounds: IntArray
    words: IntArray
    weights: FloatArray


class _Text(NamedTuple):
    """Places of a document's words among those known, and the idf of the latter."""

    places: IntArray
    idf: FloatArray


class _Whole(NamedTuple):
    """All of a document: how often each known word is there, what it weighs, the square of its length, and products."""

    counts: IntArray
    weights: FloatArray
    square: float
    products: FloatArray

    @classmethod
    def of(cls, text: _Text, shared: _Shared) -> _Whole:
        counts = np.bincount(text.places, minlength=len(text.idf))
        weights = np.log1p(counts) * text.idf
        sizes = np.diff(shared.bounds)
        entity = np.repeat(np.arange(len(sizes)), sizes)
        products = _sums(entity, weights[shared.words] * shared.weights, len(sizes))
        return cls(counts, weights, float(weights @ weights), products)


class _Piece(NamedTuple):
    """Candidates of some mentions: of each its entity and its mention, and the words that its profile shares."""

    which: IntArray
    mention: IntArray
    row: IntArray  # which candidate each of the following belongs to
    words: IntArray
    weights: FloatArray
    column_of: IntArray  # all 0 between calls; made once, as it is as long as there are words

    @classmethod
    def of(cls, shared: _Shared, which: IntArray, mention: IntArray, column_of: IntArray) -> _Piece:
        starts, ends = shared.bounds[which], shared.bounds[which + 1]
        hits = places_of(starts, ends)
        row = np.repeat(np.arange(len(which)), ends - starts)
        return cls(which, mention, row, shared.words[hits], shared.weights[hits], column_of)

    def only(self, number: int) -> _Piece:
        """The candidates of one mention, which becomes mention 0."""
        low, high = np.searchsorted(self.mention, [number, number + 1]).tolist()
        part = slice(*np.searchsorted(self.row, [low, high]).tolist())
        mention = np.zeros(high - low, dtype=np.int64)
        row, words, weights = self.row[part] - low, self.words[part], self.weights[part]
        return _Piece(self.which[low:high], mention, row, words, weights, self.column_of)

    def products(self, contexts: _Contexts) -> FloatArray:
        """Sum over the words that a candidate's profile shares with its mention's context."""
        columns = np.unique(contexts.words)
        self.column_of[columns] = np.arange(1, len(columns) + 1)
        table = np.zeros((contexts.n, len(columns) + 1))  # column 0 is for words that no context has
        table[contexts.mention, self.column_of[contexts.words]] = contexts.weights
        at = self.mention[self.row] * table.shape[1] + self.column_of[self.words]
        self.column_of[columns] = 0
        return _sums(self.row, table.ravel()[at] * self.weights, len(self.which))


class _Contexts(NamedTuple):
    """Weights of words about `n` mentions: each pair of mention and word at most once."""

    n: int
    mention: IntArray
    words: IntArray
    weights: FloatArray


def _near(text: _Text, piece: _Piece, bounds: IntArray, width: int) -> FloatArray:
    """Cosines with up to `width` words to each side."""
    starts, ends = bounds[:, 0], bounds[:, 1]
    firsts, lasts = np.maximum(starts - width, 0), np.minimum(ends + width, len(text.places))
    sides = np.concatenate([firsts, ends]), np.concatenate([starts, lasts])
    mention, words, counts = _counted(text, *sides, len(bounds))
    weights = np.log1p(counts) * text.idf[words]
    squares = _sums(mention, weights**2, len(bounds))
    products = piece.products(_Contexts(len(bounds), mention, words, weights))
    return products / _lengths(squares)[piece.mention]


def _all_but_own(text: _Text, whole: _Whole, piece: _Piece, bounds: IntArray) -> FloatArray:
    """Cosines with the document without a mention's own words: those of the document, mended for these few words."""
    mention, words, counts = _counted(text, bounds[:, 0], bounds[:, 1], len(bounds))
    before = whole.weights[words]
    after = np.log1p(whole.counts[words] - counts) * text.idf[words]
    squares = whole.square + _sums(mention, after**2 - before**2, len(bounds))
    mended = piece.products(_Contexts(len(bounds), mention, words, after - before))
    result = (whole.products[piece.which] + mended) / _lengths(squares)[piece.mention]
    # Sums run in the same order, so a profile that shares a mention's own words only comes to 0 and not to rounding.
    # Where a mention is nearly all of a document, rounding would be nearly all that is left. Such mentions are few: any
    # two of them overlap.
    for number in np.flatnonzero(squares < _LEAST * whole.square).tolist():
        alone = _near(text, piece.only(number), bounds[number : number + 1], len(text.places))
        result[piece.mention == number] = alone
    return result


def _counted(text: _Text, starts: IntArray, ends: IntArray, n: int) -> tuple[IntArray, IntArray, IntArray]:
    """Mention, known word and count of all pairs in stretches of the text, stretch i being about mention i modulo n."""
    mention = np.repeat(np.arange(len(starts)) % max(n, 1), ends - starts)
    words = text.places[places_of(starts, ends)]
    pairs, counts = np.unique(mention * len(text.idf) + words, return_counts=True)
    mention, words = np.divmod(pairs, len(text.idf))
    return mention, words, counts


def _sums(group: IntArray, values: FloatArray, n: int) -> FloatArray:
    """Sum of the values of each of `n` groups."""
    sums: FloatArray = np.bincount(group, weights=values, minlength=n).astype(np.float64, copy=False)
    return sums


def _lengths(squares: FloatArray) -> FloatArray:
    return np.maximum(np.sqrt(np.maximum(squares, 0.0)), 1e-9)


def _pieces(bounds: IntArray, mention: IntArray, width: int) -> Iterator[tuple[int, int]]:
    """Some mentions at a time: together they have about as many words and candidates as are looked at together."""
    sizes = bounds[:, 1] - bounds[:, 0] + 2 * width + np.bincount(mention, minlength=len(bounds)) + 1
    before = np.concatenate([[0], np.cumsum(sizes)])
    low = 0
    while low < len(bounds):
        high = max(low + 1, int(np.searchsorted(before, before[low] + _WORDS, side="right")) - 1)
        yield low, high
        low = high
