"""Checks of the ranges and orders in the arrays of a knowledge base, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pairlinking.errors import KnowledgeBaseError, ProblemError
from pairlinking.kb.storage.bounds import falling_place, pieces
from pairlinking.kb.storage.quantized import check_lengths
from pairlinking.kb.storage.strings import StringTable

if TYPE_CHECKING:
    from pairlinking.kb.knowledge_base import KnowledgeBase
    from pairlinking.kb.occurrences import Occurrences
    from pairlinking.kb.profiles import Profiles

__all__ = ["content_problems"]

_ROWS = 16384  # vectors checked at a time
_ALL_ORIGINS = 31


def content_problems(kb: KnowledgeBase) -> Iterator[str]:
    """One sentence for every array of an open knowledge base that is out of range or order."""
    n, path, words = len(kb), kb.path, kb.dictionary
    yield from _bounds_problems(kb)
    yield from _key_problems(path / "entities" / "keys.bin", kb.keys, is_sorted=True)
    if kb.titles is not None:
        yield from _key_problems(path / "entities" / "titles.bin", kb.titles, is_sorted=False)
    yield from _range_problem(path / "entities" / "names.npy", kb.names.entities, 0, n - 1)
    surfaces = path / "surfaces"
    yield from _range_problem(surfaces / "entities.npy", words.entities, 0, n - 1)
    yield from _range_problem(surfaces / "counts.npy", words.counts, 0, 2**31 - 1)
    yield from _range_problem(surfaces / "origins.npy", words.origins, 1, _ALL_ORIGINS)
    yield from _range_problem(surfaces / "folded_forms.npy", words.folded_forms, 0, len(words) - 1)
    yield from _order_problem(surfaces / "entities.npy", words.indptr, words.entities, falling=words.counts)
    yield from _order_problem(surfaces / "folded_forms.npy", words.folded_indptr, words.folded_forms)
    if kb.occurrences is not None:
        yield from _occurrence_problems(path / "occurrences", kb.occurrences)
    yield from _range_problem(path / "in-links" / "ids.npy", kb.in_link_ids, 0, n - 1)
    yield from _order_problem(path / "in-links" / "ids.npy", kb.in_link_indptr, kb.in_link_ids)
    for name, bounds in (("indptr", words.indptr), ("folded_indptr", words.folded_indptr)):
        if any((bounds[first:last] == bounds[first + 1 : last + 1]).any() for first, last in pieces(len(bounds) - 1)):
            yield f"{surfaces / name}.npy has a form with an empty list."
    if kb.name_parts is not None:
        yield from _range_problem(path / "name-parts" / "entities.npy", kb.name_parts.entities, 0, n - 1)
    if kb.fact_columns is not None:
        yield from kb.fact_columns.problems(path / "facts")
    if kb.profiles is not None:
        yield from _profile_problems(path / "profiles", kb.profiles)
    if kb.entity_vectors is not None and kb.word_vectors is not None:
        yield from _vector_problems(path / "vectors", kb.entity_vectors, kb.word_vectors)
    if kb.has_held_out:
        yield from _gold_problem(kb)


def _bounds_problems(kb: KnowledgeBase) -> Iterator[str]:
    """Check all bounds; opening checks only some."""
    every = {
        "entities/keys.npy": kb.keys.offsets,
        "surfaces/indptr.npy": kb.dictionary.indptr,
        "surfaces/folded_indptr.npy": kb.dictionary.folded_indptr,
        "in-links/indptr.npy": kb.in_link_indptr,
    }
    if kb.titles is not None:
        every["entities/titles.npy"] = kb.titles.offsets
    if kb.profiles is not None:
        every["profiles/indptr.npy"] = kb.profiles.indptr
    if kb.name_parts is not None:
        every["name-parts/indptr.npy"] = kb.name_parts.indptr
    for name, bounds in every.items():
        if (place := falling_place(bounds)) is not None:
            yield f"{kb.path / name} falls after {place}, but its numbers should never fall."


def _key_problems(path: Path, strings: StringTable, *, is_sorted: bool) -> Iterator[str]:
    before: bytes | None = None
    number = 0
    for piece in strings.pieces():
        for string in piece:
            try:
                string.decode()
            except UnicodeDecodeError:
                yield f"{path} is not valid UTF-8 at entity {number}."
                return
            if is_sorted and before is not None and string <= before:
                yield f"{path} is not in rising order at entity {number}."
                return
            before, number = string, number + 1


def _range_problem(path: Path, values: npt.NDArray[Any], low: int, high: int) -> Iterator[str]:
    for first, last in pieces(len(values)):
        piece = values[first:last]
        if piece.min() < low or piece.max() > high:
            wrong = int(np.argmax((piece < low) | (piece > high)))
            yield f"{path} contains {piece[wrong]} at {first + wrong}; its numbers must be between {low} and {high}."
            return


def _occurrence_problems(folder: Path, occurrences: Occurrences) -> Iterator[str]:
    for first, last in pieces(len(occurrences.pages)):
        pages, linked = occurrences.pages[first:last], occurrences.linked[first:last]
        wrong = (linked < 0) | (linked > pages)
        if wrong.any():
            at = int(np.argmax(wrong))
            yield f"{folder / 'linked.npy'} contains {linked[at]} at {first + at}, of {pages[at]} pages."
            return
    if not ((occurrences.priors >= 0) & (occurrences.priors <= 1)).all():  # false for NaN too
        yield f"{folder / 'priors.npy'} contains a number that is not a probability."


def _order_problem(
    path: Path, bounds: npt.NDArray[np.int64], values: npt.NDArray[Any], falling: npt.NDArray[Any] | None = None
) -> Iterator[str]:
    """Values rise within every list; with `falling`, they rise only where its values are equal, which never rise."""
    for first, last in pieces(len(values) - 1):
        here, there = slice(first, last), slice(first + 1, last + 1)
        wrong = values[here] >= values[there]
        if falling is not None:
            wrong = (falling[here] < falling[there]) | ((falling[here] == falling[there]) & wrong)
        # Between the last value of a list and the first of the next, any order is valid.
        starts = bounds[np.searchsorted(bounds, first + 1) : np.searchsorted(bounds, last, side="right")]
        wrong[starts - first - 1] = False
        if wrong.any():
            at = first + int(np.argmax(wrong))
            yield f"{path} is out of order at {at}, in list {int(np.searchsorted(bounds, at, side='right')) - 1}."
            return


def _profile_problems(folder: Path, profiles: Profiles) -> Iterator[str]:
    yield from _range_problem(folder / "words.npy", profiles.words, 0, len(profiles.idf) - 1)
    yield from _order_problem(folder / "words.npy", profiles.indptr, profiles.words)
    for name, values, most in (("idf", profiles.idf, np.inf), ("weights", profiles.weights, 1.0)):
        for first, last in pieces(len(values)):
            piece = values[first:last]
            if not ((piece >= 0) & (piece <= most) & np.isfinite(piece)).all():  # false for NaN too
                yield f"{folder / name}.npy contains a number that is not a weight, between {first} and {last}."
                break


def _vector_problems(folder: Path, entities: npt.NDArray[np.int16], words: npt.NDArray[np.float16]) -> Iterator[str]:
    try:
        for first, last in pieces(len(entities), _ROWS):
            check_lengths(entities[first:last])
    except ProblemError:
        yield f"{folder / 'entities.npy'} contains a vector longer than 32767, between {first} and {last}."
    for first, last in pieces(len(words), _ROWS):
        if not np.isfinite(words[first:last]).all():
            yield f"{folder / 'words.npy'} contains a number that is not finite, between {first} and {last}."
            return
    if words.shape[1] > entities.shape[1]:
        yield f"{folder / 'words.npy'} has {words.shape[1]} columns, more than the {entities.shape[1]} of entities."


def _gold_problem(kb: KnowledgeBase) -> Iterator[str]:
    try:
        for number, document in enumerate(kb.held_out(), 1):
            try:
                length = len(document["text"])
                is_right = all(
                    0 <= mention["start"] < mention["end"] <= length
                    and (mention["entity"] is None or kb.get(mention["entity"]) is not None)
                    for mention in document["mentions"]
                )
            except (KeyError, TypeError):
                is_right = False
            if not is_right:
                yield f"{kb.path}/gold/held-out.jsonl has an invalid document in line {number}."
                return
    except KnowledgeBaseError as error:
        yield str(error)
