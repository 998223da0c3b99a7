"""Reader of PPRforNED (Pershina et al. 2015): AIDA's documents with candidates and the links between these.

One file a document, lines of fields that tabs part: an ``ENTITY`` line for each mention, its ``CANDIDATE`` lines below.
Candidates come as they stand in the files, where **the first is the right one**: see `shuffled`.
"""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import numpy as np

from pairlinking.errors import SourceError

__all__ = ["PARTS", "ArenaCandidate", "ArenaDocument", "ArenaMention", "read_documents", "read_popularity", "shuffled"]

# Numbers of AIDA's documents: to learn from, to choose on (test A), to report on (test B).
PARTS = {"train": range(1, 947), "test A": range(947, 1163), "test B": range(1163, 1394)}
_URL = "http://en.wikipedia.org/wiki/"
_ARCHIVE, _FOLDER, _POPULARITY = "AIDA_candidates.tar.xz", "AIDA_candidates", "Freebase_popularity"
_ENTITY = ("origText", "text", "url")
_CANDIDATE = ("id", "inCount", "outCount", "links", "url", "predictedType")


@dataclass(frozen=True, slots=True)
class ArenaCandidate:
    """An entity a mention may mean; `links` are the candidates of its document that its page links to."""

    page: int
    title: str
    in_count: int
    out_count: int
    links: tuple[int, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class ArenaMention:
    """A mention, its candidates, and the title of the right one; None where AIDA has no link (NIL).

    `expanded` is the longer name that the makers of the files took the mention for and looked up ("Bill Clinton" for
    "Clinton"); mostly it is the text itself.
    """

    text: str
    expanded: str
    gold: str | None
    candidates: tuple[ArenaCandidate, ...]

    @property
    def answer(self) -> int:
        """Position of the right candidate; -1 for NIL, and where it is not among them (two mentions of all)."""
        return next((at for at, each in enumerate(self.candidates) if each.title == self.gold), -1)


@dataclass(frozen=True, slots=True)
class ArenaDocument:
    """A document: its number in AIDA, and its mentions in the order of the text."""

    number: int
    mentions: tuple[ArenaMention, ...]


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


def read_popularity(folder: Path) -> dict[str, float]:
    """Freebase's popularity by title, from ``Freebase_popularity.gz`` or the file unpacked from it."""
    packed, plain = folder / f"{_POPULARITY}.gz", folder / _POPULARITY
    path = packed if packed.exists() else plain
    if not path.exists():
        raise SourceError(f"{folder} holds no {packed.name}. Point --data to the folder of PPRforNED.")
    scores: dict[str, float] = {}
    try:
        with gzip.open(path) if path is packed else path.open("rb") as file:
            for at, line in enumerate(file, 1):
                url, _, score = _text(line, f"{path}, line {at}").partition("\t")
                try:
                    scores[_title(url.removeprefix("url:"))] = float(score)
                except ValueError as error:
                    raise SourceError(
                        f"{path}, line {at}: wants 'url:...', a tab and a number. Got {line!r}."
                    ) from error
    except (EOFError, gzip.BadGzipFile) as error:
        raise SourceError(f"{path} is damaged or cut short ({error}). Copy it again.") from error
    return scores


def shuffled(documents: Sequence[ArenaDocument], seed: int) -> list[ArenaDocument]:
    """The documents with the candidates of each mention in an order by chance.

    Wherever equal scores are decided by position, the order of the files would give the answer away. Chance orders the
    entities of a document once, for all its mentions: repeated mentions keep equal lists, which `Problem` merges by.
    The order depends on the seed, the number of the document and its entities, not on the order they come in.
    """
    return [replace(each, mentions=tuple(_shuffled(each, seed))) for each in documents]


def _shuffled(document: ArenaDocument, seed: int) -> Iterator[ArenaMention]:
    pages = sorted({each.page for mention in document.mentions for each in mention.candidates})
    drawn = np.random.default_rng([seed, document.number]).permutation(len(pages)).tolist()
    place = dict(zip(pages, drawn, strict=True))
    for mention in document.mentions:
        yield replace(mention, candidates=tuple(sorted(mention.candidates, key=lambda each: place[each.page])))


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
                        # Read here, where an archive that is cut short is told as such.
                        yield f"{archive}/{member.name}", io.BytesIO(held.read())
        except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
            raise SourceError(f"{archive} is damaged or cut short ({error}). Copy it again.") from error
    else:
        raise SourceError(f"{folder} holds neither {_ARCHIVE} nor {_FOLDER}/. Point --data to the folder of PPRforNED.")


def _read(name: str, lines: IO[bytes]) -> tuple[ArenaMention, ...]:
    mentions: list[tuple[str, str, str | None, list[ArenaCandidate]]] = []
    for at, line in enumerate(lines, 1):
        where = f"{name}, line {at}"
        kind, *fields = _text(line, where).split("\t")
        if kind == "ENTITY":
            text, expanded, url = _values(fields, _ENTITY, where)
            mentions.append((text, expanded, None if url == "NIL" else _checked_title(url, where), []))
        elif kind == "CANDIDATE" and mentions:
            mentions[-1][3].append(_candidate(fields, where))
        else:
            wanted = "'ENTITY' or 'CANDIDATE'" if mentions else "'ENTITY', as candidates belong to a mention"
            raise SourceError(f"{where}: wants {wanted} first. Got {kind[:40]!r}.")
    return tuple(ArenaMention(text, expanded, gold, tuple(given)) for text, expanded, gold, given in mentions)


def _candidate(fields: Sequence[str], where: str) -> ArenaCandidate:
    page, in_count, out_count, links, url, kind = _values(fields, _CANDIDATE, where)
    try:
        numbers = tuple(int(link) for link in links.split(";") if link)
        return ArenaCandidate(int(page), _checked_title(url, where), int(in_count), int(out_count), numbers, kind)
    except ValueError as error:
        raise SourceError(f"{where}: id, inCount, outCount and links must be whole numbers ({error}).") from error


def _values(fields: Sequence[str], names: Sequence[str], where: str) -> list[str]:
    """What the fields of these names hold; fields are ``name:value``, in any order."""
    held = dict(field.split(":", 1) for field in fields if ":" in field)
    missing = [name for name in names if name not in held]
    if missing:
        raise SourceError(f"{where}: lacks the field {missing[0]!r}. Is the line cut short?")
    return [held[name] for name in names]


def _checked_title(url: str, where: str) -> str:
    if not url.startswith(_URL):
        raise SourceError(f"{where}: 'url' must be NIL or start with {_URL}. Got {url[:80]!r}.")
    return _title(url)


def _title(url: str) -> str:
    return url.removeprefix(_URL).replace("_", " ")


def _text(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise SourceError(f"{where}: is not UTF-8 ({error.reason} at byte {error.start}).") from error
