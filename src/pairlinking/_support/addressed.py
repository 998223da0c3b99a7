"""Paths with a scheme, such as ``s3a://bucket/dump.bz2``: which are on this machine, and which are elsewhere."""

from __future__ import annotations

import re
from glob import glob, has_magic
from urllib.parse import unquote, urlsplit

from pairlinking.errors import SourceError

__all__ = ["is_remote", "local_paths", "scheme"]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")


def scheme(path: str) -> str:
    """Scheme of a path, in lower case; empty for a plain path.

    >>> scheme("s3a://bucket/dump.bz2"), scheme("dump.bz2"), scheme("file:/dump.bz2")
    ('s3a', '', 'file')
    """
    found = _SCHEME.match(path)
    return found[1].lower() if found else ""


def is_remote(path: str) -> bool:
    """Whether the path can only be reached through Hadoop."""
    return scheme(path) not in ("", "file")


def local_paths(path: str) -> list[str]:
    """Turn a ``file:`` URI into plain paths, expanding ``*``, as no shell has done so; a plain path stays as it is.

    >>> local_paths("file:///data/a%20dump.bz2")
    ['/data/a dump.bz2']
    """
    if scheme(path) != "file":
        return [path]
    plain = unquote(urlsplit(path).path)
    if not has_magic(plain):
        return [plain]
    if not (found := sorted(glob(plain))):
        raise SourceError(f"There is no file {path}. Check the path.")
    return found
