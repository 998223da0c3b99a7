"""Tasks of a build on the workers of a Spark cluster instead of local processes."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from pairlinking._support.spark_session import OTHER_VERSION
from pairlinking.errors import PairLinkingError

if TYPE_CHECKING:
    from pyspark import SparkContext

__all__ = ["SparkPool"]

T = TypeVar("T")
_WAVE = 2  # tasks for each core that are sent at a time
_UNDER_WAY = 2  # waves: cores that are idle at the end of one work on the next


class SparkPool:
    """Runs tasks in the Python workers of Spark; the interface of `WorkerPool`.

    Tasks read and write files, so all machines must see the folder of the build and have this package.
    """

    def __init__(self, context: SparkContext) -> None:
        self._context = context

    def __enter__(self) -> SparkPool:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, tasks: Iterable[Callable[[], T]]) -> Iterator[T]:
        """Results in the order of the tasks. A task whose worker died is run again.

        Tasks are created a few at a time, the next ones while these run: creating them can be work, such as unpacking.
        """
        remaining = iter(tasks)
        under_way: deque[Future[list[T]]] = deque()
        with ThreadPoolExecutor(_UNDER_WAY) as threads:
            while some := list(islice(remaining, _WAVE * self._context.defaultParallelism)):
                under_way.append(threads.submit(self._collect, some))
                while len(under_way) > _UNDER_WAY or (under_way and under_way[0].done()):
                    yield from under_way.popleft().result()
            while under_way:
                yield from under_way.popleft().result()

    def _collect(self, tasks: list[Callable[[], T]]) -> list[T]:
        try:
            found: list[T] = self._context.parallelize(tasks, len(tasks)).map(_call).collect()
            return found
        except Exception as error:
            raise _clear(error) from error


def _call(task: Callable[[], T]) -> T:
    return task()


def _clear(error: Exception) -> Exception:
    answer = str(error)
    if "No module named 'pairlinking" in answer:
        return PairLinkingError(
            "A worker of the cluster does not have pairlinking. Install it there, with the same Python and the same "
            "version, or ship an environment: spark.archives and PYSPARK_PYTHON in the manual of Spark."
        )
    if "PYTHON_VERSION_MISMATCH" in answer:
        return PairLinkingError(
            f"A worker of the cluster does not have Python {sys.version_info.major}.{sys.version_info.minor}, as this "
            "machine has. Install it there and set PYSPARK_PYTHON to it."
        )
    if "InvalidClassException" in answer:
        return PairLinkingError(OTHER_VERSION)
    if "No space left" in answer:
        return OSError(28, "No space left on device")
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    ours = [line for line in lines if line.startswith("pairlinking.errors.")]
    return PairLinkingError((ours or lines or [repr(error)])[-1 if ours else 0].partition(": ")[2] or answer[:300])
