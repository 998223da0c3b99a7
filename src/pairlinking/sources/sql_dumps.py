"""Rows of a table of MediaWiki's database, from its SQL dump.

A dump has a header with ``CREATE TABLE``, then lines with one ``INSERT INTO`` of thousands of rows each, then
``-- Dump completed``. Columns are read by position: those that MediaWiki adds to its tables come last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from os import fspath
from typing import NamedTuple

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.lines import read_lines
from pairlinking.sources.streams import AnyPath

__all__ = ["COLUMNS", "SqlHead", "read_head", "read_rows"]

COLUMNS = {
    "page": ("page_id", "page_namespace", "page_title"),
    "redirect": ("rd_from", "rd_namespace", "rd_title", "rd_interwiki"),
    "page_props": ("pp_page", "pp_propname", "pp_value"),
}
"""The columns read from each table, in the order it must have."""

_DATABASE = re.compile(rb"-- Host: .*\bDatabase: *(\S+)")
_TABLE = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?`(\w+)`")
_COLUMN = re.compile(rb"\s+`(\w+)` ")
_INSERT = re.compile(rb"INSERT INTO `(\w+)` VALUES ")
_VALUE = rb"(?:'(?:[^'\\]++|\\.|'')*+'|[^',()]*+)"
_ROW = re.compile(rb"\((" + _VALUE + rb"(?:," + _VALUE + rb")*+)\)([,;])", re.DOTALL)
# Only for rows that match _ROW. It matches anything, so that no input is scanned twice.
_FIELD = re.compile(rb"('(?:[^'\\]++|\\.?+|'')*+'?+|[^',()]*+),?+", re.DOTALL)
_ESCAPE = re.compile(rb"\\(.)|''", re.DOTALL)
_ESCAPED = {b"0": b"\0", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"Z": b"\x1a", b"b": b"\b"}


class SqlHead(NamedTuple):
    """What a dump says about itself: the database, such as ``"enwiki"`` or empty, and the table."""

    database: str
    table: str


def read_head(path: AnyPath) -> SqlHead:
    """Database and table from the header of a SQL dump; tables that are not used are rejected."""
    name = fspath(path)
    database = table = ""
    columns: list[str] = []
    for _, line in read_lines(path, on_damage=lambda _: None, allow_truncated=True):
        if found := _DATABASE.match(line):
            database = found[1].decode(errors="replace")
        elif found := _TABLE.match(line):
            table = found[1].decode()
        elif table and (found := _COLUMN.match(line)):
            columns.append(found[1].decode())
        elif found := _INSERT.match(line):
            table = table or found[1].decode()
            break
    if table not in COLUMNS:
        tables = ", ".join(COLUMNS)
        raise SourceError(f"{name} is a SQL dump of the table {table or '(none)'!r}. Dumps of {tables} can be read.")
    expected = COLUMNS[table]
    if columns and tuple(columns[: len(expected)]) != expected:
        raise SourceError(
            f"{name}: the table {table!r} begins with the columns {', '.join(columns[:4])}, but {', '.join(expected)} "
            "were expected."
        )
    return SqlHead(database, table)


def read_rows(
    path: AnyPath,
    *,
    on_damage: OnDamage,
    allow_truncated: bool = False,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[tuple[int, list[bytes]]]:
    """Line number and values of each row, as many as in `COLUMNS`; strings without quotes and escapes.

    Raises
    ------
    SourceError
        The dump ends early, unless `allow_truncated`. Complete rows before the cut are yielded first.
    """
    name = fspath(path)
    width, at, complete = len(COLUMNS[read_head(path).table]), 0, False
    for at, line in read_lines(path, on_damage=on_damage, allow_truncated=allow_truncated, on_read=on_read):
        found = _INSERT.match(line)
        complete = complete or line.startswith(b"-- Dump completed")
        if found is None:
            continue
        position, mark = found.end(), b""
        while row := _ROW.match(line, position):
            yield at, _values(row[1], width)
            position, mark = row.end(), row[2]
        if mark != b";":
            on_damage(Damage(name, f"line {at}, byte {position + 1} of the line", "a row that does not end"))
    if not complete:
        if not allow_truncated:
            raise SourceError(
                f"The SQL dump {name} ends early, without '-- Dump completed', at line {at}. Download it again, "
                "or use what could be read, with --allow-truncated (in Python: allow_truncated=True)."
            )
        on_damage(Damage(name, f"line {at}", "the SQL dump ends early, without '-- Dump completed'"))


def _values(row: bytes, width: int) -> list[bytes]:
    """The first values of a row."""
    return [_plain(found[1]) for found in islice(_FIELD.finditer(row), width)]


def _plain(value: bytes) -> bytes:
    if value[:1] != b"'":
        return value
    inside = value[1:-1]
    if b"\\" in inside or b"''" in inside:
        return _ESCAPE.sub(lambda found: b"'" if found[1] is None else _ESCAPED.get(found[1], found[1]), inside)
    return inside
