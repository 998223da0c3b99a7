"""The current version against an earlier one, measured in one run: ``python -m benchmarks.before KB``.

The earlier commit is compiled in a separate folder and uses the same interpreter and packages. Each version has a
process, and they take turns with the same work on the same held-out pages; the result is the median over the rounds of
the ratio of their processor times. Writes benchmarks/results/before.{json,md}.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import machine
from pairlinking.kb.dictionary import Dictionary
from pairlinking.kb.manifest import read_manifest, record_files, write_manifest
from pairlinking.text.fold import fold

ROOT = Path(__file__).parents[1]
WORKER = Path(__file__).with_name("before_worker.py")
COMMIT: Final = "8201eb0"  # the last one before "building: learn vectors by a skip-gram kernel of our own"
ROUNDS = 7
_FOLDED = ("folded_indptr", "folded_forms")
# Names of tasks, what the report calls them, and the bar for the ratio of processor times.
WORK: Final = {
    "link 33": ("`link`, 33 mentions given", 1 / 3),
    "link 6": ("`link`, 6 mentions given", 1 / 3),
    "json 33": ("JSON with candidates and evidence, 33 mentions", 1 / 4),
    "link_all": ("`link_all`, 2 processes, documents of 33 mentions", 1 / 3),
}


def install(commit: str, folder: Path) -> Path:
    """Folder to import a commit from; the commit is compiled there first if needed."""
    there = folder / commit
    done = there / "compiled"
    if not done.exists():
        there.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        subprocess.run(["tar", "x"], cwd=there, input=archive.stdout, check=True)
        print(f"compiling {commit} in {there}", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=there, check=True)
        done.touch()
    return there / "src"


def readable(kb: Path, folder: Path) -> Path:
    """A folder with the same files for both versions, and those that only the earlier one always needs.

    Files are linked, not copied. Among the models, the earlier version needs a threshold, which decides what is shown
    after all the work is done, and trees that rank long lists, even if they were no better than the prior: then both
    versions use those that come with the package. It also needs every surface form to be folded in one way.
    """
    manifest = read_manifest(kb)
    view = folder / f"{kb.name}-{manifest.id}"
    view.mkdir(parents=True, exist_ok=True)
    for part in kb.iterdir():
        if part.name not in ("manifest.json", "models", "surfaces"):
            _link(part, view / part.name)
    for folder_of in ("models", "surfaces"):
        (view / folder_of).mkdir(exist_ok=True)
        for file in (kb / folder_of).iterdir():
            if file.stem not in _FOLDED:
                _link(file, view / folder_of / file.name)
    _fold_once(Dictionary(kb / "surfaces"), view / "surfaces")
    _link(ROOT / "src" / "pairlinking" / "data" / "models" / "ranker.txt", view / "models" / "ranker.txt")
    models = {"nil_threshold": 0.0, **(manifest.parameters.get("models") or {}), "has_ranker": True}
    files = {**manifest.files, **record_files(view, [f"surfaces/{name}.npy" for name in _FOLDED])}
    parts = replace(manifest, parameters={**manifest.parameters, "models": models}, files=files)
    names = ("sources", "parameters", "counts", "damage", "files")
    with patch("pairlinking.kb.manifest.FORMAT_VERSION", 1):  # the only one the earlier version reads
        write_manifest(view, **{name: getattr(parts, name) for name in names})
    return view


def _fold_once(dictionary: Dictionary, folder: Path) -> None:
    """Write which forms fold alike, except those that do so only without their accents."""
    n = len(dictionary)
    folded = np.fromiter((dictionary.folded[fold(dictionary.forms.restore_key(each))] for each in range(n)), np.int64)
    sizes = np.bincount(folded, minlength=len(dictionary.folded))
    np.save(folder / "folded_indptr.npy", np.concatenate([[0], np.cumsum(sizes)]))
    np.save(folder / "folded_forms.npy", np.lexsort((np.arange(n), folded)).astype(np.int32))


def _link(to: Path, here: Path) -> None:
    """Link to a file or folder, unless the target path exists."""
    if not here.exists():
        here.symlink_to(to.absolute(), target_is_directory=to.is_dir())


class Version:
    """A process of one version, ready to be measured."""

    def __init__(self, kb: Path, src: Path) -> None:
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        self._process = subprocess.Popen(
            [sys.executable, str(WORKER), str(kb)],
            env={**os.environ, **threads, "PYTHONPATH": str(src)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def measure(self, work: str) -> tuple[float, float]:
        """Seconds per document for this task: processor time and wall time."""
        assert self._process.stdin is not None, "a pipe"
        print(work, file=self._process.stdin, flush=True)
        cpu, clock = self._answer().split()
        return float(cpu), float(clock)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None, "a pipe"
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None, "a pipe"
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("A version ended before it had answered; its message is above.")
        return line


def measure(before: Version, now: Version, rounds: int) -> dict[str, dict[str, float]]:
    """For each task, milliseconds of both versions and their ratio: medians over rounds in which they take turns."""
    found: dict[str, dict[str, float]] = {}
    for work in WORK:
        pairs = [(before.measure(work), now.measure(work)) for _ in range(rounds if work != "link_all" else 3)]
        found[work] = {
            "before_ms": round(1000 * median(old[0] for old, _ in pairs), 3),
            "now_ms": round(1000 * median(new[0] for _, new in pairs), 3),
            "ratio": round(median(new[0] / old[0] for old, new in pairs), 3),
            "ratio_by_the_clock": round(median(new[1] / old[1] for old, new in pairs), 3),
        }
        print(work, found[work], file=sys.stderr, flush=True)
    return found


def report(saved: dict[str, Any]) -> str:
    """The results as Markdown."""
    rows = []
    for work, (name, bar) in WORK.items():
        row = saved["work"][work]
        cells = f"{row['before_ms']:.2f}", f"{row['now_ms']:.2f}", f"{row['ratio']:.2f}", f"{bar:.2f}"
        rows.append([name, *cells, f"{row['ratio_by_the_clock']:.2f}"])
    head = ["work", "before, ms", "now, ms", "ratio", "bar", "ratio by the clock"]
    memory = saved["memory_mb"]
    return f"""# Now and before

Written by `python -m benchmarks.before KB`; do not edit. Commit {saved["commit"]} was compiled beside the current
version; both ran in one go on the same pieces of held-out pages of a knowledge base of {saved["entities"]:,} entities,
taking turns. Milliseconds are processor time a document, for `link_all` that of all processes together, which are
started within the time. The ratio is the median over the rounds. The earlier version writes less into its JSON: no
tree, no decisions, no options. On {", ".join(f"{key} {value}" for key, value in saved["machine"].items())}.

{table(head, rows)}

Memory of the process after all this, beside mapped files: {memory["before"]:.0f} MB before, {memory["now"]:.0f} MB now
(bar: 120).
{FLOOR}"""


FLOOR: Final = """
How far the floor is. A document of 33 mentions has 552 words and 125 candidates on average. Contexts read 552 vectors
of words (200 bytes each) and 125 of entities (224 bytes) for some 0.1 million multiplications; profiles read 125 lists
of 87 words, 65 KB. At 10 GB/s these 200 KB take 0.02 ms. What is left in between is mostly Python that finds the
candidates of each mention and makes objects, and trees that score every candidate (0.05 ms). An answer is 66 KB of
JSON, which takes 0.01 ms to copy; before it is written, the relatedness of 125 candidates with 33 links is computed,
and the pairs that are evidence are found.
"""


def main() -> None:
    """Measure, save and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kb", type=Path)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--folder", type=Path, default=Path(gettempdir()) / "pairlinking-before")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    kb = readable(options.kb, options.folder)
    before = Version(kb, install(options.commit, options.folder))
    now = Version(kb, ROOT / "src")
    saved = {
        "machine": machine(),
        "commit": options.commit,
        "entities": read_manifest(options.kb).counts["entities"],
        "work": measure(before, now, options.rounds),
        "memory_mb": {name: round(each.measure("memory")[0], 1) for name, each in (("before", before), ("now", now))},
    }
    before.close()
    now.close()
    out = RESULTS.with_name("before.json")
    out.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    out.with_suffix(".md").write_text(report(saved), encoding="utf-8")
    print(report(saved))


if __name__ == "__main__":
    main()
