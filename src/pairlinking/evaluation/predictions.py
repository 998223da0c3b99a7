"""Compares links of any program with gold data: what matches becomes answers, the rest is counted and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pairlinking.errors import SourceError
from pairlinking.evaluation.answers import Answer, AnsweredDocument, Answers
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.entities import gold_entity, plain_name
from pairlinking.evaluation.gold import Gold
from pairlinking.evaluation.predicted import PredictedDocument, PredictedMention, read_predictions
from pairlinking.kb import KnowledgeBase
from pairlinking.sources import normalize_title

__all__ = ["Matched", "Resolver", "by_name", "in_knowledge_base", "match_predictions"]

# The entity that a name refers to, in one spelling; None if there is none.
Resolver: TypeAlias = Callable[[str], str | None]
_Spans: TypeAlias = Mapping[tuple[int, int], PredictedMention]


def in_knowledge_base(kb: KnowledgeBase) -> Resolver:
    """Look names up in a knowledge base, following redirects; names it lacks are NIL."""

    def resolve(name: str) -> str | None:
        entity = gold_entity(kb, name)
        return None if entity is None else kb.key(entity)

    return resolve


def by_name(name: str) -> str | None:
    """Compare names as titles: URLs of Wikipedia and DBpedia, underscores and case of first letters do not matter.

    >>> by_name("http://dbpedia.org/resource/Tiger_Woods"), by_name("tiger Woods")
    ('Tiger Woods', 'Tiger Woods')
    """
    return normalize_title(plain_name(name)) or None


@dataclass(frozen=True)
class Matched:
    """Predictions as answers to gold mentions.

    Attributes
    ----------
    notes
        What was skipped, with file and line.
    mentions, matched
        Gold mentions, and those of them with a prediction, even if it is not an entity. The others count as not linked.
    without_predictions
        Ids of gold documents without predictions.
    unknown_entities
        Links to unknown entities, which count as wrong.
    """

    answers: Answers
    notes: Notes
    mentions: int
    matched: int
    without_predictions: tuple[str, ...]
    unknown_entities: int


def match_predictions(path: Path, gold: Gold, resolve: Resolver, *, allow_unknown: bool = False) -> Matched:
    """Read predictions (see `read_predictions`) and match them with gold, documents by id and mentions by offsets.

    Parameters
    ----------
    resolve
        How names are resolved: `in_knowledge_base`, or `by_name`.
    allow_unknown
        Skip documents that gold lacks. By default they are an error: the predictions may be for other texts.

    Raises
    ------
    SourceError
        A line is broken, an id occurs twice, a text differs from that of gold, a document is not in gold, or no
        prediction is for a gold mention.
    """
    of_gold, notes = _by_id(gold), Notes()
    predicted: dict[str, tuple[str, _Spans]] = {}
    for document in read_predictions(path):
        if document.id in predicted:
            before = predicted[document.id][0]
            raise SourceError(
                f"{document.where}: document {document.id!r} occurs twice (first: {before}). Keep one of them."
            )
        if document.id in of_gold:
            found = _mentions(document, of_gold[document.id], notes)
            predicted[document.id] = (document.where, found)
        elif allow_unknown:
            notes.skip("gold has no such document", document.where, "document")
        else:
            raise SourceError(
                f"{document.where}: {gold.name} has no document {document.id!r}; its first is {next(iter(of_gold))!r}. "
                "Are these predictions for other documents? With --allow-unknown, such documents are skipped."
            )
    n_matched = sum(len(found) for _, found in predicted.values())
    if not n_matched:
        raise SourceError(
            f"No prediction in {path} is for a mention of {gold.name}. It has {len(predicted):,} of the "
            f"{len(gold.documents):,} documents.{_reasons(notes)}"
        )
    answered = tuple(_answered(each, predicted.get(each.id, ("", {}))[1], resolve) for each in gold.documents)
    links = [each.answer for document in answered for each in document.mentions if each.answer is not None]
    return Matched(
        answers=Answers(path.stem, answered),
        notes=notes,
        mentions=sum(len(each.mentions) for each in gold.documents),
        matched=n_matched,
        without_predictions=tuple(each.id for each in gold.documents if each.id not in predicted),
        unknown_entities=sum(resolve(name) is None for name in links),
    )


def _by_id(gold: Gold) -> dict[str, AnnotatedDocument]:
    found: dict[str, AnnotatedDocument] = {}
    for document in gold.documents:
        if document.id in found:
            raise SourceError(
                f"Two documents of {gold.name} have the id {document.id!r}, so it is unclear which of them a "
                "prediction is for. Give every document an id of its own."
            )
        found[document.id] = document
    return found


def _mentions(document: PredictedDocument, gold: AnnotatedDocument, notes: Notes) -> _Spans:
    """Predictions for gold mentions; all others are noted."""
    if document.text is not None and document.text != gold.text:
        pairs = zip(document.text, gold.text, strict=False)
        at = next((i for i, (left, right) in enumerate(pairs) if left != right), None)
        lengths = f"in length: {len(document.text):,} characters, not {len(gold.text):,}"
        differs = lengths if at is None else f"from character {at} on"
        raise SourceError(
            f"{document.where}: the text of document {document.id!r} is not that of gold: it differs {differs}. "
            "Offsets in another text are meaningless."
        )
    wanted, found = {(each.start, each.end) for each in gold.mentions}, dict[tuple[int, int], PredictedMention]()
    for mention in document.mentions:
        span = (mention.start, mention.end)
        reason = _reason(mention, gold.text, is_wanted=span in wanted, before=found.get(span))
        if reason:
            notes.skip(reason, f"{document.where} ({mention.start} to {mention.end})")
        else:
            found[span] = mention
    return found


def _reason(mention: PredictedMention, text: str, *, is_wanted: bool, before: PredictedMention | None) -> str:
    """Why a prediction is skipped; empty if it is not."""
    if not 0 <= mention.start < mention.end <= len(text):
        return "the offsets are outside the text"
    if mention.surface is not None and text[mention.start : mention.end] != mention.surface:
        return "the surface form is not what the text has at these offsets"
    if not is_wanted:
        return "gold has no such mention"
    if before is not None:
        alike = before.entity == mention.entity
        return "the mention occurs twice, linked alike" if alike else "the mention occurs twice; its first link counts"
    return ""


def _reasons(notes: Notes) -> str:
    numbers: dict[str, int] = {}
    for each in notes.skipped:
        numbers[each.reason] = numbers.get(each.reason, 0) + 1
    reasons = "; ".join(f"{reason} ({number:,})" for reason, number in numbers.items())
    return f" Skipped: {reasons}; first: {notes.skipped[0].place}." if reasons else ""


def _answered(gold: AnnotatedDocument, predicted: _Spans, resolve: Resolver) -> AnsweredDocument:
    answers = []
    for mention in gold.mentions:
        right = {found for name in mention.gold or () if (found := resolve(name)) is not None}
        given = predicted.get((mention.start, mention.end)) or PredictedMention(mention.start, mention.end, None)
        surface = gold.text[mention.start : mention.end]
        # An unknown entity keeps its name: it is a link, and a wrong one.
        answer = None if given.entity is None else resolve(given.entity) or given.entity
        within = None if given.candidates is None else any(resolve(name) in right for name in given.candidates)
        gold_names = tuple(sorted(right))
        answers.append(Answer(mention.start, mention.end, surface, gold_names, answer, given.confidence, within))
    return AnsweredDocument(gold.id, tuple(answers))
