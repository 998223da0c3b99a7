"""One version of the package, measured on request: `benchmarks.before` starts this file with each of two versions.

It uses only what both versions have. It reads a line with the name of a task from standard input, runs it, and writes
its processor time, including child processes, and its wall time, both in seconds per document.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pairlinking as pl
from pairlinking.kb import KnowledgeBase

PIECES = 60  # documents of each length; `link_all` gets several times as many, so that process start matters little
TIMES = 8
PATH = sys.argv[1]


def pieces(kb: KnowledgeBase, n_mentions: int, most: int) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Pieces of held-out pages with the given number of mentions each: at most three per page."""
    for page in kb.held_out():
        spans = [(mention["start"], mention["end"]) for mention in page["mentions"]]
        firsts = range(0, len(spans) - n_mentions, n_mentions)
        for first in list(firsts)[:3]:
            part = spans[first : first + n_mentions]
            begin, end = part[0][0], part[-1][1]
            yield page["text"][begin:end], [(start - begin, stop - begin) for start, stop in part]
            most -= 1
            if not most:
                return


def as_json(document: Any) -> str | bytes:
    """The answer with candidates and evidence, as this version writes it."""
    if hasattr(document, "to_json"):
        text: str = document.to_json()
        return text
    return json.dumps(document.to_dict(), ensure_ascii=False)


def clocks() -> tuple[float, float]:
    """Processor time of this process and its finished children, and wall time."""
    times = os.times()
    return sum(times[:4]), time.perf_counter()


def measured(work: Callable[[Any], object], documents: list[Any]) -> tuple[float, float]:
    """Seconds per document, by both clocks."""
    before = clocks()
    started = time.process_time()
    for document in documents:
        work(document)
    cpu = time.process_time() - started  # more precise than the sum, which counts hundredths
    return cpu / len(documents), (clocks()[1] - before[1]) / len(documents)


def main() -> None:
    """Answer requests until standard input ends."""
    kb = KnowledgeBase.open(PATH)
    linker = pl.Linker(kb)
    long, short = list(pieces(kb, 33, PIECES)), list(pieces(kb, 6, PIECES))

    def link(document: tuple[str, list[tuple[int, int]]]) -> Any:
        return linker.link(*document)

    def many() -> tuple[float, float]:
        documents = long * TIMES
        before = clocks()
        n = sum(1 for _ in linker.link_all(documents, workers=2))
        after = clocks()
        return (after[0] - before[0]) / n, (after[1] - before[1]) / n

    def memory() -> tuple[float, float]:
        """Megabytes of this process without mapped files, and with them."""
        with open("/proc/self/smaps_rollup", encoding="utf-8") as lines:
            kilobytes = {
                name: int(rest.split()[0])
                for name, _, rest in (line.partition(":") for line in lines)
                if rest.endswith("kB\n")
            }
        return kilobytes["Anonymous"] / 1024, kilobytes["Rss"] / 1024

    tasks: dict[str, Callable[[], tuple[float, float]]] = {
        "link 33": lambda: measured(link, long),
        "link 6": lambda: measured(link, short),
        "json 33": lambda: measured(as_json, [link(document) for document in long]),
        "link_all": many,
        "memory": memory,
    }
    for name in ("link 33", "link 6", "json 33"):  # a first run that is not measured
        tasks[name]()
    print("ready", flush=True)
    for line in sys.stdin:
        print(*tasks[line.strip()](), flush=True)


if __name__ == "__main__":
    main()
