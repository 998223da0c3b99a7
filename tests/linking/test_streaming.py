"""Many documents: the answers of one after the other, in order, a few at a time, whatever happens to one of them."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pairlinking._support.progress import Silent
from pairlinking.candidates import CandidateList
from pairlinking.errors import DocumentError, PairLinkingError, ParameterError
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker
from pairlinking.local import PriorScorer
from pairlinking.types import FloatArray
from tests.linking.texts import MENTIONS, TEXT, no_mentions

DOCUMENTS: list[Any] = [
    TEXT,
    (TEXT, MENTIONS),
    {"id": 7, "text": "Tiger at Augusta", "mentions": [{"start": 9, "end": 16}, {"start": 0, "end": 5}]},
    ("", []),
    ("Zzyzx", ["Zzyzx"]),
]
BAD = ("Tiger", [(0, 99)])
WORKERS = pytest.mark.parametrize("workers", [1, 2])


class TwoWordsError(Exception):
    """Cannot be made again from its message alone, as many an error of other packages."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(f"{left} {right}")


class Fragile(PriorScorer):
    """Fails, or ends its process, where the text says so."""

    def score(self, text: str, spans: Sequence[tuple[int, int]], lists: Sequence[CandidateList]) -> list[FloatArray]:
        """The prior."""
        if "FAIL" in text:
            raise ValueError("it failed")
        if "ODD" in text:
            raise TwoWordsError("it", "failed")
        if "DIE" in text:
            os._exit(3)
        return super().score(text, spans, lists)


@pytest.fixture(scope="module")
def fragile(linker: Linker) -> Linker:
    return linker.with_options(local=Fragile())


class Stream:
    """Documents that tell how many of them were taken."""

    def __init__(self, documents: Sequence[Any]) -> None:
        self.documents = documents
        self.taken = 0

    def __iter__(self) -> Iterator[Any]:
        for document in self.documents:
            self.taken += 1
            yield document


@WORKERS
def test_answers_are_those_of_one_after_the_other(linker: Linker, workers: int) -> None:
    documents = DOCUMENTS * 30
    expected = [linker.link_document(document).to_dict() for document in DOCUMENTS] * 30
    assert [linked.to_dict() for linked in linker.link_all(documents, workers=workers)] == expected
    assert multiprocessing.active_children() == []


def test_linked_documents_are_whole_also_from_other_processes(linker: Linker) -> None:
    (linked,) = linker.link_all([(TEXT, MENTIONS)], workers=2)
    alone = linker.link(TEXT, MENTIONS)
    assert linked.kb is linker.kb
    assert linked.tree == alone.tree
    assert linked.decisions == alone.decisions
    assert str(linked.explain(0)) == str(alone.explain(0))
    assert linked._repr_html_() == alone._repr_html_()


@pytest.mark.usefixtures("another_thread")
def test_with_another_thread_about_processes_are_spawned(linker: Linker) -> None:
    expected = [linker.link_document(document).to_dict() for document in DOCUMENTS]
    assert [linked.to_dict() for linked in linker.link_all(DOCUMENTS, workers=2)] == expected
    assert multiprocessing.active_children() == []


@pytest.mark.usefixtures("another_thread")
def test_a_function_that_cannot_go_to_another_process_is_told(linker: Linker) -> None:
    own = linker.with_options(spotter=lambda text: [])
    with pytest.raises(PairLinkingError, match="workers"):
        list(own.link_all(DOCUMENTS, workers=2))


@WORKERS
def test_no_documents_no_answers(linker: Linker, workers: int) -> None:
    assert list(linker.link_all([], workers=workers)) == []


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True])
def test_a_number_of_workers_that_is_none_is_refused_at_once(linker: Linker, workers: Any) -> None:
    with pytest.raises(ParameterError, match="workers"):
        linker.link_all([], workers=workers)


def test_all_cores_by_request(linker: Linker) -> None:
    assert len(list(linker.link_all(DOCUMENTS, workers=None))) == len(DOCUMENTS)


@WORKERS
def test_only_some_documents_are_taken_ahead(linker: Linker, workers: int) -> None:
    stream = Stream([("Tiger at Augusta", ["Tiger", "Augusta"])] * 3000)
    linked = linker.link_all(stream, workers=workers)
    assert stream.taken == 0
    for number in range(1, 200):
        next(linked)
        assert stream.taken <= number + (0 if workers == 1 else 64 * 6)
    linked.close()  # type: ignore[attr-defined]
    assert stream.taken < 1000
    assert multiprocessing.active_children() == []


def test_large_documents_are_taken_one_at_a_time(linker: Linker) -> None:
    stream = Stream([("Tiger " * 10_000, [])] * 100)
    linked = linker.link_all(stream, workers=2)
    next(linked)
    assert stream.taken <= 8
    linked.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


@WORKERS
def test_a_bad_document_is_told_by_its_number_and_passed_over(fragile: Linker, workers: int) -> None:
    heard: list[tuple[int, Exception]] = []
    documents: list[Any] = ["Tiger", BAD, ("FAIL", []), None, "Euro", {"no": "text"}, ("Tiger", ["Tiger"])]
    linked = list(fragile.link_all(documents, workers=workers, on_error=lambda *told: heard.append(told)))
    assert [each.text for each in linked] == ["Tiger", "Euro", "Tiger"]
    assert sorted(number for number, _ in heard) == [1, 2, 3, 5]
    told = dict(heard)
    assert isinstance(told[1], DocumentError)
    assert isinstance(told[2], ValueError)
    assert str(told[2]) == "it failed"


@WORKERS
@pytest.mark.parametrize("bad", [BAD, ("FAIL", [])], ids=["read", "linked"])
def test_without_on_error_a_bad_document_is_raised_with_its_number(fragile: Linker, workers: int, bad: Any) -> None:
    with pytest.raises(DocumentError, match="Document 2: "):
        list(fragile.link_all(["Tiger", "Euro", bad, "Greece"], workers=workers))
    assert multiprocessing.active_children() == []


def until_error(linked: Iterator[Any]) -> tuple[list[str], str]:
    texts = []
    try:
        for each in linked:
            texts.append(each.text)
    except DocumentError as error:
        return texts, str(error)
    return texts, ""


def test_one_worker_gives_what_comes_before_the_bad_document(fragile: Linker) -> None:
    for bad in (BAD, ("FAIL", [])):
        texts, error = until_error(fragile.link_all(["Tiger", "Euro", bad, "Greece"]))
        assert texts == ["Tiger", "Euro"]
        assert "Document 2" in error


def test_two_workers_give_what_comes_before_the_bad_document(fragile: Linker) -> None:
    texts, error = until_error(fragile.link_all(["Tiger", "Euro", BAD, "Greece"], workers=2))
    assert texts == ["Tiger", "Euro"]
    assert "Document 2" in error


def test_the_first_bad_document_is_the_one_that_is_told(fragile: Linker) -> None:
    with pytest.raises(DocumentError, match="Document 1: "):
        list(fragile.link_all(["Tiger", ("FAIL", []), BAD], workers=2))


def test_errors_are_told_in_order(fragile: Linker) -> None:
    heard: list[int] = []
    documents: list[Any] = [("FAIL", []), BAD, "Tiger", BAD, ("FAIL", [])]
    list(fragile.link_all(documents, workers=2, on_error=lambda number, _: heard.append(number)))
    assert heard == [0, 1, 3, 4]


def test_one_worker_tells_an_error_of_another_package(fragile: Linker) -> None:
    heard: list[int] = []
    linked = fragile.link_all(["Tiger", ("ODD", []), "Euro"], on_error=lambda number, _: heard.append(number))
    assert [each.text for each in linked] == ["Tiger", "Euro"]
    assert heard == [1]


def test_two_workers_tell_an_error_of_another_package(fragile: Linker) -> None:
    heard: list[tuple[int, str]] = []
    linked = fragile.link_all(
        ["Tiger", ("ODD", []), "Euro"], workers=2, on_error=lambda number, error: heard.append((number, str(error)))
    )
    assert [each.text for each in linked] == ["Tiger", "Euro"]
    assert [number for number, _ in heard] == [1]
    assert "it failed" in heard[0][1]


def test_a_process_that_ends_is_an_error_of_ours_and_leaves_nothing_behind(fragile: Linker) -> None:
    with pytest.raises(PairLinkingError, match="process"):
        list(fragile.link_all(["Tiger", ("DIE", []), "Euro"], workers=2))
    assert multiprocessing.active_children() == []


def test_a_process_that_ends_does_not_promise_to_go_on(fragile: Linker) -> None:
    with pytest.raises(PairLinkingError) as caught:
        list(fragile.link_all([("DIE", [])], workers=2))
    assert "where it stopped" not in str(caught.value)


def test_an_error_of_the_callers_own_generator_is_the_callers(linker: Linker) -> None:
    def documents() -> Iterator[Any]:
        yield "Tiger"
        raise OSError("the file is gone")

    for workers in (1, 2):
        with pytest.raises(OSError, match="the file is gone"):
            list(linker.link_all(documents(), workers=workers))
    assert multiprocessing.active_children() == []


def test_an_error_in_on_error_stops_the_run(linker: Linker) -> None:
    def stop(number: int, error: Exception) -> None:
        raise KeyError(number)

    for workers in (1, 2):
        with pytest.raises(KeyError):
            list(linker.link_all([BAD, "Tiger"], workers=workers, on_error=stop))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("documents", ["Tiger won.", {"text": "Tiger won."}], ids=["text", "document"])
def test_one_document_in_place_of_many_is_refused(linker: Linker, documents: Any) -> None:
    with pytest.raises(PairLinkingError):
        linker.link_all(documents)


def test_a_knowledge_base_without_vectors_in_processes(bare: Path) -> None:
    linker = Linker(KnowledgeBase.open(bare), spotter=no_mentions, relatedness="njs")
    documents = [("Tiger at Augusta", ["Tiger", "Augusta"])] * 3
    alone = [linked.to_dict() for linked in linker.link_all(documents)]
    assert [linked.to_dict() for linked in linker.link_all(documents, workers=2)] == alone


class Counted(Silent):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[int | str | None] = []

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """A stage begins."""
        self.told.append(total)

    def update(self, done: int) -> None:
        """So much is done."""
        self.told.append(done)

    def finish(self, summary: str = "") -> None:
        """It is done."""
        self.told.append(summary)


@WORKERS
def test_progress_counts_every_document_also_those_that_are_skipped(linker: Linker, workers: int) -> None:
    progress = Counted()
    texts: list[Any] = ["Tiger", BAD, "Augusta"]
    found = linker.link_all(texts, workers=workers, on_error=lambda *_: None, progress=progress)
    assert [each.text for each in found] == ["Tiger", "Augusta"]
    assert progress.told == [3, 1, 2, 3, "3 documents"]


def test_progress_is_shown_on_standard_error_when_asked_for(linker: Linker, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(linker.link_all(iter(["Tiger", "Augusta"]), progress=True))) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "Linking: 2 documents" in told.err
    assert len(list(linker.link_all(["Tiger"]))) == 1
    assert capsys.readouterr() == ("", "")
