"""The knowledge base of the starter, from its sources to the files of the package.

    python -m starter.recipe --wiki ../shared/wiki -o starter/src/pairlinking_starter_en/data

Pages, names and links of all sources become one large knowledge base, with 3 % of the pages held out to measure on. It
is shrunk to what a package has room for; the models learn from the smaller one, as they are to be used with it. What is
left out at the end are the tables, which hold the text of the sources, and the held-out pages.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from pairlinking import build, train
from pairlinking._support.files import move_in, remove
from pairlinking._support.terminal import TerminalProgress
from pairlinking.building import EntityOptions, VectorOptions
from pairlinking.building.shrinking import ShrinkOptions, shrink
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import read_manifest, write_manifest
from starter.renamed import find_renamed

__all__ = ["build_large", "build_old", "main", "make_small", "titles_by_file", "without_text"]

NAMES = Path(__file__).parent / "names.tsv"
ENTITIES = EntityOptions(entities="linked", min_links=2, holdout=0.03)
VECTORS = VectorOptions(dimensions=64)
SHRUNK = ShrinkOptions(
    entities=400_000, profile_words=20, vocabulary=50_000, bits=7, out_links=150, facts=("wikidata",)
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
        vectors=VECTORS,
        models=False,
        progress=progress,
    )


def build_old(wiki: Path, output: Path, progress: TerminalProgress) -> KnowledgeBase:
    """A knowledge base of the oldest source alone, which knows what pages were called then."""
    dump = wiki / "enwik8" / "enwik8.xml.bz2"
    return build(dump, output, entities=ENTITIES, vectors=None, models=False, progress=progress)


def make_small(large: KnowledgeBase, old: KnowledgeBase, output: Path, progress: TerminalProgress) -> KnowledgeBase:
    """The small knowledge base with its own models, still with its tables and held-out pages."""
    _, *pages, listed = titles_by_file(large.path / "tables" / "pages")
    renamed = find_renamed(large, old, set.union(*pages), listed)
    small = shrink(large, output, SHRUNK, same=renamed, keep_tables=True, progress=progress)
    return train(small, progress=progress)


def titles_by_file(pages: Path) -> list[set[str]]:
    """Titles of the pages of each source; the names of shards begin with the number of the file."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(pages.glob("*.parquet")):
        found[path.name.split("-")[0]].update(pq.read_table(path, columns=["page"]).column(0).to_pylist())
    return [titles for titles in found.values() if titles]


def without_text(kb: Path) -> None:
    """Leave out what holds text of the sources."""
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
    """Build, shrink, learn, and put the result into its place."""
    parser = argparse.ArgumentParser(description="Build the knowledge base of pairlinking-starter-en.")
    parser.add_argument("--wiki", type=Path, required=True, help="folder with enwik8/ and patchwork/")
    parser.add_argument("--output", "-o", type=Path, required=True, help="folder to write")
    parser.add_argument("--work", type=Path, help="keep large and unfinished knowledge bases here, and go on from them")
    options = parser.parse_args()
    with TemporaryDirectory() as scratch, TerminalProgress() as progress:
        work = options.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        large = work / "large.kb"
        kb = KnowledgeBase.open(large) if large.exists() else build_large(options.wiki, large, progress)
        old = build_old(options.wiki, Path(scratch) / "old.kb", progress)
        small = work / "small.kb"
        remove(small)
        make_small(kb, old, small, progress)
        without_text(small)
        move_in(small, Path(os.path.realpath(options.output)), replace=True)


if __name__ == "__main__":
    main()
