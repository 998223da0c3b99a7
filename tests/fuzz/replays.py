"""What the files of the corpus call: one function for each kind of input, given its text and a folder."""

from __future__ import annotations

import bz2
from pathlib import Path

from pairlinking.evaluation.documents import Notes
from pairlinking.evaluation.formats import FORMATS
from pairlinking.interfaces.nif import read_nif
from pairlinking.sources import Site, read_entities, read_pages, read_site, scan
from pairlinking.text.escapes import unescape
from tests.building.small_wiki import build
from tests.fuzz.samples import GOLD

__all__ = [
    "build_from",
    "data_set",
    "entities",
    "long_surface_form",
    "nif",
    "packed_entities",
    "pages",
    "unescaped",
    "wikitext",
]


def wikitext(text: str, _: Path) -> object:
    """Scan wikitext."""
    return scan(text, Site())


def unescaped(text: str, _: Path) -> object:
    """Replace HTML entities."""
    return unescape(text)


def pages(text: str, folder: Path) -> object:
    """Read a dump."""
    path = _write(folder, text)
    return read_site(path), list(read_pages(path, allow_truncated=True))


def entities(text: str, folder: Path) -> object:
    """Read a catalogue."""
    return list(read_entities(_write(folder, text)))


def packed_entities(text: str, folder: Path) -> object:
    """Read a catalogue packed with bzip2."""
    (folder / "source").write_bytes(bz2.compress(text.encode()))
    return list(read_entities(folder / "source"))


def data_set(text: str, folder: Path) -> object:
    """Read a data set; the first line names its format."""
    name, _, content = text.partition("\n")
    gold = GOLD[name]
    for each, data in gold.texts.items():
        (folder / each).write_bytes(data)
    return list(FORMATS[name](_write(folder, content), folder, Notes()))


def long_surface_form(text: str, folder: Path) -> object:
    """Read a tweet with this as a name in it."""
    return data_set(f'micropost\n7\t"Ohio ohio"\t{text}\thttp://dbpedia.org/resource/A\n', folder)


def nif(text: str, _: Path) -> object:
    """Read NIF as a request has it."""
    return read_nif(text)


def build_from(text: str, folder: Path) -> object:
    """Build a knowledge base."""
    return build(_write(folder, text), folder / "kb", workers=1, allow_truncated=True)


def _write(folder: Path, text: str) -> Path:
    (folder / "source").write_bytes(text.encode("utf-8", "surrogatepass"))
    return folder / "source"
