"""How a knowledge base behaves in use: ``python -m benchmarks.kb_in_use KB`` prints times and memory as JSON."""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any

__all__ = ["in_use"]

DOCUMENTS = 200


def in_use(kb: str, texts: list[str]) -> dict[str, Any]:
    """Opening (best of three), linking each text (median), and resident memory after that."""
    from pairlinking.kb import KnowledgeBase
    from pairlinking.linking import Linker

    KnowledgeBase.open(kb)  # reads its files, once per machine
    opening = []
    for _ in range(3):
        start = time.perf_counter()
        opened = KnowledgeBase.open(kb)
        opening.append(time.perf_counter() - start)
    linker = Linker(opened)
    linker.link(texts[0])
    times = []
    for text in texts:
        begun = time.process_time()
        linker.link(text)
        times.append(time.process_time() - begun)
    return {
        "open_ms": 1000 * min(opening),
        "documents": len(texts),
        "link_ms": 1000 * statistics.median(times),
        "resident": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }


def _texts(kb: str) -> list[str]:
    """Pieces of pages, with double brackets around links."""
    import pyarrow.parquet as pq

    texts = []
    for path in sorted((Path(kb) / "tables" / "sentences").glob("*.parquet")):
        for row in pq.ParquetFile(path).read_row_group(0).slice(0, 4000).to_pylist()[::20]:
            text, done = row["text"], []
            last = 0
            for anchor in row["anchors"]:
                done += [text[last : anchor["start"]], f"[[{text[anchor['start'] : anchor['end']]}]]"]
                last = anchor["end"]
            if done:
                texts.append("".join([*done, text[last:]]))
        if len(texts) >= DOCUMENTS:
            break
    return texts[:DOCUMENTS]


if __name__ == "__main__":
    print(json.dumps(in_use(sys.argv[1], _texts(sys.argv[1]))))
