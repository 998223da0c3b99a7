"""Candidates as rows of a table for people."""

from __future__ import annotations

from pairlinking.linking.links import Candidate

__all__ = ["COLUMNS", "candidate_row"]

COLUMNS = ("", "candidate", "P(e|m)", "local", "related", "pair", "with")


def candidate_row(candidate: Candidate) -> tuple[str, ...]:
    """The cells of a candidate, in the order of `COLUMNS`."""
    supporter = candidate.supporter
    numbers = (candidate.prior, candidate.local, candidate.relatedness, candidate.score)
    return (
        "*" if candidate.is_chosen else "",
        candidate.entity.title,
        *(f"{number:.2f}" for number in numbers),
        "" if supporter is None else supporter.title,
    )
