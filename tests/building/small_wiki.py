"""A made-up wiki of some forty pages, built in about a second, and a progress object that remembers its calls."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from pairlinking.building import VectorOptions
from pairlinking.building.builder import build
from tests.sources.dumps import OLD_HEAD, TAIL, page

__all__ = ["SMALL_VECTORS", "Recorder", "build", "checksums", "small_dump", "small_pages"]

SMALL_VECTORS = VectorOptions(dimensions=16, epochs=2, min_count=1, min_entity_count=1, threads=1)


def small_pages(n: int = 40, seed: int = 7) -> list[str]:
    """Pages that link to each other, to redirects, to a disambiguation page and to nothing."""
    random = Random(seed)
    titles = [f"Town {i}" if i % 3 else f"Town {i} (river)" for i in range(n)]
    targets = [*titles, "Old name", "Circle A", "Bend", "Nowhere", "Elsewhere"]
    pages = []
    for number, title in enumerate(titles):
        linked = random.choices(targets, k=4)
        text = (
            f"'''{title}''' lies near [[{linked[0]}]], which is larger.\n\n"
            f"It was founded by people of [[{linked[1]}|the ''old'' town]]. In 1900 [[{linked[2]}]] and "
            f"[[{linked[3]}|Bend]] were bigger, the Ägäis wasn't.\n"
        )
        pages.append(page(number + 1, title, text))
    extra = {
        "Bend": "'''Bend''' may be:\n* [[Town 1]], a town\n* [[Old name]], near [[Town 2]]\n{{disambig}}",
        "Bend (meanings)": "#REDIRECT [[Bend]]",
        "Old name": "#REDIRECT [[Older name]]",
        "Older name": "#REDIRECT [[Town 4]]",
        "Circle A": "#REDIRECT [[Circle B]]",
        "Circle B": "#REDIRECT [[Circle A]]",
        "Talk:Town 1": "Somebody says [[Town 2]].",
    }
    pages += [page(n + 1 + at, title, text) for at, (title, text) in enumerate(extra.items())]
    return pages


def small_dump(path: Path, *, n: int = 40, seed: int = 7) -> Path:
    """Write the dump and return its path."""
    path.write_text(OLD_HEAD + "".join(small_pages(n, seed)) + TAIL, encoding="utf-8")
    return path


def checksums(kb: Any) -> dict[str, str]:
    """SHA-256 of every file of an open knowledge base."""
    return {name: record.sha256 for name, record in kb.manifest.files.items()}


class Recorder:
    """Remembers stages, their totals and updates, and warnings."""

    def __init__(self) -> None:
        self.stages: list[str] = []
        self.totals: list[int | None] = []
        self.updates: list[list[int]] = []
        self.finished: list[str] = []
        self.warnings: list[str] = []

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Remember the stage."""
        self.stages.append(stage)
        self.totals.append(total)
        self.updates.append([])

    def update(self, done: int) -> None:
        """Remember the step."""
        self.updates[-1].append(done)

    def finish(self, summary: str = "") -> None:
        """Remember that it ended."""
        self.finished.append(self.stages[-1])

    def warn(self, message: str) -> None:
        """Remember the warning."""
        self.warnings.append(message)
