"""Arrays from whatever the user passes, with one error message for anything that is not an array of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking.errors import ProblemError
from pairlinking.types import FloatArray

__all__ = ["check_unit_interval", "number_array", "private"]


def number_array(values: Any, name: str, *, ndim: int, kinds: str = "biuf") -> npt.NDArray[Any]:
    """Return `values` as an array of numbers with `ndim` dimensions, uncopied if it is one; empty ones always fit.

    >>> number_array([["0.5"]], "local", ndim=2)
    Traceback (most recent call last):
    pairlinking.errors.ProblemError: 'local' must be a 2-dimensional array of numbers. Got [['0.5']] instead.
    """
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):
        array = np.empty((), dtype=object)  # rows of different lengths, or worse
    if array.ndim == ndim and (array.dtype.kind in kinds or array.size == 0):
        return array
    if array.size == 0:
        return np.empty((0,) * ndim)
    shown = repr(values) if len(repr(values)) <= 80 else f"{type(values).__name__} of shape {array.shape}"
    raise ProblemError(f"{name!r} must be a {ndim}-dimensional array of numbers. Got {shown} instead.")


def check_unit_interval(values: FloatArray, name: str, what: str) -> None:
    """Raise `ProblemError` unless all values lie in [0, 1]; `what` names the two, as in ``"Candidates {} and {}"``."""
    if values.size and not (values.min() >= 0 and values.max() <= 1):  # a NaN fails both comparisons
        at = tuple(int(x) for x in np.argwhere(~((values >= 0) & (values <= 1)))[0])
        raise ProblemError(f"{name!r} must lie in [0, 1]. {what.format(*at)} have {values[at]:g}.")


def private(values: npt.NDArray[Any], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return the numbers as a read-only array in C order that no other code can change.

    Compiled kernels check nothing, so checked values must not change. Mapped files are used as they are; everything
    else is copied.
    """
    if values.dtype == dtype and values.flags.c_contiguous and _is_immutable(values):
        return values
    copy = np.array(values, dtype=dtype, order="C")
    copy.flags.writeable = False
    return copy


def _is_immutable(values: npt.NDArray[Any]) -> bool:
    """Whether the memory itself is read-only: an array marked read-only may be a view of one that is not."""
    base: Any = values
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    try:
        return memoryview(base).readonly
    except TypeError:
        return False
