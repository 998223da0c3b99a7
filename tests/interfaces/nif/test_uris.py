"""Addresses of entities: those that DBpedia, Wikipedia and the data sets use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.building import open_sample
from pairlinking.errors import UnknownName
from pairlinking.evaluation.entities import gold_entity
from pairlinking.interfaces.nif import EntityUris
from pairlinking.interfaces.nif.uris import dbpedia_name
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.links import Entity


def wiki(page_url: str | None, *, has_titles: bool = False) -> Any:
    """As much of a knowledge base as addresses need."""
    parameters = {"site": {"page_url": page_url}}
    return SimpleNamespace(manifest=SimpleNamespace(parameters=parameters), titles=[""] if has_titles else None)


def entity(key: str, url: str | None = None) -> Entity:
    return Entity(key, key, url)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Tiger Woods", "Tiger_Woods"),
        ("Augusta, Georgia", "Augusta,_Georgia"),
        ("Georgia (U.S. state)", "Georgia_(U.S._state)"),
        ("AT&T", "AT&T"),
        ("1. FC Köln", "1._FC_Köln"),
        ("Who's Who?", "Who's_Who%3F"),
        ("100% Wolf", "100%25_Wolf"),
        ('"Heroes"', "%22Heroes%22"),
        ("C++", "C++"),
        ("[]#<>{}|\\^`", "%5B%5D%23%3C%3E%7B%7D%7C%5C%5E%60"),
        ("東京", "東京"),
        ("a\x00\x85b", "a%00%C2%85b"),
    ],
)
def test_titles_are_encoded_as_in_dbpedia(title: str, expected: str) -> None:
    assert dbpedia_name(title) == expected


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_every_title_makes_an_address_that_turtle_can_hold(title: str) -> None:
    for kind in ("dbpedia", "wikipedia"):
        address = EntityUris(wiki(None), kind).of(entity(title))
        assert not re.search(r'[<>"{}|^`\\\x00-\x20]', address)


@pytest.mark.parametrize("kind", ["dbpedia", "wikipedia"])
def test_addresses_of_the_sample_lead_back_to_their_entities(kind: str) -> None:
    kb = open_sample()
    uris = EntityUris(kb, kind)
    for number in range(len(kb)):
        assert gold_entity(kb, uris.of(Entity(kb.key(number), kb.title(number), kb.url(number)))) == number


@pytest.mark.parametrize(
    ("page_url", "kind", "expected"),
    [
        ("https://en.wikipedia.org/wiki/", "dbpedia", "http://dbpedia.org/resource/K%C3%B6ln"),
        ("http://de.wikipedia.org/wiki/", "dbpedia", "http://de.dbpedia.org/resource/K%C3%B6ln"),
        ("https://en.wikipedia.org/wiki/", "wikipedia", "http://en.wikipedia.org/wiki/K%C3%B6ln"),
        ("https://zh-yue.wikipedia.org/wiki/", "wikipedia", "http://zh-yue.wikipedia.org/wiki/K%C3%B6ln"),
        (None, "dbpedia", "http://dbpedia.org/resource/K%C3%B6ln"),
        ("https://wiki.example.org/", "dbpedia", "https://wiki.example.org/own"),
        ("https://wiki.example.org/", "wikipedia", "https://wiki.example.org/own"),
    ],
)
def test_the_language_is_that_of_the_wiki(page_url: str | None, kind: str, expected: str) -> None:
    address = EntityUris(wiki(page_url), kind).of(entity("Köln", "https://wiki.example.org/own"))
    assert address.replace("ö", "%C3%B6") == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("http://example.org/p/1", "http://example.org/p/1"),
        ("urn:isbn:123", "urn:isbn:123"),
        ("Q42", "http://www.wikidata.org/entity/Q42"),
        ("P 1/ä", "urn:pairlinking:P%201%2F%C3%A4"),
        ("http://not an address", "urn:pairlinking:http%3A%2F%2Fnot%20an%20address"),
    ],
)
def test_keys_of_a_catalogue_make_addresses(key: str, expected: str) -> None:
    assert EntityUris(wiki(None, has_titles=True)).of(entity(key)) == expected


@pytest.mark.filterwarnings("ignore::pairlinking.MissingVectorsWarning")
def test_a_real_catalogue_is_none_of_wikipedia(tmp_path: Path) -> None:
    entities = [{"id": "A1", "title": "Tiger", "text": "A cat like the [[A2|lion]]."}, {"id": "A2", "title": "Lion"}]
    (tmp_path / "entities.jsonl").write_text("".join(json.dumps(each) + "\n" for each in entities))
    kb: KnowledgeBase = pl.build(tmp_path / "entities.jsonl", tmp_path / "my.kb", workers=1)
    assert EntityUris(kb).of(Entity(kb.key(0), kb.title(0), kb.url(0))) == "urn:pairlinking:A1"


def test_other_kinds_of_addresses_are_refused() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'dbpedia'"):
        EntityUris(wiki(None), "dpedia")
