"""Links many documents, a few at a time, in one process or several, with the answers in order."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pairlinking._support.options import check_int, usable_cores
from pairlinking._support.pool import WorkerPool, shared
from pairlinking._support.progress import Progress
from pairlinking.errors import DocumentError, PairLinkingError, ParameterError
from pairlinking.linking.documents import AnyDocument, TextDocument, read_document
from pairlinking.linking.linked import LinkedDocument
from pairlinking.linking.solution import Solution

if TYPE_CHECKING:
    from pairlinking.linking.linker import Linker

__all__ = ["OnError", "link_stream"]

# What a process gets at a time: enough that passing it costs little, and little enough that answers keep coming.
_BATCH_CHARACTERS = 100_000
_BATCH_DOCUMENTS = 64

OnError = Callable[[int, Exception], object]


class _Read(NamedTuple):
    """A document with its number, or the reason why it cannot be read, so that errors are reported in order, too."""

    number: int
    source: TextDocument | Exception


def link_stream(
    linker: Linker,
    documents: Iterable[AnyDocument],
    *,
    workers: int | None = 1,
    on_error: OnError | None = None,
    progress: bool | Progress = False,
) -> Iterator[LinkedDocument]:
    """See `Linker.link_all`."""
    if isinstance(documents, str | Mapping):
        raise ParameterError("link_all takes a list of documents. Use 'link' for a single one.")
    wanted = usable_cores() if workers is None else check_int("link_all", "workers", workers, 1)
    solved = _in_order(linker, documents) if wanted == 1 else _in_processes(linker, documents, wanted)
    linked = _finish(linker, solved, on_error or _raise)
    if progress is False:
        return (document for _, document in linked if document is not None)
    return _shown(linked, progress, len(documents) if isinstance(documents, Sized) else None)


def _shown(
    linked: Iterator[tuple[int, LinkedDocument | None]], progress: bool | Progress, total: int | None
) -> Iterator[LinkedDocument]:
    """The documents, while a bar or another object shows how many are done."""
    from pairlinking._support.terminal import TerminalProgress  # late: rich takes a while to import

    done = 0
    with TerminalProgress(quiet=False) if isinstance(progress, bool) else nullcontext(progress) as shown:
        shown.start("Linking", total=total, unit="documents")
        for number, document in linked:
            shown.update(done := number + 1)
            if document is not None:
                yield document
        shown.finish(f"{done:,} documents")


def _finish(
    linker: Linker, solved: Iterator[tuple[_Read, Solution | Exception]], on_error: OnError
) -> Iterator[tuple[int, LinkedDocument | None]]:
    """The number of every document, and what it was linked to; None where it could not be."""
    for (number, source), solution in solved:
        if isinstance(source, Exception) or isinstance(solution, Exception):
            on_error(number, source if isinstance(source, Exception) else solution)  # type: ignore[arg-type]
            yield number, None
        else:
            yield number, linker.finish(source, solution)


def _in_order(linker: Linker, documents: Iterable[AnyDocument]) -> Iterator[tuple[_Read, Solution | Exception]]:
    for read in _read_all(documents):
        yield read, _try(linker, read.source)


def _in_processes(
    linker: Linker, documents: Iterable[AnyDocument], workers: int
) -> Iterator[tuple[_Read, Solution | Exception]]:
    under_way: deque[list[_Read]] = deque()  # what the processes have been given and not answered yet

    def tasks() -> Iterator[Callable[[], list[Solution | Exception]]]:
        for batch in _batches(_read_all(documents)):
            under_way.append(batch)
            # Errors of reading stay here: other processes do not need them.
            yield partial(_work, [None if isinstance(each.source, Exception) else each.source for each in batch])

    with WorkerPool(workers, share=linker) as pool:
        for solutions in pool.run(tasks()):
            yield from zip(under_way.popleft(), solutions, strict=True)


def _work(sources: Sequence[TextDocument | None]) -> list[Solution | Exception]:
    """In a worker process: only the numbers; texts and titles are in the process that makes the linked documents."""
    linker: Linker = shared()
    return [_sendable(_try(linker, source)) for source in sources]


def _try(linker: Linker, source: TextDocument | Exception | None) -> Solution | Exception:
    """Solve a document; its error is returned, since one document must not end a run over a million."""
    if not isinstance(source, TextDocument):
        return source or DocumentError("It could not be read.")
    try:
        return linker.solve(linker.prepare(source))
    except Exception as error:
        return error


def _sendable(answer: Solution | Exception) -> Solution | Exception:
    """Turn an error that cannot be pickled into words: sending it to another process would end the whole pool."""
    if isinstance(answer, Exception):
        try:
            pickle.loads(pickle.dumps(answer))
        except Exception:
            return PairLinkingError(f"{type(answer).__name__}: {answer}")
    return answer


def _raise(number: int, error: Exception) -> None:
    raise DocumentError(f"Document {number}: {error}") from error


def _read_all(documents: Iterable[AnyDocument]) -> Iterator[_Read]:
    for number, document in enumerate(documents):
        try:
            yield _Read(number, read_document(document))
        except DocumentError as error:
            yield _Read(number, error)


def _batches(read: Iterable[_Read]) -> Iterator[list[_Read]]:
    batch: list[_Read] = []
    size = 0
    for each in read:
        batch.append(each)
        size += len(each.source.text) if isinstance(each.source, TextDocument) else 0
        if size >= _BATCH_CHARACTERS or len(batch) == _BATCH_DOCUMENTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
