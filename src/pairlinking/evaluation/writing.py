"""Writes files of answers and reports: complete or not at all, with one sentence if they cannot be written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pairlinking.errors import SourceError

__all__ = ["clear_errors", "write_lines", "write_whole"]


@contextmanager
def clear_errors(path: Path) -> Iterator[None]:
    """Say in one sentence that something cannot be written, and why."""
    try:
        yield
    except OSError as error:
        raise SourceError(f"Cannot write {path}: {error.strerror}. Choose another folder with --out.") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step, with its folder: a file that exists is complete, even if two runs write it at once."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with clear_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # UTF-8 cannot encode half of a character (a lone surrogate); the escape that replaces it is JSON's.
            temporary.write_bytes(text.encode(errors="backslashreplace"))
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON lines as `write_whole` does."""
    write_whole(path, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
