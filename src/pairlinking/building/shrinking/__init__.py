"""Shrinking: a smaller knowledge base with the most linked entities of another one."""

from __future__ import annotations

from pairlinking.building.shrinking.options import ShrinkOptions
from pairlinking.building.shrinking.shrink import shrink

__all__ = ["ShrinkOptions", "shrink"]
