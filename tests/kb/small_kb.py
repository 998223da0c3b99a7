"""A small knowledge base with everything in it, as a wiki dump and as a catalogue would give it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from pairlinking.building.writers.dictionary import write_dictionary
from pairlinking.kb.manifest import list_files, record_files, write_manifest
from pairlinking.kb.storage.quantized import quantize
from pairlinking.kb.storage.strings import write_strings
from pairlinking.kb.storage.tries import key_ids, write_trie

__all__ = ["CATALOGUE", "KEYS", "SURFACES", "rewrite_manifest", "write_small_kb"]

KEYS = ["Augusta National Golf Club", "Augusta, Georgia", "Georgia (U.S. state)", "Tiger", "Tiger Woods", "Ägypten"]
REDIRECTS = {"Eldrick Woods": 4, "Tiger woods": 4, "Panthera tigris": 3}
CATALOGUE = {"Q1": "Augusta", "Q2": "Augusta", "Q3": "Georgia", "Q4": "Tiger", "Q5": "Tiger Woods", "Q6": "Ägypten"}

# Form, entity, count, origins.
SURFACES = [
    ("Augusta", 1, 7, 4),
    ("Augusta", 0, 3, 5),
    ("Georgia", 2, 9, 4),
    ("TIGER", 3, 2, 4),
    ("Tiger", 4, 5, 4),
    ("Tiger", 3, 5, 5),
    ("Tiger Woods", 4, 20, 5),
    ("augusta national", 0, 0, 16),
    ("tiger", 3, 11, 4),
    ("Ägypten", 5, 0, 1),
]
IN_LINKS = [[1, 4], [0, 2, 4], [0, 1], [4], [0, 1, 3], []]
WORDS = ["golf", "masters", "ägyptisch", "the"]


def write_small_kb(
    folder: Path, *, catalogue: bool = False, vectors: bool = True, gold: bool = True, profiles: bool = True
) -> Path:
    """Write the folder and give its path."""
    for name in ("entities", "in-links", "vectors", "gold"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    keys, names = list(KEYS), {**{key: i for i, key in enumerate(KEYS)}, **REDIRECTS}
    if catalogue:
        keys, names = list(CATALOGUE), {key: i for i, key in enumerate(CATALOGUE)}
        write_strings(folder / "entities/titles.bin", folder / "entities/titles.npy", CATALOGUE.values())
    write_strings(folder / "entities/keys.bin", folder / "entities/keys.npy", keys)
    trie = write_trie(folder / "entities/names.marisa", names)
    entity_of = np.zeros(len(trie), dtype=np.int32)
    entity_of[key_ids(trie, names)] = list(names.values())
    np.save(folder / "entities/names.npy", entity_of)
    _write_surfaces(folder / "surfaces", catalogue=catalogue)
    np.save(folder / "in-links/indptr.npy", np.cumsum([0, *map(len, IN_LINKS)]))
    np.save(folder / "in-links/ids.npy", np.concatenate(IN_LINKS).astype(np.int32))
    if vectors:
        _write_vectors(folder / "vectors")
    if profiles:
        _write_profiles(folder / "profiles")
    if gold:
        mentions = [{"start": 0, "end": 5, "entity": keys[4]}, {"start": 13, "end": 17, "entity": None}]
        document = {"id": "Held-out page", "text": "Tiger won at Rome.", "mentions": mentions}
        text = json.dumps(document, ensure_ascii=False) + "\n"
        (folder / "gold/held-out.jsonl").write_text(text, encoding="utf-8")
    rewrite_manifest(folder)
    return folder


def rewrite_manifest(folder: Path) -> None:
    """Write the manifest for the files as they are now."""
    write_manifest(
        folder,
        sources=[{"name": "small.xml", "bytes": 1, "sha256": "0" * 64}],
        parameters={"entities": {"min_links": 2}, "vectors": None},
        counts={"entities": len(KEYS), "surface_forms": len({row[0] for row in SURFACES}), "in_links": 11},
        damage={},
        files=record_files(folder, list_files(folder)),
    )


def _write_surfaces(folder: Path, *, catalogue: bool) -> None:
    rows = list(SURFACES)
    if catalogue:  # where both meanings of Augusta have it as their title
        rows[0] = ("Augusta", 1, 7, 5)
    rows.sort(key=lambda row: (row[0].encode(), -row[2], row[1]))
    batches = []
    for start in range(0, len(rows), 3):  # so that a form begins in one batch and ends in the next
        forms, entities, counts, origins = zip(*rows[start : start + 3], strict=True)
        arrays = (np.array(entities, np.int32), np.array(counts, np.int32), np.array(origins, np.uint8))
        batches.append((list(forms), *arrays))
    write_dictionary(folder, batches)


def _write_profiles(folder: Path) -> None:
    folder.mkdir()
    trie = write_trie(folder / "words.marisa", WORDS)
    np.save(folder / "idf.npy", np.linspace(0.1, 2, len(trie)).astype(np.float32))
    np.save(folder / "indptr.npy", np.array([0, 2, 2, 4, 6, 9, 9]))
    np.save(folder / "words.npy", np.array([1, 3, 0, 2, 0, 1, 0, 1, 2], dtype=np.int32))
    np.save(folder / "weights.npy", np.array([0.8, 0.6, 0.6, 0.8, 0.6, 0.8, 0.1, 0.7, 0.7], dtype=np.float16))


def _write_vectors(folder: Path) -> None:
    numbers = np.random.default_rng(7)
    trie = write_trie(folder / "words.marisa", WORDS)
    np.save(folder / "words.npy", numbers.normal(size=(len(trie), 20)).astype(np.float16))
    np.save(folder / "word_counts.npy", numbers.integers(5, 99, size=len(trie)))
    entities = numbers.normal(size=(len(KEYS), 20))
    entities[5] = 0
    np.save(folder / "entities.npy", quantize(entities))
