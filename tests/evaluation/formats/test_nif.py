"""NIF: texts, mentions, and everything that is odd in the files people use."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from tests.evaluation.made_up import PREFIXES, phrase, read, spans, write

DB = "http://dbpedia.org/resource/"


def context(name: str, text: str) -> str:
    return f'<{name}> a nif:Context ; nif:isString "{text}"^^xsd:string .\n'


def nif(tmp_path: Path, *parts: str) -> Path:
    return write(tmp_path / "made.ttl", PREFIXES + "".join(parts))


def test_texts_come_in_the_order_of_the_file_and_mentions_by_offset(tmp_path: Path) -> None:
    path = nif(
        tmp_path,
        phrase("http://x/2", 11, 17, "Paris", DB + "Paris").replace('"Paris"', '"Berlin"'),
        context("http://x/2", "Paris and  Berlin."),
        context("http://x/1", "Nothing."),
        phrase("http://x/2", 0, 5, "Paris", DB + "Paris"),
    )
    documents, notes = read("nif", path)
    assert [each.id for each in documents] == ["http://x/2", "http://x/1"]
    assert spans(documents[0]) == [("Paris", (DB + "Paris",)), ("Berlin", (DB + "Paris",))]
    assert documents[1].mentions == ()
    assert notes.skipped == []
    assert notes.corrected == []


@pytest.mark.parametrize("address", ["http://aksw.org/notInWiki/Some_Firm", "http://aksw.org/notInWiki"])
def test_not_in_wiki_is_nil(tmp_path: Path, address: str) -> None:
    documents, _ = read(
        "nif", nif(tmp_path, context("http://x/1", "Some Firm"), phrase("http://x/1", 0, 9, "Some Firm", address))
    )
    assert spans(documents[0]) == [("Some Firm", None)]


def test_a_phrase_without_an_entity_is_nil_and_a_sentence_no_mention(tmp_path: Path) -> None:
    lone = phrase("http://x/1", 0, 4, "Some", "E").replace(" ; itsrdf:taIdentRef <E>", "")
    sentence = (
        phrase("http://x/1", 5, 9, "Firm", "E")
        .replace(" ; itsrdf:taIdentRef <E>", "")
        .replace("nif:Phrase", "nif:Sentence")
    )
    documents, _ = read("nif", nif(tmp_path, context("http://x/1", "Some Firm"), lone, sentence))
    assert spans(documents[0]) == [("Some", None)]


def test_names_stand_as_spelled(tmp_path: Path) -> None:
    names = ["http://de.dbpedia.org/resource/Köln", DB + "AT%26T", "http://dbpedia.org/page/Ohio", DB + "Ångström"]
    parts = [phrase("http://x/1", i, i + 1, "abcd"[i], name) for i, name in enumerate(names)]
    documents, _ = read("nif", nif(tmp_path, context("http://x/1", "abcd"), *parts))
    assert [mention.gold for mention in documents[0].mentions] == [(name,) for name in names]


def test_two_entities_of_a_mention_are_both_right(tmp_path: Path) -> None:
    two = phrase("http://x/1", 0, 1, "a", DB + "A").replace(f"<{DB}A>", f"<{DB}A> , <{DB}B>")
    documents, _ = read("nif", nif(tmp_path, context("http://x/1", "abcd"), two))
    assert documents[0].mentions[0].gold == (DB + "A", DB + "B")


def test_offsets_in_bytes_are_put_right(tmp_path: Path) -> None:
    path = nif(
        tmp_path, context("http://x/1", "Müller met Völler here."), phrase("http://x/1", 12, 19, "Völler", DB + "V")
    )
    documents, notes = read("nif", path)
    assert spans(documents[0]) == [("Völler", (DB + "V",))]
    assert [(each.reason, each.place) for each in notes.corrected] == [
        ("the offsets count UTF-8 bytes", f"{path}, line {PREFIXES.count(chr(10)) + 2}")
    ]


def test_a_wrong_offset_goes_to_the_nearest_place(tmp_path: Path) -> None:
    text = "songs here, and there songs, and songs"
    documents, notes = read(
        "nif", nif(tmp_path, context("http://x/1", text), phrase("http://x/1", 20, 25, "songs", DB + "Song"))
    )
    assert documents[0].mentions[0].start == text.index("songs", 5)
    assert "nearest" in notes.corrected[0].reason


def test_a_mention_that_the_text_does_not_have_is_skipped(tmp_path: Path) -> None:
    path = nif(tmp_path, context("http://x/1", "Some text"), phrase("http://x/1", 0, 4, "Else", DB + "E"))
    documents, notes = read("nif", path)
    assert documents[0].mentions == ()
    assert [(each.reason, each.what) for each in notes.skipped] == [("the surface form is not in the text", "mention")]


def test_a_mention_of_a_context_that_is_not_there_goes_by_its_own_address(tmp_path: Path) -> None:
    own, lost = "http://x/a.html?r=1#sentence=1,char=1,8", "http://x/b#sentence=1,char=0,3"
    path = nif(
        tmp_path,
        "<http://x/a.html?r=1> a nif:Context ; nif:sourceUrl <http://x/a.html> .\n",
        context("http://x/a.html?r=1#sentence=1", "“Rebirth” is"),
        phrase("http://x/a.html?r=1#sentence=8", 1, 8, "Rebirth", DB + "Rebirth", name=own),
        phrase("http://x/b#sentence=8", 0, 3, "Not", DB + "Not", name=lost),
    )
    documents, notes = read("nif", path)
    assert [each.id for each in documents] == ["http://x/a.html?r=1#sentence=1"]
    assert spans(documents[0]) == [("Rebirth", (DB + "Rebirth",))]
    assert len(notes.corrected) == 1
    assert [each.reason for each in notes.skipped] == ["the context is not there, or has no text"]


def test_nested_mentions_stay(tmp_path: Path) -> None:
    parts = [phrase("http://x/1", 0, 13, "Port of Turku", DB + "P"), phrase("http://x/1", 8, 13, "Turku", DB + "T")]
    documents, _ = read("nif", nif(tmp_path, context("http://x/1", "Port of Turku"), *parts))
    assert documents[0].surfaces == ["Port of Turku", "Turku"]


def test_a_mention_without_offsets_is_skipped(tmp_path: Path) -> None:
    broken = phrase("http://x/1", 0, 4, "Some", DB + "E").replace('"0"^^xsd:long', '"zero"')
    _, notes = read("nif", nif(tmp_path, context("http://x/1", "Some text"), broken))
    assert [each.reason for each in notes.skipped] == ["beginIndex or endIndex is missing, or no number"]


def test_a_file_without_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no text"):
        read("nif", nif(tmp_path, "<http://x/1> a nif:Context ."))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nowhere\.ttl: No such file"):
        read("nif", tmp_path / "nowhere.ttl")
