"""The token corpus: the paper's example, offsets, pages over batches, words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.vectors.corpus import Lines, page_lines, sentence_lines
from pairlinking.text.words import words
from pairlinking.types import IntArray
from tests.reference import corpus as literal

SCHEMA = pa.schema(
    [
        ("page", pa.string()),
        ("number", pa.int32()),
        ("text", pa.string()),
        (
            "anchors",
            pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int32()), ("target", pa.string())])),
        ),
    ]
)
ENTITIES = {"Tiger Woods": 7, "Cypress, California": 2, "Cheyenne Woods": 1}
WOODS = [
    ("Tiger Woods", "Woods was born in Cypress.", {"Woods": "Tiger Woods", "Cypress": "Cypress, California"}),
    ("Tiger Woods", "He has a niece, Cheyenne Woods.", {"Cheyenne Woods": "Cheyenne Woods"}),
]
WOODS_LINES = [
    "woods was born in cypress",
    "/7 was born in /2",
    "he has a niece cheyenne woods",
    "he has a niece /1",
]

Sentence = tuple[str, str, dict[str, str]]


def entity_of(target: str) -> int:
    return ENTITIES.get(target, -1)


def entities_of(targets: pa.Array) -> IntArray:
    return np.array([entity_of(target) for target in targets.to_pylist()], dtype=np.int64)


def spelled(lines: Lines) -> list[str]:
    words, starts = lines.words.to_pylist(), [0, *lines.ends.tolist()]
    tokens = [words[number] if number >= 0 else f"/{-1 - number}" for number in lines.ids.tolist()]
    return [" ".join(tokens[start:end]) for start, end in pairwise(starts)]


def batch(*sentences: Sentence) -> pa.RecordBatch:
    """A batch of the table `sentences`; each anchor is where its words first occur."""
    rows = [
        {
            "page": page,
            "number": number,
            "text": text,
            "anchors": [
                {"start": text.index(anchor), "end": text.index(anchor) + len(anchor), "target": target}
                for anchor, target in anchors.items()
            ],
        }
        for number, (page, text, anchors) in enumerate(sentences)
    ]
    return pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def lines(*batches: pa.RecordBatch) -> list[str]:
    found = spelled(sentence_lines(batches, entities_of))
    assert found == [" ".join(tokens) for tokens in literal.sentence_lines(batches, entity_of)]
    return found


def links(*rows: tuple[str, str, str]) -> pa.RecordBatch:
    """A batch of the table `links`: page, target, place."""
    names = ("page", "target", "place")
    return pa.RecordBatch.from_pylist([dict(zip(names, row, strict=True)) for row in rows])


def linked(*batches: pa.RecordBatch, known: dict[str, set[str]] | None = None) -> list[str]:
    found = spelled(page_lines(pa.Table.from_batches(batches), entities_of, known))
    assert found == [" ".join(tokens) for tokens in literal.page_lines(batches, entity_of, known)]
    return found


TEXT = [("Tiger Woods", target, "text") for target in ("Tiger Woods", "Cypress, California", "Cheyenne Woods")]


def test_the_example_of_the_paper_with_one_line_a_sentence_and_one_a_page() -> None:
    assert lines(batch(*WOODS)) == WOODS_LINES
    assert linked(links(*TEXT)) == ["/7 /2 /1"]


def test_a_page_may_go_on_in_the_next_batch_and_ends_where_another_begins() -> None:
    other = [("Golf", "Tiger Woods", "text"), ("Golf", "Cheyenne Woods", "table")]
    assert linked(links(TEXT[0]), links(*TEXT[1:], *other)) == ["/7 /2 /1", "/7 /1"]
    assert linked(links(*TEXT, other[0]), links(other[1])) == ["/7 /2 /1", "/7 /1"]


def test_links_of_tables_and_lists_count_but_aliases_do_not() -> None:
    rows = [("Golf", "Tiger Woods", "table"), ("Golf", "Golf", "alias"), ("Golf", "Cheyenne Woods", "note")]
    assert linked(links(*rows)) == ["/7 /1"]
    (line,) = linked(links(*[("Golf", target, "listed") for target in sorted(ENTITIES)]))
    assert sorted(line.split()) == ["/1", "/2", "/7"]


def test_a_list_of_links_comes_in_an_order_of_its_page_s_own() -> None:
    orders = {
        tuple(linked(links(*[(page, target, "listed") for target in sorted(ENTITIES)]))[0].split())
        for page in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    }
    assert len(orders) == 6


def test_what_an_earlier_source_has_is_not_counted_again() -> None:
    known = {"Tiger Woods": {"Cypress, California"}}
    assert linked(links(*TEXT), known=known) == ["/7 /1"]
    assert linked(links(*TEXT), known={"Golf": {"Cypress, California"}}) == ["/7 /2 /1"]


def test_an_anchor_that_leads_to_no_entity_stays_words() -> None:
    sentence = ("Golf", "Woods plays golf.", {"Woods": "Tiger Woods", "golf": "Golf (no entity)"})
    assert lines(batch(sentence)) == ["woods plays golf", "/7 plays golf"]
    assert lines(batch(("Golf", "All play golf.", {"golf": "Golf (no entity)"}))) == ["all play golf"]


def test_offsets_count_characters_of_the_text_as_it_is_written() -> None:
    # In lower case İ is two characters, and 𝔸 is one character of four bytes.
    sentence = ("Page", "İİİ 𝔸 東京 Woods, Ünal's Cypress!", {"Woods": "Tiger Woods", "Cypress": "Cypress, California"})
    i = "İ".lower() * 3
    assert lines(batch(sentence))[1:] == [f"{i} 𝔸 東 京 /7 ünal s /2"]


def test_of_overlapping_anchors_the_first_counts() -> None:
    sentence = ("Page", "Woods of Cypress here", {"Woods of": "Tiger Woods", "of Cypress": "Cypress, California"})
    assert lines(batch(sentence)) == ["woods of cypress here", "/7 cypress here"]


def test_an_anchor_may_begin_or_end_within_a_word() -> None:
    assert lines(batch(("Page", "AntiWoodsism", {"Woods": "Tiger Woods"}))) == ["antiwoodsism", "anti /7 ism"]


def test_a_page_with_one_link_has_no_line_of_entities() -> None:
    assert linked(links(TEXT[0])) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("¡...!", []),
        ("In 1997-98, U.S. snake_case", ["in", "1997", "98", "u", "s", "snake", "case"]),
        ("Ångström’s Ωmega", ["ångström", "s", "ωmega"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("e\u0301te\u0301 finie", ["e\u0301te\u0301", "finie"]),
        ("서울은 도시다", ["서울은", "도시다"]),
        ("東京タワーはTokyo", ["東", "京", "タ", "ワ", "ー", "は", "tokyo"]),
        ("𠮷野家", ["𠮷", "野", "家"]),
    ],
)
def test_words_of_many_languages(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(text=st.text(st.characters(max_codepoint=127)))
def test_ascii_is_split_as_all_text_is(text: str) -> None:
    assert words(text) == words(text + " é")[:-1]


@given(text=st.text())
def test_a_word_is_never_an_entity_and_never_has_space_in_it(text: str) -> None:
    assert all("/" not in word and word.split() == [word] for word in words(text))
    assert words(" ".join(words(text))) == words(text)


@st.composite
def marked_sentences(draw: st.DrawFn) -> dict[str, object]:
    """A row of the table `sentences` with any text, and anchors anywhere, including overlapping and empty ones."""
    text = draw(st.text(st.sampled_from("ab ,-İéß東𝔸"), min_size=1, max_size=12))
    anchors = []
    for start in sorted(draw(st.lists(st.integers(0, len(text)), max_size=3))):
        target = draw(st.sampled_from([*ENTITIES, "Nowhere"]))
        anchors.append({"start": start, "end": draw(st.integers(start, len(text))), "target": target})
    return {"page": "Page", "number": 0, "text": text, "anchors": anchors}


@given(batches=st.lists(st.lists(marked_sentences(), max_size=4), max_size=3))
def test_lines_of_sentences_are_those_made_of_strings(batches: list[list[dict[str, object]]]) -> None:
    lines(*(pa.RecordBatch.from_pylist(rows, schema=SCHEMA) for rows in batches))


PAGES, PLACES = st.sampled_from("ABC"), st.sampled_from(["text", "table", "listed", "alias"])
ROWS = st.lists(st.tuples(PAGES, st.sampled_from([*ENTITIES, "Nowhere"]), PLACES), min_size=1, max_size=20)


@given(rows=ROWS, known=st.dictionaries(PAGES, st.sets(st.sampled_from(sorted(ENTITIES)))))
def test_lines_of_pages_are_those_made_of_strings(rows: list[tuple[str, str, str]], known: dict[str, set[str]]) -> None:
    linked(links(*rows), known=known)
