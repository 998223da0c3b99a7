"""The NIF data sets, written as we answer and read back: not a letter of text, mentions and gold is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from pairlinking.errors import DocumentError
from pairlinking.evaluation import catalogue
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats import FORMATS
from pairlinking.interfaces.nif import NifDocument, read_nif, write_nif
from tests.interfaces.nif.made_up import expected_graph

DATA = Path(__file__).parents[3] / "shared" / "datasets"
NIF_SETS = [name for name in catalogue.names() if catalogue.find(name).format == "nif"]

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DATA.exists(), reason="needs the data sets in ../shared/datasets"),
]


def load(name: str) -> tuple[AnnotatedDocument, ...]:
    if catalogue.find(name).missing(DATA):
        pytest.skip(f"needs {name} in ../shared/datasets")
    return catalogue.load(name, DATA).documents


def written(documents: tuple[AnnotatedDocument, ...]) -> str:
    return write_nif(map(NifDocument.of, documents))


def test_there_are_four_of_them() -> None:
    assert sorted(NIF_SETS) == ["kore50", "reuters128", "rss500", "spotlight"]


@pytest.mark.parametrize("name", NIF_SETS)
def test_we_read_what_we_write(name: str) -> None:
    documents = load(name)
    content = read_nif(written(documents).encode())
    found = [
        (each.name, each.text, [(mention.start, mention.end, mention.entities or None) for mention in each.mentions])
        for each in content.documents
    ]
    assert found == [
        (each.id, each.text, [(mention.start, mention.end, mention.gold) for mention in each.mentions])
        for each in documents
    ]
    assert (content.corrected, content.skipped) == ((), 0)


@pytest.mark.parametrize("name", NIF_SETS)
def test_the_reader_of_data_sets_reads_what_we_write(name: str, tmp_path: Path) -> None:
    documents = load(name)
    path = tmp_path / "written.ttl"
    path.write_bytes(written(documents).encode())
    notes = Notes()
    assert tuple(FORMATS["nif"](path, None, notes)) == documents
    assert (notes.skipped, notes.corrected) == ([], [])


@pytest.mark.parametrize("name", NIF_SETS)
def test_rdflib_reads_what_we_write(name: str) -> None:
    turtle = written(load(name))
    named = list(read_nif(turtle).documents)
    assert set(rdflib.Graph().parse(data=turtle, format="turtle")) == expected_graph(named)


@pytest.mark.parametrize("name", [name for name in NIF_SETS if name != "spotlight"])
def test_the_files_themselves_can_be_sent(name: str) -> None:
    documents = load(name)
    content = read_nif(catalogue.find(name).paths(DATA)[0].read_bytes())
    assert [(each.name, each.text) for each in content.documents] == [(each.id, each.text) for each in documents]
    assert [sorted(each.spans) for each in content.documents] == [
        [(mention.start, mention.end) for mention in each.mentions] for each in documents
    ]
    assert {each.rpartition(": ")[2] for each in content.corrected} == (
        {"offsets count UTF-8 bytes"} if name == "kore50" else set()
    )


def test_a_file_with_a_mention_of_a_missing_context_is_refused() -> None:
    load("spotlight")
    with pytest.raises(
        DocumentError, match=r"NIF, line \d+: <http://.*> refers to <.*>, which is not a context with a"
    ):
        read_nif(catalogue.find("spotlight").paths(DATA)[0].read_bytes())
