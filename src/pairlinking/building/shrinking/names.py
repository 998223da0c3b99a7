"""Entities, their names, the dictionary and in-links, for the entities that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pairlinking.building.shrinking.kept import Kept, rows_of
from pairlinking.building.writers.dictionary import DictionaryRows, write_dictionary
from pairlinking.kb.dictionary import Candidates
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.storage.bounds import pieces
from pairlinking.kb.storage.strings import write_strings
from pairlinking.kb.storage.tries import key_ids, open_trie, write_trie
from pairlinking.types import IntArray

__all__ = ["shrink_dictionary", "shrink_entities", "shrink_in_links"]

_FORMS = 65536  # at a time


def shrink_entities(kb: KnowledgeBase, kept: Kept, folder: Path) -> None:
    """Write keys, titles if they differ, and names."""
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
    """Write surface forms that still mean an entity, and how often they occur in text."""
    old = kb.dictionary

    def rows() -> Iterator[DictionaryRows]:
        for first, last in pieces(len(old), _FORMS):
            places, bounds = rows_of(old.indptr, np.arange(first, last))
            entities = kept.new[old.entities[places]]
            is_kept = entities >= 0
            number = np.repeat(np.arange(last - first), np.diff(bounds))[is_kept]
            part = Candidates(entities[is_kept], old.counts[places[is_kept]], old.origins[places[is_kept]])
            number, part = _merged(number, part)
            forms = np.array([old.forms.restore_key(each) for each in range(first, last)], dtype=object)
            yield forms[number], *part

    found = write_dictionary(folder, rows())
    if kb.occurrences is not None:
        occurrences.mkdir()
        new = open_trie(folder / "forms.marisa")
        of_old = key_ids(old.forms, (new.restore_key(number) for number in range(len(new))))
        np.save(occurrences / "pages.npy", kb.occurrences.pages[of_old])
        np.save(occurrences / "linked.npy", kb.occurrences.linked[of_old])
        np.save(occurrences / "priors.npy", kb.occurrences.priors)
    return {"surface_forms": found["surface_forms"]}


def _merged(forms: IntArray, rows: Candidates) -> tuple[IntArray, Candidates]:
    """Merge rows in which a form may have an entity twice: each once, by falling count, then rising entity."""
    order = np.lexsort((rows.entities, forms))
    forms, entities = forms[order], rows.entities[order]
    is_first = np.append(True, (forms[1:] != forms[:-1]) | (entities[1:] != entities[:-1]))[: len(forms)]
    starts = np.flatnonzero(is_first)
    if len(starts) == 0:
        return forms, rows
    counts = np.add.reduceat(rows.counts[order], starts).astype(np.int32)
    origins = np.bitwise_or.reduceat(rows.origins[order], starts)
    forms, entities = forms[starts], entities[starts]
    order = np.lexsort((entities, -counts, forms))
    return forms[order], Candidates(entities[order], counts[order], origins[order])


def shrink_in_links(kb: KnowledgeBase, kept: Kept, folder: Path, most: int) -> dict[str, int]:
    """Write links among the kept entities, from pages with at most `most` links; and from each page to itself."""
    folder.mkdir()
    targets = np.repeat(np.arange(len(kb)), np.diff(kb.in_link_indptr))
    n_links = np.bincount(kb.in_link_ids, minlength=len(kb))
    is_kept = (n_links[kb.in_link_ids] <= most) | (kb.in_link_ids == targets)
    pages, targets = kept.new[kb.in_link_ids[is_kept]], kept.new[targets[is_kept]]
    is_kept = (pages >= 0) & (targets >= 0)
    pairs = np.unique(targets[is_kept].astype(np.int64) << 32 | pages[is_kept])
    np.save(folder / "ids.npy", (pairs & 0xFFFFFFFF).astype(np.int32))
    np.save(folder / "indptr.npy", np.searchsorted(pairs >> 32, np.arange(len(kept) + 1)))
    return {"in_links": len(pairs)}
