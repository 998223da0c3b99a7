"""``python -m benchmarks.soak --minutes 30`` writes benchmarks/results/soak.{json,md}; 1 where a bar is not reached.

A server of four processes gets good and bad requests on 16 connections. Every minute one of them is killed, and
its log goes to a full disk all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.request import Request, urlopen

from benchmarks.bench_server import documents
from benchmarks.readme import RESULTS
from benchmarks.soak.report import report, summary
from benchmarks.soak.traffic import Traffic, link_request
from benchmarks.soak.victim import Victim, victim
from benchmarks.timing import machine

WORKERS = 4
CONNECTIONS = 16
_KILL_SECONDS = 60.0
_LOOK_SECONDS = 10.0


def main() -> int:
    """Run it, and write what came of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=0.5, help="Mean seconds before a client's next request.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS.with_name("soak.json"))
    given = parser.parse_args()
    with victim(WORKERS) as server:
        traffic = Traffic(server.port, [_with_answer(server.port, each) for each in documents()], given.pause)
        events = asyncio.run(_soak(server, traffic, 60 * given.minutes, given.seed))
    found = {"minutes": given.minutes, "workers": WORKERS, "connections": CONNECTIONS, "pause": given.pause}
    found |= {"machine": machine(), **summary(traffic, **events)}
    given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    page = report(found)
    given.out.with_suffix(".md").write_text(page, encoding="utf-8")
    print(page)
    return 0 if all(found["reached"].values()) else 1


def _with_answer(port: int, document: dict[str, Any]) -> tuple[bytes, Any]:
    """A request, and what the server answers before anything has happened to it."""
    body = json.dumps(document).encode()
    request = Request(
        f"http://127.0.0.1:{port}/api/link", body, {"Content-Type": "application/json", "Host": "localhost"}
    )
    with urlopen(request) as reply:
        return link_request(document), json.load(reply)["mentions"]


async def _soak(server: Victim, traffic: Traffic, seconds: float, seed: int) -> dict[str, Any]:
    """Send, kill, and look at memory, at the same time."""
    random = Random(seed)
    memory: list[tuple[float, float]] = []
    kills: list[float] = []
    started = monotonic()

    async def kill() -> None:
        while True:
            await asyncio.sleep(_KILL_SECONDS)
            if alive := server.workers():
                server.kill_one(random.choice(alive))
                kills.append(round(monotonic() - started, 1))

    async def look() -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            is_quiet = monotonic() - started - (kills[-1] if kills else 0.0) > _KILL_SECONDS / 2
            if is_quiet:  # else a process is missing or still starting, and its memory too
                memory.append((round(monotonic() - started, 1), round(server.memory_mb(), 1)))
            done, left = monotonic() - started, sum(traffic.outcomes.values())
            print(f"{done / 60:5.1f} min  {left:>9,} requests  {len(kills)} killed", file=sys.stderr, flush=True)

    tasks = [asyncio.create_task(kill()), asyncio.create_task(look())]
    await traffic.run(CONNECTIONS, seconds, seed)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in ended:
        if not isinstance(outcome, asyncio.CancelledError) and isinstance(outcome, BaseException):
            raise outcome
    return {"memory": memory, "kills": kills, "is_alive": server.process.poll() is None}


if __name__ == "__main__":
    sys.exit(main())
