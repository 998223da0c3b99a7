"""A knowledge base as large as that of a whole Wikipedia: ``python -m benchmarks.full_size ENWIK8_KB``.

Creates one (`benchmarks.full_size_arrays`: 12 GB of disk, a quarter of an hour), opens it, and measures lookups,
relatedness and linking, in turns with the knowledge base of enwik8, whose held-out pages are linked; then again from
disk with 2 GB of memory, if the user may limit it (root may). Writes benchmarks/results/full-size.{json,md}. Created
files are kept in ``--folder`` and reused.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.full_size_arrays import make
from benchmarks.full_size_documents import cut, image
from benchmarks.full_size_names import Size
from benchmarks.full_size_report import INDEXES, write_report
from benchmarks.limited_memory import forget_files, run_limited
from benchmarks.readme import RESULTS
from benchmarks.timing import machine
from pairlinking.kb import KnowledgeBase

__all__ = ["measure"]

_ROUNDS = 2  # the two take turns, so that other jobs disturb both alike; the better run of each counts
_LITTLE_MEMORY = 2 << 30


def measure(real: Path, folder: Path, size: Size, n_documents: int) -> dict[str, Any]:
    """Create what is missing, and measure each knowledge base in its own process."""
    folder.mkdir(parents=True, exist_ok=True)
    kb = folder / "full.kb"
    if not (kb / "manifest.json").exists():
        start = time.monotonic()
        make(kb, size, models=real)
        (folder / "seconds").write_text(f"{time.monotonic() - start}")
    environment = {**os.environ, "PAIRLINKING_CACHE": str(folder / "cache")}
    first = _open(kb, environment)
    _write_documents(KnowledgeBase.open(real), KnowledgeBase.open(kb), folder, n_documents)
    runs: dict[str, list[dict[str, Any]]] = {"enwik8": [], "full": []}
    for _ in range(_ROUNDS):
        runs["enwik8"].append(_use(environment, real, folder / "real.jsonl"))
        runs["full"].append(_use(environment, kb, folder / "same.jsonl", folder / "drawn.jsonl"))
    forget_files(kb)
    limited = run_limited(_command(kb, folder / "same.jsonl"), _LITTLE_MEMORY, environment)
    return {
        "machine": machine(),
        "size": {name: vars(size)[name] for name in ("entities", "in_links", "forms", "words", "dimensions")},
        "counts": KnowledgeBase.open(kb).manifest.counts,
        "seconds to make": float((folder / "seconds").read_text()),
        "MB of indexes": sum(each.stat().st_size for each in kb.rglob("*.npy") if each.name.endswith(INDEXES)) / 1e6,
        "first": first,
        **runs,
        "limited": limited and json.loads(limited),
    }


def _open(kb: Path, environment: dict[str, str]) -> dict[str, float]:
    """Open it in its own process, as for the first time on a machine, when all files are read."""
    for marker in Path(environment["PAIRLINKING_CACHE"]).glob("verified/*.json"):
        marker.unlink()
    code = (
        "import sys, time; from pairlinking.kb import KnowledgeBase; start = time.perf_counter(); "
        "KnowledgeBase.open(sys.argv[1]); print(time.perf_counter() - start)"
    )
    seconds = subprocess.check_output([sys.executable, "-c", code, str(kb)], env=environment)
    return {"seconds": float(seconds)}


def _write_documents(real: KnowledgeBase, made_up: KnowledgeBase, folder: Path, n: int) -> None:
    documents = cut(real, n)
    every = {"real": documents}
    every |= {name: image(documents, real, made_up, alike=name == "same") for name in ("same", "drawn")}
    for name, found in every.items():
        lines = (json.dumps(each, ensure_ascii=False) + "\n" for each in found)
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


def _use(environment: dict[str, str], kb: Path, *documents: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(subprocess.check_output(_command(kb, *documents), env=environment))
    return found


def _command(kb: Path, *documents: Path) -> list[str]:
    return [sys.executable, "-m", "benchmarks.full_size_use", str(kb), *map(str, documents)]


def main() -> None:
    """Measure, save and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("enwik8", type=Path, help="the knowledge base of enwik8, with held-out pages and models")
    parser.add_argument("--folder", type=Path, default=Path("build/full-size"), help="for what is made")
    parser.add_argument("--results", type=Path, default=RESULTS.parent, help="folder of the report")
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument(
        "--entities", type=int, default=Size.entities, help="in-links and forms are as many as fit them"
    )
    parser.add_argument("--words", type=int, default=Size.words, help="of profiles")
    parser.add_argument("--dimensions", type=int, default=Size.dimensions, help="of vectors; 0 for none")
    options = parser.parse_args()
    share = options.entities / Size.entities
    size = Size(
        entities=options.entities,
        in_links=int(share * Size.in_links),
        forms=int(share * Size.forms),
        words=options.words,
        dimensions=options.dimensions,
    )
    saved = measure(options.enwik8, options.folder, size, options.documents)
    options.results.mkdir(parents=True, exist_ok=True)
    path = options.results / "full-size.json"
    path.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    print(write_report(path))


if __name__ == "__main__":
    main()
