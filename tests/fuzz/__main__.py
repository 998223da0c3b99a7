"""``python -m tests.fuzz --minutes 60``: all harnesses one after the other, and what came of them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.fuzz.registry import HARNESSES
from tests.fuzz.running import Report, run_harness

__all__ = ["main"]


def main() -> int:
    """Run what the command line says; 1 where there is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="For all harnesses together.")
    parser.add_argument("--harness", choices=sorted(HARNESSES), action="append", help="One of them; may be repeated.")
    parser.add_argument("--seed", type=int, default=1, help="Number of the first case.")
    parser.add_argument("--cases", type=int, default=0, help="Cases of each, instead of minutes.")
    parser.add_argument("--out", type=Path, help="Write a table in Markdown, and the findings as JSON beside it.")
    given = parser.parse_args()
    chosen = given.harness or list(HARNESSES)
    shares = sum(HARNESSES[name].share for name in chosen)
    reports = []
    for name in chosen:
        seconds = None if given.cases else 60 * given.minutes * HARNESSES[name].share / shares
        reports.append(run_harness(name, given.seed, seconds=seconds, cases=given.cases))
        print(_line(reports[-1]), flush=True)
        for finding in reports[-1].findings[:20]:
            print(f"\n{name}, seed {finding.seed}: {finding.kind}\n{finding.detail}", file=sys.stderr)
    if given.out is not None:
        given.out.write_text(_table(reports, given.seed), encoding="utf-8")
        findings = {each.name: [finding._asdict() for finding in each.findings] for each in reports}
        given.out.with_suffix(".json").write_text(json.dumps(findings, indent=1) + "\n", encoding="utf-8")
    return 1 if any(report.findings for report in reports) else 0


def _line(report: Report) -> str:
    outcomes = ", ".join(f"{name} {n:,}" for name, n in report.outcomes.most_common(6))
    told = f"{report.name}: {report.cases:,} cases in {report.seconds:,.0f} s, {len(report.findings)} findings"
    return f"{told} ({outcomes})"


def _table(reports: list[Report], seed: int) -> str:
    lines = [
        "# What the fuzzer found",
        "",
        f"Written by `make fuzz`, cases from {seed} on; do not edit. A finding is a crash, a hang of more than 5 s of",
        "processor time, an exception that is not ours, or a wrong answer.",
        "",
        "| harness | minutes | cases | findings | how they ended |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in reports:
        ended = ", ".join(f"{name} {n:,}" for name, n in sorted(each.outcomes.items()))
        lines.append(f"| {each.name} | {each.seconds / 60:.1f} | {each.cases:,} | {len(each.findings)} | {ended} |")
    total = sum(each.seconds for each in reports) / 60
    n_cases, n_findings = sum(each.cases for each in reports), sum(len(each.findings) for each in reports)
    return "\n".join([*lines, f"| **all** | {total:.1f} | {n_cases:,} | {n_findings} | |", ""])


if __name__ == "__main__":
    sys.exit(main())
