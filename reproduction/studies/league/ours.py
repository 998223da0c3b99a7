"""Our answers in the common form: Wikidata ids by span, on raw text and with the gold mentions given."""

from __future__ import annotations

from collections.abc import Sequence

from pairlinking.linking import LinkedDocument, Linker
from reproduction.studies.league.joining import Join
from reproduction.studies.league.peers import Span
from reproduction.studies.league.scores import GoldDocument

__all__ = ["link_given", "link_raw"]


def link_raw(linker: Linker, gold: Sequence[GoldDocument], join: Join) -> list[dict[Span, str | None]]:
    """Answers with automatically detected mentions."""
    return [_answers(linker.link(each.text), each, join) for each in gold]


def link_given(linker: Linker, gold: Sequence[GoldDocument], join: Join) -> list[dict[Span, str | None]]:
    """Answers with all gold mentions given, including those without an entity, which are part of the text, too."""
    return [_answers(linker.link(each.text, sorted({*each.entities, *each.unknown})), each, join) for each in gold]


def _answers(document: LinkedDocument, gold: GoldDocument, join: Join) -> dict[Span, str | None]:
    answers: dict[Span, str | None] = {}
    for link in document:
        span = (link.start, link.end)
        answers[span] = None if link.entity is None else join.identifier(link.entity.id, gold.entities.get(span))
    return answers
