"""The figures of the league: each linker on each data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairlinking.evaluation.metrics import Tally, measure
from pairlinking.evaluation.significance import bootstrap_f1
from reproduction.studies.league.peers import Span
from reproduction.studies.league.scores import GoldDocument, at_gold_spans, on_raw_text, spans_alone

__all__ = ["WHICH", "Answered", "Field", "Grid", "given_figures", "raw_figures", "span_figures"]

Answered: TypeAlias = Sequence[Mapping[Span, str | None]]
# Figures by linker and data set.
Grid: TypeAlias = dict[str, dict[str, dict[str, Any]]]

WHICH = {"all": False, "in_kb": True}  # all gold mentions with an entity, or those whose entity our knowledge base has


@dataclass(frozen=True)
class Field:
    """The answers of all linkers on all data sets.

    Attributes
    ----------
    gold
        Documents by data set.
    raw
        By linker and data set, the answers on raw text. Ours is the first linker.
    given
        By data set, our answers with the gold mentions given.
    """

    gold: Mapping[str, Sequence[GoldDocument]]
    raw: Mapping[str, Mapping[str, Answered]]
    given: Mapping[str, Answered]
    seed: int = 1

    @property
    def ours(self) -> str:
        """Our name among the linkers."""
        return next(iter(self.raw))


def raw_figures(field: Field, *, in_kb: bool) -> Grid:
    """Precision, recall and F1 on raw text, with the 95 % interval of F1."""
    return _each(field, lambda gold, answers: on_raw_text(gold, answers, in_kb=in_kb))


def span_figures(field: Field) -> Grid:
    """Precision, recall and F1 of the spans alone."""
    return _each(field, spans_alone)


def given_figures(field: Field, *, in_kb: bool) -> Grid:
    """Share of right links at the gold spans that a linker answered, and ours at the same spans.

    Our own answers are those with the gold mentions given; another linker's are those it gave on raw text at exactly
    these spans, because it was not given mentions.
    """
    grid: Grid = {}
    for linker, of_sets in field.raw.items():
        grid[linker] = {}
        for data_set, raw in of_sets.items():
            ours = field.given[data_set]
            answers = ours if linker == field.ours else raw
            tallies, same = list[Tally](), list[Tally]()
            for gold, each, own in zip(field.gold[data_set], answers, ours, strict=True):
                tallies.append(at_gold_spans(gold, each, in_kb=in_kb))
                answered = {span: own.get(span) or "nothing" for span in each if each[span] is not None}
                same.append(at_gold_spans(gold, answered, in_kb=in_kb))
            micro = measure(tallies, "links").micro
            grid[linker][data_set] = {
                "answered": _share(tallies),
                "accuracy": micro.precision,
                "of_all": micro.recall,
                "interval": _interval([_of_answered(each) for each in tallies], field.seed),
            }
            if linker != field.ours:
                grid[linker][data_set]["ours_on_the_same"] = measure(same, "links").micro.precision
    return grid


def _each(field: Field, score: Callable[[GoldDocument, Mapping[Span, str | None]], Tally]) -> Grid:
    grid: Grid = {}
    for linker, of_sets in field.raw.items():
        grid[linker] = {}
        for data_set, answers in of_sets.items():
            tallies = [score(gold, each) for gold, each in zip(field.gold[data_set], answers, strict=True)]
            micro = measure(tallies, "links").micro
            grid[linker][data_set] = {
                "precision": micro.precision,
                "recall": micro.recall,
                "f1": micro.f1,
                "interval": _interval(tallies, field.seed),
            }
    return grid


def _interval(tallies: Sequence[Tally], seed: int) -> list[float]:
    found = bootstrap_f1(tallies, "links", seed=seed)
    return [found.low, found.high]


def _of_answered(tally: Tally) -> Tally:
    """Counts with only the answered mentions as gold: their F1 is the share that is right."""
    n = tally.given
    return Tally(n, gold=n, given=n, given_in_kb=n, right=tally.right, right_nil=0, recalled=n)


def _share(tallies: Sequence[Tally]) -> float:
    return sum(each.given for each in tallies) / max(sum(each.gold for each in tallies), 1)
