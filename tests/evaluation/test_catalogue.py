"""The declared data sets, read from made-up files in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import SourceError, UnknownName
from pairlinking.evaluation import catalogue
from pairlinking.evaluation.documents import AnnotatedDocument, Counts, Notes
from pairlinking.evaluation.formats import FORMATS
from tests.evaluation.made_up import instance, problem, write

PAPER = ["reuters128", "ace2004", "msnbc", "spotlight", "rss500", "kore50", "micro14", "aquaint"]
WIKI = "http://en.wikipedia.org/wiki/"


def ace(data: Path, *instances: str, text: str = "Seattle and Ohio") -> Path:
    folder = data / "ace2004/gerbil/ACE2004_Coref_Turking/Dev"
    write(folder / "ProblemsNoTranscripts/one.txt", problem(*instances))
    write(folder / "RawTextsNoTranscripts/one.txt", text)
    return data


def test_the_sets_of_the_paper_are_those_with_its_counts() -> None:
    assert [name for name in catalogue.names() if catalogue.find(name).paper] == PAPER


@pytest.mark.parametrize("name", catalogue.names())
def test_every_declaration_is_whole(name: str) -> None:
    found = catalogue.find(name)
    assert found.format in FORMATS
    assert found.title
    assert found.licence
    assert found.obtain
    assert found.source.startswith("https://")
    assert 0 < found.counts.linked_documents <= found.counts.documents
    assert 0 < found.counts.linked_mentions <= found.counts.mentions


def test_a_set_is_loaded_with_its_corrections(tmp_path: Path) -> None:
    data = ace(tmp_path, instance("Seattle", 0, 7, WIKI + "Seattke"), instance("Ohio", 12, 4, "*null*"))
    loaded = catalogue.load("ace2004", data)
    assert [mention.gold for mention in loaded.documents[0].mentions] == [(WIKI + "Seattle",), None]
    assert [each.place for each in loaded.notes.corrected] == ["document 'one.txt', character 0"]
    assert loaded.counts == Counts(1, 1, 2, 1)
    assert loaded.differences()[0] == "D is 1, not 57"


def test_an_unknown_set_is_told_what_comes_near() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'reuters128'"):
        catalogue.load("reuter128", ".")


def test_a_missing_set_is_told_how_to_get(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"micro14/.*\.csv is missing\. Ask the organisers"):
        catalogue.load("micro14", tmp_path)


def test_mentions_that_were_skipped_are_no_difference() -> None:
    declared = catalogue.find("aquaint")
    documents = tuple(AnnotatedDocument(str(number), "a", ()) for number in range(50))
    notes = Notes()
    for _ in range(726):
        notes.skip("made up", "nowhere")
    assert catalogue.LoadedDataSet(declared, documents, notes).differences() == ["M is 0, not 727", "M+ is 0, not 727"]
    notes.skip("made up", "nowhere")
    assert catalogue.LoadedDataSet(declared, documents, notes).differences() == []
