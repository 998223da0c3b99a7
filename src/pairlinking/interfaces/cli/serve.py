"""``pairlinking serve``: the linker over HTTP, with its web page."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated

import typer

from pairlinking.errors import MissingExtra
from pairlinking.interfaces.cli import linking_options as options
from pairlinking.interfaces.cli.option_groups import option_group
from pairlinking.interfaces.http.settings import Settings

__all__ = ["MOST_WORKERS", "Limits", "default_workers", "serve"]

MOST_WORKERS = 4  # started by default: each needs some 100 MB of its own


@option_group
@dataclass(frozen=True)
class Limits:
    """Limits of the server."""

    max_body_bytes: Annotated[int, typer.Option(help="Maximum size of a request body in bytes.")] = Settings.body_bytes
    max_text: Annotated[int, typer.Option(help="Maximum characters of a text.")] = Settings.text_characters
    max_mentions: Annotated[int, typer.Option(help="Maximum mentions in a text, given or detected.")] = (
        Settings.mentions
    )
    max_top_k: Annotated[int, typer.Option(help="Maximum candidates per mention that a request may ask for.")] = (
        Settings.top_k
    )
    jobs: Annotated[
        int, typer.Option(help="Requests that each process works on at a time: one short one, the others long ones.")
    ] = Settings.jobs
    waiting: Annotated[
        int,
        typer.Option(help="Short requests, and as many long ones, that may wait in each process; others get a 503."),
    ] = Settings.waiting
    batches: Annotated[int, typer.Option(help="Batches that each process answers at a time; others get a 503.")] = (
        Settings.batches
    )
    timeout: Annotated[float, typer.Option(help="Seconds that a request may take once it has been received.")] = (
        Settings.request_seconds
    )
    slow_client: Annotated[
        float,
        typer.Option(help="Seconds that a client may take to send the headers or the body, or to read the answer."),
    ] = Settings.body_seconds

    def settings(self) -> Settings:
        """These limits, checked."""
        return Settings(
            body_bytes=self.max_body_bytes,
            text_characters=self.max_text,
            mentions=self.max_mentions,
            top_k=self.max_top_k,
            jobs=self.jobs,
            waiting=self.waiting,
            batches=self.batches,
            request_seconds=self.timeout,
            body_seconds=self.slow_client,
        )


def serve(
    *,
    host: Annotated[
        str, typer.Option(help="Address to listen on. Any but loopback lets other machines in, and there is no login.")
    ] = "127.0.0.1",
    allowed_hosts: Annotated[
        str,
        typer.Option(
            help="Host names by which clients may address this server, separated by commas; *.example.org and * work. "
            "IP addresses and --host itself are always allowed."
        ),
    ] = "localhost",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one and shows it.")] = 8080,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=64,
            help=f"Processes; by default one per processor, at most {MOST_WORKERS}. They share the files of the "
            "knowledge base.",
        ),
    ] = None,
    linking: options.Linking,
    limits: Limits,
    verify: Annotated[
        bool, typer.Option("--verify", help="Read the whole knowledge base first, and refuse to serve a damaged one.")
    ] = False,
    log_level: Annotated[str, typer.Option(help="info logs every request; warning and error log less.")] = "info",
) -> None:
    """Serve the linker over HTTP: a web page, a JSON API, NIF for GERBIL, and the API of DBpedia Spotlight.

    pairlinking serve --kb enwiki.kb --port 8080

    The page is at http://127.0.0.1:8080/, the API is described at /docs. The linking options are the defaults for
    requests that do not set them. The log goes to standard error, one JSON object per line.

    SIGTERM and Ctrl-C stop the server: no new requests are accepted, and those in progress are answered.
    """
    _check_extra()
    from pairlinking._support.options import check_choice
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.building.named import kb_folder, kb_name
    from pairlinking.interfaces.cli.reporting import plain_warnings
    from pairlinking.interfaces.http.serving import Plan, listen, run_server
    from pairlinking.interfaces.http.workers import run_workers
    from pairlinking.kb import verify as verify_folder

    check_choice("serve", "log_level", log_level, ("info", "warning", "error"))
    settings = limits.settings()
    listening = listen(host, port)
    with TerminalProgress(stopped="Stopped.") as progress, plain_warnings(progress.tell):
        folder = kb_folder(linking.kb)
        if verify and folder.exists():  # the sample may not be built yet
            verify_folder(folder)
        linker = linking.open_linker(progress)
    hosts = (host, *filter(None, map(str.strip, allowed_hosts.split(","))))
    plan = Plan(linker.kb.path.absolute(), settings, hosts, linking.options, log_level)
    name = f"[{host}]" if ":" in host else host
    with suppress(OSError):  # a full disk for the log is not a reason not to serve
        print(
            f"Serving {kb_name(linker.kb)} at http://{name}:{listening.getsockname()[1]}/", file=sys.stderr, flush=True
        )
    n_workers = workers or default_workers()
    if n_workers == 1:
        run_server(plan, listening, linker)
    else:
        del linker  # each process opens its own
        run_workers(plan, listening, n_workers)


def default_workers() -> int:
    """One process per processor that this process may use, up to `MOST_WORKERS`."""
    return min(len(os.sched_getaffinity(0)), MOST_WORKERS)


def _check_extra() -> None:
    missing = [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"The server needs {' and '.join(missing)}. Install them with: pip install 'pairlinking[server]'"
        )
