"""What is known of each candidate beside its local confidence."""

from __future__ import annotations

from typing import NamedTuple

from pairlinking.types import FloatArray

__all__ = ["Columns"]


class Columns(NamedTuple):
    """Features of candidates, which a second stage may look at again.

    Attributes
    ----------
    names
        Of the columns.
    rows
        One for every candidate, mention by mention.
    """

    names: tuple[str, ...]
    rows: FloatArray
