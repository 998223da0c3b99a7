"""How learning vectors grows: ``python -m benchmarks.growth_vectors 1 4 16`` writes results/growth-vectors.{json,md}.

For each size, in multiples of enwik8, a wiki is made (`benchmarks.big_wiki`) and built without vectors, unless its
knowledge base ``wiki-SIZE.kb`` is in the folder already; then vectors are added with two workers, two threads and one
epoch, as five take five times as long. Sizes measured before are kept; ``--again`` measures them again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.big_wiki import write_dump
from benchmarks.growth import BUILD
from benchmarks.growth_report import ENOUGH, WHOLE, growth_cells
from benchmarks.growth_sizes import measure_sizes
from benchmarks.process_tree import watch
from benchmarks.readme import RESULTS
from benchmarks.stage_times import read_stages

__all__ = ["measure", "report"]

EPOCHS = 5  # the default for a large corpus
WRITING, NUMBERING, LEARNING = "Writing the token corpus", "Numbering tokens", "Learning vectors"
MEMORY = "4GB"

LEARN = """
import json, sys
from benchmarks.stage_times import StageTimes
from pairlinking.building import VectorOptions, add_vectors

stages = StageTimes(sys.argv[2], strict=True)
options = VectorOptions(epochs=1, threads=2)
kb = add_vectors(sys.argv[1], options, workers=2, memory=sys.argv[3], progress=stages)
print(json.dumps(kb.manifest.counts))
"""


def measure(size: float, folder: Path) -> dict[str, Any]:
    """Learn the vectors of a wiki of this size, and return what each stage took."""
    kb = folder / f"wiki-{size:g}.kb"
    if not kb.exists():
        _build(size, kb)
    log = folder / f"wiki-{size:g}.vectors"
    log.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-c", LEARN, str(kb), str(log), MEMORY], stdout=subprocess.PIPE, text=True
    )
    peak = watch(process.pid, Path(f"{kb}.learning"), kb, Path(f"{log}.now"))
    output = process.communicate()[0]
    if process.returncode:
        raise SystemExit(f"Learning the vectors of size {size:g} failed.")
    counts = json.loads(output.splitlines()[-1])
    width = 112  # numbers in a row of 100 dimensions
    return {
        "entities": counts["entities"],
        "tokens": counts["corpus_tokens"],
        "vectors": counts["vectors"],
        "stages": read_stages(log),
        "peak_memory": peak.stages,
        "matrices": 2 * counts["vectors"] * width * 4,
        "scratch": peak.disk,
    }


def _build(size: float, kb: Path) -> None:
    dump = kb.with_suffix(".xml.bz2")
    if not dump.exists():
        write_dump(dump, size)
    subprocess.run([sys.executable, "-c", BUILD, str(dump), str(kb), str(kb.with_suffix(".stages"))], check=True)


def report(saved: dict[str, Any]) -> str:
    """The figures as Markdown."""
    sizes = sorted(saved["sizes"], key=float)
    rows = [saved["sizes"][size] for size in sizes]
    x = np.array([float(size) for size in sizes])

    def line(name: str, values: Any, spec: str, unit: str) -> str:
        cells = growth_cells(x, values, unit) if unit else " | | | "
        return f"| {name} | " + " | ".join(format(value, spec) for value in values) + cells + " |"

    def cpu(name: str) -> Any:
        return np.array([row["stages"][name]["cpu"] for row in rows])

    def amount(key: str) -> Any:
        return np.array([row[key] for row in rows])

    def memory(name: str) -> Any:
        return np.array([row["peak_memory"].get(name, 0) for row in rows]) / 1e9

    tokens, matrices = amount("tokens"), amount("matrices") / 1e9
    total = cpu(WRITING) + cpu(NUMBERING) + EPOCHS * cpu(LEARNING)
    lines = [
        "# How learning vectors grows",
        "",
        f"Made by `python -m benchmarks.growth_vectors {' '.join(sizes)}` with made-up wikis of the shape of a "
        "Wikipedia (`benchmarks/big_wiki.py`), built without vectors; then `build vectors --epochs 1 "
        f"--memory {MEMORY}` with two workers and two threads. Size 1 is 100 MB of XML. One epoch of learning was "
        f"measured, with the writing of the vectors; {EPOCHS} epochs, which a large corpus gets, are estimated as "
        f"{EPOCHS} times that. *Per page* is the value per article at the largest size, against the smallest.",
        "",
        "| | " + " | ".join(f"{size}x" for size in sizes) + " | exponent | per page | whole Wikipedia |",
        "| --- |" + " --- |" * (len(sizes) + 3),
        line("writing the token corpus, CPU s", cpu(WRITING), ".1f", "h"),
        line("numbering tokens, CPU s", cpu(NUMBERING), ".1f", "h"),
        line("learning, one epoch, CPU s", cpu(LEARNING), ".1f", "h"),
        line(f"all, with {EPOCHS} epochs (estimated), CPU s", total, ".1f", "h"),
        line("scratch on the disk, GB", amount("scratch") / 1e9, ".2f", "GB"),
        line("matrices, GB", matrices, ".2f", "GB"),
        line("memory of all processes while writing the corpus, GB", memory(WRITING), ".2f", ""),
        line("the same while numbering, GB", memory(NUMBERING), ".2f", ""),
        line("the same while learning, GB", memory(LEARNING), ".2f", ""),
        line("of it beyond the matrices, GB", memory(LEARNING) - matrices, ".2f", ""),
        line("tokens", tokens, ",", "n"),
        line("words and entities with a vector", amount("vectors"), ",", "n"),
        line("tokens written a CPU second", tokens / cpu(WRITING), ",.0f", ""),
        line("tokens numbered a CPU second", tokens / cpu(NUMBERING), ",.0f", ""),
        line("tokens learned a CPU second", tokens / cpu(LEARNING), ",.0f", ""),
        "",
        f"The last column is **extrapolated**, by the fitted exponent, to {WHOLE} times enwik8 (95 GB of XML); hours "
        f"are CPU hours. Nothing of that size was learned. It is empty where the largest size is below {ENOUGH}. At "
        "most 2^22 words get a vector: with 7 million entities, the matrices are 10 GB.",
        "",
        "Memory is that of all processes, without pages of files. Matrices were in memory here; where they would take "
        "more than 60 % of `--memory`, they are files.",
        "",
        f"Machine: {', '.join(str(value) for value in saved['machine'].values())}.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, save and print."""
    path = RESULTS.with_name("growth-vectors.json")
    text = report(measure_sizes(__doc__, path, measure))
    path.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
