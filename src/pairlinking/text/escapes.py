"""HTML entities, in texts from any source."""

from __future__ import annotations

import html
import re

__all__ = ["unescape"]

# Python refuses to parse numbers with more digits.
_UNREADABLE = re.compile(r"&#[0-9]{4301,};?")


def unescape(text: str) -> str:
    """Replace entities by their characters; as in HTML, by U+FFFD for a number beyond Unicode, however long.

    >>> unescape("AT&amp;T &#65; ") + unescape("&#" + "9" * 5000 + ";")
    'AT&T A �'
    """
    try:
        return html.unescape(text)
    except ValueError:
        return html.unescape(_UNREADABLE.sub("\ufffd", text))
