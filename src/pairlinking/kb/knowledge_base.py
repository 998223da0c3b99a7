"""A knowledge base on disk, opened without reading all of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from pairlinking._support.options import check_choice
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.describing import describe
from pairlinking.kb.dictionary import Dictionary
from pairlinking.kb.entity_names import EntityNames
from pairlinking.kb.facts import FactColumns
from pairlinking.kb.manifest import Manifest, read_manifest
from pairlinking.kb.name_parts import NameParts
from pairlinking.kb.occurrences import Occurrences
from pairlinking.kb.profiles import Profiles
from pairlinking.kb.storage.bounds import check_bounds, pieces
from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.strings import StringTable
from pairlinking.kb.verified import Check, check_files
from pairlinking.kb.word_vectors import WordVectors
from pairlinking.types import IdArray, IntArray

__all__ = ["KnowledgeBase"]

_GOLD = "gold/held-out.jsonl"


class KnowledgeBase:
    """Entities, their names, surface forms, in-links and vectors, in a folder (docs/reference/knowledge-base.md).

    Open one with `KnowledgeBase.open`. Entities are numbers from 0 to ``len(kb) - 1``. Safe to read from many threads.

    Attributes
    ----------
    path, manifest
        The folder, and its description of itself.
    keys, titles, names
        Key of each entity, title if titles differ from keys (or None), and entities by name.
    dictionary
        Candidates of surface forms.
    in_link_indptr, in_link_ids
        Pages that link to entity e, and its own page: ``in_link_ids[in_link_indptr[e]:in_link_indptr[e + 1]]``, rising.
    occurrences
        How often surface forms occur in text, and as links; None in an older knowledge base, which has no such counts.
    name_parts
        Entities by the first or last word of their names; None for an older knowledge base.
    fact_columns
        What `facts` reads; None if the sources have no facts, and for an older knowledge base.
    profiles
        The most characteristic words of each entity; None if the source has no text.
    words
        Words with their vectors and counts; None without vectors.
    entity_vectors
        One int16 vector per entity, of length 32767 or zero; None without vectors.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path, self.manifest = path, manifest
        self.dictionary = Dictionary(path / "surfaces")
        self.occurrences: Occurrences | None = None
        if any(name.startswith("occurrences/") for name in manifest.files):
            self.occurrences = Occurrences(path / "occurrences", len(self.dictionary))
        self.keys = self._strings("keys")
        self.titles = self._strings("titles") if "entities/titles.bin" in manifest.files else None
        self.names = EntityNames(path / "entities", self.keys, self.dictionary, has_titles=self.titles is not None)
        self.in_link_indptr: IntArray = open_array(path / "in-links" / "indptr.npy", np.int64)
        self.in_link_ids: IdArray = open_array(path / "in-links" / "ids.npy", np.int32)
        check_bounds(path / "in-links" / "indptr.npy", self.in_link_indptr, len(self.in_link_ids))
        self.name_parts: NameParts | None = None
        if any(name.startswith("name-parts/") for name in manifest.files):
            self.name_parts = NameParts(path / "name-parts")
        self.fact_columns: FactColumns | None = None
        if any(name.startswith("facts/") for name in manifest.files):
            self.fact_columns = FactColumns(path / "facts", len(self.keys))
        self.profiles: Profiles | None = None
        if any(name.startswith("profiles/") for name in manifest.files):
            self.profiles = Profiles(path / "profiles")
        self.entity_vectors: npt.NDArray[np.int16] | None = None
        self.words: WordVectors | None = None
        if any(name.startswith("vectors/") for name in manifest.files):
            self.entity_vectors = open_array(path / "vectors" / "entities.npy", np.int16, ndim=2)
            self.words = WordVectors(path / "vectors")
        self._page_url: str | None = manifest.parameters.get("site", {}).get("page_url")
        self._check_sizes()

    @classmethod
    def open(cls, path: str | Path, *, check: Check = "once") -> KnowledgeBase:
        """Open the knowledge base in a folder: milliseconds, whatever its size, once its files have been checked.

        Parameters
        ----------
        check
            ``"once"`` compares the SHA-256 of each file the first time on this machine, and again when the file has
            changed; a gigabyte takes about a second. ``"always"`` does so every time. ``"never"`` trusts the folder:
            damaged files may then give wrong links, or crash the process.

        Raises
        ------
        KnowledgeBaseError
            Files are missing, cut short, changed, or do not fit together. `pairlinking.kb.verify` lists everything
            that is wrong, and also reads the tables.
        """
        check_choice("KnowledgeBase.open", "check", check, get_args(Check))
        folder = Path(path)
        manifest = read_manifest(folder)
        check_files(folder, manifest, check)
        return cls(folder, manifest)

    def __len__(self) -> int:
        return len(self.keys)

    def __repr__(self) -> str:
        vectors = "with" if self.has_vectors else "without"
        return (
            f"<knowledge base {self.manifest.id} of {len(self):,} entities, {vectors} vectors, in {str(self.path)!r}>"
        )

    def key(self, entity: int) -> str:
        """Key of an entity: in a dump its title, in a catalogue its id."""
        return self.keys[entity]

    def title(self, entity: int) -> str:
        """Title of an entity; other entities may have the same."""
        return (self.titles or self.keys)[entity]

    def url(self, entity: int) -> str | None:
        """Address of an entity's page, if a catalogue gives it, or the dump says where its pages are."""
        own = None if self.fact_columns is None else self.fact_columns.text("url", entity)
        if own is not None:
            return own if own.startswith(("http://", "https://")) else None
        if self._page_url is None:
            return None
        return self._page_url + quote(self.keys[entity].replace(" ", "_"), safe="/:(),'!*;@")

    def facts(self, entity: int) -> dict[str, Any]:
        """What is known about an entity, for people and programs: ``id``, ``title``, and what else the sources say.

        That is ``url``, ``description``, ``kind``, ``wikidata``, ``image`` and ``data``: each only if it is known. A
        shrunk knowledge base has no text of its sources: there the description is made from kind and links.
        """
        known: dict[str, Any] = {"id": self.key(entity), "title": self.title(entity)}
        if (url := self.url(entity)) is not None:
            known["url"] = url
        if self.fact_columns is not None:
            known |= self.fact_columns.of(entity)
        if "description" not in known and "shrunk" in self.manifest.parameters:
            known |= {"description": text} if (text := describe(self, entity, known.get("kind"))) else {}
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the folder's path: another process opens it again."""
        return KnowledgeBase.open, (self.path.absolute(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> KnowledgeBase:
        """Return the object itself: nothing in it changes."""
        return self

    def find(self, name: str) -> int:
        """Entity with this key, redirect, or (in a catalogue) title; else `UnknownName` with similar names."""
        return self.names.find(name, str(self.path))

    def get(self, name: str) -> int | None:
        """Like `find`, but None where it would raise."""
        found = self.names.get(name)
        return found[0] if len(found) == 1 else None

    def redirects_of(self, entity: int) -> list[str]:
        """Names of an entity other than its key. Scans all names: meant for interactive use, not for loops."""
        self._check(entity)
        return self.names.others(entity)

    def surface_forms(self, entity: int) -> list[tuple[str, int]]:
        """Forms that can mean the entity, with how often they do, by falling count. Scans all: not for loops."""
        self._check(entity)
        dictionary = self.dictionary
        hits = [
            start + np.flatnonzero(dictionary.entities[start:stop] == entity)
            for start, stop in pieces(len(dictionary.entities))
        ]
        rows = np.concatenate([np.empty(0, dtype=np.int64), *hits])
        numbers = np.searchsorted(dictionary.indptr, rows, side="right") - 1
        found = zip(map(dictionary.forms.restore_key, numbers.tolist()), dictionary.counts[rows].tolist(), strict=True)
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))

    def link_probability(self, *forms: str) -> float | None:
        """Of the pages with a surface form, the share that link it; None if forms were never counted in text.

        Several forms are treated as spellings of one. Strings that are not forms are ignored; if none is, it is 0.
        The share is smoothed, as described in `Occurrences.probability`.
        """
        if self.occurrences is None:
            return None
        numbers = ((self.dictionary.form_id(form), form) for form in forms)
        known = [(number, form) for number, form in numbers if number is not None]
        return self.occurrences.probability(known) if known else 0.0

    def in_links(self, entity: int) -> IdArray:
        """Pages that link to the entity, including its own page, as entity numbers in rising order."""
        self._check(entity)
        return self.in_link_ids[self.in_link_indptr[entity] : self.in_link_indptr[entity + 1]]

    @property
    def has_vectors(self) -> bool:
        """Whether there are vectors of words and entities."""
        return self.words is not None

    @property
    def word_vectors(self) -> npt.NDArray[np.float16] | None:
        """Vectors of words by their number; None without vectors."""
        return None if self.words is None else self.words.vectors

    def word_vector(self, word: str) -> npt.NDArray[np.float32] | None:
        """Vector of a word, whatever its case; None if it has none."""
        return None if self.words is None else self.words.get(word)

    @property
    def has_held_out(self) -> bool:
        """Whether pages were held out for evaluation."""
        return _GOLD in self.manifest.files

    def held_out(self) -> Iterator[dict[str, Any]]:
        """Held-out pages as documents: `id`, `text`, `mentions` of `start`, `end`, `entity` (a key, or None)."""
        if not self.has_held_out:
            raise KnowledgeBaseError(
                f"{self.path} has no held-out pages. Build it with some: pairlinking build DUMP -o KB --holdout 0.01"
            )
        return self._documents()

    def _documents(self) -> Iterator[dict[str, Any]]:
        with (self.path / _GOLD).open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    document = json.loads(line)
                except ValueError:
                    document = None
                if not isinstance(document, dict):
                    raise damaged(self.path / _GOLD, f"line {number} is not a JSON object")
                yield document

    def _strings(self, name: str) -> StringTable:
        return StringTable(self.path / "entities" / f"{name}.bin", self.path / "entities" / f"{name}.npy")

    def _check(self, entity: int) -> None:
        if not 0 <= entity < len(self):
            raise IndexError(f"Entities of {self.path} are numbers from 0 to {len(self) - 1}. Got {entity} instead.")

    def check_entities(self, entities: npt.NDArray[np.integer[Any]]) -> None:
        """Raise `IndexError` unless all are numbers of entities: kernels trust them."""
        if len(entities):
            self._check(int(entities.min()))
            self._check(int(entities.max()))

    def _check_sizes(self) -> None:
        """Refuse parts with different numbers of entities, and counts that differ from the manifest."""
        n = len(self)
        sizes = {"in-links/indptr.npy": len(self.in_link_indptr) - 1}
        if self.titles is not None:
            sizes["entities/titles.npy"] = len(self.titles)
        if self.profiles is not None:
            sizes["profiles/indptr.npy"] = len(self.profiles)
        if self.entity_vectors is not None:
            sizes["vectors/entities.npy"] = len(self.entity_vectors)
        for name, size in sizes.items():
            if size != n:
                raise damaged(self.path / name, f"it describes {size} entities, but there are {n}")
        if self.entity_vectors is not None and self.entity_vectors.shape[1] % 16:
            raise damaged(self.path / "vectors" / "entities.npy", "its number of columns is not a multiple of 16")
        if self.entity_vectors is not None and self.words is not None:
            columns = self.words.vectors.shape[1]
            if not columns <= self.entity_vectors.shape[1] < columns + 16:
                raise damaged(self.path / "vectors" / "words.npy", f"it has {columns} columns, unlike the entities'")
        found = {"entities": n, "surface_forms": len(self.dictionary), "in_links": len(self.in_link_ids)}
        for name, count in found.items():
            if self.manifest.counts.get(name, count) != count:
                expected = self.manifest.counts[name]
                raise damaged(self.path / "manifest.json", f"it counts {expected} {name}, but there are {count}")
