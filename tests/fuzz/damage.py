"""Files of a knowledge base that are not what they were: found at open, or without any effect on links."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from pairlinking.building.sample import open_sample, sample_path
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker
from tests.fuzz.harness import REFUSED, Harness

__all__ = ["Damage"]

_TEXTS = (
    "Tiger Woods won the Masters at Augusta, Georgia.",
    "The Sun reported that Greece leaves the Euro, and Jordan played for Chicago.",
    "Georgia lies between Russia and Turkey; its capital is Tbilisi.",
)


class Damage(Harness):
    """A damaged sample is refused, or links as the whole one does: never a signal, and never another answer."""

    name = "damage"

    def prepare(self, stack: ExitStack) -> None:
        """Copy the sample, and remember what it answers."""
        open_sample()
        self._kb = self.folder / "kb"
        shutil.copytree(sample_path(), self._kb)
        self._names = sorted(path.relative_to(self._kb).as_posix() for path in self._kb.rglob("*") if path.is_file())
        self._expected = _answers(self._kb)

    def run(self, random: Random) -> str:
        """Damage a file or two, open, link, and put them back."""
        chosen = random.sample(self._names, 2 if random.random() < 0.1 else 1)
        if random.random() < 0.3:  # small files are as many as large ones, and most of the bytes are in few
            chosen = [random.choice([name for name in self._names if not name.startswith("tables/")])]
        whole = {name: ((self._kb / name).read_bytes(), (self._kb / name).stat()) for name in chosen}
        try:
            changed = [_damage(random, self._kb / name, sample_path() / random.choice(self._names)) for name in chosen]
            if random.random() < 0.3:  # as a copy that keeps times would have them
                for name in chosen:
                    if (self._kb / name).exists():
                        os.utime(self._kb / name, ns=(whole[name][1].st_atime_ns, whole[name][1].st_mtime_ns))
            try:
                found = _answers(self._kb)
            except KnowledgeBaseError:
                return REFUSED
            assert found == self._expected, f"another answer after {changed} of {chosen}"
            return "no effect"
        finally:
            for name, (content, _) in whole.items():
                shutil.rmtree(self._kb / name, ignore_errors=True)
                (self._kb / name).unlink(missing_ok=True)
                (self._kb / name).write_bytes(content)


def _answers(folder: Path) -> list[Any]:
    linker = Linker(KnowledgeBase.open(folder))
    return [json.loads(json.dumps(linker.link(text).to_dict())) for text in _TEXTS]


def _damage(random: Random, path: Path, other: Path) -> str:
    data = bytearray(path.read_bytes())
    kind = random.choice(
        ("bit", "bit", "bit", "bits", "zeros", "noise", "cut", "grown", "swap", "gone", "folder", "other", "link")
    )
    at = random.randrange(len(data)) if data else 0
    size = min(len(data) - at, random.choice((1, 8, 64, 4096)))
    if kind in ("gone", "folder", "link"):
        path.unlink()
        if kind == "folder":
            path.mkdir()
        elif kind == "link":
            path.symlink_to(other if other.name != path.name else "nowhere")
        return kind
    if kind in ("bit", "bits"):
        for _ in range(1 if kind == "bit" else random.randrange(2, 50)):
            if data:
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif kind == "zeros":
        data[at : at + size] = bytes(size)
    elif kind == "noise":
        data[at : at + size] = random.randbytes(size)
    elif kind == "cut":
        del data[at:]
    elif kind == "grown":
        data += random.randbytes(random.choice((1, 8, 4096)))
    elif kind == "swap":
        data = data[at:] + data[:at]
    else:
        data = bytearray(other.read_bytes())
    path.write_bytes(data)
    return kind
