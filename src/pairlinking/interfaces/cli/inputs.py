"""Files and standard input: what each holds, found out before anything is linked, and its lines as bytes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path

from pairlinking._support.options import check_choice
from pairlinking.errors import ParameterError, SourceError

__all__ = ["FORMATS", "STDIN", "Input", "open_inputs"]

FORMATS = ("auto", "text", "jsonl", "nif")
STDIN = "stdin"  # how standard input is called in messages and ids
_JSON_SUFFIXES = (".jsonl", ".json", ".ndjson")
_NIF_SUFFIX = ".ttl"


class Input:
    """A file, or standard input. A pipe with a name, such as bash's ``<(command)``, is taken like standard input.

    Attributes
    ----------
    name
        As the user named it.
    is_whole
        Whether a text is one document; else each of its lines is one.
    """

    def __init__(self, name: str, *, form: str = "auto", whole: bool | None = None) -> None:
        self.name = STDIN if name == "-" else name
        self._path = None if name == "-" else Path(name)
        self._form = form
        self._streams = self._path is None or not self._path.is_file()
        self.is_whole = whole if whole is not None else not self._streams
        self._opened: Iterable[bytes] | None = None

    @property
    def is_nif(self) -> bool:
        """Whether it holds NIF in Turtle: so called, or a file that ends so."""
        return self._form == "nif" or (self._form == "auto" and self.name.lower().endswith(_NIF_SUFFIX))

    @cached_property
    def is_json(self) -> bool:
        """Whether it holds JSON lines. Of a stream the first line tells, which is waited for."""
        if self._form != "auto" or self.is_nif:
            return self._form == "jsonl"
        if not self._streams:
            return self.name.lower().endswith(_JSON_SUFFIXES)
        lines = self._open()
        seen: list[bytes] = []
        for line in lines:
            seen.append(line)
            if line.strip():
                break
        self._opened = chain(seen, lines)
        return bool(seen) and seen[-1].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")

    def lines(self) -> Iterable[bytes]:
        """Lines with their ends, read as they are asked for. A stream gives them once."""
        return self._open() if self._opened is None else self._opened

    def _open(self) -> Iterator[bytes]:
        if self._path is None:
            yield from sys.stdin.buffer
        else:
            with open(self._path, "rb") as file:
                yield from file


def open_inputs(names: Sequence[str], *, form: str = "auto", whole: bool | None = None) -> list[Input]:
    """The inputs with these names; ``-``, or no name at all, is standard input.

    Raises
    ------
    SourceError
        One of them is not there: told before the others are linked for hours.
    ParameterError
        The form is none, or there is nothing to read but what the user would have to type.
    """
    check_choice("link", "format", form, FORMATS)
    if not names and sys.stdin.isatty():
        raise ParameterError("Nothing to read. Name files, or - to type documents or pipe them in.")
    for name in names:
        if name != "-":
            _check(Path(name))
    return [Input(name, form=form, whole=whole) for name in names or ["-"]]


def _check(path: Path) -> None:
    if path.is_dir():
        raise SourceError(f"{path} is a folder, but a file was expected. Name the files in it.")
    if not path.exists():
        raise SourceError(f"{path} does not exist.")
    if not os.access(path, os.R_OK):
        raise SourceError(f"{path} may not be read by you.")
