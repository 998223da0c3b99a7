"""Profiles hold the most telling words of each entity, and nothing of pages that must not be known."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from pairlinking.building import EntityOptions
from pairlinking.building.writers import profiles as profiles_writer
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.kb.profiles import Profiles
from pairlinking.kb.verify import find_problems
from pairlinking.text.words import words
from tests.building.small_wiki import build, checksums, small_dump
from tests.kb.small_kb import rewrite_manifest, write_small_kb
from tests.sources.dumps import dump, page

OPTIONS = EntityOptions(entities="linked", holdout=0.2, learn=0.3)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_dump(tmp_path_factory.mktemp("source") / "dump.xml")


@pytest.fixture(scope="module")
def kb(source: Path, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return build(source, tmp_path_factory.mktemp("profiles") / "kb", entities=OPTIONS, workers=1)


def profiles_of(kb: KnowledgeBase) -> Profiles:
    assert kb.profiles is not None
    return kb.profiles


def literal(kb: KnowledgeBase, options: EntityOptions) -> list[dict[str, float]]:
    """Every profile, word by word as the reference says (docs/reference/knowledge-base.md)."""
    listed = {row["page"] for row in rows(kb, "pages") if row["is_disambiguation"]}
    pages: dict[str, tuple[list[str], list[tuple[int, int, str]]]] = {}
    for row in rows(kb, "sentences"):
        if row["page"] in listed or options.holds_out(row["page"]):
            continue
        tokens, links = pages.setdefault(row["page"], ([], []))
        done = 0
        for anchor in row["anchors"]:
            tokens += words(row["text"][done : anchor["start"]])
            first = len(tokens)
            tokens += words(row["text"][anchor["start"] : anchor["end"]])
            links.append((first, len(tokens), anchor["target"]))
            done = anchor["end"]
        tokens += words(row["text"][done:])
    counts: list[Counter[str]] = [Counter() for _ in range(len(kb))]
    for name, (tokens, links) in pages.items():
        if (own := kb.get(name)) is not None:
            counts[own].update(tokens * 2)
        for first, last, target in [] if options.learns_from(name) else links:
            if (entity := kb.get(target)) is not None:
                counts[entity].update(tokens[max(first - 20, 0) : first] + tokens[last : last + 20])
    having = Counter(word for tokens, _ in pages.values() for word in set(tokens))
    idf = {word: math.log(1 + (len(pages) - n + 0.5) / (n + 0.5)) for word, n in having.items()}
    result = []
    for found in counts:
        usual = 3 * (0.25 + 0.75 * found.total() / 300)
        weights = {word: idf[word] * n / (n + usual) for word, n in found.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values()))
        result.append({word: weight / length for word, weight in weights.items()})
    return result


def rows(kb: KnowledgeBase, table: str) -> list[dict[str, Any]]:
    paths = sorted((kb.path / "tables" / table).iterdir())
    return [row for path in paths for row in pq.ParquetFile(path).read().to_pylist()]


def test_profiles_are_what_counting_by_hand_gives(kb: KnowledgeBase) -> None:
    expected, found = literal(kb, OPTIONS), profiles_of(kb)
    assert len(found) == len(expected) == len(kb)
    assert any(expected)
    for entity, weights in enumerate(expected):
        assert dict(found.of(entity)) == pytest.approx(weights, rel=0.01)
    assert kb.manifest.counts["profiles"] == sum(map(bool, expected))
    verify(kb.path)


def test_a_profile_is_a_unit_vector_of_rising_words_heaviest_first_for_people(kb: KnowledgeBase) -> None:
    found = profiles_of(kb)
    for entity in range(len(kb)):
        part = slice(found.indptr[entity], found.indptr[entity + 1])
        if part.start < part.stop:
            assert np.linalg.norm(found.weights[part].astype(float)) == pytest.approx(1, abs=0.005)
        assert (np.diff(found.words[part]) > 0).all()
        weights = [weight for _, weight in found.of(entity)]
        assert weights == sorted(weights, reverse=True)


def test_only_the_heaviest_words_are_kept(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = build(source, tmp_path / "whole", workers=1)
    monkeypatch.setattr(profiles_writer, "MOST_WORDS", 5)
    cut = build(source, tmp_path / "cut", workers=1)
    for entity in range(len(cut)):
        kept, all_words = profiles_of(cut).of(entity), dict(profiles_of(whole).of(entity))
        assert len(kept) == 5
        left = all_words.keys() - dict(kept).keys()
        assert min(all_words[word] for word, _ in kept) >= max(all_words[word] for word in left)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("piece", [1, 300])
def test_neither_processes_nor_pieces_change_a_byte(
    source: Path, kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int, piece: int
) -> None:
    monkeypatch.setattr(profiles_writer, "_LARGEST_PIECE", piece)
    assert checksums(build(source, tmp_path / "kb", entities=OPTIONS, workers=workers)) == checksums(kb)


def test_ranges_of_a_large_wiki_are_larger_so_that_they_do_not_become_ever_more() -> None:
    def n_ranges(n_entities: int) -> int:
        return len(profiles_writer._range_starts(np.arange(n_entities + 1, dtype=np.int64) * 100))

    small, middle, large = n_ranges(10_000), n_ranges(100_000), n_ranges(1_000_000)
    assert 10 <= small <= 12
    assert 60 <= middle <= 70
    assert 300 <= large <= 360


def test_a_hub_is_a_range_of_its_own() -> None:
    links = np.array([0, 10, 10_000_000, 10_000_010, 10_000_020])
    assert profiles_writer._range_starts(links).tolist() == [0, 2]


def test_words_beyond_the_vocabulary_are_left_out(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles_writer, "_VOCABULARY", 10)
    kb = build(source, tmp_path / "kb", workers=1)
    assert len(profiles_of(kb).idf) == 10
    verify(kb.path)


# --- leaks


def titles(options: EntityOptions) -> tuple[str, str, str]:
    """A page that is held out, one that models learn from, and one that is neither."""
    names = [f"Page {number}" for number in range(100)]
    held_out = next(name for name in names if options.holds_out(name))
    learnt = next(name for name in names if options.learns_from(name))
    return held_out, learnt, next(name for name in names if not options.keeps_out(name))


def test_held_out_pages_tell_nothing_and_pages_learnt_from_nothing_about_what_they_link_to(tmp_path: Path) -> None:
    held_out, learnt, plain = titles(OPTIONS)
    target = next(name for name in (f"Target {number}" for number in range(100)) if not OPTIONS.keeps_out(name))
    pages = [page(1, target, "Quiet words about nothing.")]
    for number, (title, word) in enumerate(((held_out, "heldword"), (learnt, "learntword"), (plain, "plainword")), 2):
        pages.append(page(number, title, f"Here {word} stands beside [[{target}|it]] and elsewhere."))
    path = tmp_path / "dump.xml"
    path.write_bytes(dump(*pages))
    kb = build(path, tmp_path / "kb", entities=OPTIONS, workers=1)
    profiles = profiles_of(kb)
    told = {title: dict(profiles.of(kb.find(title))) for title in (held_out, learnt, plain, target)}
    assert told[held_out] == {}
    assert profiles.ids(["heldword"]).tolist() == [-1]  # nor is its rarity counted
    assert "learntword" in told[learnt]
    assert "plainword" in told[plain]
    assert "plainword" in told[target]
    assert "learntword" not in told[target]
    assert kb.manifest.counts["profile_pages"] == 3


# --- sources without text


def catalogue(path: Path, *texts: str) -> Path:
    lines = ({"id": f"Q{number}", "title": f"Title {number}", "text": text} for number, text in enumerate(texts))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_catalogue_without_text_has_no_profiles_and_opens(tmp_path: Path) -> None:
    kb = build(catalogue(tmp_path / "c.jsonl", "", "", ""), tmp_path / "kb", workers=1)
    assert kb.profiles is None
    assert kb.manifest.counts["profiles"] == 0
    assert not (kb.path / "profiles").exists()
    verify(kb.path)


def test_an_entity_without_text_has_an_empty_profile(tmp_path: Path) -> None:
    kb = build(catalogue(tmp_path / "c.jsonl", "", "A golfer.", "...", "A beer, 東京."), tmp_path / "kb", workers=1)
    found = profiles_of(kb)
    assert found.of(0) == found.of(2) == []
    assert {word for word, _ in found.of(1)} == {"a", "golfer"}
    assert {word for word, _ in found.of(3)} == {"a", "beer", "東", "京"}
    assert found.ids(["golfer", "nothing", ""]).tolist()[1:] == [-1, -1]
    verify(kb.path)


# --- files that are not what they should be


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("idf", lambda old: old[:-1], "it should describe"),
        ("weights", lambda old: old[:-1], "it should hold"),
        ("indptr", lambda old: old[:-2], "should run from 0"),
        ("indptr", lambda old: np.concatenate([old, old[-1:]]), "it describes 7 entities, but there are 6"),
        ("words", lambda old: old.astype(np.int64), "it should contain an array of <i4"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(tmp_path: Path, name: str, change: Any, message: str) -> None:
    folder = write_small_kb(tmp_path)
    path = folder / "profiles" / f"{name}.npy"
    np.save(path, change(np.load(path)))
    rewrite_manifest(folder)
    with pytest.raises(KnowledgeBaseError, match=message):
        KnowledgeBase.open(folder)


@pytest.mark.parametrize(
    ("name", "at", "value", "message"),
    [
        ("words", 0, 99, "between 0 and"),
        ("words", 0, -1, "between 0 and"),
        ("words", 1, 0, "out of order at 0, in list 0"),
        ("weights", 1, np.nan, "not a weight"),
        ("weights", 1, -0.5, "not a weight"),
        ("weights", 1, 1.5, "not a weight"),
        ("idf", 0, np.inf, "not a weight"),
        ("idf", 0, -1, "not a weight"),
    ],
)
def test_a_number_that_cannot_be_is_found(tmp_path: Path, name: str, at: int, value: Any, message: str) -> None:
    folder = write_small_kb(tmp_path)
    path = folder / "profiles" / f"{name}.npy"
    array = np.load(path)
    array[at] = value
    np.save(path, array)
    rewrite_manifest(folder)
    problems = find_problems(folder)
    assert any(message in problem and f"profiles/{name}.npy" in problem for problem in problems), problems
