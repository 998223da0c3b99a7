"""Documents made up for timing: long-tailed in-link lists, vectors, and local scores, from a visible seed.

Sizes follow the list given with the benchmark's aims: k = 20 candidates, vectors of 300, lists of Zipf sizes from
500,000 down to 10 over 5 million pages (1.0 M ids at N = 33), or the heavy setting with 500,000 / rank (3.4 M ids).
Entities belong to topics: half of an entity's links come from its topic's pages, and its vector is near the topic's.
The right candidates of a document come from two topics. Peaked scores resemble those of a trained local scorer: the
best candidate has 0.8 on average and is the right one four times in five, like the paper's local baseline. Scores and
topics are still invented, and how much can be pruned depends on them more than on anything else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pairlinking.problem import Problem
from pairlinking.relatedness import EES, InLinks, KernelRelatedness, measure
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["Setting", "make_problem", "make_relatedness"]

N_PAGES = 5_000_000
N_TOPICS = 40
DIM = 300


@dataclass(frozen=True)
class Setting:
    """What a synthetic document looks like."""

    n_mentions: int
    heavy: bool = False
    peaked: bool = True
    n_candidates: int = 20
    seed: int = 1

    @property
    def name(self) -> str:
        """Short description for tables."""
        return f"N={self.n_mentions}{' heavy' if self.heavy else ''} {'peaked' if self.peaked else 'flat'}"


def make_relatedness(setting: Setting, measures: str = "njs+ees") -> tuple[KernelRelatedness, IntArray]:
    """Lists and vectors for all candidates of one document, and the topic of each entity."""
    rng = np.random.default_rng(setting.seed)
    n = setting.n_mentions * setting.n_candidates
    topics = rng.integers(N_TOPICS, size=n)
    sizes = _list_sizes(n, heavy=setting.heavy)
    rng.shuffle(sizes)
    lists = [_in_links(rng, int(size), int(topic)) for size, topic in zip(sizes, topics, strict=True)]
    indptr = np.concatenate([[0], np.cumsum([len(ids) for ids in lists])])
    links = InLinks(indptr, np.concatenate(lists), n_pages=N_PAGES)
    centres = rng.normal(size=(N_TOPICS, DIM))
    vectors = (0.6 * centres[topics] + rng.normal(size=(n, DIM))).astype(np.float32)
    return measure(measures, links=links, ees=EES(vectors)), topics


def make_problem(setting: Setting, relatedness: KernelRelatedness, topics: IntArray, beta: float) -> Problem:
    """One document over all entities of `relatedness`."""
    rng = np.random.default_rng(setting.seed + 1000)
    n, k = setting.n_mentions, setting.n_candidates
    by_topic = np.isin(topics, topics[:2]).astype(float)
    order = np.lexsort((rng.random(n * k), -by_topic))
    # Deal the entities of the two document topics out first, so that most mentions get at least one of them.
    candidates = order.reshape(k, n).T
    local = [_local_scores(rng, k, right=int(rng.integers(k)), peaked=setting.peaked) for _ in range(n)]
    for i, scores in enumerate(local):  # the right candidate is the one of the document's topic, first in its row
        right = int(np.argmax(scores)) if rng.random() < 0.8 else int(rng.integers(k))
        candidates[i, [0, right]] = candidates[i, [right, 0]]
    return Problem(local, relatedness, beta, candidates=candidates.tolist())


def _list_sizes(n: int, *, heavy: bool) -> IntArray:
    rank = np.arange(1, n + 1)
    exponent = 1.0 if heavy else np.log(500_000 / 10) / np.log(n)
    return np.maximum(10, 500_000 / rank**exponent).astype(np.int64)


def _in_links(rng: np.random.Generator, size: int, topic: int) -> IdArray:
    width = N_PAGES // N_TOPICS  # a topic's pages are spread over the whole range of ids
    own = rng.integers(width, size=min(size // 2, width // 2)) * N_TOPICS + topic
    others = rng.integers(N_PAGES, size=size - len(own))
    return np.unique(np.concatenate([own, others])).astype(np.int32)


def _local_scores(rng: np.random.Generator, k: int, right: int, *, peaked: bool) -> FloatArray:
    if not peaked:
        return rng.uniform(0.3, 0.5, size=k)
    logits = rng.normal(size=k)
    logits[right] += rng.uniform(3.0, 8.0)
    scores = np.exp(logits - logits.max())
    return np.asarray(scores / scores.sum())
