"""Bounds on processor time, for work whose cost must not grow with the square of its input."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

__all__ = ["at_most"]

_SLOWDOWN = 10 if "PAIRLINKING_SANITIZED" in os.environ else 1  # of kernels compiled with sanitizers, and of malloc


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail where what is done inside takes more processor time; a square would take many times as much."""
    began = process_time()
    yield
    spent = process_time() - began
    assert spent < seconds * _SLOWDOWN, f"{spent:.1f} s of processor time"
