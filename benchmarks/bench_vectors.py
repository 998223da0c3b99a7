"""How fast vectors are learnt, and how good they are: our kernel against gensim, in one run.

    python -m benchmarks.bench_vectors enwik8.kb [RELATEDNESS]

trains both on the token corpus of a knowledge base, with one thread each: in turns on a part of it for the speed, then
on all of it, each in a copy of the knowledge base that gets its own models. These link the held-out pages, and the
vectors are compared with human judgements if RELATEDNESS is the folder that contains them. Writes
benchmarks/results/vectors.{json,md}.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import pairlinking as pl
from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import machine
from pairlinking._support.progress import Silent
from pairlinking.building import add_vectors
from pairlinking.building.relate import EntityOptions
from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.learn import encode_corpus
from pairlinking.building.vectors.training import train
from pairlinking.building.vectors.vectors import TRAINERS, VectorOptions
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.documents import read_document
from reproduction.studies.human_relatedness.judgements import read_pairs, read_rankings
from reproduction.studies.human_relatedness.scores import judge_pairs, judge_rankings

PART = 1_000_000  # tokens learnt in a round
ROUNDS = 3
SEEDS = {"pairlinking": (1, 2, 3), "gensim": (1,)}  # gensim takes over ten minutes for each
OPTIONS = VectorOptions(threads=1)


def measure_speed(kb: KnowledgeBase, folder: Path) -> dict[str, float]:
    """Tokens per CPU second, the best of several rounds in which the trainers take turns."""
    entities = EntityOptions(**kb.manifest.parameters["entities"])
    corpus = encode_corpus(Path(kb.path), folder, entities, OPTIONS, 1, Silent())
    part = first_lines(corpus, PART)
    seconds = {trainer: [float("inf")] * 2 for trainer in TRAINERS}
    for _ in range(ROUNDS):
        for trainer, best in seconds.items():
            for number, epochs in enumerate((1, 2)):
                started = time.process_time()
                train(part, replace(OPTIONS, trainer=trainer, epochs=epochs))
                best[number] = min(best[number], time.process_time() - started)
    # Only the second epoch: what precedes the first is not learning.
    return {trainer: round(len(part.ids) / (two - one)) for trainer, (one, two) in seconds.items()}


def first_lines(corpus: Corpus, n_tokens: int) -> Corpus:
    """The first lines of a corpus, with the counts of all of it."""
    n_lines = int(np.searchsorted(corpus.offsets, n_tokens))
    return replace(corpus, ids=corpus.ids[: corpus.offsets[n_lines]], offsets=corpus.offsets[: n_lines + 1])


def measure_quality(kb: Path, options: VectorOptions, judgements: Path | None) -> dict[str, float]:
    """CPU seconds of learning, accuracy on held-out pages, and agreement of the vectors with human judgements."""
    started = time.process_time()
    opened = add_vectors(kb, options, workers=1)
    found = {"CPU seconds": round(time.process_time() - started, 1)}
    if judgements is not None:
        for path in sorted(judgements.iterdir()):
            if path.suffix == ".txt":
                judged = judge_rankings(opened, read_rankings(path), ["ees"], seed=1)
            else:
                judged = judge_pairs(opened, read_pairs(path), ["ees"], seed=1)
            found[path.stem] = round(judged.agreement["ees"].spearman, 3)
    if opened.has_held_out:
        opened = pl.train(opened)
        found["held-out pages"] = round(held_out_accuracy(opened), 4)
    return found


def held_out_accuracy(kb: KnowledgeBase) -> float:
    """Share of correct links among the mentions of held-out pages that have an entity."""
    linker = pl.Linker(kb, threshold=0)
    right = total = 0
    for page in kb.held_out():
        links = linker.link_document(read_document(page))
        for link, mention in zip(links, page["mentions"], strict=True):
            gold = None if mention["entity"] is None else kb.get(mention["entity"])
            if gold is not None:
                total += 1
                right += link.entity is not None and kb.get(link.entity.id) == gold
    return right / total


def main(path: str, judgements: str | None = None) -> None:
    """Measure, save and print."""
    kb = KnowledgeBase.open(path)
    with TemporaryDirectory() as folder:
        speed = measure_speed(kb, Path(folder, "corpus"))
        quality: list[dict[str, Any]] = []
        for trainer, seeds in SEEDS.items():
            for seed in seeds:
                copy = shutil.copytree(path, Path(folder, f"{trainer}-{seed}.kb"))
                options = replace(OPTIONS, trainer=trainer, seed=seed)
                found = measure_quality(copy, options, Path(judgements) if judgements else None)
                quality.append({"trainer": trainer, "seed": seed, **found})
                print(quality[-1], file=sys.stderr, flush=True)
                shutil.rmtree(copy)
    saved = {"machine": machine(), "tokens_per_cpu_second": speed, "quality": quality}
    out = RESULTS.with_name("vectors.json")
    out.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    out.with_suffix(".md").write_text(page(saved), encoding="utf-8")
    print(page(saved))


def page(saved: dict[str, Any]) -> str:
    """The figures as Markdown."""
    speed, quality = saved["tokens_per_cpu_second"], saved["quality"]
    rows = [[each.get(name, "") for name in quality[0]] for each in quality]
    return f"""# Learning vectors: our skip-gram against gensim's

Written by `python -m benchmarks.bench_vectors KB`; do not edit. Both learn from the same token corpus with one thread
and the same options (`VectorOptions`). On {", ".join(f"{key} {value}" for key, value in saved["machine"].items())}.

Tokens learnt in a CPU second: {speed["pairlinking"]:,} by ours, {speed["gensim"]:,} by gensim:
**{speed["pairlinking"] / speed["gensim"]:.1f} times** as many.

What the vectors are worth. The files of judgements: rank correlation of the vectors' cosine (EES) with what people say.
Held-out pages: share of right links, of mentions with an entity, by models learnt with these vectors.

{table(list(quality[0]), rows)}
"""


if __name__ == "__main__":
    main(*sys.argv[1:])
