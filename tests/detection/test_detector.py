"""Names in text: the model of the package with the sample wiki, boundaries, and bad input."""

from __future__ import annotations

import json
from itertools import pairwise
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building import build, open_sample
from pairlinking.detection import Detector


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector(open_sample())


def names(detector: Detector, text: str) -> list[str]:
    return [text[start:end] for start, end in detector.spot(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Then Erwin Example, a chemist, met Bob Frobnitz in Berlin.", ["Erwin Example", "Bob Frobnitz", "Berlin"]),
        ("Shares of General Electric Co. fell on Friday.", ["General Electric Co."]),
        ("He said that President Bush's plan failed.", ["Bush"]),
        ("NEW YORK (AP) - Stocks fell.", ["NEW YORK", "AP"]),
        ("He studied at the University of Alabama in May 2001.", ["University of Alabama"]),
        ("It was bought by Foobar Systems Inc. in 1999.", ["Foobar Systems Inc."]),
        ("Then Berlin.example and Foobar.com grew.", ["Berlin", "Foobar"]),
        ("Celtics\tBoston\tDoc Example", ["Celtics", "Boston", "Doc Example"]),
        ("In 1999 and on Monday, 5 May, 3,000 people came.", []),
        ("We had three apples and some bread.", []),
        ("", []),
    ],
)
def test_names_known_and_unknown(detector: Detector, text: str, expected: list[str]) -> None:
    assert names(detector, text) == expected


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Detector:
    folder = tmp_path_factory.mktemp("films")
    titles = ["World War I", "Treaty of Versailles", "Stanley Kubrick", "2001: A Space Odyssey", "U.S."]
    lines = [json.dumps({"id": str(at), "title": title}) for at, title in enumerate(titles)]
    (folder / "films.jsonl").write_text("\n".join(lines))
    return Detector(build(folder / "films.jsonl", folder / "kb", workers=1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It ended World War I. The Treaty of Versailles came in 1919.", ["World War I", "Treaty of Versailles"]),
        ("They had lost World War I.", ["World War I"]),
        ("They went back to the U.S.", ["U.S."]),
        ("Then Kubrick filmed 2001: A Space Odyssey in London.", ["Kubrick", "2001: A Space Odyssey", "London"]),
    ],
)
def test_two_known_names_are_not_taken_for_one(films: Detector, text: str, expected: list[str]) -> None:
    assert names(films, text) == expected


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Detector:
    folder = tmp_path_factory.mktemp("places")
    titles = ["New York", "York", "The New York Times", "Higgs boson", "Amazon (company)", "Amazon rainforest"]
    titles += ["Athens, Georgia", "Athens", "Georgia"]
    rows: list[dict[str, object]] = [{"id": str(at), "title": title} for at, title in enumerate(titles)]
    rows += [{"id": "i", "title": "Israel", "aliases": ["Israeli army"]}]
    (folder / "places.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return Detector(build(folder / "places.jsonl", folder / "kb", workers=1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("New York (AP) - Stocks rose.", ["New York", "AP"]),
        ("They found the Higgs boson at last.", ["Higgs boson"]),
        ("Shares of Amazon fell, and the Amazon rainforest burned.", ["Amazon", "Amazon rainforest"]),
        ("He moved to Athens, Georgia, last year.", ["Athens, Georgia"]),
        ("The Israeli army left.", ["Israeli"]),  # not the title of anything
    ],
)
def test_a_name_within_a_longer_title_is_the_longer_one(places: Detector, text: str, expected: list[str]) -> None:
    assert names(places, text) == expected


def test_names_in_capitals_and_in_small_letters(detector: Detector) -> None:
    assert "AUSTRALIA" in names(detector, "FLOODS HIT AUSTRALIA")
    assert "germany" in names(detector, "she went to germany and stayed there")


def test_probabilities(detector: Detector) -> None:
    found = detector.detect("Ada Lovelace met Mr. Babbage in London, and then Hyde Park Foo Bar came.")
    assert all(0 < name.probability <= 1 for name in found)
    assert found[0].probability > 0.8


PIECES = st.sampled_from(
    [
        *(
            "Berlin",
            "Tiger Woods",
            "the",
            "said",
            "U.S.",
            "O'Hare",
            "Inc.",
            "President",
            "3,000",
            "May",
            "<b>",
            "&amp;",
        ),
        *(
            "\n",
            " ",
            "\t",
            ".",
            "(",
            ")",
            '"',
            "'s",
            "—",
            "東京",
            "مرحبا",
            "שלום",
            "😀",
            "👨‍👩‍👧",
            "é",
            "İ",
            "ß",
            "\ud800",
            "\0",
        ),
    ]
)


@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_any_text_has_spans_in_order_with_exact_offsets(text: str) -> None:
    spans = Detector(open_sample()).spot(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert all(not text[start].isspace() and not text[end - 1].isspace() for start, end in spans)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "A",
        "Ab",
        "Ab ",
        "ab ",
        "AB ",
        ".",
        "A.",
        "(",
        "1 ",
        "12,5 | ",
        "東京",
        "ש",
        "😀",
        "\n",
        "<td>A</td>",
        "-Ab",
        "of Ab ",
    ],
)
def test_bad_input_takes_linear_time(detector: Detector, piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        started = process_time()
        detector.spot(text)
        return process_time() - started

    seconds(20_000)
    short, long = max(seconds(50_000), 0.01), seconds(500_000)
    assert long < 40 * short


def test_damaged_numbers_give_other_names_and_no_crash(detector: Detector) -> None:
    random = np.random.default_rng(1)
    model = detector.model
    for _ in range(3):
        weights = random.integers(-128, 128, size=model.weights.shape, dtype=np.int8)
        words = random.integers(0, 2**32, size=model.cases.shape, dtype=np.uint32)
        broken = type(model)(weights, model.scale, model.moves, words, model.lexicon)
        text = "Ada met Bob in Berlin. " * 20
        assert all(0 <= start < end <= len(text) for start, end in Detector(open_sample(), broken).spot(text))
