"""The token corpus on the disk: numbers instead of words, written once and mapped into memory to be learned from.

Worker processes each encode the lines of some pages, with numbers of their own. Joining the pieces counts all tokens,
leaves the rare ones out, and numbers the others by falling frequency: rows that are needed most are neighbours.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pairlinking._support.counting import counted
from pairlinking.building.vectors.corpus import ENTITY_MARK
from pairlinking.errors import PairLinkingError
from pairlinking.kb.storage.npy import NpyWriter, open_array
from pairlinking.types import IdArray, IntArray

__all__ = ["Corpus", "CorpusSize", "TooLittleText", "join_pieces", "write_piece"]


class TooLittleText(PairLinkingError):
    """No word or no entity occurs often enough to learn a vector for it."""


class CorpusSize(NamedTuple):
    """How much a corpus holds."""

    lines: int
    tokens: int
    entity_tokens: int


@dataclass(frozen=True)
class Corpus:
    """Lines of token ids.

    Attributes
    ----------
    tokens, counts
        Token per id, most frequent first, and how often it occurs.
    ids, offsets
        Ids of all lines, and where each line begins in them, with the end of the last one. Both are mapped files.
    size
        Of the text, with the rare tokens that `ids` lacks.
    """

    tokens: list[str]
    counts: IntArray
    ids: IdArray
    offsets: IntArray
    size: CorpusSize


def write_piece(lines: Iterable[Sequence[str]], path: Path) -> None:
    """Encode lines into three files that begin with `path`; they depend on the lines only."""
    numbers = _numbers()
    ids, ends = array("i"), array("q", [0])
    for tokens in lines:
        if tokens:
            ids.extend(map(numbers.__getitem__, tokens))
            ends.append(len(ids))
    _tokens_file(path).write_text("\n".join(numbers), encoding="utf-8", newline="\n")
    for file, values in zip(_array_files(path), (ids, ends), strict=True):
        with NpyWriter(file, values.typecode) as writer:
            writer.append(np.frombuffer(values, values.typecode))


def join_pieces(pieces: Sequence[Path], folder: Path, *, min_count: int, min_entity_count: int) -> Corpus:
    """One corpus in `folder` from pieces in their order, which are deleted. The division into pieces leaves no trace.

    Raises
    ------
    TooLittleText
        No word, or no entity, is frequent enough.
    """
    numbers = _numbers()
    # Where each piece's own numbers lead: the number of the token among those of all pieces.
    joined = [_known(numbers, _tokens_file(piece)) for piece in pieces]
    counts, lines = np.zeros(len(numbers), dtype=np.int64), 0
    for piece, known in zip(pieces, joined, strict=True):
        ids, ends = _open_piece(piece)
        counts[known] += np.bincount(ids, minlength=len(known))
        lines += len(ends) - 1
    tokens = np.array(list(numbers), dtype=object)
    is_entity = np.fromiter((token.startswith(ENTITY_MARK) for token in tokens), dtype=bool, count=len(tokens))
    size = CorpusSize(lines, int(counts.sum()), int(counts[is_entity].sum()))
    _check_enough(counts[~is_entity], "word", "min_count", min_count)
    _check_enough(counts[is_entity], "entity", "min_entity_count", min_entity_count)

    frequent = np.flatnonzero(counts >= np.where(is_entity, min_entity_count, min_count))
    frequent = frequent[np.argsort(-counts[frequent], kind="stable")]  # of equal ones the first of the corpus
    places = np.full(len(tokens), -1, dtype=np.int32)
    places[frequent] = np.arange(len(frequent), dtype=np.int32)
    _write_joined(pieces, [places[known] for known in joined], folder)
    ids, offsets = _open_piece(folder / "all")
    return Corpus(tokens[frequent].tolist(), counts[frequent], ids, offsets, size)


def _write_joined(pieces: Sequence[Path], places: Sequence[IdArray], folder: Path) -> None:
    id_file, offset_file = _array_files(folder / "all")
    with NpyWriter(id_file, np.int32) as all_ids, NpyWriter(offset_file, np.int64) as offsets:
        offsets.append(np.zeros(1, dtype=np.int64))
        for piece, place in zip(pieces, places, strict=True):
            ids, ends = _open_piece(piece)
            moved = place[ids]
            kept = moved >= 0
            before = np.zeros(len(ids) + 1, dtype=np.int64)  # kept tokens in front of each
            np.cumsum(kept, out=before[1:])
            offsets.append(all_ids.length + before[ends[1:]])
            all_ids.append(moved[kept])
            for file in (*_array_files(piece), _tokens_file(piece)):
                file.unlink()


def _check_enough(counts: IntArray, kind: str, name: str, least: int) -> None:
    most = int(counts.max(initial=0))
    if most < least:
        advice = f"Lower {name} (--{name.replace('_', '-')} {most}), or add text." if most else "Add text."
        raise TooLittleText(
            f"Too little text to learn vectors from: no {kind} occurs {least} times or more ({name}), "
            f"the most frequent one {counted(most, 'time')}. {advice}"
        )


def _numbers() -> defaultdict[str, int]:
    """A dictionary that numbers its keys in the order in which they are first asked for."""
    numbers = defaultdict[str, int]()
    numbers.default_factory = numbers.__len__
    return numbers


def _known(numbers: defaultdict[str, int], path: Path) -> IntArray:
    text = path.read_text(encoding="utf-8")
    tokens = text.split("\n") if text else []
    return np.fromiter(map(numbers.__getitem__, tokens), dtype=np.int64, count=len(tokens))


def _open_piece(path: Path) -> tuple[IdArray, IntArray]:
    id_file, end_file = _array_files(path)
    return open_array(id_file, np.int32), open_array(end_file, np.int64)


def _array_files(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + ".ids.npy"), path.with_name(path.name + ".lines.npy")


def _tokens_file(path: Path) -> Path:
    return path.with_name(path.name + ".tokens.txt")
