"""What is written is read back as it was, by us and by rdflib."""

from __future__ import annotations

from dataclasses import replace

import pytest
import rdflib
from hypothesis import example, given

from pairlinking.errors import DocumentError
from pairlinking.interfaces.nif import NifDocument, NifMention, read_nif, write_nif
from tests.interfaces.nif.made_up import ITSRDF, NIF, documents, expected_graph

X = "http://example.org/x"


def without_names(found: tuple[NifDocument, ...]) -> list[NifDocument]:
    return [replace(each, mentions=tuple(replace(mention, name=None) for mention in each.mentions)) for each in found]


@given(documents())
@example(
    [NifDocument(X, 'a\r\nb\u2028c\x00\\"\'\'\'"""', (NifMention(0, 3), NifMention(0, 3, (X,)), NifMention(8, 12)))]
)
@example([NifDocument(X, "שלום 😀 عالم", (NifMention(5, 6, (X,)), NifMention(7, 11)))])
@example([NifDocument(X, "a", (NifMention(0, 1),)), NifDocument(X + "#char=0,1", "b", (NifMention(0, 1),))])
def test_a_round_trip_loses_nothing(given_documents: list[NifDocument]) -> None:
    content = read_nif(write_nif(given_documents).encode())
    assert without_names(content.documents) == given_documents
    assert (content.corrected, content.skipped) == ((), 0)


@given(documents())
def test_rdflib_reads_the_very_triples(given_documents: list[NifDocument]) -> None:
    turtle = write_nif(given_documents)
    named = list(read_nif(turtle).documents)  # with the names that the phrases got
    assert set(rdflib.Graph().parse(data=turtle, format="turtle")) == expected_graph(named)


def test_names_and_order_of_phrases_are_kept() -> None:
    mentions = (NifMention(2, 3, (), X + "?b"), NifMention(0, 1, (), X + "?a"), NifMention(2, 3, (), X + "?c"))
    assert read_nif(write_nif([NifDocument(X, "abc", mentions)])).documents[0].mentions == mentions


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (X, X + "#char=1,2"),
        (X + "#char=0,3", X + "#char=1,2"),
        (X + "#char=0,", X + "#char=1,2"),
        (X + "#sentence=4", X + "#sentence=4,char=1,2"),
    ],
)
def test_phrases_are_addressed_from_their_context(context: str, expected: str) -> None:
    turtle = write_nif([NifDocument(context, "abc", (NifMention(1, 2),))])
    assert read_nif(turtle).documents[0].mentions[0].name == expected


def test_a_span_that_is_several_mentions_has_several_addresses() -> None:
    twice = (NifMention(0, 1, (X,)), NifMention(0, 1, (X + "2",)), NifMention(0, 1))
    found = read_nif(write_nif([NifDocument(X, "abc", twice)])).documents[0].mentions
    assert [each.name for each in found] == [X + "#char=0,1", X + "#char=0,1;mention=2", X + "#char=0,1;mention=3"]


def test_blank_nodes_stay_blank() -> None:
    turtle = write_nif([NifDocument("_:odd:name%", "abc", (NifMention(0, 1), NifMention(1, 2, (), "_:[7")))])
    graph = rdflib.Graph().parse(data=turtle, format="turtle")
    contexts = list(graph.subjects(rdflib.RDF.type, NIF.Context))
    assert [type(each) for each in contexts] == [rdflib.BNode]
    assert len(list(graph.subjects(NIF.referenceContext, contexts[0]))) == 2
    assert len(read_nif(turtle).documents[0].mentions) == 2


def test_confidence_is_written_where_it_is_told() -> None:
    mentions = (NifMention(0, 1, (X,), None, 0.1234567), NifMention(1, 2, (X,)))
    graph = rdflib.Graph().parse(data=write_nif([NifDocument(X, "abc", mentions)]), format="turtle")
    assert [float(str(value)) for value in graph.objects(None, ITSRDF.taConfidence)] == [0.123457]


def test_comments_cannot_break_out_of_their_line() -> None:
    turtle = write_nif([NifDocument(X, "a")], ["one\n<a:a> <a:b> <a:c> .\rtwo\u2028three"])
    assert turtle.splitlines()[0] == "# one <a:a> <a:b> <a:c> . two three"
    assert len(rdflib.Graph().parse(data=turtle, format="turtle")) == 6


def test_addresses_cannot_break_out_of_their_brackets() -> None:
    evil = 'http://example.org/> <a:b> "c" . <http://example.org/\n\\'
    turtle = write_nif([NifDocument(X, "a", (NifMention(0, 1, (evil,)),))])
    graph = rdflib.Graph().parse(data=turtle, format="turtle")
    assert list(graph.objects(None, ITSRDF.taIdentRef)) == [rdflib.URIRef(evil)]


def test_half_of_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(DocumentError, match=r"half of a character \(U\+D83D\)"):
        write_nif([NifDocument(X, "a\ud83d")])
