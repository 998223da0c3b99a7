"""The collective algorithms by name."""

from __future__ import annotations

from pairlinking._support.registry import Registry
from pairlinking.stages import CollectiveLinker

__all__ = ["COLLECTIVE"]

COLLECTIVE: Registry[CollectiveLinker] = Registry("collective")
