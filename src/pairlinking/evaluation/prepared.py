"""A data set made ready for one knowledge base: candidates, features and gold entities, once for all experiments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pairlinking.candidates import CandidateGenerator, CandidateList
from pairlinking.evaluation.documents import AnnotatedDocument
from pairlinking.evaluation.entities import gold_entity
from pairlinking.kb import KnowledgeBase
from pairlinking.local.features import Featurizer
from pairlinking.local.models import open_models
from pairlinking.local.training import TOP_K
from pairlinking.types import FloatArray

__all__ = ["PreparedDocument", "prepare"]


@dataclass(frozen=True, eq=False)
class PreparedDocument:
    """A document before it is decided.

    Attributes
    ----------
    spans, surfaces
        Its mentions in the order of the text, each span once.
    gold
        Per mention the numbers of the entities that are right; empty for a mention without any in the knowledge base.
    lists
        Candidates of each mention.
    rows
        Features of all candidates, one mention after the other.
    local
        Local confidence of the knowledge base's own models, per mention.
    """

    id: str
    spans: list[tuple[int, int]]
    surfaces: list[str]
    gold: list[frozenset[int]]
    lists: Sequence[CandidateList]
    rows: FloatArray
    local: Sequence[FloatArray]

    @property
    def entities(self) -> list[list[int]]:
        """Candidates of each mention as numbers."""
        return [each.entities.tolist() for each in self.lists]

    def split(self, values: FloatArray) -> list[FloatArray]:
        """Values of all candidates, by mention."""
        return np.split(values, np.cumsum([len(each) for each in self.lists])[:-1]) if self.lists else []


def prepare(
    kb: KnowledgeBase, documents: Iterable[AnnotatedDocument], *, with_nil: bool = False
) -> Iterator[PreparedDocument]:
    """Look up candidates and gold; documents without a mention in the knowledge base are left out, as in the paper.

    Mentions that mean nothing in the knowledge base are left out as well, as the paper measures disambiguation alone;
    `with_nil` keeps them, in documents that have any mention.
    """
    models, generator, featurizer = open_models(kb), CandidateGenerator(kb), Featurizer(kb)
    for document in documents:
        mentions = [
            (mention, frozenset(found for name in mention.gold or () if (found := gold_entity(kb, name)) is not None))
            for mention in document.merged().mentions
        ]
        mentions = [each for each in mentions if with_nil or each[1]]
        if not mentions:
            continue
        spans = [(mention.start, mention.end) for mention, _ in mentions]
        surfaces = [document.text[start:end] for start, end in spans]
        lists = models.ranker.cut(generator.generate(surfaces), TOP_K)
        yield PreparedDocument(
            id=document.id,
            spans=spans,
            surfaces=surfaces,
            gold=[gold for _, gold in mentions],
            lists=lists,
            rows=featurizer.features(document.text, spans, lists),
            local=models.scorer.score(document.text, spans, lists),
        )
