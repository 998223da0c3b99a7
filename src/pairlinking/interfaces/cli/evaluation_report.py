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

_LEGEND = """P: share of the given links that are right. R: share of the counted mentions with a right link. F1: the
harmonic mean of P and R. All are over mentions (micro); macro F1 is the mean over documents."""
_RULES = {
    "links": "All mentions count; a link for one whose entity the knowledge base lacks is a wrong one.",
    "all": "All mentions count; for one whose entity the knowledge base lacks, no link is the right answer.",
}
_INTERVAL = " 95 %: confidence interval of F1 over resampled documents."
_TIME = "ms a document: the collective step alone, from local confidences to choices."
_GERBIL = """A threshold tuned on gold has seen the right answers: expect less on other documents, and never compare
tuned figures with untuned ones. In both, a link for a mention without an entity is wrong."""


@dataclass(frozen=True)
class EvaluationReport:
    """Scores with everything that is shown with them.

    Attributes
    ----------
    rule
        Which mentions count.
    about
        Further content of the JSON output.
    head, details
        Tables before the scores, always and on request.
    references
        The setting that each one is tested against.
    next_step
        What the user can do next.
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
        """Print the report."""
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
