"""A made-up knowledge base of any size, without a dump: ``python -m benchmarks.full_size_arrays full.kb``.

Names, links and words are drawn as in `benchmarks.big_wiki`, and written by the writers of the build. There are no
tables, held-out pages or facts. Related pages share in-links and the direction of their vectors; profiles are random
words, drawn by their frequency in text.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from benchmarks.big_wiki import BigWiki, two_slopes, word
from benchmarks.full_size_names import BLOCK, COMMON_WORDS, Size, write_relations
from pairlinking._support.progress import Silent
from pairlinking.building.engine import DuckDBEngine
from pairlinking.building.writers.export import export_entities, export_surfaces
from pairlinking.building.writers.profiles import MOST_WORDS
from pairlinking.kb.manifest import list_files, read_manifest, record_files, write_manifest
from pairlinking.kb.name_parts import write_name_parts
from pairlinking.kb.occurrences import USUAL
from pairlinking.kb.storage.bounds import pieces
from pairlinking.kb.storage.npy import NpyWriter, open_array
from pairlinking.kb.storage.quantized import quantize
from pairlinking.kb.storage.tries import key_ids, open_trie, write_trie
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["make"]

_MEMORY = "3GB"  # of the engine that sorts
_LINKS = 10_000_000  # at a time
_ENTITIES = 100_000
_SAMPLED_PAGES = 3_000  # in which a build counts surface forms: 300,000 sentences


def make(kb: Path, size: Size, *, models: Path | None = None) -> None:
    """Write the knowledge base, with the models and detector of another one if given."""
    kb.mkdir(parents=True)
    with TemporaryDirectory(prefix=".relations-", dir=kb.parent) as name:
        write_relations(size, Path(name))
        # Two processes, because building the name tries keeps one core busy for minutes.
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            steps: list[Callable[[Path, Path, Size], None]] = [_write_surfaces, _write_entities, _write_contexts]
            for done in [pool.submit(step, kb, Path(name), size) for step in steps]:
                done.result()
    parameters = {}
    if models is not None:
        known = read_manifest(models).parameters
        parameters = {part: known[part] for part in ("models", "detector") if known.get(part)}
        for part in parameters:
            shutil.copytree(models / part, kb / part)
    forms, links = (open_array(kb / name, np.int64) for name in ("surfaces/indptr.npy", "in-links/indptr.npy"))
    counts = {"entities": len(links) - 1, "surface_forms": len(forms) - 1, "in_links": int(links[-1])}
    files = record_files(kb, list_files(kb))
    write_manifest(kb, sources=[], parameters=parameters, counts=counts, damage={}, files=files)


def _write_surfaces(kb: Path, relations: Path, size: Size) -> None:
    engine = DuckDBEngine(relations / "surfaces.duckdb", memory=_MEMORY)
    engine.load("rows", relations / "forms")
    distinct = "SELECT form, entity, sum(n) AS n, bit_or(origins) AS origins FROM rows GROUP BY form, entity"
    n_rows = engine.create("surfaces", distinct)
    export_surfaces(engine, kb / "surfaces", {"surface_forms": n_rows}, Silent())
    engine.close()
    _write_occurrences(kb, size)


def _write_occurrences(kb: Path, size: Size) -> None:
    """Write how many sampled pages each form would be in: mostly linked if it is a name, rarely if a common word."""
    rng = np.random.default_rng((size.seed, 2))
    trie = open_trie(kb / "surfaces" / "forms.marisa")
    bounds = open_array(kb / "surfaces" / "indptr.npy", np.int64)
    counts = np.add.reduceat(open_array(kb / "surfaces" / "counts.npy", np.int32), bounds[:-1], dtype=np.int64)
    linked = rng.poisson(counts * (_SAMPLED_PAGES / size.entities)).astype(np.int32)
    pages = linked + rng.binomial(linked, 0.3).astype(np.int32)
    words = key_ids(trie, (each for each in map(word, range(COMMON_WORDS)) if each in trie))
    pages[words] += rng.binomial(_SAMPLED_PAGES, 30 / (np.arange(len(words)) + 40)).astype(np.int32)
    (kb / "occurrences").mkdir()
    np.save(kb / "occurrences" / "pages.npy", pages)
    np.save(kb / "occurrences" / "linked.npy", linked)
    np.save(kb / "occurrences" / "priors.npy", np.array(USUAL))


def _write_entities(kb: Path, relations: Path, size: Size) -> None:
    engine = DuckDBEngine(relations / "names.duckdb", memory=_MEMORY)
    engine.load("entities", relations / "entities")
    engine.load("names", relations / "names")
    export_entities(engine, kb / "entities", {"entities": size.entities}, Silent())
    engine.close()
    entity_of = open_array(relations / "entity_of.npy", np.int32)
    _write_in_links(kb / "in-links", size, entity_of)
    write_name_parts(kb, kb / "name-parts", Silent())


def _write_contexts(kb: Path, relations: Path, size: Size) -> None:
    _write_profiles(kb / "profiles", size)
    if size.dimensions:
        _write_vectors(kb, size, np.argsort(open_array(relations / "entity_of.npy", np.int32)))


def _write_in_links(folder: Path, size: Size, entity_of: IdArray) -> None:
    """Write in-links: half of them from the article's block, or from more around it if the block is too small."""
    folder.mkdir()
    rng = np.random.default_rng((size.seed, 3))
    article_of = np.argsort(entity_of)
    n, links = size.entities, size.links[article_of]
    sizes = []
    with NpyWriter(folder / "ids.npy", np.int32) as ids:
        cuts = np.searchsorted(np.cumsum(links), np.arange(0, links.sum(), _LINKS)).tolist()
        for first, last in zip(cuts, [*cuts[1:], n], strict=True):
            drawn = rng.poisson(links[first:last])
            entity = np.repeat(np.arange(last - first), drawn)
            width = np.maximum(BLOCK, 4 * drawn)[entity]
            near = article_of[first:last][entity] // BLOCK * BLOCK + (rng.random(len(entity)) * width).astype(np.int64)
            pages = np.where(rng.random(len(entity)) < 0.5, near % n, rng.integers(n, size=len(entity)))
            own = np.arange(last - first) * n + np.arange(first, last)
            both = _distinct(np.concatenate([entity * n + entity_of[pages], own]))
            ids.append((both % n).astype(np.int32))
            sizes.append(np.bincount(both // n, minlength=last - first))
    np.save(folder / "indptr.npy", np.concatenate([[0], np.cumsum(np.concatenate(sizes))]))


def _write_profiles(folder: Path, size: Size) -> None:
    """Write profiles as long as those of enwik8, with words drawn by their frequency in text, each kept once."""
    folder.mkdir()
    rng = np.random.default_rng((size.seed, 4))
    trie = write_trie(folder / "words.marisa", map(word, range(size.words)))
    numbers = key_ids(trie, map(word, range(size.words)))
    pages = np.empty(size.words)
    pages[numbers] = np.maximum(1, 7e6 / (np.arange(size.words) + 2))
    idf: FloatArray = np.log1p((7e6 + 1 - pages) / (pages + 0.5))
    np.save(folder / "idf.npy", idf.astype(np.float32))
    with (
        NpyWriter(folder / "indptr.npy", np.int64) as indptr,
        NpyWriter(folder / "words.npy", np.int32) as words,
        NpyWriter(folder / "weights.npy", np.float16) as weights,
    ):
        indptr.append(np.zeros(1, dtype=np.int64))
        for first, last in pieces(size.entities, _ENTITIES):
            wanted = np.clip(rng.normal(95, 40, size=last - first), 10, MOST_WORDS).astype(np.int64)
            entity = np.repeat(np.arange(last - first), wanted)
            both = _distinct(entity * size.words + numbers[_ranks(rng, len(entity), size.words)])
            entity, chosen = both // size.words, both % size.words
            heavy = idf[chosen] * rng.random(len(chosen))
            length = np.sqrt(np.bincount(entity, heavy * heavy, minlength=last - first))
            indptr.append(words.length + np.cumsum(np.bincount(entity, minlength=last - first)))
            words.append(chosen.astype(np.int32))
            weights.append((heavy / np.maximum(length[entity], 1e-9)).astype(np.float16))


def _distinct(values: IntArray) -> IntArray:
    """The distinct values, sorted: in a third of the time that np.unique takes."""
    values.sort()
    is_first: npt.NDArray[np.bool_] = np.append(True, values[1:] != values[:-1])
    return values[is_first]


def _ranks(rng: np.random.Generator, n: int, below: int) -> IntArray:
    shape = BigWiki(1).shape
    slopes = (shape[name] for name in ("word_slope", "word_shift", "word_break", "rare_word_slope"))
    return two_slopes(rng.random(n), *slopes) % below


def _write_vectors(kb: Path, size: Size, article_of: IntArray) -> None:
    """Write vectors: those of entities of one block point in about the same direction, those of words anywhere."""
    folder = kb / "vectors"
    folder.mkdir()
    rng = np.random.default_rng((size.seed, 5))
    columns = -(-size.dimensions // 16) * 16
    blocks = rng.standard_normal((size.entities // BLOCK + 1, size.dimensions), dtype=np.float32)
    entities = np.lib.format.open_memmap(folder / "entities.npy", "w+", np.int16, (size.entities, columns))
    for first, last in pieces(size.entities, _ENTITIES):
        noise = rng.standard_normal((last - first, size.dimensions), dtype=np.float32)
        entities[first:last] = quantize(0.7 * blocks[article_of[first:last] // BLOCK] + noise)
    entities.flush()
    shutil.copy(kb / "profiles" / "words.marisa", folder / "words.marisa")
    words = rng.standard_normal((size.words, size.dimensions), dtype=np.float32) / 10
    np.save(folder / "words.npy", words.astype(np.float16))
    np.save(folder / "word_counts.npy", np.full(size.words, 100, dtype=np.int64))


def main() -> None:
    """Create one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--entities", type=int, default=Size.entities)
    parser.add_argument("--models", type=Path, help="a knowledge base whose models and detector it gets")
    options = parser.parse_args()
    share = options.entities / Size.entities
    size = Size(options.entities, int(share * Size.in_links), int(share * Size.forms))
    make(options.output, size, models=options.models)
    print(read_manifest(options.output).counts, file=sys.stderr)


if __name__ == "__main__":
    main()
