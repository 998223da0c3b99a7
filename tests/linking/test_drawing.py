"""The drawn tree has every name once."""

from __future__ import annotations

import numpy as np

from pairlinking.collective import Assignment
from pairlinking.linking import LinkedDocument, Linker, draw_tree
from pairlinking.problem import Problem
from pairlinking.types import FloatArray, IntArray
from tests.linking.texts import names_of, written


def test_every_name_has_its_line(document: LinkedDocument) -> None:
    lines = draw_tree(document).splitlines()
    assert len(lines) == len(names_of(document))
    for number in names_of(document):
        best = document[number].best
        assert best is not None
        assert sum(best.entity.title in line for line in lines) >= 1
    assert not lines[0].startswith(("├", "└", " "))
    assert all(any(mark in line for mark in ("├─ ", "└─ ", "├┄ ", "└┄ ")) for line in lines[1:])


def test_what_only_joins_the_tree_is_marked(linker: Linker) -> None:
    text = "Liverpool met Manchester United while the California of Apple looked on."
    lines = draw_tree(linker.link(text, ["Liverpool", "Manchester United", "California", "Apple"])).splitlines()
    joining = [line for line in lines if "not related; shown only to connect the tree" in line]
    assert len(joining) == 1
    assert "┄ " in joining[0]
    assert sum("┄" in line for line in lines) == 1
    assert all("related, 0." in line for line in lines[1:] if line not in joining)


def test_the_root_is_of_the_most_confident_pair(document: LinkedDocument) -> None:
    best = document[min(document.tree[0].mentions)].best
    assert best is not None
    assert draw_tree(document).startswith(best.entity.title)


def test_nothing_to_draw(linker: Linker) -> None:
    assert draw_tree(linker.link("", [])) == ""
    assert draw_tree(linker.link("Zzyzx", ["Zzyzx"])) == ""


def test_a_name_alone_is_a_line(linker: Linker) -> None:
    assert len(draw_tree(linker.link("Tiger", ["Tiger"])).splitlines()) == 1


def test_a_name_alone_is_one_line_however_often_it_stands(linker: Linker) -> None:
    assert len(draw_tree(linker.link(*written(["Tiger"] * 3))).splitlines()) == 1


def test_a_line_break_in_a_mention_is_none_in_the_drawing(linker: Linker) -> None:
    document = linker.link("Tiger\nWoods at Augusta", [(0, 11), (15, 22)])
    assert len(draw_tree(document).splitlines()) == 2


class Chain:
    """Relates neighbours only, so that the tree is one long line."""

    def score(self, left: int, right: int) -> float:
        """Falls with the distance."""
        return 1.0 if left == right else 0.5 if abs(left - right) == 1 else 0.0

    def bound(self, left: int, right: int) -> float:
        """Nothing is known."""
        return 1.0

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """As `score`."""
        apart = np.abs(np.subtract.outer(lefts, rights))
        return np.where(apart == 0, 1.0, np.where(apart == 1, 0.5, 0.0))


class First:
    """Takes the first candidate of all."""

    def solve(self, problem: Problem) -> Assignment:
        """Decide."""
        choice = np.where(problem.sizes > 0, 0, -1)
        return Assignment(problem, "first", choice, np.full(problem.n_mentions, 0.5), "mintree")


def test_a_chain_of_hundreds_is_drawn(linker: Linker) -> None:
    kb = linker.kb
    titles = [title for entity in range(len(kb)) if kb.dictionary.lookup(title := kb.title(entity)) is not None]
    alone = {"expander": lambda surfaces: [None] * len(surfaces), "threshold": 0.0}
    own = linker.with_options(relatedness=Chain(), method=First(), beta=1.0, **alone)
    document = own.link(*written(titles))
    lines = draw_tree(document).splitlines()
    assert len(lines) == len(names_of(document))
    assert max(len(line) - len(line.lstrip(" │├└")) for line in lines) > 200
