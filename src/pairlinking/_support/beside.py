"""One long task in a process of its own, in parallel with other work."""

from __future__ import annotations

import multiprocessing as mp
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from pairlinking._support.pool import begin_worker, start_method
from pairlinking.errors import PairLinkingError

__all__ = ["beside"]

T = TypeVar("T")


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Start the work in another process; gives a function that waits for its result, to be called once, in the block.

    That call raises whatever the work raises. If the block ends without it, the work is stopped.

    >>> with beside(dict) as result:
    ...     result()
    {}
    """
    context: Any = mp.get_context(start_method())
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(there, work), daemon=True)
    process.start()
    there.close()

    def result() -> T:
        try:
            error, value = here.recv()
        except EOFError:
            raise PairLinkingError(
                "A worker process was killed, most likely because memory ran out. Try again with more memory."
            ) from None
        if error is not None:
            raise error
        found: T = value
        return found

    try:
        yield result
    finally:
        process.terminate()
        process.join()
        here.close()


def _run(there: Connection, work: Callable[[], object]) -> None:
    begin_worker()
    try:
        there.send((None, work()))
    except Exception as error:  # the caller decides what to do about it
        there.send((error, None))
