"""Formats of one line a tweet, a token or a document."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from pathlib import Path

import pytest

from pairlinking.errors import DocumentError, SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention
from pairlinking.evaluation.formats.own_jsonl import write as write_jsonl
from tests.evaluation.made_up import read, spans, write
from tests.limits import at_most

DB = "http://dbpedia.org/resource/"


def tweets(tmp_path: Path, *lines: str, end: str = "\n") -> Path:
    return write(tmp_path / "tweets.csv", end.join(lines) + end)


def test_surface_forms_of_a_tweet_are_found_from_left_to_right(tmp_path: Path) -> None:
    line = f'7\t"Ohio, "Ohio" &lt;3 ohio"\tOhio\t{DB}A\tOhio\t{DB}B\t&lt;3\t{DB}C'
    documents, notes = read("micropost", tweets(tmp_path, line))
    assert documents[0].id == "7"
    assert documents[0].text == 'Ohio, "Ohio" &lt;3 ohio'
    assert [(each.start, each.gold) for each in documents[0].mentions] == [
        (0, (DB + "A",)),
        (7, (DB + "B",)),
        (13, (DB + "C",)),
    ]
    assert notes.corrected == []


def test_a_tweet_may_hold_tabs_and_have_no_mention(tmp_path: Path) -> None:
    lines = [f'1\t"One\t"two" in Ohio"\tOhio\t{DB}Ohio', '2\t"None here"', "", '3\t"Odd \u2028 line end"']
    documents, _ = read("micropost", tweets(tmp_path, *lines, end="\r\n"))
    assert [each.text for each in documents] == ['One\t"two" in Ohio', "None here", "Odd \u2028 line end"]
    assert [len(each.mentions) for each in documents] == [1, 0, 0]


@pytest.mark.parametrize(
    ("surface", "text"), [("Rupert Murdoch", "Rupert #Murdoch"), ("Rupert #Murdoch", "RupertMurdoch"), ("ohio", "OHIO")]
)
def test_a_hash_sign_or_the_case_may_differ(tmp_path: Path, surface: str, text: str) -> None:
    documents, notes = read("micropost", tweets(tmp_path, f'1\t"So {text} said"\t{surface}\t{DB}X'))
    assert documents[0].surfaces == [text]
    assert [each.reason for each in notes.corrected] == ["the surface form is spelled differently from the text"]


def test_order_within_a_tweet_does_not_lose_a_mention(tmp_path: Path) -> None:
    documents, notes = read("micropost", tweets(tmp_path, f'1\t"Ohio State"\tState\t{DB}S\tOhio\t{DB}O\tElse\t{DB}E'))
    assert spans(documents[0]) == [("Ohio", (DB + "O",)), ("State", (DB + "S",))]
    assert [each.place for each in notes.skipped] == [f"{tmp_path / 'tweets.csv'}, line 1"]


@pytest.mark.parametrize("line", ["1\tno quotes", '1\t"a"\tOhio', f'1\t"a"\tOhio\t{DB}O\tState', "word"])
def test_a_broken_tweet_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(SourceError, match=r"tweets\.csv, line 2: a tweet must be"):
        read("micropost", tweets(tmp_path, '1\t"fine"', line))


AIDA = """-DOCSTART- (1 EU)
EU\tB\tEU\t--NME--
rejects
German\tB\tGerman\tGermany\thttp://en.wikipedia.org/wiki/Germany\t11867\t/m/0345h
U.S.\tB\tU.S. Open\tU\\u002eS\\u002e_Open_\\u0028golf\\u0029
Open\tI\tU.S. Open\tU\\u002eS\\u002e_Open_\\u0028golf\\u0029

Bonn\tB\tBonn\tBonn
-DOCSTART- (2 Rare)
Nothing
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tokens_make_a_text(tmp_path: Path, end: str) -> None:
    documents, _ = read("aida-conll", write(tmp_path / "a.tsv", AIDA.replace("\n", end)))
    assert [each.id for each in documents] == ["1 EU", "2 Rare"]
    assert documents[0].text == "EU rejects German U.S. Open\nBonn"
    assert spans(documents[0]) == [
        ("EU", None),
        ("German", ("http://en.wikipedia.org/wiki/Germany",)),
        ("U.S. Open", ("U.S._Open_(golf)",)),
        ("Bonn", ("Bonn",)),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("EU\n", "line 1: a document must begin with a line -DOCSTART-"),
        ("\n", "holds no document"),
        ("-DOCSTART- (1)\nOpen\tI\tOpen\tX\n", r"line 2: a mention continues \(I\)"),
        ("-DOCSTART- (1)\nU\tB\tU X\tX\n\nX\tI\tU X\tX\n", r"line 4: a mention continues \(I\)"),
        ("-DOCSTART- (1)\nOpen\tB\n", "line 2: a token, B or I"),
        ("-DOCSTART- (1)\nOpen\tC\tOpen\tX\n", "line 2: a token, B or I"),
    ],
)
def test_broken_tokens_are_told_with_their_line(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read("aida-conll", write(tmp_path / "a.tsv", content))


def test_annotations_without_text_keep_tokens(tmp_path: Path) -> None:
    content = (
        "-DOCSTART- (1 EU)\r\n0\t--NME--\r\n2\tPeople\\u0027s\thttp://en.wikipedia.org/wiki/People's\t5\t/m/1\r\n"
        "9\tTeresa\thttp://en.wikipedia.org/wiki/Teresa\t1222409\r\n\r\n-DOCSTART- (2testa X)\r\n3\tS\\u0026P\r\n"
    )
    documents, _ = read("aida-annotations", write(tmp_path / "a.tsv", content))
    assert [(each.id, each.text) for each in documents] == [("1 EU", ""), ("2testa X", "")]
    wiki = "http://en.wikipedia.org/wiki/"
    assert [each.gold for each in documents[0].mentions] == [None, (wiki + "People's",), (wiki + "Teresa",)]
    assert [(each.start, each.gold) for each in documents[1].mentions] == [(3, ("S&P",))]


@pytest.mark.parametrize("line", ["0\tX", "-DOCSTART- (1)\nx\tX", "-DOCSTART- (1)\n7", ""])
def test_broken_annotations_are_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(SourceError, match=r"expected|no document"):
        read("aida-annotations", write(tmp_path / "a.tsv", line))


def test_marked_tokens(tmp_path: Path) -> None:
    content = (
        "DOCSTART_1_EU\nIn\nMMSTART_23 New_York\nNew\nYork\nMMEND\n*NL*\nEnd\nDOCEND\n\nDOCSTART_2_X\nNo\nDOCEND\n"
    )
    documents, _ = read("aida-marked", write(tmp_path / "a.txt", content))
    assert [(each.id, each.text) for each in documents] == [("1_EU", "In New York\nEnd"), ("2_X", "No")]
    assert spans(documents[0]) == [("New York", ("New_York",))]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("In\n", "line 1: a document must begin"),
        ("DOCSTART_1\nMMEND\n", "line 2: a mention ends that did not begin"),
        ("DOCSTART_1\nMMSTART_1 A\nMMSTART_2 B\n", "line 3: a mention begins within a mention"),
        ("DOCSTART_1\nMMSTART_1\n", "line 2: the title of the page is missing"),
        ("", "holds no document"),
    ],
)
def test_broken_marks_are_told_with_their_line(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read("aida-marked", write(tmp_path / "a.txt", content))


def elevant(tmp_path: Path, *labels: object, **more: object) -> Path:
    record = {"id": 0, "title": "one", "text": "Waymo car", "labels": list(labels)} | more
    return write(tmp_path / "a.jsonl", "\n" + json.dumps(record) + "\n")


def test_elevant_gives_ids_of_wikidata(tmp_path: Path) -> None:
    labels = [
        {"id": 1, "span": [6, 9], "entity_id": "Q1420", "name": "motor car", "parent": 0},
        {"id": 0, "span": [0, 9], "entity_id": "<NO_MAPPING>", "name": "Unknown", "children": [1]},
        {"id": 2, "span": [0, 5], "entity_id": "<NIL>", "name": "Unknown"},
        {"id": 3, "span": [5, 99], "entity_id": "Q1", "name": "Outside"},
    ]
    documents, notes = read("elevant", elevant(tmp_path, *labels))
    assert documents[0].id == "one"
    assert spans(documents[0]) == [
        ("Waymo", None),
        ("Waymo car", None),
        ("car", ("http://www.wikidata.org/entity/Q1420",)),
    ]
    assert [each.place for each in notes.skipped] == [f"{tmp_path / 'a.jsonl'}, line 2"]


@pytest.mark.parametrize(
    "more",
    [
        {"labels": [{"span": [0], "entity_id": "Q1"}]},
        {"labels": ["x"]},
        {"labels": None},
        {"text": 7},
        {"id": None, "title": None},
    ],
)
def test_broken_elevant_is_told_with_its_line(tmp_path: Path, more: dict[str, object]) -> None:
    with pytest.raises(SourceError, match=r"a\.jsonl, line 2: "):
        read("elevant", elevant(tmp_path, **more))


def test_our_own_json_lines_come_back_as_they_were(tmp_path: Path) -> None:
    mentions = (AnnotatedMention(0, 4, ("Ohio",)), AnnotatedMention(0, 4, ("A", "B")), AnnotatedMention(5, 8, None))
    documents = [AnnotatedDocument("Ä", "Ohio \u2028 x😀", mentions), AnnotatedDocument("2", "", ())]
    file = io.StringIO()
    write_jsonl(documents, file)
    found, _ = read("jsonl", write(tmp_path / "a.jsonl", file.getvalue()))
    assert found == documents


def test_our_own_json_lines_may_be_printed_links(tmp_path: Path) -> None:
    record = {
        "text": "Ohio, so",
        "mentions": [{"start": 0, "end": 4, "surface": "Ohio", "entity": {"id": "Ohio", "title": "x"}}],
    }
    documents, _ = read("jsonl", write(tmp_path / "a.jsonl", "\ufeff" + json.dumps(record)))
    assert documents[0].id == "1"
    assert spans(documents[0]) == [("Ohio", ("Ohio",))]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "1" * 5000,
        '{"text": "a"}',
        '{"text": "a", "mentions": [{"start": 0, "end": 1}]}',
        '{"text": "a", "mentions": [{"start": 0, "end": 1, "entity": 3}]}',
        '{"text": "a", "mentions": [{"start": 0, "end": 1, "entity": []}]}',
        '{"text": "a", "mentions": [{"start": true, "end": 1, "entity": "A"}]}',
    ],
)
def test_broken_json_lines_are_told_with_their_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(SourceError, match=r"a\.jsonl, line 2: "):
        read("jsonl", write(tmp_path / "a.jsonl", '{"text": "", "mentions": []}\n' + line))


def test_half_a_surrogate_pair_is_no_reason_to_fall_over(tmp_path: Path) -> None:
    record = r'{"text": "\ud800 Ohio", "mentions": [{"start": 0, "end": 4, "surface": "Ohio", "entity": "Ohio"}]}'
    assert read("jsonl", write(tmp_path / "a.jsonl", record))[0][0].surfaces == ["Ohio"]


def test_a_document_without_text_is_not_written() -> None:
    with pytest.raises(DocumentError, match="comes without its text"):
        write_jsonl([AnnotatedDocument("1", "", (AnnotatedMention(0, 1, None),))], io.StringIO())


def test_a_mention_must_lie_within_its_text() -> None:
    with pytest.raises(DocumentError, match="must lie within its text of 4 characters"):
        AnnotatedDocument("1", "Ohio", (AnnotatedMention(2, 5, None),))


@pytest.mark.parametrize("tail", ["", "\t", "\tx", "   "])
def test_a_line_of_quotation_marks_takes_linear_time(tmp_path: Path, tail: str) -> None:
    line = '1\t"' + '"\ta\thttp://b' * 50_000 + tail
    with at_most(10), suppress(SourceError):
        read("micropost", tweets(tmp_path, line))
