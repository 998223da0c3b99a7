"""Everything this package raises on purpose, under one base class."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "CacheWarning",
    "ConvergenceWarning",
    "DocumentError",
    "KnowledgeBaseError",
    "MissingExtra",
    "MissingVectorsWarning",
    "PairLinkingError",
    "ParameterError",
    "ProblemError",
    "ProblemTooLarge",
    "SourceError",
    "UnknownName",
    "did_you_mean",
]


class PairLinkingError(Exception):
    """Base of all errors of this package."""


class ParameterError(PairLinkingError, ValueError):
    """An option has a value outside its range, or no such option exists."""


class ProblemError(PairLinkingError, ValueError):
    """The numbers given do not describe a linking problem: wrong shape, not finite, out of range."""


class ProblemTooLarge(ProblemError):
    """The requested method would need more memory or steps for this problem than its limits allow."""


class SourceError(PairLinkingError):
    """A dump or catalogue cannot be read: missing, in the wrong format, cut short. Names file, place and next step."""


class KnowledgeBaseError(PairLinkingError):
    """A knowledge base folder cannot be used: missing, damaged, of another version. Names the file and next step."""


class DocumentError(PairLinkingError, ValueError):
    """A document cannot be linked as it is given: no text, or a mention outside it."""


class UnknownName(PairLinkingError, LookupError):
    """No strategy or entity has the requested name. Suggests similar names."""


class MissingExtra(PairLinkingError, ImportError):
    """A part of this package needs a library that is not installed. Says how to install it."""


class ConvergenceWarning(UserWarning):
    """An iterative method stopped at its step limit; its last answer is returned."""


class CacheWarning(UserWarning):
    """The cache folder cannot be written, so a temporary one is used."""


class MissingVectorsWarning(UserWarning):
    """A knowledge base has no vectors, so a simpler measure is used instead of the default."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``" Did you mean 'x'?"`` for the nearest known name, or an empty string.

    >>> did_you_mean("pagerang", ["fwbw", "pagerank"])
    " Did you mean 'pagerank'?"
    """
    close = get_close_matches(name, list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""
