"""Damage that does not stop a reader: what was skipped, where, and why."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

__all__ = ["Damage", "OnDamage", "log_damage"]

_LOGGER = logging.getLogger(__name__)


class Damage(NamedTuple):
    """One page or line that was left out, or is doubtful.

    Attributes
    ----------
    path
        The file that contains it.
    place
        Where in the file, in words: ``"line 7"``, ``"byte 120 of the unpacked text"``.
    reason
        What is wrong with it.
    is_skipped
        Whether it was left out; otherwise it was used as it is, which may not be what its author intended.
    """

    path: str
    place: str
    reason: str
    is_skipped: bool = True

    def __str__(self) -> str:
        after = ". Skipped." if self.is_skipped else ""
        return f"{self.path}, {self.place}: {self.reason}{after}"


# Called once per damaged page or line. Pass `list.append` to collect and count them; the default logs each.
OnDamage: TypeAlias = Callable[[Damage], object]


def log_damage(damage: Damage) -> None:
    """Log a warning: the default way to handle damage."""
    _LOGGER.warning("%s", damage)
