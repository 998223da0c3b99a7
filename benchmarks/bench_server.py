"""What HTTP costs: ``python -m benchmarks.bench_server`` writes benchmarks/results/server.{json,md}.

The server runs in its own process with the sample wiki, and a second process sends documents of six mentions. The
server logs how long each request took, and how much of that was `Linker.link`: the rest is the cost of HTTP. The same
documents are also linked in a loop in this process, in turns with the server, so that both see the same machine.

An earlier commit, compiled in a separate folder as for `benchmarks.before`, serves the same requests in turns with
the current version, both started without options.
"""

from __future__ import annotations

import importlib.util
import json
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

import pairlinking as pl
from benchmarks.before import COMMIT, install
from benchmarks.http_load import client_name, drive
from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.timing import machine
from pairlinking.interfaces.cli.serve import default_workers
from tests.interfaces.http.running import Server, running_server

SAMPLE = ("--kb", "sample")
MENTIONS = 6
CONNECTIONS = 16
SECONDS = 30
BURST = 256
TURNS = 5
ROUNDS = 4  # of the earlier version and this one
BAR_MS = 1.2
BAR_TIMES = 4.0
_SEEN = "one connection, as the client sees it"  # the overhead that has a bar
_TICK = os.sysconf("SC_CLK_TCK")


def documents() -> list[dict[str, Any]]:
    """Gold documents of three mentions, two at a time."""
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
    threes = [each for each in map(json.loads, lines) if len(each["mentions"]) == MENTIONS // 2]
    made = []
    for first, second in zip(threes[::2], threes[1::2], strict=False):
        behind = len(first["text"]) + 1
        spans = [(each["start"], each["end"]) for each in first["mentions"]]
        spans += [(behind + each["start"], behind + each["end"]) for each in second["mentions"]]
        mentions = [{"start": start, "end": end} for start, end in spans]
        made.append({"text": f"{first['text']} {second['text']}", "mentions": mentions})
    return made


class InProcess:
    """Times of `link` in this process: wall time of each call, and total processor time."""

    def __init__(self, bodies: list[dict[str, Any]]) -> None:
        self._linker, self._bodies = pl.load("sample"), bodies
        self.ms: list[float] = []
        self.cpu: list[float] = []
        self.measure(keep=False)

    def measure(self, *, rounds: int = 10, keep: bool = True) -> None:
        """Link all documents several times."""
        times = []
        began = process_time()
        for _ in range(rounds):
            for body in self._bodies:
                started = perf_counter()
                self._linker.link(body["text"], body["mentions"])
                times.append(1000 * (perf_counter() - started))
        if keep:
            self.ms += times
            self.cpu.append(1000 * (process_time() - began) / len(times))


@contextmanager
def memory_of(process: int) -> Iterator[list[float]]:
    """Resident megabytes of a process, sampled every second within the context."""
    found: list[float] = []
    ended = threading.Event()

    def watch() -> None:
        while True:
            found.append(_resident(process))
            if ended.wait(1):
                return

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield found
    finally:
        ended.set()
        thread.join()
        found.append(_resident(process))


def _resident(process: int) -> float:
    with open(f"/proc/{process}/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _processor_seconds(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def _with_children(process: int) -> float:
    """Processor seconds of a process and of its running children."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    return _processor_seconds(process) + sum(map(_processor_seconds, children))


def load(server: Server, bodies: list[dict[str, Any]], *, connections: int, seconds: float) -> dict[str, Any]:
    """Results of driving the server, with those it logs: processor time, and the time of requests and of `link`."""
    n_lines, before = len(server.log()), _processor_seconds(server.process.pid)
    found = drive(f"{server.url}/api/link", bodies, connections=connections, seconds=seconds)
    found["connections"] = connections
    found["cpu_ms"] = round(1000 * (_processor_seconds(server.process.pid) - before) / found["answers"], 3)
    lines = [line for line in server.log()[n_lines:] if "link_ms" in line]
    found["link_ms"] = round(median(line["link_ms"] for line in lines), 3)
    found["other_ms"] = round(median(line["ms"] - line["link_ms"] for line in lines), 3)
    return found


def measure() -> dict[str, Any]:
    """Run all experiments."""
    bodies = documents()
    here = InProcess(bodies)
    with running_server(*SAMPLE) as server:
        load(server, bodies, connections=CONNECTIONS, seconds=3)  # warm
        ones = []
        for _ in range(TURNS):
            here.measure()
            ones.append(load(server, bodies, connections=1, seconds=4))
        here.measure()
        with memory_of(server.process.pid) as memory:
            many = load(server, bodies, connections=CONNECTIONS, seconds=SECONDS)
        here.measure()
        burst = load(server, bodies, connections=BURST, seconds=5)
        after = load(server, bodies, connections=1, seconds=3)
    loop = {"ms": round(median(here.ms), 3), "cpu_ms": round(mean(here.cpu), 3)}
    return {
        "loop": loop,
        "one connection": sorted(ones, key=lambda each: float(each["ms"]["p50"]))[TURNS // 2],
        "load": many,
        "memory_mb": [round(each, 1) for each in memory],
        "burst": burst,
        "after the burst": after,
        "both": both_versions(bodies),
        "overhead_ms": _overheads(loop, ones, many),
    }


def both_versions(bodies: list[dict[str, Any]]) -> dict[str, Any]:
    """Requests per second of the earlier version and of this one, each with its default settings, taking turns."""
    folder = Path(tempfile.gettempdir()) / "pairlinking-before"
    source = install(COMMIT, folder)
    # The earlier version builds a sample wiki for itself, in its own cache.
    earlier = {"PYTHONPATH": str(source), "XDG_CACHE_HOME": str(folder / "cache")}
    found: dict[str, list[float]] = {"before": [], "now": []}
    cpu_ms: dict[str, list[float]] = {"before": [], "now": []}
    failed = 0
    workers = ("--workers", default_workers())
    with running_server(*SAMPLE, environment=earlier) as before, running_server(*SAMPLE, *workers) as now:
        for number in range(ROUNDS + 1):
            for name, server in (("before", before), ("now", now)):
                used = _with_children(server.process.pid)
                run = drive(f"{server.url}/api/link", bodies, connections=CONNECTIONS, seconds=5)
                used = _with_children(server.process.pid) - used
                failed += _failed(run) + run["busy"]
                if number:  # the first is a warm-up
                    found[name].append(run["per_second"])
                    cpu_ms[name].append(1000 * used / run["answers"])
    ratios = [new / old for old, new in zip(found["before"], found["now"], strict=True)]
    medians = {name: round(median(values), 1) for name, values in found.items()}
    return {
        "commit": COMMIT,
        **medians,
        "cpu_ms": {name: round(median(values), 2) for name, values in cpu_ms.items()},
        "ratio": round(median(ratios), 2),
        "errors": failed,
        "processes": default_workers(),
    }


def _overheads(loop: dict[str, float], ones: list[dict[str, Any]], many: dict[str, Any]) -> dict[str, float]:
    """What HTTP adds to a link, measured in several ways."""
    per_request = 1000 * many["seconds"] / many["answers"]
    found = {
        "one connection, inside the server": median(each["other_ms"] for each in ones),
        _SEEN: median(each["ms"]["p50"] - each["link_ms"] for each in ones),
        f"{CONNECTIONS} connections": per_request - many["link_ms"],
        f"{CONNECTIONS} connections, against the loop": per_request - loop["ms"],
        f"{CONNECTIONS} connections, against the loop, processor time": many["cpu_ms"] - loop["cpu_ms"],
    }
    return {name: round(value, 3) for name, value in found.items()}


def about() -> dict[str, str]:
    """What the figures were measured on."""
    names = ("fastapi", "uvicorn", "httptools", "uvloop")
    found = {name: version(name) if importlib.util.find_spec(name) else "not installed" for name in names}
    load = f"{os.getloadavg()[0]:.1f} at the start"
    return {**machine(), **found, "client": client_name(), "load": load}


def report(saved: dict[str, Any]) -> str:
    """The results as a page."""
    loop, one, many, burst = saved["loop"], saved["one connection"], saved["load"], saved["burst"]
    memory, after, both = saved["memory_mb"], saved["after the burst"], saved["both"]
    where = ", ".join(f"{key} {value}" for key, value in saved["machine"].items())
    aims = [
        [name, f"{value:.2f}", _reached(value <= saved["bar_ms"]) if name == _SEEN else ""]
        for name, value in saved["overhead_ms"].items()
    ]
    runs = [
        [name, each["connections"], f"{each['per_second']:,.0f}", *(f"{value:.1f}" for value in each["ms"].values())]
        for name, each in (("one at a time", one), ("load", many), ("burst", burst), ("after it", after))
    ]
    return f"""# What HTTP costs

Written by `python -m benchmarks.bench_server`; do not edit. The server is one process with the sample wiki and its
default limits. A second process ({saved["machine"]["client"]}) posts documents of {MENTIONS} mentions to `/api/link`;
the answers have all candidates, evidence and the tree. On {where}.

HTTP is everything but `link`: reading and checking the request, handing it to a thread and back, what speaks for each
candidate and each link, JSON, logging, sending. `link` takes {one["link_ms"]:.2f} ms within the server (median).

{table(["overhead at the median", "ms", f"at most {saved['bar_ms']:.1f} ms"], aims)}

- *Inside the server*: from the head of a request to the last byte of its answer, less its own `link`. *As the client
  sees it*: median latency less the median of `link` in the server, so that the network and the client count as well.
- With {CONNECTIONS} connections a request mostly waits for those before it: latency is the length of the line. The
  server is never idle then, so its time of a request is the time of the run divided by the answers; less `link`.
- *Against the loop*: less {loop["ms"]:.2f} ms ({loop["cpu_ms"]:.2f} ms of processor time), which `link` takes in a
  process that does nothing else, with everything in the processor's caches.

{table(["", "connections", "answers/s", "p50 ms", "p75", "p90", "p99", "max"], runs)}

- Load for {many["seconds"]:.0f} s: {many["ok"]:,} answers, {_failed(many) + many["busy"]} errors. Memory
  {memory[0]:.0f} MB before, {memory[-1]:.0f} MB after, {max(memory):.0f} MB at most.
- Burst of {burst["connections"]} connections, more than may wait: {burst["ok"]:,} answered, {burst["busy"]:,} refused
  with 503, {_failed(burst)} errors. After it: {after["ok"]:,} answered, {_failed(after) + after["busy"]} not.

## Now and before

Commit {both["commit"]} and the current version, each as it is started without options (one process then,
{both["processes"]} now), with {CONNECTIONS} connections and the client on the same cores, in turns; medians of
{ROUNDS} rounds.

{table(["before, answers/s", "now, answers/s", "ratio", f"at least {saved['bar_times']:.0f}"], [_compared(saved)])}

{both["errors"]} errors. Processor time an answer: {both["cpu_ms"]["before"]:.2f} ms before, {both["cpu_ms"]["now"]:.2f}
now. Only on an idle machine do more processes answer more requests.
"""


def _compared(saved: dict[str, Any]) -> list[str]:
    both = saved["both"]
    rates = [f"{both[name]:,.0f}" for name in ("before", "now")]
    return [*rates, f"{both['ratio']:.1f}", _reached(both["ratio"] >= saved["bar_times"])]


def _reached(is_reached: bool) -> str:
    return "yes" if is_reached else "**no**"


def _failed(run: dict[str, Any]) -> int:
    return int(run["other"] + run["broken"])


def main() -> None:
    """Measure, save and print."""
    saved = {"machine": about(), "bar_ms": BAR_MS, "bar_times": BAR_TIMES, **measure()}
    out = RESULTS.with_name("server.json")
    out.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    page = report(saved)
    out.with_suffix(".md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
