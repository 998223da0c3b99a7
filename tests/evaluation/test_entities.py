"""Names of data sets, found in a knowledge base."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention
from pairlinking.evaluation.entities import gold_entity, language_of, plain_name, with_plain_names
from pairlinking.kb import KnowledgeBase
from tests.kb.small_kb import KEYS, write_small_kb


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return KnowledgeBase.open(write_small_kb(tmp_path_factory.mktemp("kb")))


def german(kb: KnowledgeBase) -> KnowledgeBase:
    found = KnowledgeBase.open(kb.path)
    found.manifest.parameters["site"] = {"page_url": "https://de.wikipedia.org/wiki/"}
    return found


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Tiger Woods", "Tiger Woods"),
        ("tiger_Woods", "Tiger Woods"),
        ("Eldrick_Woods", "Tiger Woods"),
        ("http://en.wikipedia.org/wiki/Eldrick_Woods", "Tiger Woods"),
        ("https://en.wikipedia.org/wiki/panthera_tigris", "Tiger"),
        ("http://dbpedia.org/resource/Georgia_%28U.S._state%29", "Georgia (U.S. state)"),
        ("http://dbpedia.org/page/Augusta,_Georgia", "Augusta, Georgia"),
        ("http://dbpedia.org/resource/Ägypten", "Ägypten"),
        ("http://dbpedia.org/resource/%C3%84gypten", "Ägypten"),
        ("http://en.dbpedia.org/resource/Tiger", "Tiger"),
        ("Augusta,&nbsp;Georgia", "Augusta, Georgia"),
        ("Tiger#Habitat", "Tiger"),
    ],
)
def test_names_are_found(kb: KnowledgeBase, name: str, key: str) -> None:
    assert gold_entity(kb, name) == KEYS.index(key)


@pytest.mark.parametrize(
    "name",
    [
        "Lion",
        "",
        "http://de.dbpedia.org/resource/Tiger",
        "http://de.wikipedia.org/wiki/Tiger",
        "http://www.wikidata.org/entity/Q5",
        "http://elsewhere.org/Tiger",
        "100%",
        "%FF",
    ],
)
def test_other_names_are_not(kb: KnowledgeBase, name: str) -> None:
    assert gold_entity(kb, name) is None


def test_the_language_is_that_of_the_knowledge_base(kb: KnowledgeBase) -> None:
    assert language_of(kb) == "en"
    assert language_of(german(kb)) == "de"
    assert gold_entity(german(kb), "http://de.dbpedia.org/resource/Tiger") == KEYS.index("Tiger")
    assert gold_entity(german(kb), "http://dbpedia.org/resource/Tiger") is None


def test_ids_of_wikidata_are_keys_of_a_catalogue(tmp_path: Path) -> None:
    catalogue = KnowledgeBase.open(write_small_kb(tmp_path, catalogue=True))
    assert gold_entity(catalogue, "http://www.wikidata.org/entity/Q5") == 4
    assert gold_entity(catalogue, "http://www.wikidata.org/entity/Q99") is None
    assert gold_entity(catalogue, "Tiger Woods") == 4


def test_plain_names() -> None:
    assert plain_name("http://en.wikipedia.org/wiki/prisoner_of_war") == "Prisoner of war"
    assert plain_name("http://de.dbpedia.org/resource/Lohn") == "http://de.dbpedia.org/resource/Lohn"
    assert plain_name("Duff & Phelps") == "Duff & Phelps"
    names = ("http://dbpedia.org/resource/A_%26_B", "http://dbpedia.org/resource/A_&_B")
    document = AnnotatedDocument("1", "ab", (AnnotatedMention(0, 1, names), AnnotatedMention(1, 2, None)))
    assert [each.gold for each in with_plain_names(document).mentions] == [("A & B",), None]
