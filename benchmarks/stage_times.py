"""Processor time of each stage of a build, over all its processes, recorded by a progress object."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

__all__ = ["StageTimes", "read_stages"]


class StageTimes:
    """Appends a line of JSON to a file for each stage that ends; `path` plus ``.now`` contains the current one.

    Time between two stages counts as part of the first, unless `strict`.
    """

    def __init__(self, path: str | Path, *, strict: bool = False) -> None:
        self._path, self._now = Path(path), Path(f"{path}.now")
        self._strict, self._name = strict, ""
        self._cpu, self._wall = _used()

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Begin measuring a stage."""
        self.end()
        self._name = stage
        self._now.write_text(stage)

    def end(self) -> None:
        """Record what the stage took."""
        cpu, wall = _used()
        if self._name:
            record = {"stage": self._name, "cpu": cpu - self._cpu, "wall": wall - self._wall}
            with self._path.open("a") as file:
                print(json.dumps(record), file=file)
        self._name, self._cpu, self._wall = "", cpu, wall

    def update(self, done: int) -> None:
        """Ignored."""

    def finish(self, summary: str = "") -> None:
        """End the stage if it does not include what follows."""
        if self._strict:
            self.end()

    def warn(self, message: str) -> None:
        """Print the warning."""
        print(message, file=sys.stderr)


def read_stages(path: Path) -> dict[str, dict[str, float]]:
    """CPU and wall seconds of each stage, summed if it ran several times."""
    stages: dict[str, dict[str, float]] = {}
    for line in path.read_text().splitlines():
        record = json.loads(line)
        into = stages.setdefault(record["stage"], {"cpu": 0.0, "wall": 0.0})
        into["cpu"] += record["cpu"]
        into["wall"] += record["wall"]
    return stages


def _used() -> tuple[float, float]:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used), time.monotonic()
