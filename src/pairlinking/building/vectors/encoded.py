"""The token corpus on disk: numbers instead of words, written once and mapped into memory for learning.

Each worker process encodes the lines of some pages, with numbers of its own (`pieces`). The relational engine counts
the tokens of all pieces, leaves the rare ones out, and sorts the others by falling frequency, so that the rows needed
most are neighbours. Then workers renumber the pieces, which are finally concatenated. So no process holds all distinct
tokens of a whole Wikipedia, most of which are rare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from pairlinking._support.counting import counted
from pairlinking._support.pool import Pool
from pairlinking.building.engine import Engine, Engines, query
from pairlinking.building.vectors.pieces import (
    CorpusSize,
    forget_ranks,
    rank_piece,
    remove_piece,
    token_folder,
    write_ranks,
)
from pairlinking.building.vectors.tokens import are_entities
from pairlinking.errors import PairLinkingError
from pairlinking.kb.storage.npy import NpyWriter, open_array
from pairlinking.types import IdArray, IntArray

__all__ = ["MOST_WORDS", "Corpus", "TooLittleText", "count_tokens", "join_pieces"]

MOST_WORDS = 1 << 22
"""How many words, the most frequent ones, get a vector: the rest of a Wikipedia is misspelt, and memory is limited."""

_COUNTED = pa.schema([("token", pa.string()), ("times", pa.int64())])


class TooLittleText(PairLinkingError):
    """No word or no entity occurs often enough to learn a vector for it."""


@dataclass(frozen=True)
class Corpus:
    """Lines of token ids.

    Attributes
    ----------
    tokens, counts
        Token of each id, most frequent first, and how often it occurs.
    ids, offsets
        Ids of all lines, and where each line begins in them, followed by the end of the last. Both are mapped files.
    size
        Of the text, including the rare tokens that are missing from `ids`.
    """

    tokens: pa.StringArray
    counts: IntArray
    ids: IdArray
    offsets: IntArray
    size: CorpusSize


def count_tokens(
    folder: Path,
    size: CorpusSize,
    engines: Engines,
    *,
    min_count: int,
    min_entity_count: int,
    most_words: int = MOST_WORDS,
) -> tuple[pa.StringArray, IntArray]:
    """Tokens of the pieces in `folder` that are frequent enough, in the order of their ids, and how often they occur.

    Parameters
    ----------
    size
        Of all pieces together.
    most_words
        At most this many words, the most frequent ones, get a vector. The number of entities is not limited.

    Raises
    ------
    TooLittleText
        No word, or no entity, is frequent enough.
    """
    if not size.tokens:
        raise _too_little("word", "min_count", min_count, 0)
    with closing(engines(folder / "tokens.duckdb")) as engine:
        engine.load("shard_tokens", token_folder(folder))
        found = _frequent(engine, min_count, min_entity_count, most_words)
        is_entity = are_entities(found.column("token").combine_chunks())
        for kind, name, least, there in (
            ("word", "min_count", min_count, not is_entity.all()),
            ("entity", "min_entity_count", min_entity_count, is_entity.any()),
        ):
            if not there:
                raise _too_little(kind, name, least, _most_times(engine, kind))
    return found.column("token").combine_chunks(), found.column("times").to_numpy()


def join_pieces(
    pieces: Sequence[Path], folder: Path, tokens: pa.StringArray, pool: Pool, on_joined: Callable[[int], None]
) -> tuple[IdArray, IntArray]:
    """Ids and offsets of one corpus from pieces in order, which are removed. How it was divided makes no difference.

    Parameters
    ----------
    tokens
        As returned by `count_tokens`.
    on_joined
        Called with the number of pieces that are done.
    """
    write_ranks(tokens, folder)
    id_file, offset_file = folder / "all.ids.npy", folder / "all.lines.npy"
    ranked = pool.run(partial(rank_piece, piece) for piece in pieces)
    with NpyWriter(id_file, np.int32) as ids, NpyWriter(offset_file, np.int64) as offsets:
        offsets.append(np.zeros(1, dtype=np.int64))
        for done, (piece, (rank_file, end_file)) in enumerate(zip(pieces, ranked, strict=True), 1):
            offsets.append(ids.length + open_array(end_file, np.int64))
            ids.append(open_array(rank_file, np.int32))
            remove_piece(piece)
            on_joined(done)
    forget_ranks()
    return open_array(id_file, np.int32), open_array(offset_file, np.int64)


def _frequent(engine: Engine, min_count: int, min_entity_count: int, most_words: int) -> pa.Table:
    batches, n_words = [], 0
    for batch in engine.read(query("tokens", min_count=min_count, min_entity_count=min_entity_count)):
        is_word = ~are_entities(batch.column("token"))
        kept = ~is_word | (n_words + np.cumsum(is_word) <= most_words)
        n_words += int(np.count_nonzero(is_word))
        batches.append(batch if kept.all() else batch.filter(pa.array(kept)))
    return pa.Table.from_batches(batches, _COUNTED).combine_chunks()


def _most_times(engine: Engine, kind: str) -> int:
    """How often the most frequent token of this kind occurs."""
    (most,) = (each for batch in engine.read(query("most_times", kind=kind)) for each in batch.column(0).to_pylist())
    return int(most)


def _too_little(kind: str, name: str, least: int, most: int) -> TooLittleText:
    advice = f"Lower {name} (--{name.replace('_', '-')} {most}), or add text." if most else "Add text."
    return TooLittleText(
        f"Too little text to learn vectors from: no {kind} occurs {least} times or more ({name}), "
        f"the most frequent one {counted(most, 'time')}. {advice}"
    )
