"""The limits of the server, each with its default, checked."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from pairlinking._support.options import check_float, check_int

__all__ = ["Settings"]

_LONGEST = 86_400  # seconds: a day


@dataclass(frozen=True)
class Settings:
    """Limits of one server process. What exceeds one is refused with a 4xx or 503, never cut off silently.

    Attributes
    ----------
    body_bytes, text_characters, mentions, top_k
        Of one request. Mentions count whether they are given or detected.
    jobs
        Requests that are worked on at a time, each in a thread: one for short requests, the others for long ones.
    waiting
        Short requests, and as many long ones, that may wait. Others get a 503 with Retry-After.
    batches
        Batches that are answered at a time. Others get a 503 with Retry-After.
    request_seconds
        From the complete request to its answer, including the wait. Work that takes longer keeps its thread until it
        ends.
    body_seconds
        A client may take this long to send the head of a request, the same again for its body, and the same to read
        any part of the answer.
    """

    body_bytes: int = 2_000_000
    text_characters: int = 200_000
    mentions: int = 500
    top_k: int = 100
    jobs: int = 2
    waiting: int = 64
    batches: int = 8
    request_seconds: float = 30.0
    body_seconds: float = 10.0

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name.endswith("_seconds"):
                check_float("serve", each.name, value, f"(0, {_LONGEST}]")
            else:
                check_int("serve", each.name, value, 0 if each.name == "waiting" else 1)

    def as_dict(self) -> dict[str, Any]:
        """The limits by name, as JSON can hold them."""
        return asdict(self)
