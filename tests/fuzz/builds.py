"""Builds from mutated sources, and builds killed anywhere: a knowledge base that is whole, or none."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

from pairlinking.building import EntityOptions
from pairlinking.errors import KnowledgeBaseError, PairLinkingError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.linking import Linker
from tests.building.small_wiki import build, checksums, small_dump
from tests.fuzz.harness import REFUSED, Harness
from tests.fuzz.mutations import mutate_bytes
from tests.fuzz.samples import CATALOGUE, DUMP, NAMES, SQL

__all__ = ["Builds"]


class Builds(Harness):
    """What a build leaves behind is whole; one that is killed goes on to the same bytes."""

    name = "builds"

    def prepare(self, stack: ExitStack) -> None:
        """Build once without being disturbed, and note how long that takes."""
        self._source = small_dump(self.folder / "dump.xml")
        started = time.monotonic()
        self._expected = checksums(KnowledgeBase.open(self._run_command(None)))
        self._seconds = time.monotonic() - started

    def run(self, random: Random) -> str:
        """Build from something mutated, or kill a build."""
        output = self.folder / "kb"
        for path in self.folder.glob("kb*"):
            shutil.rmtree(path)
        if random.random() < 0.15:
            for _ in range(random.randrange(1, 4)):
                self._run_command(random.uniform(0.1, 1.0) * self._seconds)
                _check_nothing_half(output)
                if output.exists():
                    break
            assert (
                checksums(KnowledgeBase.open(output if output.exists() else self._run_command(None))) == self._expected
            )
            return "killed and resumed"
        samples = (*DUMP, *CATALOGUE)
        sources = self._mutated(random, "source", random.choice((1, 1, 2, 3)), samples)
        redirects = self._mutated(random, "redirects", random.choice((0, 0, 1)), (*NAMES, *SQL, *DUMP))
        aliases = self._mutated(random, "aliases", random.choice((0, 0, 1)), (*NAMES, *CATALOGUE))
        page_props = self._mutated(random, "page_props", random.choice((0, 0, 1)), SQL)
        options = EntityOptions(
            entities=random.choice(("pages", "linked")),
            min_links=1,
            holdout=random.choice((0.0, 0.5)),
            seed=random.randrange(9),
        )
        try:
            kb = build(
                sources,
                output,
                redirects=redirects,
                aliases=aliases,
                page_props=page_props,
                entities=options,
                workers=1,
                allow_truncated=random.random() < 0.5,
            )
        except PairLinkingError:
            _check_nothing_half(output)
            return REFUSED
        verify(kb.path)
        Linker(kb).link("Town 1 lies near Bend and Seite 2. Tiger!")
        return "built from several" if len(sources) > 1 or redirects or aliases or page_props else "built"

    def _mutated(self, random: Random, name: str, n: int, samples: Sequence[bytes]) -> list[Path]:
        """Write so many files, most of them with something changed."""
        paths = [self.folder / f"{name}-{at}" for at in range(n)]
        for path in paths:
            data = random.choice(samples)
            path.write_bytes(data if random.random() < 0.3 else mutate_bytes(random, data, samples))
        return paths

    def _run_command(self, seconds: float | None) -> Path:
        """Run a build as a command, killed after some seconds; gives its output."""
        output = self.folder / "kb"
        command = [
            sys.executable,
            "-m",
            "pairlinking",
            "build",
            str(self._source),
            "-o",
            str(output),
            "--no-vectors",
            "--no-models",
        ]
        process = subprocess.Popen(
            [*command, "--workers", "1", "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
        else:
            assert process.returncode == 0, said.decode()
        return output


def _check_nothing_half(output: Path) -> None:
    """There is no output, or a whole one."""
    try:
        KnowledgeBase.open(output)
    except KnowledgeBaseError:
        assert not (output / "manifest.json").exists()
    else:
        verify(output)
