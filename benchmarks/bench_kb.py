"""Time a knowledge base in use: ``python -m benchmarks.bench_kb KB`` writes benchmarks/results/kb.{json,md}."""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import machine

ROUNDS = 5
# Each in a fresh process: only the operating system's file cache is warm.
OPEN = """
import json, sys, time
from pairlinking.kb import KnowledgeBase
before = open("/proc/self/statm").read().split()[1]
start = time.perf_counter()
kb = KnowledgeBase.open(sys.argv[1])
seconds = time.perf_counter() - start
pages = open("/proc/self/statm").read().split()[1]
print(json.dumps({"ms": 1000 * seconds, "resident MB": int(pages) * 4096 / 1e6, "before MB": int(before) * 4096 / 1e6}))
"""
LOOK_UP = """
import json, random, sys, time
from pairlinking.kb import KnowledgeBase
kb = KnowledgeBase.open(sys.argv[1])
forms = [kb.dictionary.forms.restore_key(i) for i in range(len(kb.dictionary))]
random.Random(1).shuffle(forms)
forms = forms[:100_000]
rates = {}
for name, call in {
    "lookup": kb.dictionary.lookup,
    "lookup with prior": lambda form: kb.dictionary.lookup(form).prior,
    "lookup_folded": kb.dictionary.lookup_folded,
}.items():
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        for form in forms:
            call(form)
        best = min(best, time.perf_counter() - start)
    rates[name] = len(forms) / best
print(json.dumps(rates))
"""


def run(code: str, kb: str) -> dict[str, float]:
    """Output of the code in a fresh process."""
    found: dict[str, float] = json.loads(subprocess.check_output([sys.executable, "-c", code, kb]))
    return found


def main(kb: str) -> None:
    """Measure, save and print."""
    opened = min((run(OPEN, kb) for _ in range(ROUNDS)), key=lambda each: each["ms"])
    rates = run(LOOK_UP, kb)
    about = machine()
    saved = {"machine": about, "open": opened, "lookups a second": rates}
    rows = [
        ["`KnowledgeBase.open` in a fresh process", f"{opened['ms']:.1f} ms"],
        ["resident memory of that process", f"{opened['resident MB']:.0f} MB ({opened['before MB']:.0f} before)"],
        *([f"`dictionary.{name}`, random known forms", f"{rate:,.0f} a second"] for name, rate in rates.items()),
    ]
    page = f"""# A knowledge base in use

Written by `python -m benchmarks.bench_kb KB`; do not edit. The best of {ROUNDS} runs, one core, the knowledge base of
enwik8. On {", ".join(f"{key} {value}" for key, value in about.items())}.

{table(["what", "measured"], rows)}
"""
    path = RESULTS.with_name("kb.json")
    path.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main(sys.argv[1])
