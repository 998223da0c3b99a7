"""Learning to rank and to score candidates, from documents whose links are known."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pairlinking._support.forest import Forest
from pairlinking._support.options import check_int
from pairlinking.candidates import CandidateGenerator, CandidateList
from pairlinking.candidates.generator import split_by_mention
from pairlinking.candidates.ranker import RANKER_FEATURES, TOP_K, Ranker, ranker_features
from pairlinking.columns import Columns
from pairlinking.errors import DocumentError, PairLinkingError
from pairlinking.linking.coherence import Unseen
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.documents import GoldDocument, WithoutPage, pages_to_learn_from
from pairlinking.local.examples import CHECKED, Examples
from pairlinking.local.features import Featurizer
from pairlinking.local.retelling import retell
from pairlinking.local.trees import scorer_parameters
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Learnt", "TooLittleToLearn", "learn_local"]

# How often things are linked depends on the size of the wiki, so a model for other knowledge bases must not use it.
_COUNTS = frozenset(["count", "total", "candidates", "popularity", "rank_of_popularity", "margin_of_popularity"])
_RANKER_ROUNDS = 100
_SCORER_ROUNDS = 300
_ENOUGH_UNSEEN = 20_000  # mentions for a second stage to learn from


class TooLittleToLearn(PairLinkingError):
    """There are too few mentions with several candidates."""


@dataclass(frozen=True)
class Learnt:
    """Models, how good models like them are on documents they have not seen, and these documents.

    There is no ranker if the order of the lists, by P(e|m), is as good.

    Attributes
    ----------
    checked
        One in five documents, with confidences of a model that has learned from the others.
    unseen
        These and more, for a second stage to learn from, including retold documents.
    """

    ranker: Forest | None
    scorer: Forest
    figures: dict[str, Any]
    checked: list[PreparedGold]
    unseen: list[Unseen]


class _Twice(NamedTuple):
    """A model that has not seen the documents for checking, and one that has learned from all."""

    trial: Forest
    final: Forest

    @classmethod
    def train(cls, examples: Examples, parameters: dict[str, Any], rounds: int, names: Sequence[str]) -> _Twice:
        """Learn both."""
        return cls(*(examples.train(parameters, rounds, names, without=fold) for fold in (0, None)))

    def of(self, number: int) -> Forest:
        """The one for the candidates of a document."""
        return self.trial if number % CHECKED == 0 else self.final


def learn_local(
    kb: KnowledgeBase,
    documents: Iterable[GoldDocument] | None = None,
    *,
    least: int = 10,
    seed: int = 1,
    threads: int = 1,
    for_any_kb: bool = False,
) -> Learnt:
    """Learn the ranker and the scorer.

    Parameters
    ----------
    documents
        Annotated documents; by default the pages that were set aside for learning, each without its own anchors.
    least
        How many mentions with two or more candidates are needed.
    threads
        Of LightGBM. More than one pays off only with millions of candidates: idle threads of OpenMP spin.
    for_any_kb
        Whether the scorer is to work with other knowledge bases too: it then uses no counts.

    Raises
    ------
    TooLittleToLearn
        There are fewer than `least` mentions with two or more candidates.
    """
    check_int("train", "threads", threads, 1)
    own_pages = documents is None
    texts = list(pages_to_learn_from(kb) if documents is None else documents)
    _check(kb, texts)
    n_told = len(texts)
    if own_pages:
        texts = _and_retold(kb, texts, seed)
    found = [_generate(kb, document, own_pages=own_pages) for document in texts]
    ranked = _ranker_examples(kb, texts, found)
    _check_enough(ranked, least)
    parameters = scorer_parameters(RANKER_FEATURES, seed=seed, threads=threads)
    rankers = _Twice.train(ranked, parameters, _RANKER_ROUNDS, RANKER_FEATURES)
    ranks = _beats_the_order(kb, rankers.trial, texts, found)
    cut = [Ranker(kb, rankers.of(number) if ranks else None).cut(lists, TOP_K) for number, lists in enumerate(found)]
    featurizer = Featurizer(kb)
    own = [sorted(set(document.entities)) if own_pages else () for document in texts]
    rows = [
        featurizer.features(document.text, document.spans, lists, own=linked)
        for document, lists, linked in zip(texts, cut, own, strict=True)
    ]
    parameters = scorer_parameters(featurizer.names, seed=seed, threads=threads)
    if for_any_kb:
        parameters["feature_contri"] = [0.0 if name in _COUNTS else 1.0 for name in featurizer.names]
    examples = _scorer_examples(texts, cut, rows)
    scorers = _Twice.train(examples, parameters, _SCORER_ROUNDS, featurizer.names)
    unseen: list[Unseen] = []
    for fold in range(CHECKED):
        # No model has learned from the first fold; more folds are needed only if it is small.
        if sum(len(each.document) for each in unseen) >= _ENOUGH_UNSEEN:
            break
        scorer = examples.train(parameters, _SCORER_ROUNDS, featurizer.names, without=fold) if fold else scorers.trial
        for at in range(fold, len(texts), CHECKED):
            # Local confidence has already learned what a wiki's own columns can teach.
            columns = None if own_pages else Columns(featurizer.names, rows[at])
            document = _checked(texts[at], cut[at], scorer.predict(rows[at]), columns)
            unseen.append(Unseen(at, document, texts[at].page))
    checked = [each.document for each in unseen if each.number % CHECKED == 0 and each.number < n_told]
    figures = _figures(texts[:n_told], found, checked)
    return Learnt(rankers.final if ranks else None, scorers.final, figures, checked, unseen)


def _and_retold(kb: KnowledgeBase, texts: Sequence[GoldDocument], seed: int) -> list[GoldDocument]:
    """The documents, and nearly all of them a second time, retold in the style of news.

    A few are not retold, so that a retold document falls into the same fold as the original.
    """
    retold = (retell(document, kb.title, seed + number) for number, document in enumerate(texts))
    return [*texts, *islice(retold, len(texts) % CHECKED, None)]


def _check(kb: KnowledgeBase, texts: Sequence[GoldDocument]) -> None:
    if len(texts) < CHECKED:
        raise TooLittleToLearn(
            f"Too little to learn from: {len(texts)} documents, but at least {CHECKED} are needed, since one in "
            f"{CHECKED} is kept for checking. Pass more documents, or build with a larger --learn."
        )
    for number, document in enumerate(texts):
        if document.entities and not -1 <= min(document.entities) <= max(document.entities) < len(kb):
            raise DocumentError(f"Document {number} has an entity that is not among the {len(kb):,} of {kb.path}.")


def _check_enough(ranked: Examples, least: int) -> None:
    ambiguous = int((ranked.sizes > 1).sum())
    if ambiguous < least:
        raise TooLittleToLearn(
            f"Too little to learn from: {ambiguous:,} mentions with two or more candidates, but at least {least:,} are "
            "needed. Pass annotated documents, or build with a larger --learn."
        )


def _generate(kb: KnowledgeBase, document: GoldDocument, *, own_pages: bool) -> list[CandidateList]:
    dictionary = WithoutPage(kb.dictionary, document) if own_pages else None
    own = set(document.entities) if own_pages else ()
    return CandidateGenerator(kb, dictionary=dictionary, own=own).generate(document.surfaces)


def _beats_the_order(
    kb: KnowledgeBase, trial: Forest, texts: Sequence[GoldDocument], found: Sequence[Sequence[CandidateList]]
) -> bool:
    """Whether, on unseen pages, a ranker keeps significantly more right candidates of long lists than their order."""
    ranker, gained, lost = Ranker(kb, trial), 0, 0
    for document, lists in zip(texts[::CHECKED], found[::CHECKED], strict=True):
        long = [(gold, each) for gold, each in zip(document.entities, lists, strict=True) if len(each) > TOP_K]
        for (gold, whole), cut in zip(long, ranker.cut([each for _, each in long], TOP_K), strict=True):
            kept, would_be = gold in cut.entities, gold in whole.entities[:TOP_K]
            gained, lost = gained + (kept and not would_be), lost + (would_be and not kept)
    return gained - lost > 2 * math.sqrt(gained + lost)


def _ranker_examples(
    kb: KnowledgeBase, texts: Sequence[GoldDocument], found: Sequence[Sequence[CandidateList]]
) -> Examples:
    examples = Examples(len(RANKER_FEATURES))
    for number, (document, lists) in enumerate(zip(texts, found, strict=True)):
        for gold, each in zip(document.entities, lists, strict=True):
            if len(each) > 1:
                examples.add(number, ranker_features(kb, [each]), each.entities == gold)
    return examples


def _scorer_examples(
    texts: Sequence[GoldDocument], cut: Sequence[Sequence[CandidateList]], rows: Sequence[FloatArray]
) -> Examples:
    examples = Examples(rows[0].shape[1])
    for number, (document, lists, values) in enumerate(zip(texts, cut, rows, strict=True)):
        for gold, each, part in zip(document.entities, lists, split_by_mention(values, lists), strict=True):
            examples.add(number, part, each.entities == gold)
    return examples


def _checked(
    document: GoldDocument, lists: Sequence[CandidateList], scores: FloatArray, columns: Columns | None
) -> PreparedGold:
    gold = [frozenset() if entity < 0 else frozenset([entity]) for entity in document.entities]
    source = TextDocument(document.text, tuple(document.spans))
    return PreparedGold(source, document.spans, lists, split_by_mention(scores, lists), gold, columns=columns)


def _figures(
    texts: Sequence[GoldDocument], found: Sequence[Sequence[CandidateList]], checked: Sequence[PreparedGold]
) -> dict[str, Any]:
    """Counts, and shares of those mentions of the checked documents whose entity the knowledge base has."""
    long = [
        (gold in cut.entities, gold in whole.entities[:TOP_K], gold in whole.entities)
        for number, each in enumerate(checked)
        for right, cut, whole in zip(each.gold, each.lists, found[number * CHECKED], strict=True)
        for gold in right
        if len(whole) > TOP_K
    ]
    known = [
        (len(each), gold in each.entities, each.entities[np.argmax(local)] == gold, each.entities[0] == gold)
        for document in checked
        for right, each, local in zip(document.gold, document.lists, document.local, strict=True)
        for gold in right
        if len(each)
    ]
    ambiguous = [row for row in known if row[0] > 1]

    def share(rows: Sequence[tuple[Any, ...]], at: int) -> float:
        return round(float(np.mean([row[at] for row in rows])), 4) if rows else 0.0

    return {
        "documents": len(texts),
        "mentions": sum(gold >= 0 for document in texts for gold in document.entities),
        "checked_ambiguous_mentions": len(ambiguous),
        "checked_accuracy": share(ambiguous, 2),
        "checked_accuracy_of_prior": share(ambiguous, 3),
        "checked_long_lists": len(long),
        "checked_recall_of_long_lists": share(long, 0),
        "checked_recall_of_long_lists_by_prior": share(long, 1),
    }
