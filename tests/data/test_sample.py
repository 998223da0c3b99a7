"""The sample wiki and its gold documents are whole, true to their sources, and ambiguous enough to be worth linking."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pairlinking.sources import Damage, read_pages, read_site, scan
from sample.make import DATA, gold_jsonl, wiki_xml

NS = "{http://www.mediawiki.org/xml/export-0.11/}"
LINK = re.compile(r"\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]([a-z]*)")


@dataclass
class Wiki:
    """Pages of the sample by kind, each with its wikitext or target."""

    articles: dict[str, str] = field(default_factory=dict)
    disambiguations: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)

    def links(self, text: str) -> list[tuple[str, str]]:
        """Title, redirects resolved, and anchor of every link to an article."""
        text = re.sub(r"<!--.*?-->|<(math|nowiki)>.*?</\1>", "", text, flags=re.DOTALL)
        found = []
        for target, label, trail in LINK.findall(text):
            title = " ".join(target.split("#")[0].replace("_", " ").split())
            title = title[:1].upper() + title[1:]
            if not title.startswith(("File:", "Category:")):
                found.append((self.redirects.get(title, title), (label or target) + trail))
        return found


@cache
def wiki() -> Wiki:
    made = Wiki()
    for page in ET.parse(DATA / "sample-wiki.xml").getroot().iter(NS + "page"):
        title, text = page.findtext(NS + "title") or "", page.findtext(f"{NS}revision/{NS}text") or ""
        redirect = page.find(NS + "redirect")
        if redirect is not None:
            made.redirects[title] = redirect.get("title") or ""
        elif text.rstrip().endswith("{{disambiguation}}"):
            made.disambiguations[title] = text
        else:
            made.articles[title] = text
    return made


def senses() -> dict[str, set[str]]:
    """Entities that each anchor leads to, over all articles."""
    found: dict[str, set[str]] = defaultdict(set)
    for text in wiki().articles.values():
        for title, anchor in wiki().links(text):
            if title in wiki().articles:
                found[anchor].add(title)
    return found


def test_the_package_holds_what_the_sources_say() -> None:
    assert Path(DATA / "sample-wiki.xml").read_text(encoding="utf-8") == wiki_xml()
    assert Path(DATA / "sample-gold.jsonl").read_text(encoding="utf-8") == gold_jsonl()


def test_there_are_enough_pages_of_every_kind() -> None:
    assert len(wiki().articles) >= 250
    assert len(wiki().redirects) >= 60
    assert len(wiki().disambiguations) >= 40
    assert set(wiki().redirects.values()) <= wiki().articles.keys()


def test_every_article_has_links_in_and_out() -> None:
    linked: set[str] = set()
    red: list[str] = []
    for title, text in wiki().articles.items():
        targets = {target for target, _ in wiki().links(text)} - {title}
        assert len(targets & wiki().articles.keys()) >= 3, title
        red += targets - wiki().articles.keys()
        linked |= targets
    assert wiki().articles.keys() <= linked
    assert len(red) <= 20


def test_at_least_sixty_surface_forms_are_ambiguous() -> None:
    assert sum(len(titles) > 1 for titles in senses().values()) >= 60
    assert {"Tiger", "Tiger Woods", "Tiger Beer"} <= senses()["Tiger"]
    assert {"Georgia (U.S. state)", "Georgia (country)"} <= senses()["Georgia"]


def test_gold_mentions_are_words_of_the_text_with_an_article_or_none() -> None:
    documents = [json.loads(line) for line in gold_jsonl().splitlines()]
    assert len(documents) >= 60
    assert len({document["id"] for document in documents}) == len(documents)
    entities = [mention["entity"] for document in documents for mention in document["mentions"]]
    assert {entity for entity in entities if entity} <= wiki().articles.keys()
    assert entities.count(None) >= 8
    for document in documents:
        end = 0
        for mention in document["mentions"]:
            surface = document["text"][mention["start"] : mention["end"]]
            assert mention["start"] >= end
            assert surface
            assert surface == surface.strip()
            end = mention["end"]


def test_no_gold_sentence_is_a_sentence_of_the_wiki() -> None:
    plain = " ".join(LINK.sub(lambda m: (m[2] or m[1]) + m[3], text) for text in wiki().articles.values())
    for line in gold_jsonl().splitlines():
        for sentence in re.split(r"(?<=[.!?])\s+", json.loads(line)["text"]):
            assert len(sentence) < 20 or sentence not in plain


def test_our_own_reader_takes_the_sample_whole() -> None:
    dump, damage = DATA / "sample-wiki.xml", list[Damage]()
    site = read_site(dump)
    pages = list(read_pages(dump, site=site, on_damage=damage.append))
    assert damage == []
    scanned = {page.title: scan(page.text, site, title=page.title) for page in pages if page.redirect is None}
    assert {page.title: page.redirect for page in pages if page.redirect} == wiki().redirects
    assert {title for title, page in scanned.items() if page.is_disambiguation} == wiki().disambiguations.keys()
    for page in scanned.values():
        assert all(page.text[link.start : link.end] == link.anchor for link in page.links if link.place == "text")
        assert "{{" not in page.text
    # One article shows a list of lists, within <nowiki>.
    assert [title for title, page in scanned.items() if "[[" in page.text] == ["Programming language"]
    tigers = {link.target for page in scanned.values() for link in page.links if link.anchor == "Tiger"}
    assert {"Tiger", "Tiger Woods", "Tiger Airways", "Tiger Beer"} <= tigers
