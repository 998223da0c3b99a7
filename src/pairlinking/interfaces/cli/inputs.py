"""Files, texts and standard input: what each contains, determined before anything is linked, and lines as bytes."""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path

from pairlinking._support.options import check_choice
from pairlinking.errors import DocumentError, ParameterError, SourceError

__all__ = ["FORMATS", "STDIN", "Input", "open_inputs"]

FORMATS = ("auto", "text", "jsonl", "nif")
STDIN = "stdin"  # name of standard input in messages and ids
_JSON_SUFFIXES = (".jsonl", ".json", ".ndjson")
_NIF_SUFFIX = ".ttl"
_LIKE_A_FILE = re.compile(r"[^\n]*\.(txt|md|jsonl?|ndjson|ttl|csv|tsv|html?|xml)", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z]+://", re.IGNORECASE)
_WIDE = (  # the first two bytes of UTF-32 are those of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Input:
    """A file, standard input, or a text given on the command line.

    A named pipe, such as bash's ``<(command)``, is treated like standard input.

    Attributes
    ----------
    name
        As the user named it.
    id
        Id of the text as one document: the name, or None for a text given on the command line.
    is_whole
        Whether a text is one document; otherwise each of its lines is one.
    """

    def __init__(self, name: str, *, form: str = "auto", whole: bool | None = None) -> None:
        self.name = STDIN if name == "-" else name
        self.id: str | None = self.name
        self._path = None if name == "-" else Path(name)
        self._form = form
        self._streams = self._path is None or not self._path.is_file()
        self.is_whole = whole if whole is not None else not self._streams
        self._opened: Iterable[bytes] | None = None

    @classmethod
    def of_text(cls, text: str) -> Input:
        """A text as the user typed it: one document without an id."""
        given = cls("-", form="text", whole=True)
        given.name, given.id = "TEXT", None
        given._opened = [text.encode(errors="surrogateescape")]
        return given

    @property
    def is_nif(self) -> bool:
        """Whether it holds NIF in Turtle: declared as such, or a file with that suffix."""
        return self._form == "nif" or (self._form == "auto" and self.name.lower().endswith(_NIF_SUFFIX))

    @cached_property
    def is_json(self) -> bool:
        """Whether it holds JSON lines. For a stream, this waits for the first line, which decides."""
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
        """Lines with their line ends, read on demand. A stream can be read only once."""
        return self._open() if self._opened is None else self._opened

    def _open(self) -> Iterator[bytes]:
        lines = self._read()
        first = next(lines, b"")
        for mark, encoding in _WIDE:
            if first.startswith(mark):  # Windows writes such files; decode them before splitting them into lines
                return io.BytesIO(_as_utf8(b"".join((first, *lines)), encoding))
        return chain((first,), lines) if first else lines

    def _read(self) -> Iterator[bytes]:
        if self._path is None:
            yield from sys.stdin.buffer
        else:
            with open(self._path, "rb") as file:
                yield from file


def open_inputs(names: Sequence[str], *, form: str = "auto", whole: bool | None = None) -> list[Input]:
    """The inputs with these names; ``-`` or no name at all is standard input, and what is not a name is a text itself.

    A text has a space or ``[[marks]]`` and is not the name of a file. One word without marks is a name, so that a typo
    in it is reported rather than linked.

    Raises
    ------
    SourceError
        One of them does not exist; reported at once rather than after hours of linking the others.
    ParameterError
        The form is unknown, or there is no input other than what the user would type.
    """
    check_choice("link", "input_format", form, FORMATS)
    if not names and sys.stdin.isatty():
        raise ParameterError("Nothing to read. Pass file names, or - to type documents or pipe them in.")
    return [_open_input(name, form, whole) for name in names or ["-"]]


def _open_input(name: str, form: str, whole: bool | None) -> Input:
    if name != "-":
        # Not Path.exists, which raises when a name is too long for a file, as most texts are.
        if not os.path.exists(name) and _is_text(name):
            return Input.of_text(name)
        if _ADDRESS.match(name) and not os.path.exists(name):
            raise SourceError(f"{name} is a URL, which is not fetched. Download it, then pass the file.")
        _check(Path(name))
    return Input(name, form=form, whole=whole)


def _is_text(given: str) -> bool:
    return not given.strip() or "[[" in given or (len(given.split()) > 1 and not _LIKE_A_FILE.fullmatch(given))


def _as_utf8(content: bytes, encoding: str) -> bytes:
    try:
        return content.decode(encoding).encode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(f"truncated or damaged {encoding.upper()} at byte {error.start + 1}") from None


def _check(path: Path) -> None:
    if path.is_dir():
        raise SourceError(
            f"{path} is a folder, but a file was expected. Pass the files in it: {path}/*.txt. For a folder of JSON "
            "lines or Parquet, add --output FOLDER."
        )
    if not path.exists():
        is_word = len(path.parts) == 1 and not path.suffix
        raise SourceError(f"No such file: {path}." + (f" To link it as a text, write [[{path}]]." if is_word else ""))
    if not os.access(path, os.R_OK):
        raise SourceError(f"No permission to read {path}.")
