"""Cosines of contexts with profiles: as by hand and as the slow form, without own words, in memory that stays small."""

from __future__ import annotations

import math
import tracemalloc
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.candidates import CandidateGenerator
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.profiles import Profiles
from pairlinking.kb.storage.tries import key_ids, write_trie
from pairlinking.local import Featurizer
from pairlinking.local.context import Tokens, tokenize
from pairlinking.local.profile_match import ProfileMatcher
from pairlinking.types import IntArray
from tests.building.small_wiki import build, small_dump
from tests.kb.small_kb import write_small_kb
from tests.reference import profile_match as reference

TEXT = "In 1900 Town 4 was bigger than Bend, which lies near Town 1. Zzyzx people founded the old town near Town 2."
SURFACES = ["Town 4", "Bend", "Town 1", "old town"]
SPANS = [(TEXT.index(surface), TEXT.index(surface) + len(surface)) for surface in SURFACES]
WIDTHS = (3, 25, None)


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Profiles:
    folder = tmp_path_factory.mktemp("match")
    kb = build(small_dump(folder / "dump.xml"), folder / "kb", workers=1)
    assert kb.profiles is not None
    return kb.profiles


def write_profiles(folder: Path, n_words: int, n_entities: int, size: int) -> Profiles:
    """Random profiles; every fifth is empty. Words w0, w1, ... fall in idf, the last ones to nearly nothing."""
    rng = np.random.default_rng(11)
    words = [f"w{number}" for number in range(n_words)]
    trie = write_trie(folder / "words.marisa", words)
    idf = np.empty(n_words, dtype=np.float32)
    idf[key_ids(trie, words)] = np.geomspace(9, 1e-6, n_words)
    profile_words, weights, indptr = [], [], [0]
    for entity in range(n_entities):
        own = np.sort(rng.choice(n_words, 0 if entity % 5 == 4 else int(rng.integers(1, size)), replace=False))
        values = rng.random(len(own)) + 0.05
        profile_words.append(own)
        weights.append(values / np.sqrt((values**2).sum()))
        indptr.append(indptr[-1] + len(own))
    np.save(folder / "idf.npy", idf)
    np.save(folder / "indptr.npy", np.array(indptr))
    np.save(folder / "words.npy", np.concatenate(profile_words).astype(np.int32))
    np.save(folder / "weights.npy", np.concatenate(weights).astype(np.float16))
    return Profiles(folder)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Profiles:
    return write_profiles(tmp_path_factory.mktemp("drawn"), n_words=40, n_entities=30, size=12)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Tokens, IntArray, IntArray]:
    """A document and candidates: sizes are drawn, all else follows from the seed."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_words = draw(st.sampled_from([0, 1, 2, 5, 30, 400]))
    n_mentions = draw(st.sampled_from([0, 1, 3, 20, 300]))
    n_distinct = draw(st.sampled_from([1, 3, 40, 60]))  # from 40 on, no profile knows them
    longest = draw(st.sampled_from([0, 1, 4, n_words]))  # 0: all spans are empty
    skew = draw(st.sampled_from([1, 3]))
    words = [f"w{int(n_distinct * u**skew)}" for u in rng.random(n_words)]
    starts = np.sort(rng.integers(0, n_words + 1, n_mentions))
    bounds = np.column_stack([starts, np.minimum(starts + rng.integers(0, longest + 1, n_mentions), n_words)])
    if n_mentions and draw(st.booleans()):
        bounds[0] = 0, n_words
    mention = np.repeat(np.arange(n_mentions), rng.integers(0, 6, n_mentions))
    return Tokens.of(words, bounds), mention, rng.integers(0, 30, len(mention))


@given(question=questions(), widths=st.lists(st.sampled_from([0, 1, 3, 25, 1000, None]), max_size=3))
def test_similarities_are_those_of_the_slow_form(
    drawn: Profiles, question: tuple[Tokens, IntArray, IntArray], widths: list[int | None]
) -> None:
    expected = reference.similarities(drawn, *question, widths)
    found = ProfileMatcher(drawn).similarities(*question, widths)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)
    # Candidates are compared by rank: where there is nothing in common, rounding must not tell one from another.
    np.testing.assert_array_equal(found == 0, expected == 0)
    np.testing.assert_array_equal(found, reference.in_order(drawn, *question, widths))


@pytest.mark.parametrize("left", ["w1", "w20", "w39"])
def test_a_mention_that_is_nearly_all_of_a_document_leaves_no_rounding(drawn: Profiles, left: str) -> None:
    words = [f"w{number}" for number in range(39)] * 7 + [left]
    document = Tokens.of(words, np.array([[0, len(words) - 1], [0, len(words)], [3, 4]]))
    question = document, np.repeat(np.arange(3), 30), np.tile(np.arange(30), 3)
    found = ProfileMatcher(drawn).similarities(*question, [None])
    np.testing.assert_allclose(found, reference.similarities(drawn, *question, [None]), rtol=0, atol=1e-9)
    assert found[:30].any()
    assert not found[30:60].any()


def long_question(n_mentions: int) -> tuple[Tokens, IntArray, IntArray]:
    """A mention every 100 words, with 10 candidates; the longer the document, the more distinct words."""
    rng = np.random.default_rng(3)
    n = 100 * n_mentions
    words = [f"w{number}" for number in rng.permutation(np.arange(n) % (n // 4)).tolist()]
    starts = np.sort(rng.choice(n - 5, n_mentions, replace=False))
    document = Tokens.of(words, np.column_stack([starts, starts + rng.integers(1, 4, n_mentions)]))
    return document, np.repeat(np.arange(n_mentions), 10), rng.integers(0, 3000, 10 * n_mentions)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Profiles:
    return write_profiles(tmp_path_factory.mktemp("large"), n_words=50_000, n_entities=3000, size=60)


def test_memory_of_a_long_document_stays_small(large: Profiles) -> None:
    # A table of all mentions and all distinct words would hold 2,000 x 50,000 numbers: 800 MB.
    question = long_question(2000)
    tracemalloc.start()
    try:
        found = ProfileMatcher(large).similarities(*question, (25, None))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (found > 0).any(axis=0).all()
    assert peak < 60e6


def literal(profiles: Profiles, number: int, entity: int, width: int | None) -> float:
    document = tokenize(TEXT, SPANS)
    tokens, bounds = document.words, document.bounds
    first, last = bounds[number].tolist()
    before = tokens[:first] if width is None else tokens[max(first - width, 0) : first]
    behind = tokens[last:] if width is None else tokens[last : last + width]
    context = {
        word: math.log1p(n) * float(profiles.idf[known])
        for word, n in Counter(before + behind).items()
        if (known := int(profiles.ids([word])[0])) >= 0
    }
    length = math.sqrt(sum(weight**2 for weight in context.values()))
    return sum(weight * context.get(word, 0.0) for word, weight in profiles.of(entity)) / length


def candidates(profiles: Profiles) -> tuple[IntArray, IntArray]:
    mention = np.array([0, 0, 1, 2, 2, 2, 3])
    return mention, np.array([4, 7, 4, 1, 4, len(profiles) - 1, 0])


def test_similarities_are_the_cosines_by_hand(profiles: Profiles) -> None:
    mention, entities = candidates(profiles)
    found = ProfileMatcher(profiles).similarities(tokenize(TEXT, SPANS), mention, entities, WIDTHS)
    pairs = list(zip(mention.tolist(), entities.tolist(), strict=True))
    expected = [[literal(profiles, number, entity, width) for width in WIDTHS] for number, entity in pairs]
    np.testing.assert_allclose(found, expected, atol=1e-6)
    assert (found > 0).any()


@pytest.mark.parametrize("text", ["Town 4", "Town 4 zzyzx 東京", "..., Town 4 ..."])
def test_no_known_word_around_is_no_similarity(profiles: Profiles, text: str) -> None:
    start = text.index("Town")
    found = ProfileMatcher(profiles).similarities(
        tokenize(text, [(start, start + 6)]), np.zeros(2, dtype=np.int64), np.array([4, 7]), WIDTHS
    )
    np.testing.assert_array_equal(found, np.zeros((2, 3)))


def test_without_candidates_there_are_no_rows(profiles: Profiles) -> None:
    nothing = np.empty(0, dtype=np.int64)
    assert ProfileMatcher(profiles).similarities(tokenize(TEXT, SPANS), nothing, nothing, WIDTHS).shape == (0, 3)
    assert ProfileMatcher(profiles).similarities(tokenize("", []), nothing, nothing, WIDTHS).shape == (0, 3)


def test_a_knowledge_base_without_profiles_has_features_of_0(tmp_path: Path) -> None:
    text, spans = "Tiger plays golf at the masters.", [(0, 5)]
    rows = {}
    for name, has_profiles in (("with", True), ("without", False)):
        kb = KnowledgeBase.open(write_small_kb(tmp_path / name, profiles=has_profiles))
        featurizer = Featurizer(kb)
        found = featurizer.features(text, spans, CandidateGenerator(kb).generate(["Tiger"]))
        rows[name] = found[:, [featurizer.names.index(f"profile_{what}") for what in ("context", "document")]]
    assert rows["with"].max() > 0
    assert rows["without"].shape == rows["with"].shape
    assert not rows["without"].any()
