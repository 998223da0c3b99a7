"""What is known about each candidate besides its local confidence."""

from __future__ import annotations

from typing import NamedTuple

from pairlinking.types import FloatArray

__all__ = ["Columns"]


class Columns(NamedTuple):
    """Features of candidates, for a second stage to reuse.

    Attributes
    ----------
    names
        Of the columns.
    rows
        One for every candidate, mention by mention.
    """

    names: tuple[str, ...]
    rows: FloatArray
