"""Time the readers of a dump: ``python -m benchmarks.bench_sources [DUMP]`` prints megabytes per second on one core."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.enwik8 import DUMP
from pairlinking.sources import Scanned, read_pages, read_site, scan

ROUNDS = 3


def best(what: str, n_bytes: int, run: Callable[[], object]) -> None:
    """Print the best of some rounds, in processor time: other work on the machine disturbs it less."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    print(f"{what:<28}{min(seconds):7.2f} s {n_bytes / 1e6 / min(seconds):7.1f} MB/s")


def main(path: str | Path) -> None:
    """Time unpacking and parsing, scanning, and splitting into sentences."""
    site = read_site(path)
    pages = list(read_pages(path))
    gc.freeze()
    n_bytes = sum(len(page.text.encode()) for page in pages)
    print(f"{len(pages):,} pages, {n_bytes / 1e6:.1f} MB of wikitext")
    best("read_pages (bzip2, XML)", n_bytes, lambda: sum(1 for _ in read_pages(path)))

    def scan_all(use: Callable[[Scanned], object]) -> None:
        for page in pages:
            use(scan(page.text, site, title=page.title))

    best("scan", n_bytes, lambda: scan_all(len_of_links))
    best("scan and sentences", n_bytes, lambda: scan_all(lambda scanned: scanned.sentences))


def len_of_links(scanned: Scanned) -> int:
    """Look at the result, as a caller would."""
    return len(scanned.links)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else DUMP)
