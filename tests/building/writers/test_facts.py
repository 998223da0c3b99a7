"""Facts of entities from all sources, kept as columns."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pairlinking.building.builder import build
from pairlinking.building.shrinking import ShrinkOptions, shrink
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.kb.verify import find_problems
from tests.building.counted_kb import rewritten
from tests.sources.dumps import dump, page

HEAD = '<mediawiki xml:lang="en"><siteinfo><sitename>W</sitename><base>https://w.org/wiki/Main</base></siteinfo>\n'
PAGES = (
    page(
        1,
        "Ada",
        "{{Short description|Mathematician}}{{Infobox person|image=Ada.jpg}}'''Ada''' was a woman of [[Ohio]].",
    ),
    page(2, "Ohio", "'''Ohio''' is a state of the [[USA]]."),
    page(3, "USA", "Nothing."),
)
LINE = {
    "id": "crm-1",
    "title": "Ada L.",
    "same_as": "Ada",
    "type": "customer",
    "description": "Ours",
    "wikidata": "Q7259",
    "owner": {"name": "Kim"},
    "since": 1815,
}
OTHER = {"id": "crm-2", "title": "Bob", "url": "https://crm/2", "image": 7}
BARE = {"id": "crm-3", "title": "Eve"}
PROPS = (
    "-- Host: x    Database: w\nINSERT INTO `page_props` VALUES (2,'wikibase-shortdesc','U.S. state',NULL),"
    "(2,'page_image_free','Flag.svg',NULL),(2,'page_image','Not_free.png',NULL),(1,'wikibase-shortdesc','no',NULL),"
    "(99,'wikibase_item','Q99',NULL),(3,'wikibase_item','Q30',NULL);\n-- Dump completed\n"
)


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    (tmp_path / "wiki.xml").write_bytes(dump(*PAGES, head=HEAD))
    (tmp_path / "crm.jsonl").write_text("".join(json.dumps(each) + "\n" for each in (LINE, OTHER, BARE)))
    (tmp_path / "props.sql").write_text(PROPS)
    sources = [tmp_path / "wiki.xml", tmp_path / "crm.jsonl"]
    return build(sources, tmp_path / "kb", page_props=[tmp_path / "props.sql"], workers=1)


def test_of_each_fact_the_first_source_counts(kb: KnowledgeBase) -> None:
    verify(kb.path)
    assert kb.facts(kb.find("Ada")) == {
        "id": "Ada",
        "title": "Ada",
        "url": "https://w.org/wiki/Ada",
        "description": "Mathematician",
        "kind": "person",
        "wikidata": "Q7259",
        "image": "Ada.jpg",
        "data": {"id": "crm-1", "type": "customer", "description": "Ours", "owner": {"name": "Kim"}, "since": 1815},
    }
    assert kb.facts(kb.find("Ohio")) == {
        "id": "Ohio",
        "title": "Ohio",
        "url": "https://w.org/wiki/Ohio",
        "description": "U.S. state",
        "kind": "place",
        "image": "Flag.svg",
    }
    assert kb.facts(kb.find("USA"))["wikidata"] == "Q30"
    assert kb.facts(kb.find("crm-2")) == {"id": "crm-2", "title": "Bob", "url": "https://crm/2", "data": {"image": 7}}
    # No page of the wiki is about it.
    assert kb.facts(kb.find("crm-3")) == {"id": "crm-3", "title": "Eve"}
    with pytest.raises(IndexError):
        kb.facts(len(kb))


def test_without_a_description_the_first_clause_is_one(tmp_path: Path) -> None:
    (tmp_path / "wiki.xml").write_bytes(dump(*PAGES))
    kb = build(tmp_path / "wiki.xml", tmp_path / "kb", workers=1)
    assert kb.facts(kb.find("Ohio"))["description"] == "state of the USA"
    assert kb.manifest.counts["kinds"] == 2


def test_a_smaller_knowledge_base_keeps_facts_but_no_text(kb: KnowledgeBase, tmp_path: Path) -> None:
    small = shrink(kb, tmp_path / "small", ShrinkOptions(entities=4))
    verify(small.path)
    assert small.facts(small.find("Ada")) == kb.facts(kb.find("Ada"))
    assert small.fact_columns is not None
    assert "clause" not in small.fact_columns.columns


def test_a_knowledge_base_from_before_there_were_facts_opens(kb: KnowledgeBase) -> None:
    for path in (kb.path / "facts").iterdir():
        path.unlink()
    (kb.path / "facts").rmdir()
    older = rewritten(kb)
    assert older.facts(older.find("Ada")) == {"id": "Ada", "title": "Ada", "url": "https://w.org/wiki/Ada"}


def test_damaged_facts_are_found(kb: KnowledgeBase) -> None:
    np.save(kb.path / "facts" / "image_entities.npy", np.array([3, 1], dtype=np.int32))
    changed = rewritten(kb)
    assert any("image_entities.npy is out of range or order" in each for each in find_problems(changed.path))
    np.save(kb.path / "facts" / "kinds.npy", np.zeros(3, dtype=np.uint16))
    with pytest.raises(KnowledgeBaseError, match="describes 3 entities"):
        rewritten(kb)
