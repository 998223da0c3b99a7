"""Writes the dictionary of a knowledge base from sorted rows; only its distinct forms are held in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.bounds import PIECE
from pairlinking.kb.storage.npy import NpyWriter, open_array
from pairlinking.kb.storage.strings import StringTable, StringWriter
from pairlinking.kb.storage.tries import key_ids, write_trie
from pairlinking.text.fold import fold, without_accents
from pairlinking.types import IdArray, IntArray

__all__ = ["DictionaryRows", "write_dictionary"]

_COLUMNS = {"entities": np.int32, "counts": np.int32, "origins": np.uint8}

_KEPT = 1 << 20  # forms that are held in memory, some 100 MB; if there are more, each pass reads and folds them again

# Forms (a list, or an array of pyarrow), entities, counts and origins; all of the same length.
DictionaryRows: TypeAlias = tuple[Sequence[str] | Any, IdArray, IdArray, npt.NDArray[np.uint8]]


def write_dictionary(folder: Path, rows: Iterable[DictionaryRows]) -> dict[str, int]:
    """Write the files of a `Dictionary` into `folder` and count what is in it.

    Rows come in batches, sorted by form, then by falling count, then by rising entity.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".rows-", dir=folder) as name:
        # The trie numbers the forms once it has all of them; until then the rows are in files, in their given order.
        waiting = Path(name)
        starts = _keep_rows(waiting, rows)
        forms: StringTable | list[str] = StringTable(waiting / "forms.bin", waiting / "forms.npy")
        forms = list(forms) if len(forms) <= _KEPT else forms
        trie = write_trie(folder / "forms.marisa", forms)
        if len(trie) != len(forms):
            raise KnowledgeBaseError(
                f"Cannot write {folder}: {len(forms) - len(trie)} forms are repeated after another one. Sort by form."
            )
        form_ids = key_ids(trie, forms)
        _write_candidates(folder, waiting, starts, form_ids)
        n_folded = _write_folded(folder, forms, form_ids)
    return {"surface_forms": len(trie), "folded_forms": n_folded, "candidates": int(starts[-1])}


def _keep_rows(folder: Path, rows: Iterable[DictionaryRows]) -> IntArray:
    """Write the columns in their order, each form once; return the first row of each form and the number of rows."""
    starts: list[IntArray] = []
    n_rows, last = 0, ""
    writers = [NpyWriter(folder / f"{name}.npy", dtype) for name, dtype in _COLUMNS.items()]
    with StringWriter(folder / "forms.bin", folder / "forms.npy") as strings, writers[0], writers[1], writers[2]:
        for batch_forms, entities, counts, origins in rows:
            forms = np.asarray(batch_forms, dtype=object)
            columns: tuple[npt.NDArray[Any], ...] = (entities, counts, origins)
            if any(len(column) != len(forms) for column in columns):
                raise KnowledgeBaseError(f"Cannot write {folder.parent}: a batch has columns of different lengths.")
            if len(forms) == 0:
                continue
            if not forms.all():
                raise KnowledgeBaseError(f"Cannot write {folder.parent}: a surface form is empty. Leave it out.")
            is_first = np.append(forms[0] != last, forms[1:] != forms[:-1]).astype(bool)
            strings.append(forms[is_first].tolist())
            starts.append(n_rows + np.flatnonzero(is_first))
            for writer, column in zip(writers, columns, strict=True):
                writer.append(column)
            n_rows, last = n_rows + len(forms), forms[-1]
    return np.concatenate([*starts, np.array([n_rows], dtype=np.int64)])


def _write_candidates(folder: Path, waiting: Path, starts: IntArray, form_ids: IntArray) -> None:
    """Write the columns again, in the order of the trie."""
    order = np.empty_like(form_ids)
    order[form_ids] = np.arange(len(form_ids))
    indptr = np.concatenate([[0], np.cumsum(np.diff(starts)[order])])
    np.save(folder / "indptr.npy", indptr)
    cuts = np.unique(np.append(np.searchsorted(indptr, np.arange(0, indptr[-1], PIECE)), len(order))).tolist()
    for name, dtype in _COLUMNS.items():
        column = open_array(waiting / f"{name}.npy", dtype)
        with NpyWriter(folder / f"{name}.npy", dtype) as writer:
            for first, last in pairwise(cuts):
                sizes = np.diff(indptr[first : last + 1])
                shifts = starts[order[first:last]] - indptr[first:last]
                writer.append(column[np.arange(indptr[first], indptr[last]) + np.repeat(shifts, sizes)])


def _write_folded(folder: Path, forms: StringTable | list[str], form_ids: IntArray) -> int:
    """Write which forms fold alike. A form with accents is also found without them."""
    kept = [fold(form) for form in forms] if len(forms) <= _KEPT else None
    places, bare = [], []  # of the few forms with accents: some 100 MB in a whole Wikipedia
    for place, folded in enumerate(kept or map(fold, forms)):
        if not folded.isascii() and (plain := fold(without_accents(folded))) not in ("", folded):
            places.append(place)
            bare.append(plain)
    trie = write_trie(folder / "folded.marisa", chain(kept or map(fold, forms), bare))
    folded_ids = np.append(key_ids(trie, kept or map(fold, forms)), key_ids(trie, bare))
    all_forms = np.append(form_ids, form_ids[np.array(places, dtype=np.int64)])
    order = np.lexsort((all_forms, folded_ids))
    sizes = np.bincount(folded_ids, minlength=len(trie))
    np.save(folder / "folded_indptr.npy", np.concatenate([[0], np.cumsum(sizes)]))
    np.save(folder / "folded_forms.npy", all_forms[order].astype(np.int32))
    return len(trie)
