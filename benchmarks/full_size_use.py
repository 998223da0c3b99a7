"""A knowledge base in use: ``python -m benchmarks.full_size_use KB DOCUMENTS...`` prints times and memory as JSON.

Runs in its own process, because resident memory is that of a process. Files of documents contain JSON lines.
"""

from __future__ import annotations

import json
import resource
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker
from pairlinking.linking.linked import LinkedDocument
from pairlinking.relatedness import measure

__all__ = ["in_use"]

_OPENED = 5  # times


def in_use(path: str, files: list[str]) -> dict[str, Any]:
    """Figures of opening, making a linker, linking all documents of each file three times, looking up, and relating."""
    warnings.simplefilter("ignore")
    before, faults = _memory(), _faults()
    start = time.perf_counter()
    kb = KnowledgeBase.open(path)
    found: dict[str, Any] = {"open ms": 1000 * (time.perf_counter() - start)}
    found["opened"] = {
        "MB more": {name: size - before[name] for name, size in _memory().items()},
        "page faults": _faults() - faults,
        "MB of files": sum(each.stat().st_size for each in Path(path).rglob("*") if each.is_file()) / 1e6,
        "MB touched": touched(path),
    }
    again = []
    for _ in range(_OPENED):
        start = time.perf_counter()
        KnowledgeBase.open(path)
        again.append(1000 * (time.perf_counter() - start))
    found["open again ms"] = min(again)
    start = time.perf_counter()
    linker = Linker(kb)
    found["linker ms"] = 1000 * (time.perf_counter() - start)
    for file in files:
        documents = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
        runs = {"first": True, "given": True, "raw": False}
        found[Path(file).stem] = {name: _link(linker, documents, given=given) for name, given in runs.items()}
    found["MB at the end"] = _memory()
    found["MB of files touched"] = touched(path)
    return found | _parts(kb)


def _link(linker: Linker, documents: list[dict[str, Any]], *, given: bool) -> dict[str, Any]:
    """Processor time of each document, and peak resident memory."""
    times, most, n_mentions, n_candidates = [], {"all": 0.0, "own": 0.0}, 0, 0
    start = time.perf_counter()
    for number, document in enumerate(documents):
        begun = time.process_time()
        linked: LinkedDocument = linker.link(document["text"], [*map(tuple, document["mentions"])] if given else None)
        times.append(1000 * (time.process_time() - begun))
        n_mentions += len(linked)
        n_candidates += sum(len(link.candidates) for link in linked)
        if number % 10 == 0 or number == len(documents) - 1:
            most = {name: max(most[name], size) for name, size in _memory().items()}
    return {
        "documents": len(documents),
        "characters": sum(len(each["text"]) for each in documents) / len(documents),
        "mentions": n_mentions / len(documents),
        "candidates": n_candidates / len(documents),
        "median ms": float(np.median(times)),
        "95% ms": float(np.quantile(times, 0.95)),
        "seconds": time.perf_counter() - start,
        "most MB": most,
    }


def _parts(kb: KnowledgeBase) -> dict[str, float]:
    """Lookups of random forms, and relatedness of random pairs, per processor second: first calls and repeats."""
    rng = np.random.default_rng(1)
    forms = [kb.dictionary.forms.restore_key(int(each)) for each in rng.integers(len(kb.dictionary), size=50_000)]
    pairs = rng.integers(len(kb), size=(50_000, 2)).tolist()
    relatedness = measure("njs+ees" if kb.has_vectors else "njs", kb=kb)
    rates = {}
    for again in ("", " again"):
        begun = time.process_time()
        for form in forms:
            kb.dictionary.lookup(form)
        rates[f"lookups a second{again}"] = len(forms) / (time.process_time() - begun)
        begun = time.process_time()
        for left, right in pairs:
            relatedness.score(left, right)
        rates[f"relatedness a second{again}"] = len(pairs) / (time.process_time() - begun)
    return rates


def touched(path: str) -> dict[str, float]:
    """Megabytes of each file of the folder that are in this process's page tables."""
    sizes: dict[str, float] = {}
    name, folder = "", f"{Path(path).resolve()}/"
    for line in Path("/proc/self/smaps").read_text().splitlines():
        first, _, rest = line.partition(" ")
        if not first.endswith(":"):
            name = line.split(maxsplit=5)[-1]
        elif first == "Rss:" and name.startswith(folder):
            short = name.removeprefix(folder)
            sizes[short] = sizes.get(short, 0.0) + int(rest.split()[0]) / 1000
    return sizes


def _memory() -> dict[str, float]:
    """Resident megabytes, and those of them that are not from mapped files."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {"all": int(lines["VmRSS"].split()[0]) / 1000, "own": int(lines["RssAnon"].split()[0]) / 1000}


def _faults() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_minflt + used.ru_majflt


if __name__ == "__main__":
    print(json.dumps(in_use(sys.argv[1], sys.argv[2:])))
