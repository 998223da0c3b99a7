"""``pairlinking serve`` as a process: it ends in good order, stands a burst, and tells of itself in its log."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from pairlinking.building.sample import sample_path
from pairlinking.errors import MissingExtra, PairLinkingError
from pairlinking.interfaces.cli.linking_options import Linking
from pairlinking.interfaces.cli.serve import Limits, serve
from pairlinking.interfaces.http.serving import listen
from tests.interfaces.http.asking import AUGUSTA, assert_error
from tests.interfaces.http.running import SLOW_METHOD, Server, running_server

SECONDS = 60


def slow(seconds: float) -> dict[str, Any]:
    """A request whose work takes so long."""
    return {**AUGUSTA, "options": {"method": "slow", "beta": seconds}}


def link(server: Server, request: dict[str, Any]) -> httpx.Response:
    return httpx.post(f"{server.url}/api/link", json=request, timeout=SECONDS)


def link_on_open_connection(server: Server, request: dict[str, Any]) -> httpx.Response:
    with httpx.Client(base_url=server.url, timeout=SECONDS) as client:
        client.get("/api/health")
        return client.post("/api/link", json=request)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, "It did not come."
        time.sleep(0.02)


def refuses(server: Server) -> bool:
    """Whether the server takes no new connections."""
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS).close()
    except ConnectionError:
        return True
    return False


def test_at_the_end_requests_under_way_are_finished() -> None:
    prelude = SLOW_METHOD.replace("time.sleep", 'print(\'{"event": "at work"}\', file=sys.stderr); time.sleep')
    with running_server("--jobs", 1, prelude="import sys\n" + prelude) as server, ThreadPoolExecutor(2) as pool:
        # One that is worked on, and one that waits for its turn.
        under_way = [pool.submit(link_on_open_connection, server, slow(1.0)) for _ in range(2)]
        wait_for(lambda: any(each["event"] == "at work" for each in server.log()))
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        wait_for(lambda: refuses(server))
        assert server.process.poll() is None
        for each in under_way:
            assert each.result().status_code == 200
            assert each.result().json()["mentions"][0]["entity"] is not None
        assert server.process.wait(SECONDS) == 0


def test_a_burst_beyond_the_limits_gets_503s_and_the_server_recovers(server: Server) -> None:
    with ThreadPoolExecutor(12) as pool:
        # Long enough that twelve arrive while the first four take their places, on a busy machine too.
        replies = list(pool.map(lambda _: link(server, slow(1.0)), range(12)))
    refused = [reply for reply in replies if reply.status_code == 503]
    # One is worked on and three wait; others may come so late that a place is free again.
    assert 4 <= sum(reply.status_code == 200 for reply in replies) == 12 - len(refused) < 12
    for reply in refused:
        assert_error(reply, 503, "busy")
        assert int(reply.headers["retry-after"]) >= 1
    assert link(server, AUGUSTA).status_code == 200


def test_health_answers_while_all_places_are_taken(server: Server) -> None:
    with ThreadPoolExecutor(4) as pool:
        busy = [pool.submit(link, server, slow(0.3)) for _ in range(4)]
        time.sleep(0.1)
        assert httpx.get(f"{server.url}/api/health", timeout=SECONDS).status_code == 200
        assert all(each.result().status_code == 200 for each in busy)


def test_work_that_takes_too_long_is_answered_in_time_and_does_not_hold_up_the_end() -> None:
    prelude = SLOW_METHOD.replace("problem.beta", "3 if problem.beta < 0.5 else 1000")
    with running_server("--jobs", 1, "--waiting", 0, "--timeout", 0.5, prelude=prelude) as server:
        assert_error(link(server, slow(0.1)), 504, "timeout")
        assert_error(link(server, AUGUSTA), 503, "busy")  # its place is still taken
        wait_for(lambda: link(server, AUGUSTA).status_code == 200)
        assert_error(link(server, slow(1)), 504, "timeout")
        assert server.stop(signal.SIGINT) == 0
        assert server.log()[-1]["event"] == "stopped with work unfinished"


def test_the_log_tells_of_requests_but_not_what_they_said(server: Server) -> None:
    n_lines = len(server.log())
    link(server, {**AUGUSTA, "text": AUGUSTA["text"] + " Xyzzysecret."})
    httpx.get(f"{server.url}/api/entity/Xyzzysecret", timeout=SECONDS)
    httpx.get(f"{server.url}/api/search", params={"q": "Xyzzysecret"}, timeout=SECONDS)
    httpx.post(f"{server.url}/api/link", content=b"Xyzzysecret", timeout=SECONDS)
    wait_for(lambda: len(server.log()) == n_lines + 4)  # a line is written after its answer
    link_line, entity_line, search_line, bad_line = server.log()[n_lines:]
    assert set(link_line) == {"time", "level", "event", "method", "path", "status", "ms", "mentions", "link_ms"}
    assert (link_line["method"], link_line["path"], link_line["status"]) == ("POST", "/api/link", 200)
    assert link_line["mentions"] == 4
    assert link_line["ms"] > link_line["link_ms"] > 0
    assert (entity_line["path"], entity_line["status"]) == ("/api/entity/{title}", 404)
    assert (search_line["path"], bad_line["status"]) == ("/api/search", 415)
    assert "Xyzzysecret" not in server.log_file.read_text()


def children(process: int) -> set[int]:
    """Server processes that a process has started (and not the one that looks after their semaphores)."""
    found = set()
    for task in os.listdir(f"/proc/{process}/task"):
        found |= set(map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split()))
    return {each for each in found if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()}


def test_of_several_processes_one_that_dies_is_replaced_and_none_outlives_their_parent() -> None:
    with running_server("--workers", 2) as server:
        first = children(server.process.pid)
        assert len(first) == 2
        wait_for(lambda: {line["pid"] for line in server.log() if line["event"] == "serving"} == first)
        os.kill(min(first), signal.SIGKILL)
        wait_for(lambda: len(children(server.process.pid) - first) == 1)
        assert max(first) in children(server.process.pid)
        assert link(server, AUGUSTA).status_code == 200
        assert [line["event"] for line in server.log() if line["level"] == "error"] == ["a server process died"]
        server.process.kill()
        server.process.wait(SECONDS)
        wait_for(lambda: refuses(server))


def test_a_process_that_cannot_start_is_not_started_again_and_again() -> None:
    program = """
from pathlib import Path
from pairlinking.interfaces.http.serving import Plan, listen
from pairlinking.interfaces.http.workers import run_workers
run_workers(Plan(Path("no such folder")), listen("127.0.0.1", 0), 1)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 1
    assert "There is no folder no such folder." in done.stderr
    assert "A server process died before it was ready" in done.stderr


def test_a_process_that_cannot_start_is_tried_again_while_others_serve(tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    shutil.copytree(sample_path(), kb)
    with running_server("--kb", kb, "--workers", 2) as server:
        wait_for(lambda: sum(line["event"] == "serving" for line in server.log()) == 2)
        first = children(server.process.pid)
        manifest = (kb / "manifest.json").read_bytes()
        (kb / "manifest.json").unlink()
        os.kill(min(first), signal.SIGKILL)
        died = "a server process died"
        wait_for(lambda: sum(line["event"] == died for line in server.log()) >= 3)  # it, and two that followed
        assert link(server, AUGUSTA).status_code == 200
        (kb / "manifest.json").write_bytes(manifest)
        wait_for(lambda: sum(line["event"] == "serving" for line in server.log()) == 3)
        assert max(first) in children(server.process.pid)
        delays = [line["next_in_seconds"] for line in server.log() if line["event"] == died]
        assert delays[:3] == [0, 1, 2]
        assert server.stop() == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_full_disk_for_the_log_keeps_nobody_from_being_served(workers: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "pairlinking", "serve", "--port", str(port), "--workers", workers]
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(command, stdout=full, stderr=full)
    try:
        end = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < end:
            try:
                reply = httpx.post(f"http://127.0.0.1:{port}/api/link", json=AUGUSTA, timeout=SECONDS)
            except httpx.ConnectError:
                time.sleep(0.1)
            else:
                break
        assert process.poll() is None, "it has ended"
        assert reply.status_code == 200
    finally:
        process.terminate()
        process.wait(SECONDS)


def test_a_port_in_use_is_told_in_one_sentence() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PairLinkingError, match=f"Cannot listen on 127.0.0.1, port {port}: Address already in use."):
            listen("127.0.0.1", port)
    with pytest.raises(PairLinkingError, match=r"Cannot listen on no\.such\.host\.invalid"):
        listen("no.such.host.invalid", 8080)


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[serve.__module__], "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'pairlinking\[server\]'"):
        serve(linking=Linking(), limits=Limits())
