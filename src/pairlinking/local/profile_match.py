"""How similar the words around a mention and the profile of a candidate are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairlinking.kb.profiles import Profiles
from pairlinking.local._profiles import Shared, cosines
from pairlinking.local.context import Tokens, offsets_of
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["ProfileMatcher"]


class ProfileMatcher:
    """Cosines of the words around mentions, weighted by log(1 + count) idf, with the profiles of entities.

    Time grows with the words of the document, plus those of the candidates' profiles, plus, for each mention, its own
    words and those within the widths; it is never proportional to mentions times words.
    """

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles
        self._weights: npt.NDArray[np.uint16] = profiles.weights.view(np.uint16)

    def similarities(
        self,
        document: Tokens,
        mention: IntArray,
        entities: IntArray,
        widths: Sequence[int | None],
        out: FloatArray | None = None,
    ) -> FloatArray:
        """One row per candidate and one column per width, in [0, 1]; 0 for an entity without profile.

        Parameters
        ----------
        mention, entities
            The mention that each candidate belongs to, in non-decreasing order, and the candidate itself.
        widths
            How many words on each side of a mention count; None for the whole document. Its own words never count: all
            its candidates share them.
        out
            Array to write to, if any.
        """
        result = np.zeros((len(entities), len(widths))) if out is None else out
        if len(entities) == 0 or len(widths) == 0:
            return result
        known, places = self._known(document)
        profiles = self._profiles
        shared = Shared(profiles.indptr, profiles.words, self._weights, known, entities)
        offsets = offsets_of(mention, len(document.bounds))
        wide = np.array([-1 if width is None else width for width in widths], dtype=np.int64)
        idf = profiles.idf[known].astype(np.float64)
        cosines(shared, places, idf, _logs(len(places)), document.bounds, offsets, wide, result)
        return result

    def _known(self, document: Tokens) -> tuple[IdArray, IntArray]:
        """Numbers of the document's words that profiles know, rising, and which of them each word is, or -1."""
        ids = self._profiles.ids(document.distinct)
        is_known = ids >= 0
        known = ids[is_known]  # each once, as the words are distinct
        known.sort()
        place = np.where(is_known, known.searchsorted(ids), -1)
        return known.astype(np.int32), place[document.places]


_few_logs: FloatArray = np.log1p(np.arange(1 << 10))


def _logs(most: int) -> FloatArray:
    """log(1 + n) for n up to `most`; those for short documents are precomputed."""
    return _few_logs if most < len(_few_logs) else np.log1p(np.arange(most + 1))
