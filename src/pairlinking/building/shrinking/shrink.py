"""From a knowledge base to a smaller one: the most linked entities, shorter profiles, numbers with fewer bits."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking._support.files import check_output, clear_errors, move_in, remove
from pairlinking._support.locking import locked
from pairlinking._support.progress import Progress, Silent
from pairlinking.building.shrinking.facts import shrink_facts
from pairlinking.building.shrinking.kept import Kept, most_linked
from pairlinking.building.shrinking.names import shrink_dictionary, shrink_entities, shrink_in_links
from pairlinking.building.shrinking.numbers import shrink_profiles, shrink_vectors
from pairlinking.building.shrinking.options import ShrinkOptions
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import list_files, record_files, write_manifest
from pairlinking.kb.name_parts import write_name_parts
from pairlinking.sources.streams import AnyPath
from pairlinking.types import IntArray

__all__ = ["shrink"]

_AS_IT_IS = ("models", "detector")  # they contain forms and features, but no entity numbers
_WELL_LINKED = 16  # in-links that give an entity the longest profile


def shrink(
    kb: KnowledgeBase,
    output: AnyPath,
    options: ShrinkOptions | None = None,
    *,
    same: Mapping[int, int] | None = None,
    keep_tables: bool = False,
    replace: bool = False,
    progress: Progress | None = None,
) -> KnowledgeBase:
    """Write a smaller copy of a knowledge base into another folder, and open it.

    Models and the detector are copied. They were learned with the large one: if its tables are kept (`keep_tables`),
    the small one can learn its own.

    Parameters
    ----------
    same
        Entities that are the same as others, by their numbers: these others get their names, links and, if it is
        longer, their profile.

    Raises
    ------
    KnowledgeBaseError
        The output folder exists, or another process is writing it.
    """
    options = options or ShrinkOptions()
    progress = progress or Silent()
    target = Path(output).absolute()
    work = target.with_name(target.name + ".building")
    check_output(target, work, replace=replace)
    with clear_errors(work), locked(work):
        small = work / "kb"
        remove(small)
        small.mkdir()
        counts = _write_parts(kb, most_linked(kb, options.entities, same), small, options, progress)
        for part in (*_AS_IT_IS, *(["tables"] if keep_tables else [])):
            if (kb.path / part).is_dir():
                shutil.copytree(kb.path / part, small / part)
        write_manifest(
            small,
            sources=kb.manifest.sources,
            parameters={**kb.manifest.parameters, "shrunk": {"from": kb.manifest.id, **vars(options)}},
            counts={**kb.manifest.counts, **counts},
            damage=kb.manifest.damage,
            files=record_files(small, list_files(small)),
        )
        move_in(small, target, replace=replace)
        remove(work)
    return KnowledgeBase.open(target)


def _write_parts(
    kb: KnowledgeBase, kept: Kept, small: Path, options: ShrinkOptions, progress: Progress
) -> dict[str, Any]:
    progress.start("Shrinking", total=None, unit="")
    shrink_entities(kb, kept, small / "entities")
    counts = {"entities": len(kept)}
    counts |= shrink_dictionary(kb, kept, small / "surfaces", small / "occurrences")
    counts |= shrink_in_links(kb, kept, small / "in-links", options.out_links)
    counts |= shrink_profiles(
        kb,
        kept,
        _profile_sizes(kb, kept, options.profile_words),
        small / "profiles",
        n_words=options.vocabulary,
        bits=options.bits,
    )
    shrink_vectors(kb, kept, small / "vectors", n_words=options.vocabulary, bits=options.bits)
    if kb.fact_columns is not None:
        counts |= shrink_facts(kb.fact_columns, kept, small / "facts", progress, wanted=options.facts)
    if kb.has_held_out:
        _shrink_gold(kb, kept, small / "gold")
    progress.finish(f"{len(kept):,} of {len(kb):,} entities")
    return counts | write_name_parts(small, small / "name-parts", progress)


def _profile_sizes(kb: KnowledgeBase, kept: Kept, most: int) -> IntArray:
    """How many words each profile keeps: well-linked entities occur more often, and with more rivals."""
    n_links = np.diff(kb.in_link_indptr)[kept.old]
    share = np.clip(np.log2(np.maximum(n_links, 1)) / np.log2(_WELL_LINKED), 0.25, 1.0)
    sizes: IntArray = np.ceil(most * share).astype(np.int64)
    return sizes


def _shrink_gold(kb: KnowledgeBase, kept: Kept, folder: Path) -> None:
    """Write held-out pages; a mention of an entity that is left out has no entity there."""
    folder.mkdir()
    with (folder / "held-out.jsonl").open("w", encoding="utf-8") as file:
        for document in kb.held_out():
            for mention in document["mentions"]:
                entity = None if mention["entity"] is None else kb.get(mention["entity"])
                place = -1 if entity is None else int(kept.new[entity])
                mention["entity"] = None if place < 0 else kb.key(int(kept.old[place]))
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
