"""Vectors of a knowledge base: from its tables to the token corpus, to skip-gram vectors, to files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
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
from pairlinking.building.engine import (
    DuckDBEngine,
    Engines,
    check_memory,
    default_memory,
    workers_within,
)
from pairlinking.building.relate import EntityOptions
from pairlinking.building.vectors.corpus import page_lines, sentence_lines
from pairlinking.building.vectors.encoded import Corpus, count_tokens, join_pieces
from pairlinking.building.vectors.pieces import CorpusSize, ranking_workers, token_folder, write_piece
from pairlinking.building.vectors.repeated import earlier_shards, linked_from
from pairlinking.building.vectors.skipgram import scratch_for
from pairlinking.building.vectors.stored import write_vectors
from pairlinking.building.vectors.training import epochs_for, train
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.building.writers.columns import read_sentences
from pairlinking.building.writers.targets import targets_of
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import replace_part
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
    memory: str,
    engines: Engines,
    folder: Path | None = None,
    pools: Pools = WorkerPool,
) -> dict[str, Any]:
    """Learn from the tables of `kb` and write into `folder`, by default its ``vectors/``; `corpus` is for scratch."""
    folder = folder or kb / "vectors"
    folder.mkdir(parents=True, exist_ok=True)
    encoded = encode_corpus(
        kb, corpus, entities, options, workers, progress, memory=memory, engines=engines, pools=pools
    )
    epochs = epochs_for(encoded, options)
    progress.start("Learning vectors", total=len(encoded.ids) * epochs, unit="tokens")
    trained = train(encoded, options, progress.update, scratch_for(encoded, options, memory, corpus))
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
    *,
    memory: str | None = None,
    engines: Engines | None = None,
    pools: Pools = WorkerPool,
) -> Corpus:
    """Write the token corpus of the tables of `kb` into `folder`, with every page that vectors may be learned from.

    Files of an earlier call in `folder` are removed, as the tables of all shards in it are counted.
    """
    memory = memory or default_memory()
    engines = engines or partial(DuckDBEngine, memory=memory, threads=workers)
    remove(folder)
    token_folder(folder).mkdir(parents=True)
    pieces = [folder / path.name for path in sorted((kb / "tables" / "sentences").glob("*.parquet"))]
    progress.start("Writing the token corpus", total=len(pieces), unit="shards")
    earlier = earlier_shards(kb / "tables" / "pages")
    tasks = [
        partial(_encode_shard, kb, piece, shard, entities, earlier.get(piece.name, {}))
        for shard, piece in enumerate(pieces)
    ]
    sizes = [CorpusSize(0, 0, 0)]
    with pools(workers) as pool:
        for done, found in enumerate(pool.run(tasks), 1):
            sizes.append(found)
            progress.update(done)
    size = CorpusSize(*map(sum, zip(*sizes, strict=True)))
    progress.finish(f"{size.tokens:,} tokens, {size.entity_tokens:,} of them entities")

    progress.start("Numbering tokens", total=len(pieces), unit="shards")
    tokens, counts = count_tokens(
        folder, size, engines, min_count=options.min_count, min_entity_count=options.min_entity_count
    )
    with pools(ranking_workers(memory, workers, len(tokens))) as pool:
        ids, offsets = join_pieces(pieces, folder, tokens, pool, progress.update)
    progress.finish(f"{len(tokens):,} different tokens that are frequent enough")
    return Corpus(tokens, counts, ids, offsets, size)


def add_vectors(
    kb: AnyPath,
    options: VectorOptions | None = None,
    *,
    workers: int | None = None,
    memory: str | None = None,
    progress: Progress | None = None,
) -> KnowledgeBase:
    """Learn vectors for a knowledge base, replacing those it has, and open it again.

    The knowledge base can be opened at any moment: with the old vectors, with none, or with the new ones. If this is
    stopped halfway, the same call completes it.

    Parameters
    ----------
    workers, memory
        As in `build`.

    Raises
    ------
    KnowledgeBaseError
        The knowledge base was built without keeping its tables.
    """
    path = Path(kb).absolute()
    memory = default_memory() if memory is None else check_memory(memory, "add_vectors")
    cores = usable_cores()
    workers = workers_within(memory, cores if workers is None else check_int("add_vectors", "workers", workers, 1))
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
            memory=memory,
            engines=partial(DuckDBEngine, memory=memory, threads=cores),
            folder=folder,
        )
        replace_part(path, "vectors", folder, parameters=vars(options), counts=counts)
        remove(work)
    return KnowledgeBase.open(path)


def _encode_shard(
    kb: Path, piece: Path, shard: int, entities: EntityOptions, earlier: Mapping[str, Sequence[str]]
) -> CorpusSize:
    """Write one shard's piece of the corpus, without held-out pages, pages that models learn from, and disambiguation.

    Disambiguation pages would relate entities that only share a name. `earlier` has, by shard, the pages of this shard
    that are also in an earlier one.
    """
    pages = pq.read_table(
        kb / "tables" / "pages" / piece.name, columns=["page", "is_disambiguation"], partitioning=None
    )
    kept = [
        page
        for page, is_disambiguation in zip(*(column.to_pylist() for column in pages.columns), strict=True)
        if not (is_disambiguation or entities.keeps_out(page))
    ]
    value_set = pa.array(kept, pa.string())
    targets = targets_of(kb)
    sentences = (
        batch.filter(pc.is_in(batch.column("page"), value_set=value_set))
        for batch in read_sentences(kb / "tables" / "sentences" / piece.name)
    )
    links = pq.read_table(
        kb / "tables" / "links" / piece.name,
        columns=["page", "target", "place"],
        partitioning=None,
        use_threads=False,
        filters=pc.field("page").isin(value_set),
    )
    lines = (
        sentence_lines(sentences, targets.entities),
        page_lines(links, targets.entities, linked_from(kb, earlier)),
    )
    return write_piece(lines, piece, shard)
