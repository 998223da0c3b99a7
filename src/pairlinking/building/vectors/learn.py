"""Vectors of a knowledge base: from its tables to the token corpus, to skip-gram vectors, to files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pairlinking._support.files import clear_errors, remove
from pairlinking._support.locking import locked
from pairlinking._support.options import check_int, usable_cores
from pairlinking._support.pool import Pools, WorkerPool
from pairlinking._support.progress import Progress, Silent
from pairlinking.building.relate import EntityOptions
from pairlinking.building.vectors.corpus import page_lines, sentence_lines
from pairlinking.building.vectors.encoded import Corpus, join_pieces, write_piece
from pairlinking.building.vectors.repeated import earlier_shards, linked_from
from pairlinking.building.vectors.training import epochs_for, train
from pairlinking.building.vectors.vectors import VectorOptions, write_vectors
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import replace_part
from pairlinking.kb.names import Names
from pairlinking.kb.storage.npy import open_array
from pairlinking.sources.streams import AnyPath

__all__ = ["add_vectors", "encode_corpus", "learn_vectors"]


def learn_vectors(
    kb: Path,
    corpus: Path,
    entities: EntityOptions,
    options: VectorOptions,
    workers: int,
    progress: Progress,
    *,
    folder: Path | None = None,
    pools: Pools = WorkerPool,
) -> dict[str, Any]:
    """Learn from the tables of `kb` and write into `folder`, by default its ``vectors/``; `corpus` is for scratch."""
    folder = folder or kb / "vectors"
    folder.mkdir(parents=True, exist_ok=True)
    encoded = encode_corpus(kb, corpus, entities, options, workers, progress, pools)
    epochs = epochs_for(encoded, options)
    progress.start("Learning vectors", total=len(encoded.ids) * epochs, unit="tokens")
    trained = train(encoded, options, progress.update)
    n_entities = len(open_array(kb / "entities" / "keys.npy", np.uint64)) - 1
    write_vectors(folder, trained, n_entities, centered=options.centered)
    progress.finish(f"{len(trained.tokens):,} vectors of {options.dimensions} dimensions")
    return {"corpus_tokens": encoded.size.tokens, "epochs": epochs, "vectors": len(trained.tokens)}


def encode_corpus(
    kb: Path,
    folder: Path,
    entities: EntityOptions,
    options: VectorOptions,
    workers: int,
    progress: Progress,
    pools: Pools = WorkerPool,
) -> Corpus:
    """Write the token corpus of the tables of `kb` into `folder`: of every page that vectors may be learned from."""
    folder.mkdir(parents=True, exist_ok=True)
    pieces = [folder / path.name for path in sorted((kb / "tables" / "sentences").glob("*.parquet"))]
    progress.start("Writing the token corpus", total=len(pieces), unit="shards")
    earlier = earlier_shards(kb / "tables" / "pages")
    tasks = [partial(_encode_shard, kb, piece, entities, earlier.get(piece.name, {})) for piece in pieces]
    with pools(workers) as pool:
        for done, _ in enumerate(pool.run(tasks), 1):
            progress.update(done)
    corpus = join_pieces(pieces, folder, min_count=options.min_count, min_entity_count=options.min_entity_count)
    progress.finish(f"{corpus.size.tokens:,} tokens, {corpus.size.entity_tokens:,} of them entities")
    return corpus


def add_vectors(
    kb: AnyPath,
    options: VectorOptions | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> KnowledgeBase:
    """Learn vectors for a knowledge base, in place of those it has, and open it again.

    At every moment the folder opens: with the old vectors, with none, or with the new ones. Stopped between, the same
    call completes it.

    Raises
    ------
    KnowledgeBaseError
        It was built without keeping its tables.
    """
    path = Path(kb).absolute()
    workers = usable_cores() if workers is None else check_int("add_vectors", "workers", workers, 1)
    manifest = KnowledgeBase.open(path).manifest
    options = options or VectorOptions()
    if not any(name.startswith("tables/sentences/") for name in manifest.files):
        raise KnowledgeBaseError(
            f"{path} has no tables to learn vectors from. Build it again, with vectors or without --no-tables."
        )
    work = path.with_name(path.name + ".learning")
    with clear_errors(work), locked(work):
        folder = work / "vectors"
        remove(folder)
        counts = learn_vectors(
            path,
            work / "corpus",
            EntityOptions(**manifest.parameters["entities"]),
            options,
            workers,
            progress or Silent(),
            folder=folder,
        )
        replace_part(path, "vectors", folder, parameters=vars(options), counts=counts)
        remove(work)
    return KnowledgeBase.open(path)


def _encode_shard(kb: Path, piece: Path, entities: EntityOptions, earlier: Mapping[str, Sequence[str]]) -> None:
    """Write one shard's piece of the corpus, without pages that are held out or learned from, and disambiguation pages.

    The last would relate what only shares a name. `earlier` has, by shard, the pages of this one that are there too.
    """
    names = Names.open(kb / "entities")
    pages = pq.read_table(kb / "tables" / "pages" / piece.name).to_pylist()
    kept = [row["page"] for row in pages if not (row["is_disambiguation"] or entities.keeps_out(row["page"]))]
    value_set = pa.array(kept, pa.string())

    def batches(table: str, columns: list[str]) -> Iterator[pa.RecordBatch]:
        with pq.ParquetFile(kb / "tables" / table / piece.name) as file:
            for batch in file.iter_batches(columns=columns):
                yield batch.filter(pc.is_in(batch.column("page"), value_set=value_set))

    sentences = sentence_lines(batches("sentences", ["page", "text", "anchors"]), names.number)
    links = batches("links", ["page", "target", "place"])
    write_piece(chain(sentences, page_lines(links, names.number, linked_from(kb, earlier))), piece)
