"""Stages of a build that are done once: a build that was stopped resumes after its last finished stage.

Each finished stage leaves a marker with a key and its result. The key is a hash of the stage's parameters and of the
previous key, so a changed parameter repeats its own stage and all later ones, and nothing else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pairlinking._support.files import remove, write_json
from pairlinking._support.progress import Progress

__all__ = ["Stages"]


class Stages:
    """Runs stages in order within the folder of an unfinished build."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self.folder = folder
        self.progress = progress
        self._key = ""
        self._markers = folder / "done"
        self._markers.mkdir(parents=True, exist_ok=True)

    def run(
        self,
        name: str,
        work: Callable[[], dict[str, Any]],
        *,
        parameters: dict[str, Any],
        outputs: tuple[str, ...] = (),
        scratch: tuple[str, ...] = (),
        goes_on: bool = False,
    ) -> dict[str, Any]:
        """Do the work unless it is done, and return its result: anything that JSON can represent.

        Parameters
        ----------
        outputs
            Files and folders it makes, below the build's folder; removed before it starts.
        scratch
            The same, but not needed once the stage is done; then removed, too.
        goes_on
            Whether it continues from the files of a stopped run, if the parameters are the same.
        """
        recipe = json.dumps([self._key, name, parameters], sort_keys=True)
        self._key = hashlib.sha256(recipe.encode()).hexdigest()
        marker = self._markers / f"{name}.json"
        record = _read_json(marker)
        if record.get("key") == self._key and "result" in record:
            result: dict[str, Any] = record["result"]
            return result
        if record.get("key") != self._key or not goes_on:
            for each in (*outputs, *scratch):
                remove(self.folder / each)
        # Also written at the start, without a result: all files from now on are made with these parameters.
        write_json(marker, {"key": self._key})
        result = work()
        write_json(marker, {"key": self._key, "result": result})
        for each in scratch:
            remove(self.folder / each)
        return result


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    return content
