"""Where linking spends its time: ``python -m benchmarks.bench_link KB`` writes benchmarks/results/link.{json,md}.

Documents are pieces of held-out pages with 33 mentions each, the size of the longest kind in the paper. Every stage is
timed separately on the same documents; `link_all` is timed in one run with one process and with two.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any

import pairlinking as pl
from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import best_ms, machine
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.linker import Linker

MENTIONS = 33
DOCUMENTS = 40
ROUNDS = 3


def pieces(kb: KnowledgeBase) -> Iterator[TextDocument]:
    """Pieces of held-out pages, from one mention to the 33rd after it."""
    for page in kb.held_out():
        spans = [(mention["start"], mention["end"]) for mention in page["mentions"]]
        for first in range(0, len(spans) - MENTIONS, MENTIONS):
            begin, end = spans[first][0], spans[first + MENTIONS - 1][1]
            shifted = tuple((start - begin, stop - begin) for start, stop in spans[first : first + MENTIONS])
            yield TextDocument(page["text"][begin:end], shifted)


def stages(linker: Linker, source: TextDocument) -> dict[str, Callable[[], Any]]:
    """Each stage of linking, with its input ready."""
    prepared = linker.prepare(source)
    spans, lists, surfaces = prepared.spans, prepared.lists, prepared.surfaces
    generator, models = linker._preparer.generator, linker.models
    problem = prepared.problem(linker.relatedness, linker.beta)
    linked = linker.link_document(source)
    return {
        "candidates": lambda: models.ranker.cut(generator.generate(surfaces), linker.options.top_k),
        "local confidence": lambda: models.scorer.score(source.text, spans, lists),
        "collective step": lambda: linker.solve(replace(prepared)),  # a copy, which has nothing cached yet
        "of that, pair-linking itself": lambda: pl.solve(problem),
        "whole link": lambda: linker.link_document(source),
        "spotting mentions (where none are given)": lambda: linker.spot(source.text),
        "as JSON with candidates and evidence": lambda: json.dumps(linker.finish(source, linked.solution).to_dict()),
    }


def measure_stages(linker: Linker, documents: list[TextDocument]) -> dict[str, float]:
    """Median over documents of the best time of each stage, in milliseconds."""
    times: dict[str, list[float]] = {}
    for source in documents[:DOCUMENTS]:
        for name, call in stages(linker, source).items():
            times.setdefault(name, []).append(best_ms(call, seconds=0.05))
    return {name: round(median(values), 3) for name, values in times.items()}


def measure_workers(linker: Linker, documents: list[TextDocument]) -> dict[str, float]:
    """Documents per second with one process and with two, the best of several rounds in which they take turns."""
    best = {1: 0.0, 2: 0.0}
    for _ in range(ROUNDS):
        for workers in best:
            started = perf_counter()
            n = sum(1 for _ in linker.link_all(documents * 4, workers=workers))
            best[workers] = max(best[workers], n / (perf_counter() - started))
    return {str(workers): round(rate, 1) for workers, rate in best.items()}


def main(path: str) -> None:
    """Measure, save and print."""
    kb = KnowledgeBase.open(path)
    linker = pl.Linker(kb)
    documents = list(pieces(kb))
    times = measure_stages(linker, documents)
    rates = measure_workers(linker, documents)
    about = machine()
    ratio = rates["2"] / rates["1"]
    rows = [[name, f"{ms:.2f}", f"{ms / times['whole link']:.0%}"] for name, ms in times.items()]
    page = f"""# From text to links: where the time goes

Written by `python -m benchmarks.bench_link KB`; do not edit. {min(DOCUMENTS, len(documents))} pieces of held-out pages
with {MENTIONS} mentions each, the knowledge base of enwik8, one thread; for each stage the median over the pieces of
the fastest run. On {", ".join(f"{key} {value}" for key, value in about.items())}.

{table(["stage", "ms", "of a whole link"], rows)}

`link_all` on {4 * len(documents):,} such pieces, starting of processes included: {rates["1"]:,.0f} documents a second
with one process, {rates["2"]:,.0f} with two: {ratio:.2f} times as many.
"""
    saved = {"machine": about, "ms": times, "documents_per_second_by_workers": rates}
    out = RESULTS.with_name("link.json")
    out.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    out.with_suffix(".md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main(sys.argv[1])
