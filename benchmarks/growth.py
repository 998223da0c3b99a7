"""How a build grows: ``python -m benchmarks.growth 1 4 16`` writes benchmarks/results/growth.{json,md} and plots.

For each size, in multiples of enwik8 (100 MB of XML), a dump is made (`benchmarks.big_wiki`), packed like Wikipedia's,
and built without vectors and models, with ``--memory 1GB`` and two workers. Sizes measured before are kept; ``--again``
measures them again. A run that was stopped resumes at the same size: a complete dump is kept, but its build starts
over, because the time of half a build says nothing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.big_wiki import write_dump
from benchmarks.growth_report import write_report
from benchmarks.growth_sizes import measure_sizes
from benchmarks.process_tree import watch
from benchmarks.readme import RESULTS
from benchmarks.stage_times import read_stages

__all__ = ["measure"]

BUILD = """
import json, sys
from benchmarks.stage_times import StageTimes
from pairlinking.building.builder import build

stages = StageTimes(sys.argv[3])
kb = build([sys.argv[1]], sys.argv[2], vectors=None, memory="1GB", workers=2, replace=True, progress=stages)
stages.end()
print(json.dumps(kb.manifest.counts))
"""


def measure(size: float, folder: Path) -> dict[str, Any]:
    """Build a wiki of this size, and return what each stage took."""
    folder.mkdir(parents=True, exist_ok=True)
    dump, made = folder / f"wiki-{size:g}.xml.bz2", folder / f"wiki-{size:g}.json"
    if not dump.exists() or not made.exists():
        made.write_text(json.dumps(write_dump(dump, size)))
    kb, log = folder / f"wiki-{size:g}.kb", folder / f"wiki-{size:g}.stages"
    log.unlink(missing_ok=True)
    for half_built in (Path(f"{kb}.building"), kb):
        shutil.rmtree(half_built, ignore_errors=True)
    process = subprocess.Popen(
        [sys.executable, "-c", BUILD, str(dump), str(kb), str(log)], stdout=subprocess.PIPE, text=True
    )
    peak = watch(process.pid, Path(f"{kb}.building"), kb)
    counts = json.loads(process.communicate()[0].splitlines()[-1])
    if process.returncode:
        raise SystemExit(f"The build of size {size:g} failed.")
    sizes = {part.name: _bytes(part) for part in kb.iterdir()}
    row = {
        **json.loads(made.read_text()),
        "links": counts["links"],
        "entities": counts["entities"],
        "surface_forms": counts["surface_forms"],
        "in_links": counts["in_links"],
        "stages": read_stages(log),
        "peak_memory": peak.memory,
        "peak_disk": peak.disk,
        "scratch": peak.scratch,
        "tables": sizes["tables"],
        "kb": sum(sizes.values()) - sizes["tables"],
    }
    row["use"] = json.loads(subprocess.check_output([sys.executable, "-m", "benchmarks.kb_in_use", str(kb)]))
    shutil.rmtree(kb)
    dump.unlink()
    return row


def _bytes(path: Path) -> int:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return sum(each.stat().st_size for each in files)


def main() -> None:
    """Measure, save and draw."""
    write_report(measure_sizes(__doc__, RESULTS.with_name("growth.json"), measure), RESULTS.parent)
    print(RESULTS.with_name("growth.md").read_text())


if __name__ == "__main__":
    main()
