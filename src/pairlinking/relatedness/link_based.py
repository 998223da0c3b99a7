r"""Relatedness by the pages that link to two entities: WLM (Eq. 9) and NJS (Eq. 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import number_array, private
from pairlinking._support.options import check_int
from pairlinking.errors import ProblemError
from pairlinking.relatedness._in_links import Lists
from pairlinking.relatedness._psi import Source
from pairlinking.relatedness.base import KernelRelatedness
from pairlinking.types import IdArray, IntArray

__all__ = ["NJS", "WLM", "InLinks"]


class InLinks:
    """For every entity, the sorted ids of the pages that link to it (compressed sparse rows).

    Parameters
    ----------
    indptr, ids
        List e is ``ids[indptr[e]:indptr[e + 1]]``, strictly increasing.
    n_pages
        How many pages there are, |W|; every id is below it.
    check
        Whether to check all lists now. Otherwise each is checked when it is first used: the lists of a knowledge base,
        which may be a gigabyte, are known to be intact by their hash.

    Both arrays are copied, unless they are mapped from a file, and kept read-only.

    Examples
    --------
    >>> links = InLinks.from_lists([[1, 2, 3], [2, 3, 4], []], n_pages=10)
    >>> links
    <in-links of 3 entities, 6 in all, from 10 pages>
    """

    def __init__(self, indptr: npt.ArrayLike, ids: npt.ArrayLike, *, n_pages: int, check: bool = True) -> None:
        self.indptr: IntArray = private(number_array(indptr, "indptr", ndim=1, kinds="iu"), np.int64)
        self.ids: IdArray = _as_ids(ids)
        self.n_pages = check_int("InLinks", "n_pages", n_pages, 1)
        self._check_ends()
        if check:
            self._check_lists()
        self._lists = Lists(self.indptr, self.ids, self.n_pages)

    @classmethod
    def from_lists(cls, lists: Sequence[Iterable[int]], *, n_pages: int) -> InLinks:
        """Make it from one collection of page ids per entity, in any order, possibly repeated."""
        sorted_lists = [np.unique(np.fromiter(ids, dtype=np.int64)) for ids in lists]
        indptr = np.cumsum([0, *(len(ids) for ids in sorted_lists)])
        return cls(indptr, np.concatenate([np.empty(0, dtype=np.int64), *sorted_lists]), n_pages=n_pages)

    def __repr__(self) -> str:
        return f"<in-links of {len(self.indptr) - 1:,} entities, {len(self.ids):,} in all, from {self.n_pages:,} pages>"

    def arrays(self) -> dict[str, Any]:
        """All arrays that a kernel reads."""
        return {"links": self._lists, "n_pages": self.n_pages}

    def _check_ends(self) -> None:
        if self.n_pages >= 2**31:
            raise ProblemError(f"'n_pages' must be below 2^31. Got {self.n_pages} instead.")
        if len(self.indptr) == 0 or self.indptr[0] != 0 or self.indptr[-1] != len(self.ids):
            raise ProblemError("'indptr' must run from 0 to the number of ids. Is it the indptr of these ids?")

    def _check_lists(self) -> None:
        """Refuse what would make a compiled kernel read outside its arrays."""
        sizes = np.diff(self.indptr)
        if (sizes < 0).any():
            raise ProblemError(f"'indptr' falls after entity {int(np.argmax(sizes < 0))}: it must never fall.")
        if len(self.ids) == 0:
            return
        if self.ids.min() < 0 or self.ids.max() >= self.n_pages:
            raise ProblemError(
                f"In-link ids must lie in [0, {self.n_pages}). They run from {self.ids.min()} to {self.ids.max()}."
            )
        falls = np.diff(self.ids) <= 0
        starts = self.indptr[1:-1]
        falls[starts[(starts > 0) & (starts < len(self.ids))] - 1] = False
        if falls.any():
            entity = int(np.searchsorted(self.indptr, int(np.argmax(falls)), side="right")) - 1
            raise ProblemError(f"The in-links of entity {entity} are not strictly increasing. Use InLinks.from_lists.")


def _as_ids(ids: npt.ArrayLike) -> IdArray:
    array = number_array(ids, "ids", ndim=1, kinds="iu")
    if array.size and array.dtype.itemsize > 4 and (array.min() < 0 or array.max() >= 2**31):
        raise ProblemError("In-link ids must lie in [0, 2^31).")
    return private(array, np.int32)


class WLM(KernelRelatedness):
    r"""Wikipedia link-based measure (Milne and Witten 2008), Eq. 9.

    .. math:: 1 - \frac{\log(\max(|U_1|,|U_2|)+1) - \log(|U_1 \cap U_2|+1)}{\log(|W|+1) - \log(\min(|U_1|,|U_2|)+1)}

    In [0, 1]: Eq. 9 turns negative for popular entities that share little, and is then set to 0. Where its divisor is 0
    (every page links to both) the score is 0.

    >>> links = InLinks.from_lists([[1, 2, 3], [2, 3, 4], [5]], n_pages=10)
    >>> round(WLM(links).score(0, 1), 3), round(WLM(links).score(0, 2), 3)
    (0.716, 0.187)
    """

    def __init__(self, links: InLinks) -> None:
        super().__init__("wlm", Source(wlm=True, njs=False, ees=False, **links.arrays()))
        self.links = links


class NJS(KernelRelatedness):
    r"""Normalized Jaccard similarity, Eq. 10.

    .. math:: \log(|U_1 \cap U_2| + 1) \,/\, \log(|U_1 \cup U_2| + 1)

    In [0, 1]. Two entities without in-links score 0, where Eq. 10 reads 0/0.

    >>> links = InLinks.from_lists([[1, 2, 3], [2, 3, 4], []], n_pages=10)
    >>> round(NJS(links).score(0, 1), 3), NJS(links).score(0, 2)
    (0.683, 0.0)
    """

    def __init__(self, links: InLinks) -> None:
        super().__init__("njs", Source(wlm=False, njs=True, ees=False, **links.arrays()))
        self.links = links
