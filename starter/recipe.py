"""The knowledge base of the starter, from its sources to the archive of the package.

    python -m starter.recipe --wiki ../shared/wiki --work work -o starter.kb --archive starter/data.tar.xz

1. Pages, names and links of all sources become one large knowledge base, with 3 % of the pages held out to measure on.
2. Titles of one entity are merged, and the most linked entities are kept; vectors are learned for these.
3. Numbers are rounded so that the package stays small, and the models learn from this smaller knowledge base, with
   which they will be used.
4. The tables, which contain the text of the sources, and the held-out pages are removed, and the rest is packed.

The results of steps 1 and 2 are kept in the folder `--work`. To repeat a step, remove its folder and all later ones.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from pairlinking import build, train
from pairlinking._support.files import move_in, remove
from pairlinking._support.terminal import TerminalProgress
from pairlinking.building import EntityOptions, VectorOptions
from pairlinking.building.shrinking import ShrinkOptions, shrink
from pairlinking.building.vectors.learn import add_vectors
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import read_manifest, write_manifest
from starter.packing import pack
from starter.renamed import find_renamed

__all__ = ["build_large", "build_old", "link_lists", "main", "make_small", "merge", "titles_by_file", "without_text"]

NAMES = Path(__file__).parent / "names.tsv"
ENTITIES = EntityOptions(entities="linked", min_links=2, holdout=0.03)
VECTORS = VectorOptions(dimensions=64)
MERGED = ShrinkOptions(
    entities=400_000, profile_words=10**6, vocabulary=10**9, bits=13, out_links=10**9, facts=("wikidata",)
)
SHRUNK = ShrinkOptions(
    entities=400_000, profile_words=16, vocabulary=45_000, bits=6, out_links=130, facts=("wikidata",)
)
_TEXT = ("tables/", "gold/")


def build_large(wiki: Path, output: Path, progress: TerminalProgress) -> KnowledgeBase:
    """One knowledge base from all sources, in order of precedence."""
    parts = wiki / "patchwork"
    return build(
        [
            wiki / "enwik8" / "enwik8.xml.bz2",
            parts / "pages-2014.xml.bz2",
            parts / "tables-2020.xml.bz2",
            parts / "out-links-2024.jsonl.xz",
        ],
        output,
        redirects=[parts / "redirects-2020.xml.bz2"],
        aliases=[parts / "aliases.jsonl.xz", NAMES],
        entities=ENTITIES,
        vectors=None,
        models=False,
        progress=progress,
    )


def build_old(wiki: Path, output: Path, progress: TerminalProgress) -> KnowledgeBase:
    """A knowledge base of the oldest source alone, for the titles that pages had then."""
    dump = wiki / "enwik8" / "enwik8.xml.bz2"
    return build(dump, output, entities=ENTITIES, vectors=None, models=False, progress=progress)


def merge(large: KnowledgeBase, old: KnowledgeBase, output: Path, progress: TerminalProgress) -> KnowledgeBase:
    """The most linked entities, each once, with everything that is known about them."""
    former, *pages, _ = titles_by_file(large.path / "tables" / "pages")
    renamed = find_renamed(large, old, former, set.union(*pages), link_lists(large.path / "tables" / "links"))
    return shrink(large, output, MERGED, same=renamed, keep_tables=True, progress=progress)


def make_small(merged: KnowledgeBase, output: Path, progress: TerminalProgress) -> KnowledgeBase:
    """The small knowledge base with its own models, still with its tables and held-out pages."""
    return train(shrink(merged, output, SHRUNK, keep_tables=True, progress=progress), progress=progress)


def titles_by_file(pages: Path) -> list[set[str]]:
    """Titles of the pages of each source; the names of shards begin with the number of the file."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(pages.glob("*.parquet")):
        found[path.name.split("-")[0]].update(pq.read_table(path, columns=["page"]).column(0).to_pylist())
    return [titles for titles in found.values() if titles]


def link_lists(links: Path) -> dict[str, list[str]]:
    """Targets of the links that catalogues list for their entities."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(links.glob("*.parquet")):
        table = pq.read_table(path, columns=["page", "target"], filters=[("place", "=", "listed")], partitioning=None)
        for page, target in zip(*(column.to_pylist() for column in table.columns), strict=True):
            found[page].append(target)
    return found


def without_text(kb: Path) -> None:
    """Remove everything that contains text of the sources."""
    manifest = read_manifest(kb)
    write_manifest(
        kb,
        sources=manifest.sources,
        parameters=manifest.parameters,
        counts=manifest.counts,
        damage=manifest.damage,
        files={name: record for name, record in manifest.files.items() if not name.startswith(_TEXT)},
    )
    for part in _TEXT:
        remove(kb / part)


def main() -> None:
    """Build, merge, shrink, learn, and move the result to its place."""
    parser = argparse.ArgumentParser(description="Build the knowledge base of pairlinking-starter-en.")
    parser.add_argument("--wiki", type=Path, required=True, help="folder with enwik8/ and patchwork/")
    parser.add_argument("--output", "-o", type=Path, required=True, help="folder to write")
    parser.add_argument("--archive", type=Path, help="also pack the folder into this file, for the repository")
    parser.add_argument("--work", type=Path, help="keep the result of each step here, and continue from there")
    options = parser.parse_args()
    with TemporaryDirectory() as scratch, TerminalProgress() as progress:
        work = options.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        large = _once(work / "large.kb", lambda output: build_large(options.wiki, output, progress))
        old = _once(work / "old.kb", lambda output: build_old(options.wiki, output, progress))
        merged = _once(work / "merged.kb", lambda output: merge(large, old, output, progress))
        if merged.entity_vectors is None:
            merged = add_vectors(merged.path, VECTORS, progress=progress)
        small = work / "small.kb"
        remove(small)
        make_small(merged, small, progress)
        without_text(small)
        output = Path(os.path.realpath(options.output))
        move_in(small, output, replace=True)
        if options.archive is not None:
            pack(output, options.archive)


def _once(folder: Path, make: Callable[[Path], KnowledgeBase]) -> KnowledgeBase:
    return KnowledgeBase.open(folder) if folder.exists() else make(folder)


if __name__ == "__main__":
    main()
