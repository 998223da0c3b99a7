"""A knowledge base for English: names, links, vectors and models of well-known entities of Wikipedia.

>>> import pairlinking as pl
>>> linker = pl.load("starter-en")
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["folder"]


def folder() -> Path:
    """Folder of the knowledge base, as `pairlinking` asks for it.

    Raises
    ------
    ImportError
        The data were not unpacked, because a clone is used without installing the package.
    """
    data = Path(__file__).parent / "data"
    if not data.is_dir():
        raise ImportError(f"no data in {data}; in a clone, unpack them with: python starter/unpacking.py")
    return data
