"""Tables of names: each line is a name, a tab, and what it is a name of."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from os import fspath
from typing import NamedTuple

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage, log_damage
from pairlinking.sources.lines import read_lines
from pairlinking.sources.streams import AnyPath

__all__ = ["Name", "read_names"]


class Name(NamedTuple):
    """One line of a table."""

    name: str
    target: str
    line: int


def read_names(
    path: AnyPath,
    *,
    on_damage: OnDamage = log_damage,
    allow_truncated: bool = False,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[Name]:
    """Names of a table, plain or packed, in order.

    Lines that do not have two columns, or are not UTF-8, are reported to `on_damage` and skipped.

    Raises
    ------
    SourceError
        The file is missing or cut short, or has no line with two columns.
    """
    name = fspath(path)
    found = False
    for number, line in read_lines(path, on_damage=on_damage, allow_truncated=allow_truncated, on_read=on_read):
        parsed = _parse(line)
        if isinstance(parsed, str):
            on_damage(Damage(name, f"line {number}", parsed))
        else:
            found = True
            yield Name(*parsed, number)
    if not found:
        raise SourceError(f"{name} has no line with two columns. Each line must be a name, a tab, and its entity.")


def _parse(line: bytes) -> tuple[str, str] | str:
    """Name and target, or what is wrong with the line."""
    try:
        text = unicodedata.normalize("NFC", line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1} of the line"
    columns = [column.strip() for column in text.split("\t")]
    if len(columns) != 2:
        noun = "column" if len(columns) == 1 else "columns"
        return f"{len(columns)} {noun} where a name and its entity were expected, with a tab between them"
    if not all(columns):
        return "a name or an entity that is empty"
    if "\0" in text:
        return "a NUL in a name"
    return columns[0], columns[1]
