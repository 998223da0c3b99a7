"""Why a mention was linked as it was."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pairlinking.linking.links import Candidate, Entity, Pair

if TYPE_CHECKING:
    from pairlinking.linking.linked import LinkedDocument
    from pairlinking.linking.links import Link

__all__ = ["Explanation", "Weighed"]


class Weighed(NamedTuple):
    """A candidate, and the link of another mention that speaks most for it.

    Attributes
    ----------
    supporter, relatedness
        Entity of that other link, and how related the two are; None and 0 where the mention is alone.
    score
        Confidence of the pair of both (Eq. 13 with beta); alone, the local confidence.
    """

    candidate: Candidate
    supporter: Entity | None
    relatedness: float
    score: float


@dataclass(frozen=True)
class Explanation:
    """The candidates of one mention with what speaks for each. Prints as a table."""

    document: LinkedDocument
    number: int

    @property
    def link(self) -> Link:
        """The link that is explained."""
        return self.document[self.number]

    @property
    def decision(self) -> tuple[int, Pair] | None:
        """For Pair-Linking the step, from 1, at which the mention was decided, and the pair that decided it."""
        own = self.document.first_like(self.number)
        for step, pair in enumerate(self.document.decisions, 1):
            if own in map(self.document.first_like, pair.mentions):
                return step, pair
        return None

    @cached_property
    def candidates(self) -> list[Weighed]:
        """Candidates by falling score."""
        document, solution = self.document, self.document.solution
        flat = solution.positions(self.number)
        others = [at for at in map(solution.chosen, document.others(self.number)) if at is not None]
        entities = solution.entities[flat.start : flat.stop].astype(np.int64)
        local = solution.local[flat.start : flat.stop]
        if not others or not flat:
            found = [Weighed(document.candidate(at), None, 0.0, float(solution.local[at])) for at in flat]
        else:
            chosen = solution.entities[others].astype(np.int64)
            psi = document.relatedness.block(entities, chosen)
            beta = document.beta
            scores = ((1 - beta) * (local[:, None] + solution.local[others]) + beta * psi) / (2 - beta)
            best = scores.argmax(axis=1)
            found = [
                Weighed(
                    document.candidate(at), document.entity(int(chosen[j])), float(psi[row, j]), float(scores[row, j])
                )
                for row, (at, j) in enumerate(zip(flat, best.tolist(), strict=True))
            ]
        return sorted(found, key=lambda each: (-each.score, -each.candidate.local))

    def __str__(self) -> str:
        lines = [str(self.link)]
        if (decision := self.decision) is not None:
            step, pair = decision
            names = " + ".join(f"{self.document[i].label} -> {self.document[i].best.entity}" for i in pair.mentions)  # type: ignore[union-attr]
            lines.append(f"decided in step {step}: {names}, confidence {pair.confidence:.2f}")
        rows: list[tuple[str, ...]] = [("", "candidate", "P(e|m)", "local", "related", "pair", "with")]
        best = self.link.best
        for each in self.candidates:
            supporter = "" if each.supporter is None else each.supporter.title
            mark = "*" if best is not None and each.candidate.entity.id == best.entity.id else ""
            numbers = (each.candidate.prior, each.candidate.local, each.relatedness, each.score)
            rows.append((mark, each.candidate.entity.title, *(f"{number:.2f}" for number in numbers), supporter))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        if len(rows) > 1:
            lines += ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join(lines)
