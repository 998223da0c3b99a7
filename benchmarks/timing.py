"""How timing works here: the fastest of several warm runs, as other jobs only ever add time."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from importlib.metadata import version
from time import perf_counter, thread_time
from typing import Any

__all__ = ["best_ms", "best_ms_by_turns", "machine"]


def best_ms(function: Callable[[], Any], *, seconds: float = 0.4, least: int = 3) -> float:
    """Milliseconds of the fastest run, of at least `least` runs and `seconds` seconds."""
    best, start, runs = float("inf"), perf_counter(), 0
    while runs < least or perf_counter() - start < seconds:
        before = perf_counter()
        function()
        best = min(best, perf_counter() - before)
        runs += 1
    return 1000 * best


def best_ms_by_turns(
    functions: Mapping[str, Callable[[], Any]], *, seconds: float = 1.0, least: int = 3
) -> dict[str, float]:
    """Processor milliseconds of the fastest run of each; they take turns, so that other jobs disturb all alike.

    Only for functions that run entirely in this thread. A turn is two runs: the first finds caches full of other data.
    """
    best = dict.fromkeys(functions, float("inf"))
    start, rounds = perf_counter(), 0
    while rounds < least or perf_counter() - start < seconds:
        for name in [name for name in functions for _ in range(2)]:
            before = thread_time()
            functions[name]()
            best[name] = min(best[name], 1000 * (thread_time() - before))
        rounds += 1
    return best


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    names = ("pairlinking", "numpy", "scipy", "networkx")
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in names},
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()
