"""The token corpus, literally: all lines in memory, counted by a dictionary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

__all__ = ["encoded"]


def encoded(
    lines: Sequence[Sequence[str]], *, min_count: int, min_entity_count: int, most_words: int
) -> tuple[list[tuple[str, int]], list[list[int]]]:
    """Tokens with their counts, in the order of their ids, and the ids of each line."""
    counts = Counter(token for line in lines for token in line)  # in the order in which tokens first come
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    words = [(token, n) for token, n in ranked if not token.startswith("/") and n >= min_count][:most_words]
    entities = [(token, n) for token, n in ranked if token.startswith("/") and n >= min_entity_count]
    kept = [each for each in ranked if each in {*words, *entities}]
    ids = {token: number for number, (token, _) in enumerate(kept)}
    return kept, [[ids[token] for token in line if token in ids] for line in lines]
