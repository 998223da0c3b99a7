"""The random field: decoding and learning against sums over all paths."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from pairlinking.detection._field import Learner, find_names
from pairlinking.types import FloatArray

FORBIDDEN = -1e30


def moves(random: np.random.Generator) -> FloatArray:
    table = random.normal(size=(3, 3))
    table[0, 2] = FORBIDDEN
    return table


def path_scores(score: FloatArray, move: FloatArray) -> dict[tuple[int, ...], float]:
    found = {}
    for path in product(range(3), repeat=len(score)):
        if path[0] == 2 or any(pair == (0, 2) for pair in pairwise(path)):
            continue
        emitted = sum(score[at, label] for at, label in enumerate(path))
        found[path] = float(emitted + sum(move[pair] for pair in pairwise(path)))
    return found


def spans(path: tuple[int, ...]) -> set[tuple[int, int]]:
    starts = [at for at, label in enumerate(path) if label == 1]
    return {(at, next((end for end in range(at + 1, len(path)) if path[end] != 2), len(path))) for at in starts}


@pytest.mark.parametrize("seed", range(12))
def test_names_and_probabilities_are_those_of_all_paths(seed: int) -> None:
    random = np.random.default_rng(seed)
    score, move = np.c_[np.zeros(6), random.normal(size=(6, 2)) * 2], moves(random)
    paths = path_scores(score, move)
    best = max(paths, key=paths.__getitem__)
    total = sum(map(np.exp, paths.values()))
    found = find_names(score, move, np.array([0, 6], np.int32))
    assert {(first, last) for first, last, _ in found} == spans(best)
    for first, last, probability in found:
        mass = sum(np.exp(value) for path, value in paths.items() if (first, last) in spans(path))
        assert probability == pytest.approx(mass / total)


def test_no_name_crosses_the_end_of_a_sentence() -> None:
    score = np.array([[0.0, 5, 0], [0, -5, 5], [0, 2, 5]])
    free = np.zeros((3, 3))
    free[0, 2] = FORBIDDEN
    assert [name[:2] for name in find_names(score, free, np.array([0, 2, 3], np.int32))] == [(0, 2), (2, 3)]


def test_learning_reaches_what_is_known_and_leaves_open_what_is_not() -> None:
    learner = Learner(4, 0.5)
    rows = np.array([[1], [2], [3]], np.uint32)
    for _ in range(200):
        learner.learn(rows, np.array([2, 4, 7], np.uint8))  # begins, goes on, anything
    score = np.c_[np.zeros(3), learner.weights[[1, 2, 3]].astype(float)]
    (name,) = find_names(score[:2], learner.transitions, np.array([0, 2], np.int32))
    assert name[:2] == (0, 2)
    assert name[2] > 0.9
    assert np.abs(learner.weights[3]).max() < 1  # of the open token little is learnt


def test_a_step_raises_the_likelihood() -> None:
    learner = Learner(4, 0.1)
    rows, allowed = np.array([[1, 5], [2, 5], [3, 5]], np.uint32), np.array([1, 2, 4], np.uint8)
    before = learner.learn(rows, allowed)
    for _ in range(5):
        after = learner.learn(rows, allowed)
    assert before == pytest.approx(np.log(1 / 13), abs=1e-6)  # of thirteen paths without moves into the middle
    assert after > before


def test_labels_that_cannot_be_teach_nothing() -> None:
    learner = Learner(4, 0.1)
    assert learner.learn(np.array([[1], [2]], np.uint32), np.array([1, 4], np.uint8)) == 0
    assert not learner.weights.any()
