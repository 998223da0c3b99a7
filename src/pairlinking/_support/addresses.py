"""Addresses that may be shown as links: web addresses only, nothing that a browser would execute."""

from __future__ import annotations

import re
from typing import TypeGuard

__all__ = ["is_web_address"]

# A scheme, a host, then anything but spaces and control characters, which browsers drop before they read the scheme.
_WEB = re.compile(r"https?://[^\s/?#\\@\x00-\x20]+(?:[/?#][^\s\x00-\x20\x7f]*)?", re.IGNORECASE)


def is_web_address(value: object) -> TypeGuard[str]:
    """Whether it is an http or https address with a host.

    >>> is_web_address("https://en.wikipedia.org/wiki/"), is_web_address("javascript:alert(1)//")
    (True, False)
    """
    return isinstance(value, str) and _WEB.fullmatch(value) is not None
