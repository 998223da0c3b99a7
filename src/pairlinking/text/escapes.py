"""HTML's entities, in texts from anywhere."""

from __future__ import annotations

import html
import re

__all__ = ["unescape"]

# Python refuses to read numbers of more digits.
_UNREADABLE = re.compile(r"&#[0-9]{4301,};?")


def unescape(text: str) -> str:
    """Characters in place of entities; as in HTML, U+FFFD for a number that is beyond Unicode, however long.

    >>> unescape("AT&amp;T &#65; ") + unescape("&#" + "9" * 5000 + ";")
    'AT&T A �'
    """
    try:
        return html.unescape(text)
    except ValueError:
        return html.unescape(_UNREADABLE.sub("\ufffd", text))
