"""Entities, their names, the dictionary and in-links, for the entities that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pairlinking.building.shrinking.kept import Kept, rows_of
from pairlinking.building.writers.dictionary import DictionaryRows, write_dictionary
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.storage.bounds import pieces
from pairlinking.kb.storage.strings import write_strings
from pairlinking.kb.storage.tries import key_ids, open_trie, write_trie

__all__ = ["shrink_dictionary", "shrink_entities", "shrink_in_links"]

_FORMS = 65536  # in one go


def shrink_entities(kb: KnowledgeBase, kept: Kept, folder: Path) -> None:
    """Keys, titles where they differ, and names."""
    folder.mkdir()
    for name, strings in (("keys", kb.keys), ("titles", kb.titles)):
        if strings is not None:
            write_strings(
                folder / f"{name}.bin", folder / f"{name}.npy", (strings[entity] for entity in kept.old.tolist())
            )
    number_of = kept.new[kb.names.entities]
    old = open_trie(kb.path / "entities" / "names.marisa")
    trie = write_trie(
        folder / "names.marisa", (old.restore_key(number) for number in np.flatnonzero(number_of >= 0).tolist())
    )
    of_old = key_ids(old, (trie.restore_key(number) for number in range(len(trie))))
    np.save(folder / "names.npy", number_of[of_old])


def shrink_dictionary(kb: KnowledgeBase, kept: Kept, folder: Path, occurrences: Path) -> dict[str, int]:
    """Surface forms that still mean something, and how often they appear in text."""
    old = kb.dictionary

    def rows() -> Iterator[DictionaryRows]:
        for first, last in pieces(len(old), _FORMS):
            places, bounds = rows_of(old.indptr, np.arange(first, last))
            forms = np.array([old.forms.restore_key(number) for number in range(first, last)], dtype=object)
            entities = kept.new[old.entities[places]]
            is_kept = entities >= 0
            places = places[is_kept]
            yield (
                np.repeat(forms, np.diff(bounds))[is_kept],
                entities[is_kept],
                old.counts[places],
                old.origins[places],
            )

    found = write_dictionary(folder, rows())
    if kb.occurrences is not None:
        occurrences.mkdir()
        new = open_trie(folder / "forms.marisa")
        of_old = key_ids(old.forms, (new.restore_key(number) for number in range(len(new))))
        np.save(occurrences / "pages.npy", kb.occurrences.pages[of_old])
        np.save(occurrences / "linked.npy", kb.occurrences.linked[of_old])
        np.save(occurrences / "priors.npy", kb.occurrences.priors)
    return {"surface_forms": found["surface_forms"]}


def shrink_in_links(kb: KnowledgeBase, kept: Kept, folder: Path, most: int) -> dict[str, int]:
    """Links among the entities that are kept, from pages with at most so many; and of each page to itself."""
    folder.mkdir()
    places, bounds = rows_of(kb.in_link_indptr, kept.old)
    pages = kb.in_link_ids[places]
    n_links = np.bincount(kb.in_link_ids, minlength=len(kb))
    is_kept = (kept.new[pages] >= 0) & ((n_links[pages] <= most) | (pages == np.repeat(kept.old, np.diff(bounds))))
    before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(is_kept)])
    np.save(folder / "ids.npy", kept.new[pages[is_kept]])
    np.save(folder / "indptr.npy", before[bounds])
    return {"in_links": int(before[-1])}
