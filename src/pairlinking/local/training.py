"""Learning to rank and to score candidates, from documents whose links are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pairlinking._support.options import check_int
from pairlinking.candidates import CandidateGenerator, CandidateList
from pairlinking.candidates.ranker import RANKER_FEATURES, Ranker, ranker_features
from pairlinking.errors import DocumentError, PairLinkingError
from pairlinking.local.documents import GoldDocument, WithoutPage, pages_to_learn_from
from pairlinking.local.examples import CHECKED, Examples
from pairlinking.local.features import Featurizer
from pairlinking.local.trees import tree_parameters
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["TOP_K", "CheckedDocument", "Learnt", "TooLittleToLearn", "learn_local", "scorer_parameters"]

TOP_K = 20
_SIMILARITIES = ("near_context", "context", "document", "profile_context", "profile_document")
_SPEAK_FOR = frozenset(("prior", "expanded_prior", "popularity", *_SIMILARITIES))
# How often things are linked depends on the size of the wiki: no model that is to work elsewhere may look at it.
_COUNTS = frozenset(["count", "total", "candidates", "popularity", "rank_of_popularity", "margin_of_popularity"])
_RANKER_ROUNDS = 100
_SCORER_ROUNDS = 300


class TooLittleToLearn(PairLinkingError):
    """There are too few mentions with several candidates."""


@dataclass(frozen=True)
class CheckedDocument:
    """A document with candidates and local confidences of models that have not seen it."""

    document: GoldDocument
    lists: Sequence[CandidateList]
    local: Sequence[FloatArray]


@dataclass(frozen=True)
class Learnt:
    """Models, how good their like is on documents they have not seen, and these documents."""

    ranker: Any
    scorer: Any
    figures: dict[str, Any]
    checked: list[CheckedDocument]


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
        Mentions with two candidates or more that are needed.
    threads
        Of LightGBM. More than one pays for millions of candidates only: idle threads of OpenMP spin.
    for_any_kb
        Whether the scorer is to work with other knowledge bases too: it then looks at no counts.

    Raises
    ------
    TooLittleToLearn
        There are fewer than `least` mentions with two candidates or more.
    """
    check_int("train", "threads", threads, 1)
    own_pages = documents is None
    texts = list(pages_to_learn_from(kb) if documents is None else documents)
    _check(kb, texts)
    found = [_generate(kb, document, own_pages=own_pages) for document in texts]
    ranked = _ranker_examples(kb, texts, found)
    ambiguous = int((ranked.sizes > 1).sum())
    if ambiguous < least:
        raise TooLittleToLearn(
            f"Too little to learn from: {ambiguous:,} mentions with two candidates or more, of {least:,} that are "
            "needed. Pass annotated documents, or build with a larger --learn."
        )
    parameters = scorer_parameters(RANKER_FEATURES, seed=seed, threads=threads)
    ranker_trial = ranked.train(parameters, _RANKER_ROUNDS, RANKER_FEATURES, but_checked=True)
    ranker = ranked.train(parameters, _RANKER_ROUNDS, RANKER_FEATURES, but_checked=False)
    cut = [
        Ranker(kb, ranker_trial if number % CHECKED == 0 else ranker).cut(lists, TOP_K)
        for number, lists in enumerate(found)
    ]
    featurizer = Featurizer(kb)
    scored = Examples(len(featurizer.names))
    checked_rows: dict[int, FloatArray] = {}
    for number, (document, lists) in enumerate(zip(texts, cut, strict=True)):
        own = sorted(set(document.entities)) if own_pages else ()
        rows = featurizer.features(document.text, document.spans, lists, own=own)
        for gold, each, part in zip(document.entities, lists, _split(rows, lists), strict=True):
            scored.add(number, part, each.entities == gold)
        if number % CHECKED == 0:
            checked_rows[number] = rows
    parameters = scorer_parameters(featurizer.names, seed=seed, threads=threads)
    if for_any_kb:
        parameters["feature_contri"] = [0.0 if name in _COUNTS else 1.0 for name in featurizer.names]
    scorer_trial = scored.train(parameters, _SCORER_ROUNDS, featurizer.names, but_checked=True)
    checked = [
        CheckedDocument(texts[number], cut[number], _split(_predict(scorer_trial, rows), cut[number]))
        for number, rows in checked_rows.items()
    ]
    return Learnt(
        ranker=ranker,
        scorer=scored.train(parameters, _SCORER_ROUNDS, featurizer.names, but_checked=False),
        figures=_figures(texts, found, checked),
        checked=checked,
    )


def _check(kb: KnowledgeBase, texts: Sequence[GoldDocument]) -> None:
    if len(texts) < CHECKED:
        raise TooLittleToLearn(
            f"Too little to learn from: {len(texts)} documents, of {CHECKED} that are needed, as one in {CHECKED} is "
            "kept to check with. Pass more documents, or build with a larger --learn."
        )
    for number, document in enumerate(texts):
        if document.entities and not -1 <= min(document.entities) <= max(document.entities) < len(kb):
            raise DocumentError(f"Document {number} names an entity that is none of the {len(kb):,} of {kb.path}.")


def scorer_parameters(names: Sequence[str], *, seed: int, threads: int = 1) -> dict[str, Any]:
    """Parameters of LightGBM for a ranker or scorer over features of these names."""
    return tree_parameters(names, _SPEAK_FOR, seed=seed, threads=threads)


def _generate(kb: KnowledgeBase, document: GoldDocument, *, own_pages: bool) -> list[CandidateList]:
    dictionary = WithoutPage(kb.dictionary, document) if own_pages else None
    return CandidateGenerator(kb, dictionary=dictionary).generate(document.surfaces)


def _ranker_examples(
    kb: KnowledgeBase, texts: Sequence[GoldDocument], found: Sequence[Sequence[CandidateList]]
) -> Examples:
    examples = Examples(len(RANKER_FEATURES))
    for number, (document, lists) in enumerate(zip(texts, found, strict=True)):
        for gold, each in zip(document.entities, lists, strict=True):
            if len(each) > 1:
                examples.add(number, ranker_features(kb, each), each.entities == gold)
    return examples


def _predict(booster: Any, rows: FloatArray) -> FloatArray:
    scores: FloatArray = booster.predict(rows, num_threads=1) if len(rows) else np.empty(0)
    return scores


def _split(values: FloatArray, lists: Sequence[CandidateList]) -> list[FloatArray]:
    return np.split(values, np.cumsum([len(each) for each in lists])[:-1]) if lists else []


def _figures(
    texts: Sequence[GoldDocument], found: Sequence[Sequence[CandidateList]], checked: Sequence[CheckedDocument]
) -> dict[str, Any]:
    """Counts, and shares of the checked documents' mentions whose entity the knowledge base has."""
    long = [
        (gold in cut.entities, gold in whole.entities[:TOP_K], gold in whole.entities)
        for number, each in enumerate(checked)
        for gold, cut, whole in zip(each.document.entities, each.lists, found[number * CHECKED], strict=True)
        if gold >= 0 and len(whole) > TOP_K
    ]
    known = [
        (len(each), gold in each.entities, each.entities[np.argmax(local)] == gold, each.entities[0] == gold)
        for document in checked
        for gold, each, local in zip(document.document.entities, document.lists, document.local, strict=True)
        if gold >= 0 and len(each)
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
