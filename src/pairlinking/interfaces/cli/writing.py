"""Linked documents on standard output, whatever their format."""

from __future__ import annotations

import errno
import os
import sys

from pairlinking.errors import PairLinkingError

__all__ = ["write"]


def write(text: str) -> None:
    """Write and flush: a reader of our output gets each document as soon as it is linked, and never half of one.

    Always UTF-8, as JSON must be, whatever the locale says.
    """
    # UTF-8 cannot encode half of a character (a lone surrogate); the escape that replaces it is also that of JSON.
    data = text.encode(errors="backslashreplace")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        # Python would try again at exit, and fail with a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise PairLinkingError(f"The output cannot be written: {error.strerror}.") from error
