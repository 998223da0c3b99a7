"""The paper's second example, with invented numbers: "Wood played at 2006 Master held in Augusta, Georgia".

Decided one by one, three of the four mentions are wrong. Shows what every method decides, the order in which
Pair-Linking decides, and the spanning tree of evidence for its links. Run with: python examples/augusta.py
"""

from __future__ import annotations

import pairlinking as pl

MENTIONS = {
    "Wood": {"Wood (material)": 0.5, "Tiger Woods": 0.3, "Natalie Wood": 0.2},
    "2006 Master": {"2006 Masters Tournament": 0.7, "Master's degree": 0.3},
    "Augusta": {"Augusta, Maine": 0.45, "Augusta, Georgia": 0.4, "Augusta National Golf Club": 0.15},
    "Georgia": {"Georgia (country)": 0.55, "Georgia (U.S. state)": 0.45},
}

RELATED = {
    ("Tiger Woods", "2006 Masters Tournament"): 0.85,
    ("Tiger Woods", "Augusta National Golf Club"): 0.6,
    ("2006 Masters Tournament", "Augusta National Golf Club"): 0.8,
    ("2006 Masters Tournament", "Augusta, Georgia"): 0.7,
    ("Augusta, Georgia", "Georgia (U.S. state)"): 0.85,
    ("Augusta National Golf Club", "Georgia (U.S. state)"): 0.4,
    ("Augusta, Maine", "Georgia (U.S. state)"): 0.2,
}


def relatedness(left: str, right: str) -> float:
    """Psi of two entities: the given value, or a small default."""
    return RELATED.get((left, right), RELATED.get((right, left), 0.05))


def main() -> None:
    """Solve the sentence with every method and show the evidence."""
    names = list(MENTIONS)
    problem = pl.Problem(
        local=[list(candidates.values()) for candidates in MENTIONS.values()],
        candidates=[list(candidates) for candidates in MENTIONS.values()],
        relatedness=relatedness,
        surfaces=names,
        beta=0.5,
    )
    print('"Wood played at 2006 Master held in Augusta, Georgia"\n')
    print(" " * 16, *(f"{name:26}" for name in names))
    for method in pl.methods():
        print(f"{method:16}", *(f"{entity:26}" for entity in pl.solve(problem, method).entities))

    answer = pl.solve(problem, "pair-linking")
    print("\nHow Pair-Linking decided:")
    for number, step in enumerate(answer.trace, start=1):
        print(f"  {number}. {step.entities[0]} + {step.entities[1]}, confidence {step.confidence:.2f}")

    print(f"\nThe evidence: a spanning tree of weight {answer.objective:.2f} (MINTREE)")
    for edge in answer.tree():
        i, j = edge.mentions
        print(f"  {names[i]} -- {names[j]}  {edge.confidence:.2f}")


if __name__ == "__main__":
    main()
