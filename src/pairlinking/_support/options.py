"""Checks of option values, with one wording for all."""

from __future__ import annotations

import os
from collections.abc import Collection

import numpy as np

from pairlinking.errors import ParameterError

__all__ = ["check_choice", "check_float", "check_int", "usable_cores"]


def check_float(owner: str, name: str, value: object, interval: str) -> float:
    """Return `value` as a float if it is a number in `interval`, which is written as in mathematics.

    >>> check_float("Linker", "beta", 1.7, "[0, 1]")
    Traceback (most recent call last):
    pairlinking.errors.ParameterError: The 'beta' parameter of Linker must be a float in [0, 1]. Got 1.7 instead.
    """
    low, high = (float(end) for end in interval[1:-1].split(","))
    if isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
        above = value > low if interval[0] == "(" else value >= low
        below = value < high if interval[-1] == ")" else value <= high
        if above and below:
            return float(value)
    raise ParameterError(f"The {name!r} parameter of {owner} must be a float in {interval}. Got {value!r} instead.")


def check_int(owner: str, name: str, value: object, low: int) -> int:
    """Return `value` as an int if it is a whole number of at least `low` that fits in 64 bits."""
    expected = f"an int of at least {low}"
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        if low <= value < 2**63:
            return int(value)
        if value >= 2**63:
            raise ParameterError(
                f"The {name!r} parameter of {owner} must be {expected} and below 2**63. Got a larger one instead."
            )
    raise ParameterError(f"The {name!r} parameter of {owner} must be {expected}. Got {value!r:.80} instead.")


def check_choice(owner: str, name: str, value: object, choices: Collection[str]) -> str:
    """Return `value` if it is one of the choices."""
    if isinstance(value, str) and value in choices:
        return value
    names = ", ".join(repr(choice) for choice in choices)
    raise ParameterError(f"The {name!r} parameter of {owner} must be one of {names}. Got {value!r} instead.")


def usable_cores() -> int:
    """How many cores this process may use: the default for numbers of processes or threads."""
    return len(os.sched_getaffinity(0))
