"""Forms in text: boundaries, what counts, which pages are counted, and what a probability is made of."""

from __future__ import annotations

from pathlib import Path

import marisa_trie
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building import EntityOptions
from pairlinking.building.writers import occurrences as occurrences_writer
from pairlinking.building.writers._columns import SentenceColumns
from pairlinking.building.writers._form_counter import FormCounter
from pairlinking.building.writers.columns import string_buffers
from pairlinking.building.writers.occurrences import make_filter, own_names
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.kb.occurrences import USUAL, shape
from pairlinking.kb.verify import find_problems
from pairlinking.text.boundaries import char_kinds, find_boundaries, plain
from tests.building.counted_kb import counted_kb, rewritten
from tests.building.small_wiki import Recorder, build, checksums, small_dump
from tests.reference import occurrences as literal
from tests.sources.dumps import dump, page

ALPHABET = "aAbB .'’&+-\n\u0301\u00a0\u200d東京กเ\u0e34הש9²\U00020000\U0001f600"
texts = st.text(st.sampled_from(ALPHABET), max_size=30)
forms = st.sets(st.text(st.sampled_from("aAbB .'&+\u0301東京ก9"), min_size=1, max_size=4), max_size=12)


# --- boundaries


@given(text=st.one_of(texts, st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=30)))
def test_boundaries_are_those_of_the_literal_definition(text: str) -> None:
    starts, inside = find_boundaries(text)
    assert [not each for each in inside] == [literal.is_boundary(text, at) for at in range(len(text) + 1)]
    assert [start for start in starts if kind_is_word(text[start])] == [
        at for at in range(len(text)) if kind_is_word(text[at]) and literal.is_boundary(text, at)
    ]


def kind_is_word(char: str) -> bool:
    return literal.kind(char) in ("word", "single")


@given(text=st.text(st.characters()))
def test_plain_text_keeps_its_length_and_can_be_encoded(text: str) -> None:
    assert len(plain(text)) == len(text)
    plain(text).encode()


# --- what counts in a page


def count_page(
    trie: marisa_trie.Trie, title: str, sentences: list[tuple[str, list[tuple[int, int]]]]
) -> tuple[set[str], set[str]]:
    """Forms that occur in a page, linked or not, and those that are linked in it."""
    counter = FormCounter(trie, make_filter(trie), char_kinds())
    # One page before and one after, which must not matter.
    other = ("a A b. 東京 New York", [(0, 1), (2, 3)])
    pages_of_wiki: list[list[tuple[str, list[tuple[int, int]]]]] = [[other], [*sentences, ("-", [(0, 1)])], [("", [])]]
    for each in pages_of_wiki:
        texts = string_buffers(pa.array([text for text, _ in each]))
        lists = np.cumsum([0, *(len(spans) for _, spans in each)], dtype=np.int32)
        starts, ends = np.array([span for _, spans in each for span in spans], np.int32).reshape(-1, 2).T
        columns = SentenceColumns(*texts, lists, np.ascontiguousarray(starts), np.ascontiguousarray(ends))
        counter.begin_page(own_names(title))
        counter.add(columns, 0, len(each))
        if each[0] is other:
            assert counter.end_page()
            counter.take_counts()
        else:
            counter.end_page()
    forms, pages, linked = counter.take_counts()
    assert set(pages.tolist()) <= {1}
    assert not counter.take_counts().size
    return {trie.restore_key(form) for form in forms.tolist()}, {
        trie.restore_key(form) for form, n in zip(forms.tolist(), linked.tolist(), strict=True) if n
    }


@given(words=forms, sentences=st.lists(st.tuples(texts, st.tuples(st.integers(0, 30), st.integers(0, 30)))))
def test_a_page_is_counted_as_the_literal_definition_says(
    words: set[str], sentences: list[tuple[str, tuple[int, int]]]
) -> None:
    linked = [
        (text, [(min(span), max(span))] if min(span) < max(span) <= len(text) else []) for text, span in sentences
    ]
    trie = marisa_trie.Trie(sorted(words))
    assert count_page(trie, "A", linked) == literal.count_page(words, "A", linked)


def test_words_of_a_link_are_that_link_alone() -> None:
    trie = marisa_trie.Trie(["New York", "York", "New York City"])
    text = "New York City is in New York, not in York."
    assert count_page(trie, "Page", [(text, [(0, 8)])]) == ({"New York", "York"}, {"New York"})
    assert count_page(trie, "Page", [(text[:30], [(20, 28)])]) == (
        {"New York", "New York City", "York"},
        {"New York"},
    )


def test_the_title_of_the_page_does_not_count() -> None:
    trie = marisa_trie.Trie(["Mercury", "Mercury (planet)", "Venus"])
    assert count_page(trie, "Mercury (planet)", [("Mercury and Venus", [(12, 17)])]) == ({"Venus"}, {"Venus"})


def test_forms_are_found_between_boundaries_only() -> None:
    trie = marisa_trie.Trie(["art", "C++", "U.S.", "AT&T", "東京", ".NET", "O'Hare", "e"])
    text = "part arts art-like C++, AT&T's .NET O’Hare in the U.S. 東京都 e\u0301"
    assert count_page(trie, "", [(text, [])])[0] == {"art", "C++", "U.S.", "AT&T", "東京", ".NET", "O'Hare"}


def test_anchors_that_overlap_or_lead_nowhere_do_no_harm() -> None:
    trie = marisa_trie.Trie(["a b", "b c", "c"])
    assert count_page(trie, "", [("a b c", [(0, 3), (2, 5), (4, 99)])]) == ({"a b", "b c", "c"}, {"a b", "b c", "c"})
    assert count_page(marisa_trie.Trie(), "", [("a b c", [(0, 3)])]) == (set(), set())


# --- which pages are counted


def wiki(path: Path, n: int = 200) -> Path:
    pages = [page(1, "Rome", "A city.")]
    pages += [page(at + 2, f"Page {at}", f"Of [[Rome]] and Rome and word{at}.") for at in range(n)]
    pages += [page(at + 999, f"Word{at}", "Nothing.") for at in range(n)]
    path.write_bytes(dump(*pages))
    return path


def test_counts_of_a_small_wiki(tmp_path: Path) -> None:
    kb = build(wiki(tmp_path / "wiki.xml"), tmp_path / "kb", workers=1)
    assert kb.occurrences is not None
    rome = kb.dictionary.forms.key_id("Rome")
    assert (kb.occurrences.pages[rome], kb.occurrences.linked[rome]) == (200, 200)
    assert kb.manifest.counts["counted_pages"] == 200  # those with links
    assert kb.manifest.counts["counted_forms"] == np.count_nonzero(kb.occurrences.pages)
    assert kb.link_probability("Rome") == pytest.approx(1, abs=0.02)
    assert kb.link_probability("no such form") == 0
    verify(kb.path)


def test_held_out_pages_leave_no_trace(tmp_path: Path) -> None:
    source = wiki(tmp_path / "wiki.xml")
    text = source.read_text()
    half = EntityOptions(holdout=0.5)
    kb = build(source, tmp_path / "kb", entities=half, workers=1)
    for at in range(200):
        if half.holds_out(f"Page {at}"):  # the same links, because they decide which pages are entities
            text = text.replace(f"Of [[Rome]] and Rome and word{at}.", "Of [[Rome]]: Rome, Nothing and Page 7.")
    changed = tmp_path / "changed.xml"
    changed.write_text(text)
    other = build(changed, tmp_path / "other", entities=half, workers=1)
    assert text != source.read_text()
    for name in ("pages", "linked", "priors"):
        path = f"occurrences/{name}.npy"
        assert checksums(kb)[path] == checksums(other)[path]
    assert kb.manifest.counts["counted_pages"] == 200 - sum(half.holds_out(f"Page {at}") for at in range(200))


def test_workers_and_repetition_change_nothing(tmp_path: Path) -> None:
    source = small_dump(tmp_path / "dump.xml")
    one, two = (build(source, tmp_path / f"kb{n}", workers=n) for n in (1, 2))
    assert checksums(one) == checksums(two)
    assert any(name.startswith("occurrences/") for name in checksums(one))


def test_of_many_sentences_a_part_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = wiki(tmp_path / "wiki.xml")
    monkeypatch.setattr(occurrences_writer, "SENTENCES", 100)
    recorder = Recorder()
    kb = build(source, tmp_path / "kb", workers=1, progress=recorder)
    again = build(source, tmp_path / "again", workers=1)
    assert kb.manifest.counts["counted_pages"] == pytest.approx(100, abs=30)
    assert checksums(kb) == checksums(again)
    assert "Counting surface forms in text" in recorder.finished


def test_disambiguation_pages_are_not_counted(tmp_path: Path) -> None:
    pages = [page(1, "Rome", "A city."), page(2, "Bend", "'''Bend''' may be:\n* [[Rome]], a town\n{{disambig}}")]
    (tmp_path / "wiki.xml").write_bytes(dump(*pages))
    kb = build(tmp_path / "wiki.xml", tmp_path / "kb", workers=1)
    assert kb.manifest.counts["counted_pages"] == 0
    assert kb.occurrences is not None
    assert kb.occurrences.pages.sum() == 0


def test_pages_whose_text_has_no_links_are_not_counted(tmp_path: Path) -> None:
    linked = wiki(tmp_path / "linked.xml")
    unlinked = [
        page(at, f"Passage {at}", "About Rome, Page 1 and Page 2.\n{| \n| [[Rome]]\n|}") for at in range(3000, 3500)
    ]
    (tmp_path / "unlinked.xml").write_bytes(dump(*unlinked))
    alone = build(linked, tmp_path / "alone", workers=1)
    both = build([linked, tmp_path / "unlinked.xml"], tmp_path / "both", workers=1)
    assert len(both) == len(alone) + 500
    for form in ("Rome", "Page 1", "Word7"):
        assert both.link_probability(form) == alone.link_probability(form)
    assert both.profiles is not None
    assert dict(both.profiles.of(both.find("Passage 3001")))  # their words count
    assert both.manifest.counts["counted_pages"] == 200


# --- the probability


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    return counted_kb(tmp_path, {"Apple": (6, 10), "apple": (1, 98), "New York": (0, 0), "東京": (3, 3)})


def test_the_probability_is_the_smoothed_share_of_pages(kb: KnowledgeBase) -> None:
    assert kb.link_probability("Apple") == pytest.approx((6 + 2 * 0.4) / 12)
    assert kb.link_probability("New York") == pytest.approx(0.75)
    assert kb.link_probability("Apple", "apple", "none") == pytest.approx((7 + 2 * 0.4) / 110)
    assert kb.link_probability() == kb.link_probability("\ud800") == kb.link_probability("Apple\0") == 0


def test_without_text_every_form_has_the_usual_probability(tmp_path: Path) -> None:
    (tmp_path / "entities.jsonl").write_text('{"id": "Q1", "title": "Tiger Woods", "aliases": ["tiger"]}\n')
    kb = build(tmp_path / "entities.jsonl", tmp_path / "kb", workers=2)
    assert kb.manifest.counts["counted_pages"] == kb.manifest.counts["counted_forms"] == 0
    assert kb.link_probability("Tiger Woods") == pytest.approx(USUAL[shape("Tiger Woods")])
    assert kb.link_probability("tiger") == pytest.approx(USUAL[shape("tiger")])


def test_a_knowledge_base_from_before_there_were_counts_opens(kb: KnowledgeBase) -> None:
    for path in (kb.path / "occurrences").iterdir():
        path.unlink()
    older = rewritten(kb)
    assert older.occurrences is None
    assert older.link_probability("Apple") is None
    verify(older.path)


@given(form=st.text(min_size=1))
def test_every_form_has_a_shape(form: str) -> None:
    assert 0 <= shape(form) < len(USUAL)


# --- damage


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("linked", 11, "of 10 pages"),
        ("linked", -1, "of 10 pages"),
        ("priors", 1.5, "not a probab"),
        ("priors", np.nan, "no"),
    ],
)
def test_numbers_that_cannot_be_are_found(kb: KnowledgeBase, name: str, value: float, message: str) -> None:
    path = kb.path / "occurrences" / f"{name}.npy"
    array = np.load(path)
    array[kb.dictionary.form_id("Apple") if name == "linked" else 0] = value
    np.save(path, array)
    (problem,) = find_problems(rewritten(kb).path)
    assert message in problem
    assert f"{name}.npy" in problem


@pytest.mark.parametrize("name", ["pages", "linked", "priors"])
def test_arrays_of_another_length_are_refused(kb: KnowledgeBase, name: str) -> None:
    path = kb.path / "occurrences" / f"{name}.npy"
    np.save(path, np.load(path)[:-1])
    with pytest.raises(KnowledgeBaseError, match=f"{name}.npy is damaged: it should hold"):
        rewritten(kb)
