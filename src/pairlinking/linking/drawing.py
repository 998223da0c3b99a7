"""The tree of evidence, drawn with characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairlinking.collective import Pair
from pairlinking.linking.strength import UNRELATED

if TYPE_CHECKING:
    from pairlinking.linking.linked import LinkedDocument

__all__ = ["draw_tree"]


def draw_tree(document: LinkedDocument) -> str:
    """The most confident pairs that connect all links, as a tree that grows from the best pair.

    Each line has the confidence of the pair with its parent, and how related the two entities are. A dotted line only
    connects the tree: its two entities have nothing to do with each other, and neither is evidence for the other.
    """
    branches: dict[int, list[tuple[int, Pair]]] = {}
    for pair in document.tree:
        left, right = pair.mentions
        branches.setdefault(left, []).append((right, pair))
        branches.setdefault(right, []).append((left, pair))
    if not branches:
        first = (link.number for link in document if document.first_like(link.number) == link.number)
        return "\n".join(_name(document, number) for number in first if document[number].best is not None)
    root = min(document.tree[0].mentions)
    lines: list[str] = []
    # A stack instead of recursion: the evidence of a long document may be one long chain.
    waiting = [(root, -1, _name(document, root), "")]
    while waiting:
        node, parent, line, indent = waiting.pop()
        lines.append(line)
        below = [each for each in branches[node] if each[0] != parent]
        for child, pair in reversed(below):
            last = child == below[-1][0]
            word = document.strength(pair)
            corner, dash = "└" if last else "├", "┄" if word == UNRELATED else "─"
            note = (
                "not related; shown only to connect the tree"
                if word == UNRELATED
                else f"{word}, {pair.relatedness:.2f}"
            )
            label = f"{pair.confidence:.2f}  {_name(document, child)}  ({note})"
            waiting.append((child, node, f"{indent}{corner}{dash} {label}", indent + ("   " if last else "│  ")))
    return "\n".join(lines)


def _name(document: LinkedDocument, number: int) -> str:
    link = document[number]
    best = link.best
    title = "?" if best is None else best.entity.title
    return title if link.label == title else f'{title}  "{link.label}"'
