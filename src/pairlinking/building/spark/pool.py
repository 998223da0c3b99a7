"""Tasks of a build on the workers of a Spark cluster, in place of processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from pairlinking.errors import PairLinkingError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["SparkPool"]

T = TypeVar("T")
_WAVES = 4  # tasks for each core that are sent at a time


class SparkPool:
    """Runs tasks in the Python workers of Spark; the interface of `WorkerPool`.

    Tasks read and write files: all machines must see the folder of the build, and have this package.
    """

    def __init__(self, session: SparkSession) -> None:
        self._context = session.sparkContext

    def __enter__(self) -> SparkPool:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, tasks: Iterable[Callable[[], T]]) -> Iterator[T]:
        """Results in the order of the tasks, which are taken some at a time. A task whose worker died is run again."""
        remaining = iter(tasks)
        while some := list(islice(remaining, _WAVES * self._context.defaultParallelism)):
            try:
                yield from self._context.parallelize(some, len(some)).map(_call).collect()
            except Exception as error:
                raise _clear(error) from error


def _call(task: Callable[[], T]) -> T:
    return task()


def _clear(error: Exception) -> Exception:
    told = str(error)
    if "No module named 'pairlinking'" in told:
        return PairLinkingError(
            "A worker of the cluster does not have pairlinking. Install it there, with the same Python and the same "
            "version, or ship an environment: spark.archives and PYSPARK_PYTHON in the manual of Spark."
        )
    if "No space left" in told:
        return OSError(28, "No space left on device")
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    ours = [line for line in lines if line.startswith("pairlinking.errors.")]
    return PairLinkingError((ours or lines or [repr(error)])[-1 if ours else 0].partition(": ")[2] or told[:300])
