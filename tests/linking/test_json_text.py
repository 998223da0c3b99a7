"""JSON text: the values of the records, whatever a user hands in, and fast for long documents."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.collective import pair_confidence
from pairlinking.linking._json import JsonText
from pairlinking.linking._supporters import best_first, supporters
from pairlinking.linking.json_document import document_json
from pairlinking.linking.json_text import json_bytes

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_everything_that_json_holds_comes_back(value: Any) -> None:
    assert json.loads(json_bytes(value)) == value


@pytest.mark.parametrize("odd", ["\ud800", 2**70, "虎\udfff", {"a": ["\udc00 Ä"]}])
def test_what_orjson_refuses_is_written_all_the_same(odd: Any) -> None:
    text = json_bytes({"id": odd, "text": "虎"}).decode()
    assert json.loads(text) == {"id": odd, "text": "虎"}
    assert "虎" in text


@pytest.mark.parametrize("wanted", [{}, {"evidence": False}, {"candidates": 2}, {"candidates": 0}])
def test_the_text_has_the_values_of_the_dictionary(wanted: dict[str, Any]) -> None:
    document = pl.load("sample").link("The Sun and The Times said Tiger won in Augusta. Tiger! Zzyzx.")
    assert document_json(document, **wanted) == json_bytes(document.to_dict(**wanted))
    assert json.loads(document.to_json(indent=1, **wanted)) == document.to_dict(**wanted)


@given(st.text(st.characters(codec="utf-8") | st.sampled_from('"\\\x00\x1f\x7f a'), max_size=8))
def test_the_text_of_a_mention_is_escaped(surface: str) -> None:
    text = JsonText({-1: b"null"}, [b"not related"], (0.0,), 0.5)
    spans, zero = [(1, 1 + len(surface))], np.zeros(1)
    text.add_mentions(f"-{surface}-", spans, json_bytes, np.array([-1]), zero, zero, ["NIL1"])
    expected = {"start": 1, "end": 1 + len(surface), "text": surface, "entity": None, "cluster": "NIL1", "local": 0.0}
    assert text.content() == json_bytes(expected)


@pytest.mark.parametrize("method", ["iter-sub:all", "local"])
def test_the_text_of_other_methods_is_the_same(method: str) -> None:
    document = pl.load("sample", method=method).link('Tiger 😀 "won" in Augusta.', ["Tiger", "won", "Augusta"])
    assert document_json(document) == json_bytes(document.to_dict())


@given(st.floats(-9e8, 9e8) | st.floats(-1, 1) | st.integers(-20, 20).map(lambda number: number / 1e6))
def test_numbers_are_rounded_and_written_like_those_of_records(value: float) -> None:
    text = JsonText({}, [b"not related", b"related"], (0.0,), 0.5)
    text.of_pairs(np.array([[0, 12]]), np.array([[0, 0]]), np.array([value]), np.array([0.25]))
    text.add_pairs(has_steps=True)
    word = "related" if value >= 0.5 else "not related"
    shares = {"relatedness": float(np.round(value, 6)), "strength": word, "confidence": 0.25}
    assert text.content() == json_bytes([{"step": 1, "mentions": [0, 12], **shares}])


def test_a_number_that_is_none_is_null() -> None:
    document = pl.load("sample").link("Tiger won in Augusta.")
    document.solution.prior[:] = np.nan
    assert document_json(document) == json_bytes(document.to_dict())
    assert json.loads(document.to_json())["mentions"][0]["candidates"][0]["prior"] is None


def test_a_dictionary_may_be_changed() -> None:
    document = pl.load("sample").link("Tiger won in Augusta.")
    text = document.to_json()
    for mention in document.to_dict()["mentions"]:
        for entity in (
            mention["entity"],
            *mention["candidates"],
            *(each["supporter"] for each in mention["candidates"]),
        ):
            entity["title"] = "changed"
    assert document.to_json() == text


@given(st.integers(0, 2**32 - 1), st.integers(0, 6), st.integers(0, 5), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
def test_supporters_are_the_best_pairs(seed: int, n: int, n_names: int, beta: float) -> None:
    rng = np.random.default_rng(seed)
    psi, local, chosen = (rng.integers(0, 4, size) / 3 for size in ((n, n_names), n, n_names))
    own = rng.integers(-1, max(n_names, 1), n)
    best, score = supporters(psi, local, chosen, own, beta)
    for row in range(n):
        pairs = {
            name: pair_confidence(local[row], chosen[name], psi[row, name], beta)
            for name in range(n_names)
            if name != own[row]
        }
        expected = max(pairs, key=pairs.__getitem__, default=-1)
        assert (best[row], score[row]) == (expected, pairs.get(expected, local[row]))


@given(st.lists(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=6), max_size=4), st.integers(0, 7))
def test_candidates_come_best_first(mentions: list[list[tuple[int, int]]], most: int) -> None:
    ends = np.cumsum([len(each) for each in mentions], dtype=np.int64)
    starts = ends - np.array([len(each) for each in mentions], dtype=np.int64)
    values = np.array([pair for each in mentions for pair in each], dtype=np.float64).reshape(-1, 2)
    score, local = np.ascontiguousarray(values[:, 0]), np.ascontiguousarray(values[:, 1])
    expected = [
        at
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        for at in sorted(range(start, end), key=lambda at: (-score[at], -local[at], at))[:most]
    ]
    assert best_first(starts, ends, score, local, most).tolist() == expected
