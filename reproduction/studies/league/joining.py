"""Wikidata ids to entities of a knowledge base, through data sets that come with ids and with titles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pairlinking.evaluation.entities import gold_entity
from pairlinking.evaluation.gold import read_gold
from pairlinking.kb import KnowledgeBase
from reproduction.studies.league.peers import Article, titled
from reproduction.studies.league.scores import GoldDocument

__all__ = ["Join", "gold_documents", "join_names"]

_ADDRESS = "http://www.wikidata.org/entity/"


class Join:
    """The entities of a knowledge base that a Wikidata id means.

    The id itself is looked up first, for a knowledge base with such keys. Otherwise, every title that a data set has
    at a span is a name of the id that ELEVANT has there, and the knowledge base follows its redirects.
    """

    def __init__(self, kb: KnowledgeBase, names: Mapping[str, Iterable[str]]) -> None:
        self._kb = kb
        self._entities = {
            identifier: {
                found for name in (_ADDRESS + identifier, *titles) if (found := gold_entity(kb, name)) is not None
            }
            for identifier, titles in names.items()
        }

    def has(self, identifier: str) -> bool:
        """Whether the knowledge base has the entity."""
        return bool(self._entities.get(identifier))

    def identifier(self, entity: str, gold: str | None) -> str:
        """The Wikidata id `gold` if the entity with this key has it, otherwise the key."""
        return gold if gold is not None and self._kb.get(entity) in self._entities[gold] else f"key:{entity}"


def join_names(data: Path, articles: Mapping[str, list[Article]]) -> dict[str, list[str]]:
    """Titles of each Wikidata id, the most frequent first; Wikidata's label if no data set has a title for it.

    Labels come last because they are not titles: Q312 is "Apple" there, which is a fruit in Wikipedia.
    """
    counts: dict[str, dict[str, int]] = {}
    labels: dict[str, str] = {}
    for data_set, of_set in articles.items():
        by_text = {document.text.strip(): document for document in read_gold(titled(data_set), data).documents}
        for article in of_set:
            document = by_text.get(article.text.strip())
            shift = 0 if document is None else _indent(article.text) - _indent(document.text)
            titles = {
                (each.start + shift, each.end + shift): each.gold or ()
                for each in ([] if document is None else document.mentions)
            }
            for label in article.labels:
                if label.entity is not None:
                    labels[label.entity] = label.name
                    of_entity = counts.setdefault(label.entity, {})
                    for title in titles.get(label.span, ()):
                        of_entity[title] = of_entity.get(title, 0) + 1
    return {
        identifier: sorted(found, key=lambda title: -found[title]) or [labels[identifier]]
        for identifier, found in counts.items()
    }


def gold_documents(articles: Iterable[Article], join: Join) -> list[GoldDocument]:
    """Gold of the documents, and which of it the knowledge base lacks."""
    documents = []
    for article in articles:
        outer = [label for label in article.labels if not label.is_inner]
        entities = {label.span: label.entity for label in outer if label.entity is not None}
        documents.append(
            GoldDocument(
                article.text,
                entities,
                unknown=frozenset(label.span for label in outer if label.entity is None),
                inner=frozenset(label.span for label in article.labels if label.is_inner),
                lacking=frozenset(span for span, entity in entities.items() if not join.has(entity)),
            )
        )
    return documents


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
