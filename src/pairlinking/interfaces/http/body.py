"""Reads the body of a request, within limits of size and time."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from fastapi import Request

from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.settings import Settings

__all__ = ["check_type", "media_type", "read_body"]

# How much more of a body that is too large is read and discarded: a client that is cut off while it sends often does
# not read the answer.
_DISCARDED = 10_000_000


def media_type(request: Request) -> str:
    """The media type that the client declares, in lower case and without parameters; empty if it declares none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_body(request: Request, settings: Settings, media_types: Collection[str]) -> bytes:
    """The whole body.

    Raises
    ------
    ApiError
        415 for another media type or an encoding such as gzip, 413 for too long a body, 408 for too slow a client.
    """
    check_type(request, media_types)
    declared = _declared_length(request)
    too_large = declared > settings.body_bytes
    if too_large and (declared > settings.body_bytes + _DISCARDED or "expect" in request.headers):
        raise _too_large(settings)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for part in request.stream():
                size += len(part)
                too_large = too_large or size > settings.body_bytes
                if not too_large:
                    parts.append(part)
                    continue
                parts.clear()
                if size > settings.body_bytes + _DISCARDED:
                    break
    except TimeoutError:
        if not too_large:
            message = f"The body did not arrive within {settings.body_seconds:g} seconds. Send it faster, or send less."
            raise ApiError(408, "too-slow", message, None, {"Connection": "close"}) from None
    if too_large:
        raise _too_large(settings)
    return b"".join(parts)


def _declared_length(request: Request) -> int:
    value = request.headers.get("content-length", "")
    return int(value[:18]) if value.isascii() and value.isdecimal() else 0


def check_type(request: Request, media_types: Collection[str]) -> None:
    """Refuse another media type, or an encoding such as gzip, with a 415."""
    given = media_type(request)
    if given not in media_types:
        wanted = " or ".join(media_types)
        got = f"Got {given[:80]!r} instead" if given else "Got none"
        raise ApiError(
            415, "unsupported-media-type", f"The body must be {wanted}, declared by a Content-Type header. {got}."
        )
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", ""):
        raise ApiError(
            415, "unsupported-media-type", f"The body must not be encoded. Got Content-Encoding {encoding[:80]!r}."
        )


def _too_large(settings: Settings) -> ApiError:
    message = f"The body has more than {settings.body_bytes:,} bytes. Send less, or split it."
    return ApiError(413, "too-large", message, None, {"Connection": "close"})
