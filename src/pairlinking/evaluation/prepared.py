"""Prepares a data set for one knowledge base: candidates, local confidences and gold, once for all experiments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairlinking.evaluation.documents import AnnotatedDocument
from pairlinking.evaluation.entities import gold_entity
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.preparing import Preparer

__all__ = ["prepare"]


def prepare(
    kb: KnowledgeBase, documents: Iterable[AnnotatedDocument], *, with_nil: bool = False
) -> Iterator[PreparedGold]:
    """Look up candidates and gold; documents without a mention in the knowledge base are left out, as in the paper.

    Mentions are in the order of the text, each span once. Those without an entity in the knowledge base are left out
    as well, since the paper measures disambiguation alone; `with_nil` keeps them, in documents that have any mention.
    """
    preparer = Preparer(kb)
    for document in documents:
        mentions = [
            (mention, frozenset(found for name in mention.gold or () if (found := gold_entity(kb, name)) is not None))
            for mention in document.merged().mentions
        ]
        mentions = [each for each in mentions if with_nil or each[1]]
        if mentions:
            spans = [(mention.start, mention.end) for mention, _ in mentions]
            prepared = preparer.prepare(TextDocument(document.text, tuple(spans), document.id), spans)
            yield prepared.with_gold([gold for _, gold in mentions])
