"""A knowledge base for English: names, links, vectors and models of well-known entities of Wikipedia.

>>> import pairlinking as pl
>>> linker = pl.load("starter-en")
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["folder"]


def folder() -> Path:
    """Folder of the knowledge base, as `pairlinking` asks for it."""
    return Path(__file__).parent / "data"
