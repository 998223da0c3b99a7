"""Mutated files and texts through everything that reads what others wrote."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random

from pairlinking.errors import PairLinkingError
from pairlinking.evaluation.documents import Notes
from pairlinking.evaluation.formats import FORMATS
from pairlinking.interfaces.nif import read_nif
from pairlinking.linking.documents import read_document
from pairlinking.linking.mentions import read_marks
from pairlinking.sources import Damage, Site, is_catalogue, read_entities, read_pages, read_site, scan
from pairlinking.sources.kinds import kind_of_name, kind_of_plural, read_kinds
from pairlinking.sources.mediawiki import OPEN, parse_pages
from pairlinking.sources.name_tables import read_names
from pairlinking.sources.sql_dumps import read_rows
from pairlinking.sources.stretches import find_stretches, read_stretch
from pairlinking.text.sentences import sentence_spans
from tests.fuzz.harness import REFUSED, Harness
from tests.fuzz.mutations import mutate_bytes, mutate_value, odd_text
from tests.fuzz.samples import CATALOGUE, DUMP, GOLD, NAMES, NIF, SQL, WIKITEXT, Gold

__all__ = ["TARGETS", "Parsers", "Target"]

Target = Callable[[Random, Path], None]
_SITES = (Site(), Site(language="de", namespaces={"Datei": 6, "Kategorie": 14}), Site(first_letter=False))
_DOCUMENT = {
    "id": 7,
    "text": "Tiger won at Augusta.",
    "mentions": [{"start": 0, "end": 5, "fixed": "Tiger"}, [13, 20], "Augusta"],
}


class Parsers(Harness):
    """Readers give what is there or an error of ours, in time that grows with the input."""

    name = "parsers"
    share = 2.0

    def prepare(self, stack: ExitStack) -> None:
        """Nothing: each case writes its files."""

    def run(self, random: Random) -> str:
        """Feed one target."""
        name = random.choice(sorted(TARGETS))
        try:
            TARGETS[name](random, self.folder)
        except PairLinkingError:
            return f"{name}: {REFUSED}"
        return f"{name}: read"


def _text(random: Random, samples: Sequence[str]) -> str:
    if random.random() < 0.2:
        return odd_text(random, "".join(samples).split(), random.randrange(200))
    data = mutate_bytes(random, random.choice(samples).encode(), [each.encode() for each in samples])
    return data.decode("utf-8", random.choice(("replace", "ignore")))


def _scan(random: Random, _: Path) -> None:
    text = _text(random, WIKITEXT)
    found = scan(text, random.choice(_SITES), title="Tiger")
    for link in found.links:
        assert not link.start >= 0 or found.text[link.start : link.end] == link.anchor, link
    end = 0
    for span in found.sentences:
        assert end <= span[0] <= span[1] <= len(found.text), span
        end = span[1]


def _sentences(random: Random, _: Path) -> None:
    text = _text(random, WIKITEXT)
    end = 0
    for first, last in sentence_spans(text):
        assert end <= first < last <= len(text)
        end = last


def _packed(random: Random, data: bytes) -> bytes:
    """Sometimes packed, in one piece or two, and sometimes that damaged too."""
    kind = random.random()
    if kind < 0.6:
        return data
    half = random.randrange(len(data) + 1)
    pack = random.choice((bz2.compress, gzip.compress, lzma.compress))
    packed = pack(data[:half]) + pack(data[half:])
    return packed if kind < 0.8 else mutate_bytes(random, packed)


def _source(samples: Sequence[bytes], read: Callable[[Path, bool], object]) -> Target:
    def target(random: Random, folder: Path) -> None:
        path = folder / "source"
        path.write_bytes(_packed(random, mutate_bytes(random, random.choice(samples), (*DUMP, *CATALOGUE))))
        is_catalogue(path)
        read(path, random.random() < 0.7)

    return target


def _pages(path: Path, truncated: bool) -> None:
    read_site(path)
    damage: list[Damage] = []
    for page in read_pages(path, on_damage=damage.append, allow_truncated=truncated):
        assert page.title


def _stretches(random: Random, folder: Path) -> None:
    """A dump packed stream by stream, cut anywhere, and changed before or after it was packed."""
    data, path = random.choice(DUMP), folder / "dump.bz2"
    if random.random() < 0.5:
        data = mutate_bytes(random, data, DUMP)
    bounds = [0, *sorted(random.randrange(len(data) + 1) for _ in range(random.randrange(2, 12))), len(data)]
    packed = b"".join(bz2.compress(data[first:last]) for first, last in pairwise(bounds))
    path.write_bytes(mutate_bytes(random, packed) if random.random() < 0.5 else packed)
    damage: list[Damage] = []
    end = 0
    for stretch in find_stretches(path, random.randrange(1, 2 * len(data) + 2)):
        assert (stretch.begin, stretch.is_first) == (end, end == 0)
        end = stretch.end
        chunk = read_stretch(stretch, on_damage=damage.append, allow_truncated=random.random() < 0.7)
        assert not chunk.data or chunk.data.startswith(OPEN)
        for page in parse_pages(chunk, random.choice(_SITES), on_damage=damage.append):
            assert page.title
    assert end in (0, path.stat().st_size)


def _entities(path: Path, truncated: bool) -> None:
    damage: list[Damage] = []
    for entity in read_entities(path, on_damage=damage.append, allow_truncated=truncated):
        for link in entity.links:
            assert entity.text[link.start : link.end] == link.anchor


def _rows(path: Path, truncated: bool) -> None:
    damage: list[Damage] = []
    for line, values in read_rows(path, on_damage=damage.append, allow_truncated=truncated):
        assert line > 0
        assert all(isinstance(value, bytes) for value in values)


def _names(path: Path, truncated: bool) -> None:
    damage: list[Damage] = []
    for name in read_names(path, on_damage=damage.append, allow_truncated=truncated):
        assert name.name
        assert name.target


def _kinds(path: Path, _: bool) -> None:
    kinds = read_kinds(path)
    for name in kinds:
        kind_of_name(name, kinds)
        kind_of_plural(name, kinds)


def _gold(name: str, gold: Gold) -> Target:
    def target(random: Random, folder: Path) -> None:
        place = folder / name.replace("/", "-")
        annotations, texts = place / gold.name, place / "texts"
        for path, content in (
            (annotations, gold.annotations),
            *((texts / each, data) for each, data in gold.texts.items()),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            changed = path == annotations or random.random() < 0.2
            path.write_bytes(
                mutate_bytes(random, content, [each.annotations for each in GOLD.values()]) if changed else content
            )
        given = place / Path(gold.name).parts[0] if gold.in_folder else annotations
        for document in FORMATS[name](given, texts, Notes()):
            for mention in document.mentions:
                assert 0 <= mention.start <= mention.end
                assert not document.text or mention.end <= len(document.text), mention

    return target


def _nif(random: Random, _: Path) -> None:
    for document in read_nif(_text(random, NIF)).documents:
        for mention in document.mentions:
            assert 0 <= mention.start <= mention.end <= len(document.text)


def _document(random: Random, _: Path) -> None:
    found = read_document(mutate_value(random, _DOCUMENT))
    for start, end in found.mentions or ():
        assert 0 <= start <= end <= len(found.text)


def _json_document(random: Random, _: Path) -> None:
    try:
        value = json.loads(mutate_bytes(random, json.dumps(_DOCUMENT).encode()))
    except (ValueError, RecursionError):
        return
    read_document(value)


def _marks(random: Random, _: Path) -> None:
    text, spans = read_marks(_text(random, ("[[Tiger]] won at [[Augusta]].", *WIKITEXT)))
    for start, end in spans or ():
        assert 0 <= start <= end <= len(text)


TARGETS: dict[str, Target] = {
    "scan": _scan,
    "sentences": _sentences,
    "pages": _source(DUMP, _pages),
    "stretches": _stretches,
    "entities": _source(CATALOGUE, _entities),
    "rows": _source(SQL, _rows),
    "names": _source(NAMES, _names),
    "kinds": _source(NAMES, _kinds),
    "nif request": _nif,
    "document": _document,
    "json document": _json_document,
    "marks": _marks,
    **{f"data set {name}": _gold(name, GOLD[name]) for name in FORMATS if name in GOLD},
}
