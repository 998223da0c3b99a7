"""What ``pairlinking evaluate`` shows: what was measured on, the scores, and how to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import typer

from pairlinking.interfaces.cli import scores
from pairlinking.interfaces.cli.show import Table, show

if TYPE_CHECKING:
    from pairlinking.evaluation.scoring import Grid

__all__ = ["EvaluationReport"]

_LEGEND = """P: right links of the links given. R: right links of the mentions that count. F1: their harmonic mean.
These are over mentions (micro); macro F1 is the mean over documents."""
_RULES = {
    "links": "All mentions count; a link for one whose entity the knowledge base lacks is a wrong one.",
    "all": "All mentions count; for one whose entity the knowledge base lacks, no link is the right answer.",
}
_INTERVAL = " 95 %: interval of F1 when documents are drawn again."
_TIME = "ms a document: the collective step alone, from local confidences to choices."
_GERBIL = """A threshold tuned on gold has seen the right answers: expect less on other documents, and never compare
tuned figures with untuned ones. In both, a link for a mention without entity is wrong."""


@dataclass(frozen=True)
class EvaluationReport:
    """Scores with all that belongs to them.

    Attributes
    ----------
    rule
        Which mentions count.
    about
        For JSON, beside the scores.
    head, details
        Tables before the scores, always and on request.
    references
        The setting that each one is tested against.
    next_step
        What to do with it.
    """

    grid: Grid
    rule: str
    about: Mapping[str, Any]
    head: Sequence[Table]
    details: Sequence[Table] = ()
    references: Mapping[str, str] = field(default_factory=dict)
    gerbil: bool = False
    next_step: str = ""

    def show(self, *, details: bool, json: bool) -> None:
        """Print it."""
        content = {"rule": self.rule, **self.about, "settings": scores.rows_of(self.grid)}
        show(content, self._tables(details=details), json=json)
        if not json:
            typer.echo("\n" + "\n".join(self._words(details=details)))

    def _tables(self, *, details: bool) -> list[Table]:
        tables = [*self.head, *(self.details if details else ())]
        if len(self.grid) > 1:
            tables.append(scores.summary_table(self.grid, "Micro F1 for each data set, and averages over all"))
        if details or len(self.grid) == 1:
            tables += scores.detail_tables(self.grid, self.rule, with_p=details)
        if self.gerbil:
            tables.append(scores.gerbil_table(self.grid))
        return tables

    def _words(self, *, details: bool) -> list[str]:
        words = [_RULES[self.rule]] if self.rule in _RULES else []
        if len(next(iter(self.grid.values()))) > 2:
            words.append(scores.best(self.grid))
        is_detailed = details or len(self.grid) == 1
        words.append(_LEGEND + (_INTERVAL if is_detailed else ""))
        if any(each.ms is not None for found in self.grid.values() for each in found.values()):
            words.append(_TIME)
        marks = scores.marks_legend(self.references)
        words += [marks] if marks else []
        words += [_GERBIL] if self.gerbil else []
        if not is_detailed:
            words.append("More with --details: precision, recall and intervals by data set, and what the KB lacks.")
        return [*words, *([self.next_step] if self.next_step else [])]
