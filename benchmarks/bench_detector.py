"""How fast names are detected: ``python -m benchmarks.bench_detector KB`` writes benchmarks/results/detector.{json,md}.

Texts are pieces of 5,000 characters of held-out pages. The time to split them into tokens, sentences and shapes is
the minimum for any detector; the rest is reported as multiples of it.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from statistics import median
from typing import Any

from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import best_ms, machine
from pairlinking.candidates.spotting import KINDS, find_mentions
from pairlinking.detection.tokens import Tokens
from pairlinking.kb import KnowledgeBase

OUT = RESULTS.with_name("detector.json")
CHARACTERS = 5000
TEXTS = 20


def measure(kb: KnowledgeBase) -> dict[str, float]:
    """Median over the texts of the best time of each way to find mentions, in milliseconds."""
    pages = "\n".join(page["text"] for page in kb.held_out())
    texts = [pages[at : at + CHARACTERS] for at in range(0, len(pages) - CHARACTERS, len(pages) // TEXTS)]
    ways: dict[str, Any] = {"tokens": Tokens.of}
    ways |= {kind: find_mentions(kb, kind) for kind in KINDS}
    return {name: median(best_ms(partial(way, text), seconds=0.05) for text in texts) for name, way in ways.items()}


def main(path: str) -> None:
    """Measure and write."""
    kb = KnowledgeBase.open(path)
    times = measure(kb)
    saved = {"machine": machine(), "characters": CHARACTERS, "texts": TEXTS, "ms": times}
    OUT.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    rows = [[name, f"{ms:.2f}", f"{ms / times['tokens']:.1f}"] for name, ms in times.items()]
    report = f"""# How fast mentions are found

Written by `python -m benchmarks.bench_detector`. Fastest of several warm runs, median of {TEXTS} texts of
{CHARACTERS:,} characters of held-out pages, on {", ".join(f"{key} {value}" for key, value in machine().items())}.

{table(["what", "ms", "multiples of splitting into tokens"], rows)}
"""
    OUT.with_suffix(".md").write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main(sys.argv[1])
