"""Requests from a second process, as fast as they are answered: by wrk if installed, otherwise by our own client.

``python -m benchmarks.http_load URL CONNECTIONS SECONDS < bodies.json`` is the second process of our own client.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

__all__ = ["client_name", "drive"]

_QUANTILES = (50, 75, 90, 99)

# Counts statuses, which wrk does not, and prints everything as JSON.
_LUA = """
local bodies = {
%s
}
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init(args) at = 0; ok = 0; busy = 0; other = 0 end
function request()
  at = at %% #bodies + 1
  return wrk.format("POST", nil, {["Content-Type"] = "application/json"}, bodies[at])
end
function response(status)
  if status == 200 then ok = ok + 1 elseif status == 503 then busy = busy + 1 else other = other + 1 end
end
function done(summary, latency, requests)
  local count = {ok = 0, busy = 0, other = 0}
  for _, thread in ipairs(threads) do
    for name in pairs(count) do count[name] = count[name] + thread:get(name) end
  end
  local e = summary.errors
  io.write(string.format(
    'RESULT {"seconds": %%f, "ok": %%d, "busy": %%d, "other": %%d, "broken": %%d, "ms": [%%f, %%f, %%f, %%f, %%f]}\\n',
    summary.duration / 1e6, count.ok, count.busy, count.other, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(75) / 1000, latency:percentile(90) / 1000,
    latency:percentile(99) / 1000, latency.max / 1000))
end
"""


def client_name() -> str:
    """Name of the client that will be used."""
    return "wrk" if shutil.which("wrk") else "asyncio"


def drive(url: str, bodies: list[dict[str, Any]], *, connections: int, seconds: float) -> dict[str, Any]:
    """Post bodies in turn over so many connections, each sending its next request when it has its answer.

    Returns the numbers of answers with status 200 (`ok`), 503 (`busy`) and `other`, and of `broken` connections,
    requests per second, and latencies in milliseconds.
    """
    found = (_wrk if client_name() == "wrk" else _own)(url, bodies, connections, seconds)
    names = [*(f"p{each}" for each in _QUANTILES), "max"]
    found["ms"] = {name: round(value, 3) for name, value in zip(names, found["ms"], strict=True)}
    found["answers"] = found["ok"] + found["busy"] + found["other"]
    found["per_second"] = round(found["answers"] / found["seconds"], 1)
    return found


def _wrk(url: str, bodies: list[dict[str, Any]], connections: int, seconds: float) -> dict[str, Any]:
    quoted = ",\n".join(f"[==[{json.dumps(body)}]==]" for body in bodies)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "post.lua"
        script.write_text(_LUA % quoted)
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:.0f}s", "--timeout", "30s", "-s", str(script), url]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return _result(done.stdout)


def _own(url: str, bodies: list[dict[str, Any]], connections: int, seconds: float) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.http_load", url, str(connections), str(seconds)]
    done = subprocess.run(command, input=json.dumps(bodies), capture_output=True, text=True, check=True)
    return _result(done.stdout)


def _result(output: str) -> dict[str, Any]:
    (line,) = (line for line in output.splitlines() if line.startswith("RESULT "))
    found: dict[str, Any] = json.loads(line.removeprefix("RESULT "))
    return found


async def _load(url: str, bodies: list[dict[str, Any]], connections: int, seconds: float) -> dict[str, Any]:
    to = urlsplit(url)
    requests = [_request(to.path, json.dumps(body).encode()) for body in bodies]
    statuses: Counter[int] = Counter()
    times: list[float] = []
    end = perf_counter() + seconds

    async def connection(number: int) -> None:
        at = number
        try:
            reader, writer = await asyncio.open_connection(to.hostname, to.port)
            while (started := perf_counter()) < end:
                writer.write(requests[at % len(requests)])
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))
                times.append(1000 * (perf_counter() - started))
                statuses[int(head.split()[1])] += 1
                at += 1
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            statuses[0] += 1

    started = perf_counter()
    await asyncio.gather(*map(connection, range(connections)))
    times.sort()
    quantiles = [times[min(len(times) * each // 100, len(times) - 1)] for each in _QUANTILES]
    other = sum(n for status, n in statuses.items() if status not in (0, 200, 503))
    return {
        "seconds": perf_counter() - started,
        "ok": statuses[200],
        "busy": statuses[503],
        "other": other,
        "broken": statuses[0],
        "ms": [*quantiles, times[-1]],
    }


def _request(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


if __name__ == "__main__":
    given = json.load(sys.stdin)
    print("RESULT", json.dumps(asyncio.run(_load(sys.argv[1], given, int(sys.argv[2]), float(sys.argv[3])))))
