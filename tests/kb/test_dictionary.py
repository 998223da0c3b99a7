"""The dictionary: what was written is looked up, exactly and folded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.writers import dictionary as dictionary_writer
from pairlinking.building.writers.dictionary import write_dictionary
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.dictionary import Candidates, Dictionary
from pairlinking.kb.storage import bounds
from pairlinking.text.fold import fold, without_accents

Row = tuple[str, int, int, int]

# Few letters, so that many forms fold alike, and any others.
forms = st.text(st.sampled_from("aAbB -–'’ß東"), min_size=1, max_size=4) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1
)
pairs = st.tuples(forms, st.integers(0, 5))
tables = st.dictionaries(pairs, st.tuples(st.integers(0, 3), st.integers(1, 31)), max_size=30)


def batches(rows: list[Row], size: int, *, arrow: bool = False) -> Iterator[Any]:
    rows = sorted(rows, key=lambda row: (row[0].encode(), -row[2], row[1]))
    for start in range(0, len(rows), size):
        names, entities, counts, origins = zip(*rows[start : start + size], strict=True)
        column: Any = pa.array(names) if arrow else list(names)
        yield column, np.array(entities, np.int32), np.array(counts, np.int32), np.array(origins, np.uint8)


def plain(found: Candidates | None) -> list[tuple[int, int, int]] | None:
    return None if found is None else list(zip(*(column.tolist() for column in found), strict=True))


@given(table=tables, size=st.integers(1, 7), arrow=st.booleans())
def test_looking_up_gives_what_was_written(
    table: dict[tuple[str, int], tuple[int, int]], size: int, arrow: bool
) -> None:
    rows = [(form, entity, *rest) for (form, entity), rest in table.items()]
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(dictionary_writer, "PIECE", size)
        counted = write_dictionary(Path(name), batches(rows, size, arrow=arrow))
        dictionary = Dictionary(Path(name))
        expected: dict[str, list[Row]] = {}
        folded: dict[str, dict[int, tuple[int, int]]] = {}
        for row in rows:
            expected.setdefault(row[0], []).append(row)
            for key in {fold(row[0]), fold(without_accents(fold(row[0])))} - {""}:
                count, origins = folded.setdefault(key, {}).get(row[1], (0, 0))
                folded[key][row[1]] = (count + row[2], origins | row[3])
        assert len(dictionary) == len(expected) == counted["surface_forms"]
        assert counted["candidates"] == len(rows)
        for form, mine in expected.items():
            assert form in dictionary
            mine.sort(key=lambda row: (-row[2], row[1]))
            assert plain(dictionary.lookup(form)) == [row[1:] for row in mine]
        for form, merged in folded.items():
            order = sorted(merged, key=lambda entity: (-merged[entity][0], entity))
            assert plain(dictionary.lookup_folded(form)) == [(entity, *merged[entity]) for entity in order]
        assert not list(Path(name).glob(".rows*"))


def test_a_form_with_accents_is_found_without_them_but_not_the_other_way_round(tmp_path: Path) -> None:
    write_dictionary(tmp_path, batches([("Jose", 1, 2, 4), ("José", 2, 7, 4), ("Łódź", 3, 1, 1)], 2))
    dictionary = Dictionary(tmp_path)
    assert plain(dictionary.lookup_folded("jose")) == [(2, 7, 4), (1, 2, 4)]
    assert plain(dictionary.lookup_folded("JOSÉ")) == [(2, 7, 4)]
    assert dictionary.folded_like("Lodz") == ["Łódź"]


@pytest.fixture
def small(tmp_path: Path) -> Dictionary:
    rows = [("Tiger", 4, 5, 4), ("Tiger", 3, 15, 5), ("tiger", 3, 5, 4), ("Rome", 1, 0, 1), ("Rome", 2, 0, 8)]
    write_dictionary(tmp_path, batches(rows, 2))
    return Dictionary(tmp_path)


def test_prior_is_the_share_of_the_count_or_equal_without_anchors(small: Dictionary) -> None:
    tiger, rome = small.lookup("Tiger"), small.lookup("Rome")
    assert tiger is not None
    assert rome is not None
    assert tiger.prior.tolist() == [0.75, 0.25]
    assert rome.prior.tolist() == [0.5, 0.5]


def test_folded_candidates_are_those_of_all_spellings_together(small: Dictionary) -> None:
    found = small.lookup_folded(" TIGER ")
    assert plain(found) == [(3, 20, 5), (4, 5, 4)]
    assert found is not None
    assert found.prior.tolist() == [0.8, 0.2]


@pytest.mark.parametrize("form", ["", "Tige", "Tigers", "TIGER", "\ud800", "\0", "Tiger\0"])
def test_an_unknown_form_has_no_candidates(small: Dictionary, form: str) -> None:
    assert small.lookup(form) is None
    assert small.form_id(form) is None
    assert form not in small
    if form != "TIGER":
        assert small.lookup_folded(form) is None


def test_forms_with_prefix(small: Dictionary) -> None:
    assert small.forms_with_prefix("T", 10) == ["Tiger"]
    assert small.forms_with_prefix("", 10) == ["Rome", "Tiger", "tiger"]
    assert len(small.forms_with_prefix("", 2)) == 2
    assert small.forms_with_prefix("\ud800", 2) == []


def test_an_empty_dictionary_is_one(tmp_path: Path) -> None:
    write_dictionary(tmp_path, [])
    assert len(Dictionary(tmp_path)) == 0
    assert Dictionary(tmp_path).lookup("a") is None


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((["a", "b", "a"], [1, 1, 1], [1, 1, 1], [1, 1, 1]), "are repeated"),
        ((["", "b"], [1, 1], [1, 1], [1, 1]), "empty"),
        ((["a"], [1, 2], [1], [1]), "different lengths"),
        ((["a\0b"], [1], [1], [1]), "NUL"),
    ],
)
def test_rows_that_make_no_dictionary_are_refused(tmp_path: Path, rows: Any, message: str) -> None:
    names, entities, counts, origins = rows
    batch = (names, np.array(entities, np.int32), np.array(counts, np.int32), np.array(origins, np.uint8))
    with pytest.raises(KnowledgeBaseError, match=message):
        write_dictionary(tmp_path, [batch])


def test_the_order_of_batches_changes_no_byte(tmp_path: Path) -> None:
    rows = [(f"form {i // 3}", i % 3, i % 5, 4) for i in range(300)]
    write_dictionary(tmp_path / "a", batches(rows, 7))
    write_dictionary(tmp_path / "b", batches(rows, bounds.PIECE))
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_more_forms_than_are_kept_in_memory_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [(f"{'Form' if i % 2 else 'form'} {i // 3}", i % 3, i % 5, 4) for i in range(300)]
    write_dictionary(tmp_path / "a", batches(rows, 100))
    monkeypatch.setattr(dictionary_writer, "_KEPT", 9)
    write_dictionary(tmp_path / "b", batches(rows, 100))
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
