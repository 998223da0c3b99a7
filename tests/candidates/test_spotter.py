"""Spotting: which forms, where they begin and end, what case tells, and bad input."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.candidates.spotter import Spotter
from pairlinking.errors import ParameterError
from pairlinking.kb import KnowledgeBase
from pairlinking.text.boundaries import find_boundaries
from pairlinking.text.sentence_case import blind_starts
from tests.building.counted_kb import counted_kb, rewritten
from tests.building.small_wiki import build
from tests.reference import occurrences as literal

# Form: pages that link it, pages that hold it.
COUNTS = {
    "Apple": (30, 100),
    "apple": (1, 100),
    "The": (0, 1000),
    "Time": (15, 100),
    "time": (5, 1000),
    "mercury": (60, 100),
    "Mercury": (60, 100),
    "New York": (80, 100),
    "New York City": (80, 100),
    "York City Hall": (80, 100),
    "York": (40, 100),
    "Bush": (20, 100),
    "prime minister": (60, 100),
    "ITS": (5, 5),
    "IBM": (60, 100),
    "AT&T": (9, 10),
    "C++": (9, 10),
    "U.S.": (15, 100),
    ".NET": (9, 10),
    "C": (9, 10),
    "1997": (9, 10),
    "19th century": (8, 10),
    "Darwin": (30, 100),
    "Darwin's": (2, 3),
    "O'Hare": (9, 10),
    "(disambiguation)": (9, 10),
    "東京": (9, 10),
    "東京タワー": (9, 10),
    "京": (9, 10),
    "กรุงเทพ": (9, 10),
    "קנדה": (9, 10),
    "Ὅμηρος": (9, 10),
    "Zoq\u0308": (9, 10),
    "Zo": (9, 10),
    "a b": (9, 10),
    "b c": (9, 10),
    "never seen": (0, 0),
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return counted_kb(tmp_path_factory.mktemp("spotted"), COUNTS)


@pytest.fixture(scope="module")
def spotter(kb: KnowledgeBase) -> Spotter:
    return Spotter(kb)


def found(spotter: Spotter, text: str) -> list[str]:
    return [text[start:end] for start, end in spotter.spot(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The longest form, from left to right, without overlaps.
        ("He saw New York City Hall.", ["New York City"]),
        ("He saw York City Hall.", ["York City Hall"]),
        ("so a b c d", ["a b"]),
        # Never within a word.
        ("He likes Apples, pineapple and mercuryless Yorkers.", []),
        ("He likes New Yorks.", []),
        # Names and common words.
        ("He likes Apple and an apple in time.", ["Apple"]),
        ("He has mercury and a never seen thing.", ["mercury", "never seen"]),
        # At the start of a sentence the capital tells nothing.
        ("Apple fell.", []),
        ("It fell. Time flies. “Apple is red.”", []),
        ("Mercury fell. Its price fell.", ["Mercury"]),
        ("Prime minister Bush left.", ["Prime minister", "Bush"]),
        ("New York is large.", ["New York"]),
        ("(disambiguation) York", ["York"]),
        # A part of a longer name.
        ("He met Robert Bush and Bush Junior, then Bush.", ["Bush"]),
        ("He met Robert York.", ["York"]),
        ("In York he met Bush.", ["York", "Bush"]),
        ("For Bush it was", ["Bush"]),
        ("Robert Bush", []),
        # In capitals every spelling counts.
        (
            "MERCURY FALLS IN NEW YORK\nNEW YORK - he fell in NEW YORK CITY.",
            ["MERCURY", *["NEW YORK"] * 2, "NEW YORK CITY"],
        ),
        ("APPLE AND TIME FLY", []),
        ("IBM SAYS SO. He has an IBM.", ["IBM", "IBM"]),
        ("PRIME\nMINISTER", []),
        # Marks.
        ("At AT&T's, C++ and .NET in the U.S. (U.S.)", ["AT&T", "C++", ".NET", "U.S.", "U.S."]),
        ("To O’Hare, O'Hare and New\u00a0York", ["O’Hare", "O'Hare", "New\u00a0York"]),
        ("It is Darwin's.", ["Darwin"]),
        ("“New York”, (New York) New York's New\nYork", [*["New York"] * 3, "York"]),
        # Letters and numbers alone.
        ("In C in 1997, in the 19th century", ["19th century"]),
        # Other scripts.
        ("私は東京タワーと東京に行った。京", ["東京タワー", "東京"]),
        ("ไปกรุงเทพมหานคร", ["กรุงเทพ"]),
        ("גר בקנדה, קנדה היפה", ["קנדה"]),
        ("ο Ὅμηρος", ["Ὅμηρος"]),
        # Never within a combining sequence.
        ("so Zoq\u0308 and Zoq\u0308\u0301 and Zo\u0308", ["Zoq\u0308"]),
        ("a New York\u0301 and C++\u0301", []),
        # Nothing, and what is no text.
        ("", []),
        (" \n\t", []),
        ("\0New York\0 Prime\0minister", ["New York"]),
        ("\ud800New York\udfff \ude00", ["New York"]),
    ],
)
def test_what_is_spotted(spotter: Spotter, text: str, expected: list[str]) -> None:
    assert found(spotter, text) == expected


def test_offsets_are_code_points(spotter: Spotter) -> None:
    text = "😀 İİ ﬁ e\u0301 𝔸 saw New York."
    ((start, end),) = spotter.spot(text)
    assert (start, end) == (text.index("New"), text.index("."))


def test_a_lower_threshold_finds_more(kb: KnowledgeBase) -> None:
    text = "He likes Apple, an apple, Time, time and New York."
    assert found(Spotter(kb, threshold=0), text) == ["Apple", "apple", "Time", "time", "New York"]
    assert found(Spotter(kb, threshold=0.2), text) == ["Apple", "New York"]
    assert found(Spotter(kb, threshold=0.5), text) == ["New York"]
    assert found(Spotter(kb, threshold=1), text) == []


def test_numbers_are_spotted_on_demand(kb: KnowledgeBase) -> None:
    assert found(Spotter(kb, numbers=True), "In C in 1997") == ["1997"]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, "high", True, float("nan")])
def test_a_threshold_is_a_probability(kb: KnowledgeBase, threshold: float) -> None:
    with pytest.raises(ParameterError, match="'threshold' parameter of Spotter"):
        Spotter(kb, threshold=threshold)


WORDS = [*COUNTS, "He", "so", "Robert", "and", ".", ",", "(", "”", "\n", "\u0301", "東", "s", "9", "𝔸"]
WORDS = [word for word in WORDS if word not in ("ITS", "IBM", "AT&T", "U.S.", ".NET", "C", "O'Hare", "Darwin's", "C++")]
WORDS = [word for word in WORDS if not word.startswith("(d")]
texts = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["", " ", " ", " ", ". "]))).map(
    lambda pairs: "".join(part for pair in pairs for part in pair)
)


@given(text=texts, threshold=st.sampled_from([0.05, 0.1, 0.3]))
def test_spotting_is_what_the_literal_rules_say(kb: KnowledgeBase, text: str, threshold: float) -> None:
    assert Spotter(kb, threshold=threshold).spot(text) == literal.spot(kb, text, threshold)


@given(text=st.one_of(texts, st.text(st.characters())))
def test_spans_are_in_order_and_do_not_overlap(spotter: Spotter, text: str) -> None:
    spans = spotter.spot(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert spotter.spot(text) == spans


@given(text=texts)
def test_lines_do_not_matter_to_each_other(spotter: Spotter, text: str) -> None:
    spans = []
    at = 0
    for line in text.split("\n"):
        spans += [(at + start, at + end) for start, end in spotter.spot(line)]
        at += len(line) + 1
    assert spotter.spot(text) == spans


@pytest.mark.parametrize(
    "text",
    [
        "He saw New York. ",
        "NEW YORK ",
        "東京タワー",
        "a ",
        "A",
        "\u0301",
        "U.S. ",
        "((",
        "B b. ",
        "A B\n",
        "Robert Bush ",
    ],
)
def test_time_is_linear(spotter: Spotter, text: str) -> None:
    times = []
    for size in (50_000, 400_000):
        whole = text * (size // len(text))
        best = []
        for _ in range(2):
            start = process_time()
            spotter.spot(whole)
            best.append(process_time() - start)
        times.append(min(best))
    assert times[1] < 25 * times[0] + 0.05


def test_many_threads_may_share_one(spotter: Spotter) -> None:
    text = "He saw New York, mercury and Bush. " * 50
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(spotter.spot, [text] * 16))
    assert all(result == spotter.spot(text) for result in results)


def test_without_counts_names_are_spotted(tmp_path: Path) -> None:
    kb = counted_kb(tmp_path, COUNTS)
    for path in (kb.path / "occurrences").iterdir():
        path.unlink()
    older = rewritten(kb)
    text = "Time flies. He saw New York, Time, an apple, Robert Bush, Bush and 東京."
    for threshold in (0, None, 1):
        assert found(Spotter(older, threshold=threshold), text) == ["New York", "Time", "Bush", "東京"]


def test_in_a_catalogue_without_text_every_form_is_spotted(tmp_path: Path) -> None:
    rows = [{"id": "Q1", "title": "Tiger Woods", "aliases": ["Tiger", "X"]}, {"id": "Q2", "title": "aspirin"}]
    rows.append({"id": "Q3", "title": "diabetes mellitus", "aliases": ["糖尿病"]})
    (tmp_path / "entities.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    spotter = Spotter(build(tmp_path / "entities.jsonl", tmp_path / "kb", workers=1))
    text = "Aspirin helps Tiger, and aspirin X helps Tiger Woods. In diabetes mellitus (糖尿病) it does not."
    assert found(spotter, text) == ["Aspirin", "Tiger", "aspirin", "Tiger Woods", "diabetes mellitus", "糖尿病"]


def test_the_first_words_of_sentences_are_blind() -> None:
    text = "He left. (In St. Louis) it rained.\nNATO SAYS: no\nWE DO"
    starts = find_boundaries(text).starts
    assert [text[start : start + 2] for start in blind_starts(text, starts)] == ["He", "(I", "In", "NA", "WE", "DO"]
    assert blind_starts("", []) == {}


def test_the_gold_mentions_of_the_sample_are_found(tmp_path: Path) -> None:
    data = files("pairlinking") / "data"
    kb = build(Path(str(data / "sample-wiki.xml")), tmp_path / "kb", workers=1)
    spotter = Spotter(kb)
    n_right = n_spotted = n_gold = 0
    for line in (data / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        gold = {(mention["start"], mention["end"]) for mention in document["mentions"]}
        spans = set(spotter.spot(document["text"]))
        n_right, n_spotted, n_gold = n_right + len(gold & spans), n_spotted + len(spans), n_gold + len(gold)
    assert n_right / n_spotted > 0.95
    assert n_right / n_gold > 0.95
