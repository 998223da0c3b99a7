"""Redirects found in page text, for dumps without <redirect>."""

from __future__ import annotations

import re

from pairlinking.sources.site import Site
from pairlinking.text.languages import REDIRECT_WORDS

__all__ = ["redirect_target"]

# Possessive (*+, ++): with backtracking, two adjacent runs of spaces would be divided in every possible way.
_REDIRECT = re.compile(
    rf"\s*+#\s*+(?:{'|'.join(map(re.escape, REDIRECT_WORDS))})\s*+(?::\s*+)?+"
    r"\[\[([^\[\]|\n]++)(?:\|[^\[\]\n]*+)?+\]\]",
    re.IGNORECASE,
)


def redirect_target(text: str, site: Site) -> str | None:
    """Title that a text redirects to, or None.

    >>> redirect_target("#redirect: [[tiger_Woods#Career]] {{R from surname}}", Site())
    'Tiger Woods'
    """
    found = _REDIRECT.match(text)
    return (site.normalize(found[1]) or None) if found else None
