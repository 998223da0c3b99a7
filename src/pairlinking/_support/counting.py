"""Counts as people write them."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, one: str, several: str | None = None) -> str:
    """A number with its noun; the plural adds an s unless `several` gives it.

    >>> counted(1, "page"), counted(2000, "page"), counted(0, "entity", "entities")
    ('1 page', '2,000 pages', '0 entities')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"
