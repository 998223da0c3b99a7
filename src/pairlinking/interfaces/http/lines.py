"""The lines of a body as it arrives: one at a time, of limited length, and nothing read before it is needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import NamedTuple

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from pairlinking.interfaces.http.errors import ApiError

__all__ = ["Line", "read_lines"]


class Line(NamedTuple):
    """A line with its number, from 1; `content` is None if the line was too long."""

    number: int
    content: bytes | None


async def read_lines(receive: Receive, *, longest: int, seconds: float) -> AsyncGenerator[Line, None]:
    """Lines that are not blank, as soon as they are complete.

    The next part of the body is requested when all lines of the last one have been handled, so that a client is read no
    faster than it is answered. A line of more than `longest` bytes is discarded as it arrives.

    Raises
    ------
    ApiError
        408 if nothing arrived for so many seconds.
    ClientDisconnect
        The client is gone.
    """
    number, begun, is_too_long, more = 1, bytearray(), False, True
    while more:
        part, more = await _next_part(receive, seconds)
        at = 0
        while (end := part.find(b"\n", at)) >= 0:
            begun += part[at:end]
            if is_too_long or len(begun) > longest:
                yield Line(number, None)
            elif begun.strip():
                yield Line(number, bytes(begun))
            number, at, is_too_long = number + 1, end + 1, False
            begun.clear()
        begun += part[at:]
        if len(begun) > longest:
            is_too_long = True
            begun.clear()
    if is_too_long or begun.strip():
        yield Line(number, None if is_too_long else bytes(begun))


async def _next_part(receive: Receive, seconds: float) -> tuple[bytes, bool]:
    try:
        async with asyncio.timeout(seconds):
            message = await receive()
    except TimeoutError:
        raise ApiError(408, "too-slow", f"Nothing arrived for {seconds:g} seconds. Send lines faster.") from None
    if message["type"] == "http.disconnect":
        raise ClientDisconnect
    return message.get("body", b""), message.get("more_body", False)
