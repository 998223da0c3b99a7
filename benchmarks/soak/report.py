"""What came of a soak: against its bars, as JSON and as a page."""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks.run import table
from benchmarks.soak.traffic import Traffic

__all__ = ["report", "summary"]

LOST_BAR = 0.001
MEMORY_BAR = 0.05
_PARTS = 6  # of the run: memory of the second is compared with that of the last, as the first still warms up


def summary(
    traffic: Traffic, *, memory: list[tuple[float, float]], kills: list[float], is_alive: bool
) -> dict[str, Any]:
    """Figures of a run, and whether each bar is reached."""
    totals = traffic.totals()
    parts = [_part(memory, at) for at in range(_PARTS)]
    grown = parts[-1] / parts[1] - 1 if parts[1] else 0.0
    lost = totals["lost"] / max(1, totals["requests"])
    return {
        **totals,
        "refused": traffic.refused,
        "kills": kills,
        "memory_mb": memory,
        "memory_by_part_mb": parts,
        "grown": round(grown, 4),
        "latency_by_part_ms": [_latency(traffic.latencies, at) for at in range(_PARTS)],
        "outcomes": {f"{kind}: {outcome}": n for (kind, outcome), n in sorted(traffic.outcomes.items())},
        "reached": {
            "lost": lost < LOST_BAR,
            "memory": abs(grown) <= MEMORY_BAR or grown < 0,
            "answers": not totals["wrong"] and not totals["failed"],
            "alive": is_alive,
        },
    }


def _part(memory: list[tuple[float, float]], at: int) -> float:
    """Median memory in one part of the run."""
    size = len(memory)
    values = [value for _, value in memory[at * size // _PARTS : (at + 1) * size // _PARTS]]
    return round(median(values), 1) if values else 0.0


def _latency(latencies: dict[int, list[float]], at: int) -> dict[str, float]:
    """Quantiles of the answers in one part of the run."""
    slots = sorted(latencies)
    chosen = slots[at * len(slots) // _PARTS : (at + 1) * len(slots) // _PARTS]
    times = sorted(time for slot in chosen for time in latencies[slot])
    if not times:
        return {}
    found = {f"p{each}": times[min(len(times) - 1, len(times) * each // 100)] for each in (50, 90, 99)}
    return {name: round(value, 1) for name, value in {**found, "max": times[-1]}.items()}


def report(found: dict[str, Any]) -> str:
    """The results as a page."""
    where = ", ".join(f"{key} {value}" for key, value in found["machine"].items())
    lost = found["lost"] / max(1, found["requests"])
    bars = [
        ["requests lost", f"{found['lost']:,} of {found['requests']:,} ({lost:.3%})", "under 0.1 %", "lost"],
        ["memory, last sixth against the second", f"{found['grown']:+.1%}", "within 5 %", "memory"],
        ["wrong answers, and answers 500", f"{found['wrong']} and {found['failed']}", "0", "answers"],
        ["the server at the end", "runs" if found["reached"]["alive"] else "has ended", "runs", "alive"],
    ]
    rows = [[*row[:3], "yes" if found["reached"][row[3]] else "**no**"] for row in bars]
    parts = [
        [f"{at + 1} of {_PARTS}", f"{memory:.0f}", *(f"{value:.0f}" for value in latency.values())]
        for at, (memory, latency) in enumerate(
            zip(found["memory_by_part_mb"], found["latency_by_part_ms"], strict=True)
        )
        if latency
    ]
    outcomes = [[name, f"{n:,}"] for name, n in found["outcomes"].items()]
    return f"""# A server under attack for {found["minutes"]:g} minutes

Written by `make soak`; do not edit. A server of {found["workers"]} processes with the sample wiki gets good and bad
requests on {found["connections"]} connections, each with {found["pause"]:g} s on average between two requests. Every
minute one process, chosen at random, is killed: {len(found["kills"])} times in this run. The log goes to a full disk.
A request is lost when nothing answers it, and it is not sent again: what a process works on when it is killed is lost.
On {where}, beside other work.

{table(["", "measured", "bar", "reached"], rows)}

Clients could not connect {found["refused"]} times.

## Memory and latency

Memory of all processes together, where what they share counts once (median), and milliseconds of the good requests.

{table(["part of the run", "memory MB", "p50 ms", "p90", "p99", "max"], parts)}

## How requests ended

A status, or: `lost` (no answer to a whole request), `wrong` (another answer than before the soak), `none` (nothing came
of bytes that are not HTTP, or of half a request).

{table(["request: end", "times"], outcomes)}
"""
