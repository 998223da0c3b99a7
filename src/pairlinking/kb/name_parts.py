"""Entities by the first and the last word of their names: "Beckham", even if no link was ever labelled that way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pairlinking._support.progress import Progress
from pairlinking.kb.storage.bounds import check_bounds
from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.strings import StringTable
from pairlinking.kb.storage.tries import open_trie, write_trie
from pairlinking.text.fold import without_accents
from pairlinking.text.languages import NOT_NAMES
from pairlinking.types import IdArray, IntArray

__all__ = ["NameParts", "base_name", "parts_of", "write_name_parts"]

_BRACKETS = re.compile(r" \([^()]*\)$")
_MARKS = ",.;:!?'\"()"
_LONGEST = 4  # words of a name
_MOST = 30  # entities of a word, those with the most in-links
_KEPT = 1 << 20  # names, at most, whose words are kept in memory, in some 100 MB; more names are split twice
_NOBODY: IdArray = np.empty(0, dtype=np.int32)


def base_name(title: str) -> str:
    """Title without the text in parentheses at its end.

    >>> base_name("Georgia (U.S. state)")
    'Georgia'
    """
    return _BRACKETS.sub("", title) if title.endswith(")") else title


def parts_of(title: str) -> list[str]:
    """First and last word of a name of two to four words, if both are capitalised, with accents and without.

    The text after a comma says where something is, and is not part of its name.

    >>> parts_of("David Beckham"), parts_of("Lima, Ohio"), parts_of("Game theory"), parts_of("The Sun (United Kingdom)")
    (['David', 'Beckham'], ['Lima'], [], ['Sun'])
    >>> parts_of("Pep Guardiola i Solà")
    ['Pep', 'Solà', 'Sola']
    """
    base = base_name(title)
    words = [word.strip(_MARKS) for word in base.split(",")[0].split()]
    if not (2 <= len(words) <= _LONGEST or (words and "," in base)):
        return []
    if not (words[0][:1].isupper() and words[-1][:1].isupper()):
        return []
    parts = (part for word in (words[0], words[-1]) for part in (word, without_accents(word)))
    return [part for part in dict.fromkeys(parts) if len(part) > 1 and part.lower() not in NOT_NAMES]


class NameParts:
    """Entities by a word of their name, in the folder `name-parts` of a knowledge base. All files are mapped."""

    def __init__(self, folder: Path) -> None:
        self.words = open_trie(folder / "words.marisa")
        self.indptr: IntArray = open_array(folder / "indptr.npy", np.int64)
        self.entities: IdArray = open_array(folder / "entities.npy", np.int32)
        check_bounds(folder / "indptr.npy", self.indptr, len(self.entities))
        if len(self.indptr) != len(self.words) + 1:
            raise damaged(folder / "indptr.npy", f"it should describe {len(self.words)} words")

    def __len__(self) -> int:
        return len(self.words)

    def of(self, word: str) -> IdArray:
        """At most 30 entities, those with the most in-links first; none if the word is not part of any name."""
        try:
            number = self.words.get(word)
        except UnicodeEncodeError:  # half a surrogate pair
            return _NOBODY
        return _NOBODY if number is None else self.entities[self.indptr[number] : self.indptr[number + 1]]


def write_name_parts(kb: Path, folder: Path, progress: Progress) -> dict[str, int]:
    """Write the words of all names; entities and in-links must have been written before."""
    folder.mkdir(parents=True, exist_ok=True)
    table = "titles" if (kb / "entities" / "titles.bin").exists() else "keys"
    titles = StringTable(kb / "entities" / f"{table}.bin", kb / "entities" / f"{table}.npy")
    progress.start("Writing name parts", total=2 * len(titles), unit="names")

    def pairs(before: int) -> Iterator[tuple[int, str]]:
        for entity in range(len(titles)):
            if entity % 10_000 == 0:
                progress.update(before + entity)
            for part in parts_of(titles[entity]):
                yield entity, part

    kept = list(pairs(0)) if len(titles) <= _KEPT else None
    trie = write_trie(folder / "words.marisa", (part for _, part in kept or pairs(0)))
    found = np.fromiter(
        (number for entity, part in kept or pairs(len(titles)) for number in (trie[part], entity)), dtype=np.int64
    ).reshape(-1, 2)
    n_links = np.diff(open_array(kb / "in-links" / "indptr.npy", np.int64))
    found = found[np.lexsort((found[:, 1], -n_links[found[:, 1]], found[:, 0]))]
    starts = np.searchsorted(found[:, 0], np.arange(len(trie)))
    place = np.arange(len(found)) - starts[found[:, 0]] if len(found) else np.empty(0, np.int64)
    found = found[place < _MOST]
    sizes = np.bincount(found[:, 0], minlength=len(trie))
    np.save(folder / "entities.npy", found[:, 1].astype(np.int32))
    np.save(folder / "indptr.npy", np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)]).astype(np.int64))
    progress.update(2 * len(titles))
    progress.finish()
    return {"name_parts": len(trie)}
