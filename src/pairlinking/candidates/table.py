"""The candidates of a whole document in flat arrays, one mention after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pairlinking.candidates._table import flatten
from pairlinking.candidates.generator import CandidateList
from pairlinking.types import FloatArray, IntArray

__all__ = ["CandidateTable"]


class CandidateTable(NamedTuple):
    """What is known about every candidate; the arrays are those of `CandidateList`.

    Attributes
    ----------
    offsets
        Candidates of mention i are at ``offsets[i]:offsets[i + 1]``.
    mention
        Which mention each candidate belongs to.
    totals
        By mention.
    """

    offsets: IntArray
    mention: IntArray
    entities: IntArray
    prior: FloatArray
    expanded_prior: FloatArray
    counts: FloatArray
    origins: npt.NDArray[np.uint8]
    totals: FloatArray

    @classmethod
    def of(cls, lists: Sequence[CandidateList]) -> CandidateTable:
        """Make the table of these lists.

        >>> from pairlinking.text.forms import Forms
        >>> lists = [CandidateList.bare(Forms(*[name] * 3), each) for name, each in (("Tiger", [3, 4]), ("Woods", [7]))]
        >>> table = CandidateTable.of(lists)
        >>> table.entities.tolist(), table.offsets.tolist()
        ([3, 4, 7], [0, 2, 3])
        """
        return cls(*flatten([each.listed for each in lists]))
