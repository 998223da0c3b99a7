"""Max-product loopy belief propagation with damping, message by message."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tests.reference.numbers import Numbers

__all__ = ["Beliefs", "belief_propagation"]

DAMPING = 0.5
TOLERANCE = 1e-6
MAX_ROUNDS = 200

Messages = dict[tuple[int, int, int], float]  # (i, a, l): from mention l to candidate a of mention i


class Beliefs(NamedTuple):
    """Where the messages came to rest."""

    choice: list[int]
    belief: list[list[float]]
    converged: bool


def belief_propagation(numbers: Numbers, kind: Literal["all", "single"]) -> Beliefs:
    """Exchange messages until they settle; the candidate with the highest belief wins."""
    linked = [i for i, scores in enumerate(numbers.local) if scores]
    messages: Messages = {
        (i, a, j): 0.0 for i in linked for a in range(len(numbers.local[i])) for j in linked if j != i
    }
    converged = not messages
    for _ in range(MAX_ROUNDS):
        new = {
            (i, a, j): DAMPING * messages[i, a, j] + (1 - DAMPING) * message
            for i in linked
            for j in linked
            if j != i
            for a, message in enumerate(messages_to(numbers, kind, messages, linked, i, j))
        }
        change = max((abs(new[key] - messages[key]) for key in new), default=0.0)
        messages = new
        if change < TOLERANCE:
            converged = True
            break
    belief = [
        [
            (1 - numbers.beta) * scores[a] + gathered(kind, [messages[i, a, j] for j in linked if j != i])
            for a in range(len(scores))
        ]
        for i, scores in enumerate(numbers.local)
    ]
    if len(linked) == 1:  # nobody to hear from: best local score, also at beta = 1
        belief = numbers.local
    choice = [values.index(max(values)) if values else -1 for values in belief]
    return Beliefs(choice, belief, converged)


def messages_to(
    numbers: Numbers, kind: Literal["all", "single"], messages: Messages, linked: list[int], i: int, j: int
) -> list[float]:
    """Messages of mention j to each candidate of mention i: its best case, without what i told it."""
    cavity = [
        (1 - numbers.beta) * phi + gathered(kind, [messages[j, b, k] for k in linked if k not in (i, j)])
        for b, phi in enumerate(numbers.local[j])
    ]
    highest = max(cavity)
    return [
        max(
            cavity[b] - highest + 2 * numbers.beta * numbers.relatedness(i, a, j, b)
            for b in range(len(numbers.local[j]))
        )
        for a in range(len(numbers.local[i]))
    ]


def gathered(kind: Literal["all", "single"], values: list[float]) -> float:
    """All support, or that of the best supporting mention."""
    return sum(values) if kind == "all" else max(values, default=0.0)
