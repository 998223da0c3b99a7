"""What matrices in files cost: ``python -m benchmarks.mapped_matrices`` writes results/mapped-matrices.{json,md}.

Made-up tokens, the r-th with a frequency proportional to 1/r, are learned by two threads: with matrices in memory, in
files, and in files by a process limited to part of the memory that they need, including the system's file cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.limited_memory import run_limited
from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import machine
from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.pieces import CorpusSize
from pairlinking.building.vectors.skipgram import learn_outputs
from pairlinking.building.vectors.vectors import VectorOptions

VECTORS, TOKENS, LINE = 2_500_000, 4_000_000, 20
MATRICES = 2 * VECTORS * 112 * 4
LIMIT = 1_500_000_000  # bytes
WAYS = {
    "in memory": ("memory", 0),
    "in files": ("files", 0),
    f"in files, with {LIMIT / 1e9:g} GB of memory": ("files", LIMIT),
}


def learn(way: str) -> dict[str, float]:
    """Tokens per second in the second half of the tokens, when memory pages have been touched; and CPU seconds."""
    rng = np.random.default_rng(1)
    ranks = np.exp(rng.random(TOKENS) * np.log(VECTORS)).astype(np.int32) - 1
    counts = np.maximum(1, 50 * TOKENS / np.log(VECTORS) / np.arange(1, VECTORS + 1)).astype(np.int64)
    offsets = np.arange(0, TOKENS + 1, LINE, dtype=np.int64)
    tokens = pa.array(np.arange(VECTORS)).cast(pa.string())
    corpus = Corpus(tokens, counts, ranks, offsets, CorpusSize(len(offsets) - 1, TOKENS, 0))
    seen: list[tuple[float, int]] = []
    with TemporaryDirectory(dir=os.environ["SCRATCH"]) as folder:
        scratch = Path(folder) if way == "files" else None
        before = time.process_time()
        learn_outputs(
            corpus,
            VectorOptions(threads=2),
            1,
            lambda learnt: seen.append((time.monotonic(), learnt)),
            scratch,
        )
        cpu = time.process_time() - before
    half = [each for each in seen if each[1] >= TOKENS / 2]
    return {"tokens_per_second": (half[-1][1] - half[0][1]) / (half[-1][0] - half[0][0]), "cpu": cpu}


def main(folder: str = "build") -> None:
    """Measure, save and print."""
    found: dict[str, Any] = {}
    for name, (way, limit) in WAYS.items():
        command = [sys.executable, "-m", "benchmarks.mapped_matrices", "--learn", way]
        environment = os.environ | {"SCRATCH": folder}
        output = (
            run_limited(command, limit, environment) if limit else subprocess.check_output(command, env=environment)
        )
        if output is not None:
            found[name] = json.loads(output)
    saved = {"machine": machine(), "ways": found}
    path = RESULTS.with_name("mapped-matrices.json")
    path.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(page(saved), encoding="utf-8")
    print(page(saved))


def page(saved: dict[str, Any]) -> str:
    """The figures as Markdown."""
    rows = [[name, f"{each['tokens_per_second']:,.0f}", f"{each['cpu']:.1f}"] for name, each in saved["ways"].items()]
    on = ", ".join(f"{key} {value}" for key, value in saved["machine"].items())
    return f"""# Learning with matrices in files

Written by `python -m benchmarks.mapped_matrices`; do not edit. {VECTORS:,} vectors, whose matrices take
{MATRICES / 1e9:.1f} GB, and {TOKENS:,} tokens, learned once by two threads. Tokens a second are of the second half,
by the clock, as waiting for the disk is what matters. On {on}.

{table(["matrices", "tokens a second", "CPU seconds in all"], rows)}
"""


if __name__ == "__main__":
    if sys.argv[1:2] == ["--learn"]:
        print(json.dumps(learn(sys.argv[2])))
    else:
        main(*sys.argv[1:])
