"""From a text and its mentions to candidates and local confidences: the steps before anything is decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pairlinking.candidates import CandidateGenerator
from pairlinking.candidates.ranker import TOP_K
from pairlinking.kb.storage.resident import limit_resident
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.mentions import Span
from pairlinking.linking.prepared import Prepared
from pairlinking.local import BoostedScorer, LocalScorer
from pairlinking.local.models import Models, open_models
from pairlinking.text.forms import Expander, Trimmer, expand, is_behind_article, trim

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Preparer"]


class Preparer:
    """Looks candidates up, keeps the best, and scores them.

    Parameters
    ----------
    models
        Those of the knowledge base by default.
    scorer
        Gives local confidence; that of the models by default.
    top_k, trimmer, expander
        Options of `pairlinking.Linker`.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        *,
        models: Models | None = None,
        scorer: LocalScorer | None = None,
        top_k: int = TOP_K,
        trimmer: Trimmer = trim,
        expander: Expander = expand,
    ) -> None:
        models = models or open_models(kb)
        self.ranker, self.scorer, self.top_k = models.ranker, scorer or models.scorer, top_k
        self.generator = CandidateGenerator(kb, trimmer=trimmer, expander=expander)

    def prepare(self, source: TextDocument, spans: Sequence[Span]) -> Prepared:
        """The document with these mentions, which come in the order of the text."""
        limit_resident()
        text = source.text
        definite = {number for number, (start, _) in enumerate(spans) if is_behind_article(text, start)}
        lists = self.generator.generate([text[start:end] for start, end in spans], definite=definite)
        lists = self.ranker.cut(lists, self.top_k)
        if not isinstance(self.scorer, BoostedScorer):
            return Prepared(source, spans, lists, self.scorer.score(text, spans, lists))
        columns = self.scorer.columns(text, spans, lists)
        return Prepared(source, spans, lists, self.scorer.score_columns(columns, lists), columns=columns)
