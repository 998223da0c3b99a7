"""The evidence for links, literally: one pair of names at a time."""

from __future__ import annotations

from pairlinking.linking import LinkedDocument

__all__ = ["decided_in", "names_of", "supporter_of", "supporting", "tree_of"]


def names_of(document: LinkedDocument) -> list[int]:
    """First mentions of all names that have a choice."""
    seen: dict[tuple[str, tuple[int, ...]], int] = {}
    for link in document:
        at = document.solution.positions(link.number)
        entities = tuple(document.solution.entities[at.start : at.stop].tolist())
        seen.setdefault((" ".join(link.text.casefold().split()), entities), link.number)
    return [number for number in seen.values() if document[number].best is not None]


def confidence(document: LinkedDocument, left: int, right: int) -> tuple[float, float]:
    """Relatedness of two candidates, by position, and the confidence of their pair (Eq. 13 with beta)."""
    solution, beta = document.solution, document.beta
    psi = document.relatedness.score(int(solution.entities[left]), int(solution.entities[right]))
    both = float(solution.local[left]) + float(solution.local[right])
    return psi, ((1 - beta) * both + beta * psi) / (2 - beta)


def tree_of(document: LinkedDocument) -> list[tuple[tuple[int, int], float, float]]:
    """Kruskal's algorithm: the most confident pair that joins two parts, of equal ones that of the first mentions."""
    names = names_of(document)
    pairs = []
    for i in names:
        for j in names:
            left, right = document.solution.chosen(i), document.solution.chosen(j)
            if i < j and left is not None and right is not None:
                psi, sure = confidence(document, left, right)
                pairs.append(((i, j), psi, sure))
    part = {name: name for name in names}
    tree = []
    for pair in sorted(pairs, key=lambda pair: (-pair[2], pair[0])):
        i, j = (part[name] for name in pair[0])
        if i != j:
            tree.append(pair)
            part = {name: i if own == j else own for name, own in part.items()}
    return tree


def supporter_of(document: LinkedDocument, mention: int, position: int) -> tuple[int | None, float, float]:
    """The other name whose link supports a candidate most, with psi and the confidence of the pair."""
    best: tuple[int | None, float, float] = (None, 0.0, float(document.solution.local[position]))
    own = document.first_like(mention)
    for name in names_of(document):
        chosen = document.solution.chosen(name)
        if name != own and chosen is not None:
            psi, sure = confidence(document, position, chosen)
            if best[0] is None or sure > best[2]:
                best = (int(document.solution.entities[chosen]), psi, sure)
    return best


def supporting(document: LinkedDocument, mention: int) -> list[int]:
    """Other names of the pairs that support a link, the most confident first."""
    if not document.facts.is_collective:
        return []
    pairs = document.tree if document.solution.decisions is None else document.decisions
    own = document.first_like(mention)
    found = []
    for pair in sorted(pairs, key=lambda pair: (-pair.confidence, pair.mentions)):
        is_other = pair.entities[0] != pair.entities[1]
        if own in pair.mentions and is_other and pair.relatedness >= document.evidence.chance:
            (other,) = set(pair.mentions) - {own}
            if document[other].entity is not None:
                found.append(other)
    return found[:10]


def decided_in(document: LinkedDocument, mention: int) -> int | None:
    """The first step that has the mention or a copy of it."""
    own = document.first_like(mention)
    return next((step for step, pair in enumerate(document.decisions, 1) if own in pair.mentions), None)
