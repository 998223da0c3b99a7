"""PPRforNED (Pershina et al. 2015): AIDA's mentions without the text, but with candidates and the links between these.

One file a document, lines of fields separated by tabs: an ``ENTITY`` line for each mention, its ``CANDIDATE`` lines
below. `read` gives mentions and entities like every other format; `read_documents` gives the candidates too, in the
order of the files, where **the first is the correct one**.
"""

from __future__ import annotations

import io
import lzma
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes

__all__ = ["ArenaCandidate", "ArenaDocument", "ArenaMention", "read", "read_documents", "text_of", "title_of"]

_URL = "http://en.wikipedia.org/wiki/"
_ARCHIVE, _FOLDER = "AIDA_candidates.tar.xz", "AIDA_candidates"
_ENTITY = ("origText", "text", "url")
_CANDIDATE = ("id", "inCount", "outCount", "links", "url", "predictedType")


@dataclass(frozen=True, slots=True)
class ArenaCandidate:
    """An entity that a mention may mean; `links` are the candidates of its document that its page links to."""

    page: int
    title: str
    in_count: int
    out_count: int
    links: tuple[int, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class ArenaMention:
    """A mention, its candidates, and the title of the right one; None if AIDA has no link (NIL).

    `expanded` is the longer name that the makers of the files took the mention for and looked up ("Bill Clinton" for
    "Clinton"); mostly it is the text itself.
    """

    text: str
    expanded: str
    gold: str | None
    candidates: tuple[ArenaCandidate, ...]

    @property
    def answer(self) -> int:
        """Position of the right candidate; -1 for NIL, and if it is not among them (only for two mentions)."""
        return next((at for at, each in enumerate(self.candidates) if each.title == self.gold), -1)


@dataclass(frozen=True, slots=True)
class ArenaDocument:
    """A document: its number in AIDA, and its mentions in the order of the text."""

    number: int
    mentions: tuple[ArenaMention, ...]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents without text by their number in AIDA. A mention's `start` is its number in the document.

    `annotations` is the archive, or the folder unpacked from it; where both are there, the folder is read.
    """
    for document in read_documents(annotations.parent):
        mentions = (
            AnnotatedMention(at, at + 1, None if mention.gold is None else (mention.gold,))
            for at, mention in enumerate(document.mentions)
        )
        yield AnnotatedDocument(str(document.number), "", tuple(mentions))


def read_documents(folder: Path) -> list[ArenaDocument]:
    """All documents by number, from ``AIDA_candidates.tar.xz`` or the folder unpacked from it.

    Raises
    ------
    SourceError
        The files are not there or are cut short, or a line is broken: the message names file and line.
    """
    found = {int(name.rpartition("/")[2]): _read(name, lines) for name, lines in _files(folder)}
    if not found:
        raise SourceError(
            f"{folder} holds no documents: their files are named by number, as in {_FOLDER}/PART_1_1000/1."
        )
    return [ArenaDocument(number, found[number]) for number in sorted(found)]


def _files(folder: Path) -> Iterator[tuple[str, IO[bytes]]]:
    archive, unpacked = folder / _ARCHIVE, folder / _FOLDER
    if unpacked.is_dir():
        for path in sorted(unpacked.rglob("*")):
            if path.is_file() and path.name.isdecimal():
                with path.open("rb") as file:
                    yield str(path), file
    elif archive.exists():
        try:
            with tarfile.open(archive) as tar:
                for member in tar:
                    held = tar.extractfile(member)
                    if held is not None and Path(member.name).name.isdecimal():
                        # Read here, where a truncated archive can be reported as such.
                        yield f"{archive}/{member.name}", io.BytesIO(held.read())
        except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
            raise SourceError(f"{archive} is damaged or cut short ({error}). Copy it again.") from error
    else:
        raise SourceError(f"{folder} holds neither {_ARCHIVE} nor {_FOLDER}/. Point --data to the folder of PPRforNED.")


def _read(name: str, lines: IO[bytes]) -> tuple[ArenaMention, ...]:
    mentions: list[tuple[str, str, str | None, list[ArenaCandidate]]] = []
    for at, line in enumerate(lines, 1):
        where = f"{name}, line {at}"
        kind, *fields = text_of(line, where).split("\t")
        if kind == "ENTITY":
            text, expanded, url = _values(fields, _ENTITY, where)
            mentions.append((text, expanded, None if url == "NIL" else _checked_title(url, where), []))
        elif kind == "CANDIDATE" and mentions:
            mentions[-1][3].append(_candidate(fields, where))
        else:
            wanted = "'ENTITY' or 'CANDIDATE'" if mentions else "'ENTITY', as candidates belong to a mention"
            raise SourceError(f"{where}: the line must begin with {wanted}. Got {kind[:40]!r}.")
    return tuple(ArenaMention(text, expanded, gold, tuple(given)) for text, expanded, gold, given in mentions)


def _candidate(fields: Sequence[str], where: str) -> ArenaCandidate:
    page, in_count, out_count, links, url, kind = _values(fields, _CANDIDATE, where)
    try:
        numbers = tuple(int(link) for link in links.split(";") if link)
        return ArenaCandidate(int(page), _checked_title(url, where), int(in_count), int(out_count), numbers, kind)
    except ValueError as error:
        raise SourceError(f"{where}: id, inCount, outCount and links must be whole numbers ({error}).") from error


def _values(fields: Sequence[str], names: Sequence[str], where: str) -> list[str]:
    """Values of the fields with these names; fields are ``name:value``, in any order."""
    held = dict(field.split(":", 1) for field in fields if ":" in field)
    missing = [name for name in names if name not in held]
    if missing:
        raise SourceError(f"{where}: lacks the field {missing[0]!r}. Is the line cut short?")
    return [held[name] for name in names]


def _checked_title(url: str, where: str) -> str:
    if not url.startswith(_URL):
        raise SourceError(f"{where}: 'url' must be NIL or start with {_URL}. Got {url[:80]!r}.")
    return title_of(url)


def title_of(url: str) -> str:
    """The title in the URL of a Wikipedia page."""
    return url.removeprefix(_URL).replace("_", " ")


def text_of(line: bytes, where: str) -> str:
    """A line without its line end; `SourceError` with the place if it is not UTF-8."""
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise SourceError(f"{where}: is not UTF-8 ({error.reason} at byte {error.start}).") from error
