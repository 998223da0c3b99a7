"""No regular expression takes more than linear time, whatever text it is given."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import time
from collections import deque
from collections.abc import Collection, Iterator
from typing import Any

import pytest

import pairlinking
from tests._support.attacks import attacks

_SHORT, _LONG = 4_000, 16_000
_NOTHING = 0.03  # seconds of CPU that a linear search of the long text never takes; a quadratic one takes a second


def _patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    for found in pkgutil.walk_packages(pairlinking.__path__, "pairlinking."):
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            values = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
            yield from ((f"{found.name}.{name}", each) for each in values if isinstance(each, re.Pattern))


PATTERNS = {(name, pattern.pattern): pattern for name, pattern in _patterns()}


def _uses(name: str) -> set[str]:
    """Methods that a pattern is called with: what only matches at the start need not search well."""
    module, _, variable = name.rpartition(".")
    source = inspect.getsource(importlib.import_module(module))
    found = set(re.findall(rf"\b{variable}(?:\[\w+\])?\.(\w+)\(", source))
    return {"match", "search"} if not found or found - {"match", "fullmatch"} else found


def _cpu(pattern: re.Pattern[Any], text: str, uses: Collection[str]) -> float:
    given = text.encode() if isinstance(pattern.pattern, bytes) else text
    start = time.process_time()
    for use in uses:
        deque(pattern.finditer(given), maxlen=0) if use == "search" else getattr(pattern, use)(given)
    return time.process_time() - start


def test_patterns_of_every_reader_are_found() -> None:
    modules = {name.rpartition(".")[0] for name, _ in PATTERNS}
    assert {f"pairlinking.sources.{name}" for name in ("redirects", "regions", "marks", "jsonl")} <= modules


@pytest.mark.parametrize("key", PATTERNS, ids=[name for name, _ in PATTERNS])
def test_the_cost_of_a_pattern_grows_linearly(key: tuple[str, str]) -> None:
    pattern, uses = PATTERNS[key], _uses(key[0])
    for short, long in zip(attacks(pattern, _SHORT), attacks(pattern, _LONG), strict=True):
        taken = _cpu(pattern, long, uses)
        if taken > _NOTHING:
            ratio = taken / max(_cpu(pattern, short, uses), 1e-6)
            assert ratio < 8, f"{long[:60]!r}...: {taken:.3f} s, {ratio:.0f} times as long for four times the text"


def test_a_pattern_that_gives_back_is_noticed() -> None:
    bad = re.compile(r"#redirect\s*:?\s*\[\[")
    assert max(_cpu(bad, text, ["match"]) for text in attacks(bad, _LONG)) > _NOTHING
