"""A few cases of every harness, what was once found, and whether a finding would be noticed at all."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pairlinking import sources
from pairlinking.errors import PairLinkingError
from pairlinking.evaluation.formats import FORMATS
from tests.fuzz import parsers, running
from tests.fuzz.harness import CPU_SECONDS, Harness
from tests.fuzz.mutations import mutate_bytes, mutate_value
from tests.fuzz.registry import HARNESSES
from tests.fuzz.running import run_harness
from tests.fuzz.samples import GOLD

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.json"))


@pytest.mark.parametrize("name", ["kernels", "parsers", "texts", "damage"])
def test_some_cases_of_the_quick_harnesses_find_nothing(name: str) -> None:
    report = run_harness(name, seed=1, cases=25)
    assert report.findings == []
    assert report.cases == 25


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_what_was_once_found_stays_fixed(path: Path, tmp_path: Path) -> None:
    """Each file names a harness and a function of its module, and the text to call it with."""
    case = json.loads(path.read_text(encoding="utf-8"))
    replay: Callable[[str, Path], object] = getattr(importlib.import_module(case["module"]), case["function"])
    started = time.process_time()
    with suppress(PairLinkingError):
        replay(case["text"] * case.get("times", 1), tmp_path)
    assert time.process_time() - started < CPU_SECONDS, "hangs"


def test_every_data_set_format_and_every_reader_of_sources_is_attacked() -> None:
    assert set(GOLD) == set(FORMATS), "write a sample of the new format into tests/fuzz/samples.py"
    readers = {
        name
        for module in pkgutil.iter_modules(sources.__path__, "pairlinking.sources.")
        for name in getattr(importlib.import_module(module.name), "__all__", ())
        if name.startswith("read_")
    }
    # These are what the others are made of.
    readers -= {"read_blocks", "read_lines", "read_head", "read_chunks", "read_links", "read_on"}
    attacked = inspect.getsource(parsers)
    assert [name for name in sorted(readers) if f"{name}(" not in attacked] == []


def test_the_same_seed_makes_the_same_case() -> None:
    value = {"text": "Tiger", "mentions": [{"start": 0, "end": 5}], "options": {"beta": 0.5}}
    for seed in range(200):
        assert mutate_bytes(Random(seed), b"some bytes", [b"others"]) == mutate_bytes(
            Random(seed), b"some bytes", [b"others"]
        )
        assert mutate_value(Random(seed), value) == mutate_value(Random(seed), value)


class Broken(Harness):
    """Ends in every way that a case must not end in, by its seed."""

    name = "broken"

    def prepare(self, stack: ExitStack) -> None:
        """Nothing."""

    def run(self, random: Random) -> str:
        """One after the other."""
        kind = random.randrange(4)
        if kind == 0:
            os.kill(os.getpid(), signal.SIGSEGV)
        if kind == 1:
            while True:  # in compiled code as well
                np.linalg.svd(np.ones((300, 300)))
        if kind == 2:
            raise KeyError("foreign")
        return "good"


def test_crashes_hangs_and_foreign_exceptions_are_noticed_and_the_rest_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import sys; from tests.fuzz import registry, worker; from tests.fuzz.test_fuzz import Broken; "
        "registry.HARNESSES['broken'] = worker.HARNESSES['broken'] = Broken; worker.CPU_SECONDS = 0.5; "
        "worker.main('broken', int(sys.argv[-2]), int(sys.argv[-1]))"
    )
    monkeypatch.setattr(running, "WORKER", ("-c", program))
    report = run_harness("broken", seed=16, cases=4)
    expected = {0: "ended by SIGSEGV", 1: "hang", 2: "exception"}
    kinds = {seed: Random(seed).randrange(4) for seed in range(16, 20)}
    assert {finding.seed: finding.kind for finding in report.findings} == {
        seed: expected[kind] for seed, kind in kinds.items() if kind in expected
    }
    assert sorted(kinds.values()) == [0, 1, 2, 3]
    assert (report.outcomes, report.cases) == ({"good": 1}, 4)
    assert set(HARNESSES) == {"kernels", "parsers", "texts", "damage", "requests", "builds"}


def test_a_run_ends_in_time() -> None:
    started = time.monotonic()
    report = run_harness("kernels", seed=1, seconds=3.0)
    assert time.monotonic() - started < 60
    assert report.findings == []
