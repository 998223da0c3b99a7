"""One scorer for all linkers: exact spans and entities, on raw text and at the gold spans.

By ELEVANT's rule "unknown gold entities ignored": a gold mention without an entity need not be found, but a link for
it is wrong. Of gold mentions inside each other the outer one counts; answers at an inner one are left out.

*In the knowledge base* leaves out gold mentions whose entity our knowledge base lacks, and every answer, ours or
another linker's, that overlaps one, so that no linker gains or loses there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pairlinking.evaluation.metrics import Tally
from reproduction.studies.league.peers import Span

__all__ = ["GoldDocument", "at_gold_spans", "on_raw_text", "spans_alone"]


@dataclass(frozen=True)
class GoldDocument:
    """What is right in a document.

    Attributes
    ----------
    entities
        Mentions with an entity, by span.
    unknown
        Spans of mentions without one.
    inner
        Spans of mentions inside another; they are not in the two above.
    lacking
        Those of `entities` whose entity our knowledge base does not have.
    """

    text: str
    entities: Mapping[Span, str]
    unknown: frozenset[Span]
    inner: frozenset[Span]
    lacking: frozenset[Span]

    def counted(self, *, in_kb: bool) -> dict[Span, str]:
        """Mentions to be linked: all with an entity, or those whose entity our knowledge base has."""
        return {span: each for span, each in self.entities.items() if not in_kb or span not in self.lacking}


def on_raw_text(gold: GoldDocument, answers: Mapping[Span, str | None], *, in_kb: bool) -> Tally:
    """Count all links that a linker made in the text.

    >>> gold = GoldDocument("Bob in Rome", {(0, 3): "Q1", (7, 11): "Q220"}, frozenset(), frozenset(), frozenset())
    >>> on_raw_text(gold, {(0, 3): None, (4, 6): "Q2", (7, 11): "Q220"}, in_kb=False).row("links")
    (1, 2, 2)
    """
    left_out = gold.lacking if in_kb else frozenset()
    links = {
        span: entity
        for span, entity in answers.items()
        if entity is not None and span not in gold.inner and not _overlaps(span, left_out)
    }
    return _tally(links, gold.counted(in_kb=in_kb))


def at_gold_spans(gold: GoldDocument, answers: Mapping[Span, str | None], *, in_kb: bool) -> Tally:
    """Count the links at gold mentions that have an entity; other links do not matter."""
    counted = gold.counted(in_kb=in_kb)
    return _tally({span: entity for span in counted if (entity := answers.get(span)) is not None}, counted)


def spans_alone(gold: GoldDocument, answers: Mapping[Span, str | None]) -> Tally:
    """Count exact spans, whatever they are linked to, against all gold mentions, with or without an entity."""
    wanted = {*gold.entities, *gold.unknown}
    return _tally(dict.fromkeys(set(answers) - gold.inner, ""), dict.fromkeys(wanted, ""))


def _tally(links: Mapping[Span, str], gold: Mapping[Span, str]) -> Tally:
    """Counts for the rule "links" of `pairlinking.evaluation.metrics`."""
    right = sum(gold.get(span) == entity for span, entity in links.items())
    n = len(gold)
    return Tally(n, gold=n, given=len(links), given_in_kb=len(links), right=right, right_nil=0, recalled=n)


def _overlaps(span: Span, others: Collection[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
