"""Lines of a file as JSON objects, with errors that name the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.files import place, read_lines

__all__ = ["field_of", "read_objects"]


def read_objects(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Objects of all lines that are not blank, each with its place."""
    for number, line in read_lines(path):
        if not line.strip():
            continue
        where = place(path, number)
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise SourceError(
                f"{where}: not JSON: {error.msg.removesuffix(' at')} at character {error.pos + 1}."
            ) from None
        except (RecursionError, ValueError) as error:
            raise SourceError(f"{where}: not JSON that can be read: {error}.") from None
        if not isinstance(record, dict):
            raise SourceError(f"{where}: a JSON object was expected. Got {line[:60]!r}.")
        yield where, record


def field_of(record: dict[str, Any], name: str, kind: type, where: str) -> Any:
    """A field of an object, which must exist and be of this kind."""
    value = record.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SourceError(f"{where}: {name!r} must be a {kind.__name__}. Got {value!r:.60}.")
    return value
