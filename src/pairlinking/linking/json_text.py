"""Records as JSON text: one writer for Python, the command line and the server."""

from __future__ import annotations

import json
from typing import Any

try:  # it is not made for every platform, and everything works without it, only slower
    from orjson import dumps as _dumps
except ImportError:
    _dumps = None  # type: ignore[assignment]

__all__ = ["json_bytes"]


def json_bytes(record: Any) -> bytes:
    r"""A record as JSON in UTF-8, on one line.

    What a user handed in and is handed back may be more than orjson writes, such as half a surrogate pair or a number
    of more than 64 bits: then by Python's own writer.

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
    return text.encode("utf-8", "backslashreplace")  # half a surrogate pair comes out as JSON escapes it
