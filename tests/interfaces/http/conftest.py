"""What all tests of the server use: the app in this process, and one server in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI

import pairlinking as pl
from pairlinking.interfaces.http.app import create_app
from tests.interfaces.http.asking import Client
from tests.interfaces.http.running import SLOW_METHOD, Server, running_server

IMPATIENT = ("--jobs", 2, "--waiting", 3, "--timeout", 5, "--slow-client", 1, "--max-body-bytes", 100_000)


@pytest.fixture(scope="session")
def linker() -> pl.Linker:
    return pl.load()


@pytest.fixture(scope="session")
def app(linker: pl.Linker) -> FastAPI:
    return create_app(linker)


@pytest.fixture(scope="session")
def client(app: FastAPI) -> Iterator[Client]:
    """A client of the app in this process. An error that gets through would be raised here."""
    with Client(app) as client:
        yield client


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A real server: with short time limits, few places, and the method ``slow``."""
    with running_server(*IMPATIENT, prelude=SLOW_METHOD) as server:
        yield server
