"""Records as JSON text: one writer for Python, the command line and the server."""

from __future__ import annotations

import json
from typing import Any

try:  # not available for every platform; everything works without it, but slower
    from orjson import dumps as _dumps
except ImportError:
    _dumps = None  # type: ignore[assignment]

__all__ = ["json_bytes"]


def json_bytes(record: Any) -> bytes:
    r"""A record as JSON in UTF-8, on one line.

    Values that users pass in and get back may be beyond what orjson writes, such as half a surrogate pair or a number
    of more than 64 bits: these are written by Python's own module.

    >>> json_bytes({"text": "Zürich", "mentions": []}).decode()
    '{"text":"Zürich","mentions":[]}'
    >>> json_bytes({"text": "\ud800"})
    b'{"text":"\\ud800"}'
    """
    if _dumps is not None:
        try:
            return _dumps(record)
        except TypeError:
            pass
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # half a surrogate pair is escaped as JSON does it
