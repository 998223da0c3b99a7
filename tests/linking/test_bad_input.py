"""Nothing crashes, nothing is silently dropped, offsets never move; and large input takes seconds."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.linking import LinkedDocument, Linker, draw_tree, load
from pairlinking.local.context import tokenize
from pairlinking.text.forms import expand
from tests.limits import at_most
from tests.linking.texts import names_of, no_mentions, written

ODD = [
    "…!?",
    "\0",
    "\0Tiger\0",
    "Tiger \ud800",
    "\ud83d",
    "\udc00Tiger",
    "Tige\u0301r",
    "\u0301",
    "תל אביב",
    "\u202eregiT\u202c",
    "東京都 Tiger",
    "ไทย",
    "\U0001f600 Tiger",
    "👩\u200d👩\u200d👧",
    "Tiger\n\nWoods",
    "\u2028Tiger\u2029",
    "Ǆ ß ſ ﬁ İ ı",
    " ",
    "\ufeffTiger",
    "Tiger\u00ad",
    "[[Tiger]]",
    "a" * 5000,
    "Tiger " * 500,
]


def assert_whole(document: LinkedDocument, text: str, spans: list[tuple[int, int]]) -> None:
    """Every mention is there, where it was, in every form of the answer."""
    assert document.text == text
    assert [(link.start, link.end) for link in document] == spans
    assert [link.text for link in document] == [text[start:end] for start, end in spans]
    told = json.loads(json.dumps(document.to_dict()))
    assert told["text"] == text
    assert [(each["start"], each["end"], each["text"]) for each in told["mentions"]] == [
        (start, end, text[start:end]) for start, end in spans
    ]
    assert document._repr_html_().count("<tr>") == (len(spans) + 1 if spans else 0)
    assert len(str(document).split("\n")) == max(len(spans), 1)
    assert len(document.tree) == max(len(names_of(document)) - 1, 0)
    assert len(draw_tree(document).split("\n")) >= 1
    for link in document:
        assert str(document.explain(link.number))


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_odd_characters_stay_where_they_are(linker: Linker, odd: str) -> None:
    text, spans = written(["Augusta", odd, "Georgia", odd])
    document = linker.link(text, spans)
    assert_whole(document, text, spans)
    assert document[0].best is not None
    alone = linker.link(odd, [(0, len(odd))])
    assert_whole(alone, odd, [(0, len(odd))])


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_every_cut_through_odd_characters_is_a_mention(linker: Linker, odd: str) -> None:
    odd = odd[:12]
    spans = [(start, end) for start in range(len(odd) + 1) for end in range(start, len(odd) + 1)]
    assert_whole(linker.link(odd, spans), odd, spans)


@pytest.mark.parametrize("odd", [*ODD, "", ". . .", "?" * 1000], ids=ascii)
def test_odd_characters_can_be_spotted_in(kb: Any, odd: str) -> None:
    document = Linker(kb).link(f"{odd} Tiger Woods {odd}")
    assert_whole(document, f"{odd} Tiger Woods {odd}", list(document.spans))
    assert list(document.spans) == sorted(document.spans)


text_and_spans = st.text(max_size=20).flatmap(
    lambda text: st.tuples(
        st.just(text),
        st.lists(
            st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(lambda span: (min(span), max(span))),
            max_size=5,
        ),
    )
)


@given(text_and_spans)
def test_any_text_with_any_mentions(linker: Linker, given_text: tuple[str, list[tuple[int, int]]]) -> None:
    assert_whole(linker.link(*given_text), *given_text)


@given(st.text(st.characters(), max_size=30))  # half surrogates too
def test_any_text_can_be_spotted_in(linker: Linker, text: str) -> None:
    spotting = linker.with_options(spotter=None)
    document = spotting.link(text)
    assert_whole(document, text, list(document.spans))


def test_a_text_of_ten_megabytes_takes_seconds(bare: Path) -> None:
    linker = load(bare, relatedness="njs", spotter=no_mentions)
    text = "The Tiger won a game at Augusta, in Georgia, on Sunday. " * 180_000
    assert len(text) > 10_000_000
    with at_most(30):
        document = linker.link(text, [(4, 9), (len(text) // 2, len(text) // 2 + 9), (len(text) - 32, len(text) - 25)])
        assert len(document.to_dict()["mentions"]) == 3
        assert len(document._repr_html_()) > len(text)


def test_memory_is_some_times_the_text_whatever_the_dimensions(linker: Linker) -> None:
    text = "Tiger won the game at Augusta in Georgia. " * 8_000
    tracemalloc.start()
    linker.link(text, ["Tiger", "Augusta"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * len(text)  # at 300 dimensions it would be near 1000


@pytest.mark.parametrize(
    "names",
    [
        ["Tiger", "Augusta", "Georgia", "Woods", "Greece"] * 1000,
        [f"Tiger {i}" for i in range(3000)],
        ["Zzyzx", "", "."] * 1667,
    ],
    ids=["repeated", "distinct", "unknown"],
)
def test_thousands_of_mentions_take_seconds(linker: Linker, names: list[str]) -> None:
    text, spans = written(names)
    with at_most(20):
        document = linker.link(text, spans)
        assert len(document.to_dict()["mentions"]) == len(names)
        assert len(str(document).split("\n")) == len(names)
        assert len(document.tree) == max(len(names_of(document)) - 1, 0)
        assert draw_tree(document) is not None
        assert document._repr_html_().count("<tr>") == len(names) + 1
        assert repr(document)
        assert str(document.explain(17))


def test_evidence_grows_with_the_mentions_not_with_their_square(linker: Linker) -> None:
    text, spans = written(name for i in range(150) for name in ("Greece", f"Georgia {i}"))
    document = linker.link(text, spans)
    said = sum(len(each["evidence"]) for each in document.to_dict()["mentions"])
    assert said < 20 * len(document)


def test_names_that_begin_alike_take_no_square_of_time() -> None:
    long = [f"the name {'x' * 20}{i}" for i in range(1500)]
    with at_most(1.5):
        expand([*long, *(f"the n{i}" for i in range(1500))])


def test_a_name_that_stands_often_takes_no_square_of_time() -> None:
    with at_most(2):
        expand(["Tiger Woods"] * 8000)


def test_words_are_read_once_however_many_mentions_lie_over_them() -> None:
    text = "Tiger masters golf. " * 1000
    many = [(0, len(text)), (20, 25), (20, 40)] * 50
    assert len(tokenize(text, many).words) == len(tokenize(text, []).words) == 3000


def test_a_mention_over_a_long_text_takes_seconds(linker: Linker) -> None:
    text = "tigre vinse la partita in augusta presso georgia. " * 6_000
    with at_most(12):
        document = linker.link(text, [(0, len(text))])
        assert len(document) == 1


def test_explaining_one_of_thousands_takes_no_time(linker: Linker) -> None:
    document = linker.link(*written([f"Tiger {i}" for i in range(400)]))
    document.explain(0)
    with at_most(30):
        for number in range(0, 400, 20):
            str(document.explain(number))
