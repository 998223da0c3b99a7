"""Reads texts and lines unchanged: offsets count every character, including those that editors hide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import Notes

__all__ = ["list_files", "note_unused", "place", "read_lines", "read_named_text", "read_text"]


def read_text(path: Path) -> str:
    """Content of a file. Line ends, NULs and a byte-order mark are kept, because they count in offsets.

    Raises
    ------
    SourceError
        The file is not there, or not UTF-8.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SourceError(f"Cannot read {path}: {error.strerror}.") from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SourceError(f"{place(path, line)}: not UTF-8 (byte 0x{content[error.start]:02x}).") from None


def read_named_text(folder: Path, name: str, where: str) -> str:
    """The text that an annotation file names at `where`: a file in the folder, never one outside of it.

    Raises
    ------
    SourceError
        The name leads out of the folder, or the text is missing, empty, or not UTF-8.
    """
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\0" in name:
        raise SourceError(f"{where}: the name of a text must stay within {folder}. Got {name!r}.")
    text = read_text(folder / pure)
    if not text:
        raise SourceError(f"{where}: the text {folder / pure} is empty, but annotated.")
    return text


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    r"""Lines with their numbers from 1, without line ends and without a byte-order mark before the first.

    Only ``\n`` and ``\r\n`` end a line: a tweet may hold other characters that Python takes for line ends.
    """
    for number, line in enumerate(read_text(path).removeprefix("\ufeff").split("\n"), 1):
        yield number, line.removesuffix("\r")


def place(path: Path, line: int) -> str:
    """A line of a file, in words."""
    return f"{path}, line {line}"


def list_files(folder: Path) -> list[Path]:
    """Files of a folder by name, without hidden ones; `SourceError` if the folder is missing."""
    try:
        found = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise SourceError(f"Cannot read the folder {folder}: {error.strerror}.") from None
    if not found:
        raise SourceError(f"The folder {folder} is empty. Is the data set complete?")
    return found


def note_unused(texts: Sequence[Path], used: set[str], notes: Notes) -> None:
    """Note the texts without annotations."""
    for path in texts:
        if path.name not in used:
            notes.skip("a text without annotations", str(path), "text")
