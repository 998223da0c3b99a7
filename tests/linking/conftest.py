"""One open knowledge base and one linker for all tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from pairlinking.building import build, open_sample
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import LinkedDocument, Linker
from tests.kb.small_kb import write_small_kb
from tests.linking.texts import MENTIONS, TEXT, no_mentions

SCRIPT = "<script>alert('\"&')</script>"


@pytest.fixture(scope="session")
def kb() -> KnowledgeBase:
    return open_sample()


@pytest.fixture(scope="session")
def linker(kb: KnowledgeBase) -> Linker:
    return Linker(kb, spotter=no_mentions)


@pytest.fixture(scope="session")
def document(linker: Linker) -> LinkedDocument:
    return linker.link(TEXT, MENTIONS)


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a small knowledge base without vectors."""
    return write_small_kb(tmp_path_factory.mktemp("bare") / "kb", vectors=False)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Linker:
    """Links with a catalogue whose titles are scripts."""
    folder = tmp_path_factory.mktemp("hostile")
    lines = [
        {"id": "Q1", "title": SCRIPT, "aliases": ["Tiger"], "text": "It is near [[Q2|Rome]]."},
        {"id": "Q2", "title": "Rome\" onclick='evil()", "aliases": ["Rome"], "text": "It has a [[Q1|Tiger]]."},
        {"id": "Q3", "title": "&lt;b&gt;", "text": "See [[Q1|Tiger]] and [[Q2|Rome]]."},
    ]
    catalogue = folder / "entities.jsonl"
    catalogue.write_text("".join(json.dumps(line) + "\n" for line in lines))
    kb = build(catalogue, folder / "kb", workers=1)
    return Linker(kb, spotter=no_mentions, relatedness="njs", threshold=0.0)


@pytest.fixture
def another_thread() -> Iterator[None]:
    """A second thread, as a notebook or a server has: processes are then spawned, not forked."""
    end = Event()
    thread = Thread(target=end.wait)
    thread.start()
    yield
    end.set()
    thread.join()
