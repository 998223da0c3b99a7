"""Damage that does not stop a reader: what was skipped, where, and why."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

__all__ = ["Damage", "OnDamage", "log_damage"]

_LOGGER = logging.getLogger(__name__)


class Damage(NamedTuple):
    """One page or line that was left out.

    Attributes
    ----------
    path
        The file it stood in.
    place
        Where in the file, in words: ``"line 7"``, ``"byte 120 of the unpacked text"``.
    reason
        What is wrong with it.
    """

    path: str
    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}, {self.place}: {self.reason}. Skipped it and went on."


# Called once per damaged page or line. `list.append` collects and so counts them; the default logs each.
OnDamage: TypeAlias = Callable[[Damage], object]


def log_damage(damage: Damage) -> None:
    """Log a warning: what is used when the caller does not say what to do with damage."""
    _LOGGER.warning("%s", damage)
