"""Why a mention was linked as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pairlinking._support.columns import aligned
from pairlinking.collective import Pair
from pairlinking.linking.strength import UNRELATED
from pairlinking.linking.tables import COLUMNS, candidate_row

if TYPE_CHECKING:
    from pairlinking.linking.linked import LinkedDocument
    from pairlinking.linking.links import Candidate, Link

__all__ = ["Explanation"]


@dataclass(frozen=True)
class Explanation:
    """The candidates of one mention with the evidence for each. Prints as a table, in a notebook as HTML."""

    document: LinkedDocument
    number: int

    @property
    def link(self) -> Link:
        """The link that is explained."""
        return self.document[self.number]

    @property
    def candidates(self) -> list[Candidate]:
        """Candidates, highest score first."""
        return self.link.candidates

    @property
    def decision(self) -> tuple[int, Pair] | None:
        """For Pair-Linking, the step, from 1, at which the mention was decided, and the pair that decided it."""
        step = int(self.document.evidence.steps[self.document.first_like(self.number)])
        return (step, self.document.decisions[step - 1]) if step else None

    @property
    def heading(self) -> list[str]:
        """The link, and how it was decided, one line each."""
        lines = [str(self.link)]
        if (decision := self.decision) is not None:
            step, pair = decision
            lines.append(f"decided in step {step}: {self.document.describe(pair)}, confidence {pair.confidence:.2f}")
            if self.document.strength(pair) == UNRELATED:
                lines.append("the two are hardly related: each was decided by its name and the words around it")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """The mention as JSON can hold it, with all candidates and its evidence."""
        return self.link.to_dict()

    def __str__(self) -> str:
        rows = [candidate_row(each) for each in self.candidates]
        return "\n".join([*self.heading, *(aligned([COLUMNS, *rows]) if rows else ())])

    def _repr_html_(self) -> str:
        from pairlinking.linking.html import explanation_html

        return explanation_html(self)
