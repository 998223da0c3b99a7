"""Facts about entities in NIF, and one address for each name that the knowledge base does not have."""

from __future__ import annotations

import json

import pytest
import rdflib

import pairlinking as pl
from pairlinking.building import build
from pairlinking.interfaces.nif import EntityUris, NifDocument, NifMention, answered, read_nif, spotted, write_nif
from pairlinking.kb import KnowledgeBase

TEXT = "Ada Lovelace met Bob Frobnitz. Frobnitz did not know Ada Lovelace."
NAMES = ("Ada Lovelace", "Bob Frobnitz", "Frobnitz", "Ada Lovelace")
ADA = "http://dbpedia.org/resource/Ada_Lovelace"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("facts")
    facts = {"description": 'wrote of the "Engine"', "type": "person", "wikidata": "Q7259"}
    (folder / "people.jsonl").write_text(json.dumps({"id": "Ada Lovelace", "title": "Ada Lovelace", **facts}))
    return build(folder / "people.jsonl", folder / "kb", workers=1)


@pytest.fixture(scope="module")
def linker(kb: KnowledgeBase) -> pl.Linker:
    return pl.Linker(kb, relatedness="njs", threshold=0.0)


def given() -> NifDocument:
    spans, done = [], 0
    for name in NAMES:
        start = TEXT.index(name, done)
        spans.append(NifMention(start, start + len(name)))
        done = start + len(name)
    return NifDocument("http://example.org/1", TEXT, tuple(spans))


def test_facts_of_each_entity_come_once_and_only_when_asked_for(linker: pl.Linker) -> None:
    document = given()
    linked, uris = linker.link(TEXT, document.spans), EntityUris(linker.kb, "dbpedia")
    bare, told = (write_nif([answered(document, linked, uris, facts=facts)]) for facts in (False, True))
    assert "rdf-schema" not in bare
    graph = rdflib.Graph().parse(data=told, format="turtle")
    ada = rdflib.URIRef(ADA)
    assert [str(each) for each in graph.objects(ada, rdflib.RDFS.label)] == ["Ada Lovelace"]
    assert [str(each) for each in graph.objects(ada, rdflib.RDFS.comment)] == ['wrote of the "Engine"']
    assert rdflib.URIRef("http://dbpedia.org/ontology/Person") in set(graph.objects(ada, rdflib.RDF.type))
    assert [str(each) for each in graph.objects(ada, rdflib.OWL.sameAs)] == ["http://www.wikidata.org/entity/Q7259"]
    assert read_nif(told.encode()).documents == read_nif(bare.encode()).documents
    found = spotted(document, linked, uris, facts=True)
    assert [each.label for each in found.entities] == ["Ada Lovelace"]


def test_a_name_and_its_short_form_that_are_unknown_have_one_address(linker: pl.Linker) -> None:
    document = given()
    linked = linker.link(TEXT, document.spans)
    ada, bob, frobnitz, again = (
        each.entities for each in answered(document, linked, EntityUris(linker.kb, "dbpedia")).mentions
    )
    assert ada == again == (ADA,)
    assert bob == frobnitz == ("http://aksw.org/notInWiki/Bob_Frobnitz",)
