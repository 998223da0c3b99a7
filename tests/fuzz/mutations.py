"""Changes to bytes, texts and JSON values: small and large ones, and those that often break programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

__all__ = ["mutate_bytes", "mutate_value", "odd_text"]

_MARKS = r"""
    [[ ]] | {{ }} < > </ /> <!-- --> <ref <nowiki> </nowiki> {| |} '' ''' == * # #REDIRECT [[File: [[Category: & &amp;
    &#x41; &#1114112; &lt; : " ' \ \u \ud800 % %00 %ff @prefix ^^ <> _: { } [ ] , -- -1 0 1e309 NaN
    99999999999999999999 null true ß İ ﬃ 𝔘
"""
_PIECES = (*_MARKS.split(), "\n", "\r", "\n\n", "\t", "\0", " ", "\u2028", "\ufeff", "\u202e", "\u0301")
_NUMBERS = (0, -1, 1, 2**31, 2**63, 10**30, 0.5, -0.0, 1e308)
_STRINGS = ("", " ", "\0", "\ud800", "x" * 5000, "pair-linking", "Tiger")
_VALUES: tuple[Any, ...] = (*_NUMBERS, *_STRINGS, None, True, False, [], {}, [[]], [None], {"start": 0, "end": 5})


def mutate_bytes(random: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The bytes after one change or several, few far more often than many."""
    found = bytearray(data)
    for _ in range(min(1 + int(random.expovariate(0.5)), 12)):
        random.choice(_CHANGES)(random, found, others)
    return bytes(found)


def _flip(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _replace(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start, end = _range(random, data)
    data[start:end] = random.randbytes(random.randrange(8))


def _insert(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(_PIECES).encode("utf-8", "surrogatepass")


def _remove(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start, end = _range(random, data)
    del data[start:end]


def _repeat(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start, end = _range(random, data)
    data[start:start] = data[start:end] * random.choice((1, 2, 10, 300))
    del data[2_000_000:]


def _repeat_piece(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(_PIECES).encode("utf-8", "surrogatepass") * random.choice((2, 50, 3_000, 20_000))


def _cut(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    del data[random.randrange(len(data) + 1) :]


def _swap(random: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start, end = _range(random, data)
    moved = data[start:end]
    del data[start:end]
    at = random.randrange(len(data) + 1)
    data[at:at] = moved


def _splice(random: Random, data: bytearray, others: Sequence[bytes]) -> None:
    if others:
        other = bytearray(random.choice(others))
        start, end = _range(random, other)
        at = random.randrange(len(data) + 1)
        data[at:at] = other[start:end]


_CHANGES: tuple[Callable[[Random, bytearray, Sequence[bytes]], None], ...] = (
    _flip, _flip, _replace, _insert, _insert, _insert, _remove, _repeat, _repeat_piece, _cut, _swap, _splice,
)  # fmt: skip


def _range(random: Random, data: bytearray) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + int(random.paretovariate(0.6)))


def odd_text(random: Random, words: Sequence[str], n: int) -> str:
    """Words with odd characters between and within them."""
    parts = []
    for _ in range(n):
        parts.append(random.choice(words) if random.random() < 0.7 else random.choice(_PIECES))
        if random.random() < 0.1:
            parts.append(
                chr(
                    random.choice(
                        (random.randrange(0x80), random.randrange(0xD800), random.randrange(0x10000, 0x110000))
                    )
                )
            )
        parts.append(random.choice(("", " ", " ", ". ", "\n")))
    return "".join(parts)


def mutate_value(random: Random, value: Any) -> Any:
    """A JSON value in which some parts are others, missing, or doubled."""
    value = json.loads(json.dumps(value))
    for _ in range(min(1 + int(random.expovariate(0.7)), 6)):
        value = _changed(random, value)
    return value


def _changed(random: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        kind = random.random()
        if kind < 0.15:
            del value[key]
        elif kind < 0.3:
            value[random.choice(("x", "", key.upper(), key + " ", "fixed", "options"))] = value[key]
        else:
            value[key] = _changed(random, value[key])
        return value
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        kind = random.random()
        if kind < 0.15:
            del value[at]
        elif kind < 0.3:
            value[at:at] = value[at : at + 1] * random.choice((1, 2, 600))
        else:
            value[at] = _changed(random, value[at])
        return value
    if isinstance(value, str) and value and random.random() < 0.6:
        return mutate_bytes(random, value.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")[:300_000]
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.6:
        return value + random.choice((-1, 1, -value, 10, 1000, -1000))
    return deepcopy(random.choice(_VALUES))
