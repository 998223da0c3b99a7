"""Skip-gram with shared negatives, literally: one context and one output at a time, in double precision."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray

__all__ = ["learn_lines", "random_bits"]

_LOW = 2**32 - 1
_CONTEXTS = 4  # that share negatives, give or take one
_OUTPUTS = 6  # that see the same inputs


def learn_lines(
    inputs: FloatArray,
    outputs: FloatArray,
    lines: Sequence[Sequence[int]],
    keep: npt.NDArray[np.uint32],
    draws: npt.NDArray[np.uint64],
    *,
    window: int,
    negative: int,
    rate: float,
    seed: int,
) -> None:
    """Change inputs and outputs as the kernel does, from the same random bits."""
    bits = random_bits(seed)
    for line in lines:
        kept, reach = list[int](), list[int]()
        for token in line:
            drawn = next(bits)
            if drawn & _LOW <= keep[token]:
                kept.append(token)
                reach.append(1 + ((drawn >> 32) * window >> 32))
        if len(kept) < 2:
            continue
        for i, token in enumerate(kept):
            first, end = max(i - reach[i], 0), min(i + reach[i] + 1, len(kept))
            n_groups = math.ceil((end - first - 1) / _CONTEXTS)
            for group in range(n_groups):
                contexts = [kept[j] for j in range(first + group, end, n_groups) if j != i]
                negatives = [_draw(draws, next(bits)) for _ in range(negative)]
                targets = [(token, 1.0)] + [(other, 0.0) for other in negatives if other != token]
                for at in range(0, len(targets), _OUTPUTS):
                    _step(inputs, outputs, contexts, targets[at : at + _OUTPUTS], rate)
        for _ in range(negative):  # the kernel draws one group ahead
            next(bits)


def _step(
    inputs: FloatArray, outputs: FloatArray, contexts: list[int], targets: list[tuple[int, float]], rate: float
) -> None:
    """Errors of all pairs first, then all changes. Of a context that comes twice the second sees the first's change."""
    errors = {
        (i, k): rate * (label - 1 / (1 + math.exp(-(inputs[context] @ outputs[target]))))
        for i, context in enumerate(contexts)
        for k, (target, label) in enumerate(targets)
    }
    before = [outputs[target].copy() for target, _ in targets]
    change = [np.zeros_like(row) for row in before]
    for i, context in enumerate(contexts):
        for k in range(len(targets)):
            change[k] += errors[i, k] * inputs[context]
        inputs[context] += sum(errors[i, k] * row for k, row in enumerate(before))
    for k, (target, _) in enumerate(targets):
        outputs[target] += change[k]


def _draw(draws: npt.NDArray[np.uint64], bits: int) -> int:
    place = (bits >> 32) * len(draws) >> 32
    entry = int(draws[place])  # little-endian: first the threshold, then the alias
    return place if bits & _LOW < entry & _LOW else entry >> 32


def random_bits(state: int) -> Iterator[int]:
    """SplitMix64."""
    whole = 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & whole
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & whole
        z = (z ^ z >> 27) * 0x94D049BB133111EB & whole
        yield z ^ z >> 31
