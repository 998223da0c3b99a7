"""A Spark session or context, or one sentence about what is missing for it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pairlinking._support import spark_daemon
from pairlinking._support.options import usable_cores
from pairlinking.errors import MissingExtra, PairLinkingError, ParameterError

if TYPE_CHECKING:
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

__all__ = ["OTHER_PANDAS", "OTHER_VERSION"]
__all__ += ["check_versions", "cores_here", "open_context", "open_session", "settings"]

# PySpark warns about a pandas newer than it was tested with; Arrow batches do not need pandas.
OTHER_PANDAS = "PySpark does not yet fully support pandas"
OTHER_VERSION = (
    "The cluster runs another version of Spark than this machine. Install the PySpark with the cluster's version: "
    "pip install 'pyspark==VERSION'. Versions from 4.0 on work."
)

_LEAST_SPARK, _LEAST_JAVA = 4, 17
_TRIES = 4
_MASTER = re.compile(r"local(-cluster)?(\[[^\]]+\])?|spark://.+|k8s://.+|yarn")
_HEAP = 1_000  # MB of Java on this machine, unless a caller knows better
_LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.autoBroadcastJoinThreshold": "32MB",  # no sorting of both sides where one fits into memory
    # In a run of minutes, the optimizing compiler and the concurrent collector take a third of all processor time, on
    # the cores that do the work here. Longer runs belong on clusters, which have options of their own. Without that
    # compiler, Java reserves only 48 MB for compiled code, which a build of enwik8 nearly fills; then queries fail.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m",
}


def open_session(master: str, *, heap: int = _HEAP) -> SparkSession:
    """A session on a cluster, or on this machine with ``local[2]``; the existing one if the process has one.

    Parameters
    ----------
    heap
        Megabytes for Java if everything runs on this machine. Clusters have settings of their own.
    """
    with _started(master):
        from pyspark.sql import SparkSession

        return SparkSession.builder.config(conf=_configuration(master, heap)).getOrCreate()


def open_context(master: str) -> SparkContext:
    """A context for tasks only: the classes of a session take Java a second to load, and tasks do not need them."""
    with _started(master):
        from pyspark import SparkContext

        return SparkContext.getOrCreate(_configuration(master, _HEAP))


def cores_here(master: str) -> int | None:
    """How many cores a master uses if it is this machine, otherwise None.

    >>> cores_here("local[2]"), cores_here("spark://host:7077")
    (2, None)
    """
    found = re.fullmatch(r"local(?:\[(\d+|\*)\])?", master)
    if found is None:
        return None
    return usable_cores() if found[1] == "*" else int(found[1] or 1)


@contextmanager
def _started(master: str) -> Iterator[None]:
    if not _MASTER.fullmatch(master):
        raise ParameterError(
            f"--master {master} is not the address of a Spark master. Pass local[2], spark://host:7077, yarn or "
            "k8s://https://host."
        )
    check_versions()
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=OTHER_PANDAS)
        try:
            yield
        except (Py4JJavaError, PySparkException) as error:
            if "InvalidClassException" in str(error):
                raise PairLinkingError(OTHER_VERSION) from error
            raise PairLinkingError(
                f"Spark could not start with --master {master}: {_reason(error)}. Check the address, and that the "
                "cluster is up."
            ) from error


def _reason(error: Exception) -> str:
    """The first line of what Java says, without its full stop."""
    from py4j.protocol import Py4JJavaError

    said = str(error.java_exception.getMessage() if isinstance(error, Py4JJavaError) else error).strip()
    if "stopped SparkContext" in said or "has been shutdown" in said:  # after a minute of trying
        return "no master answered there"
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__


def _configuration(master: str, heap: int) -> SparkConf:
    from pyspark import SparkConf

    return SparkConf().setAll(list(settings(master, heap).items()))


def settings(master: str, heap: int) -> dict[str, str]:
    """Settings of Spark. On a cluster, those that depend on the machines are left to the user."""
    chosen = {
        "spark.app.name": "pairlinking",
        "spark.master": master,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
    }
    # Workers on this machine run this same Python, which has the package.
    if master.startswith("local") and os.environ.setdefault("PYSPARK_PYTHON", sys.executable) == sys.executable:
        chosen["spark.python.daemon.module"] = spark_daemon.__name__
    if (cores := cores_here(master)) is not None:
        chosen |= _LOCAL | {
            # If a worker dies, its task is given to another one. On a single machine, Spark has to be asked for that.
            "spark.master": f"local[{cores},{_TRIES}]",
            "spark.driver.memory": f"{heap}m",
            # The default of 200 partitions would mean a few kilobytes each here.
            "spark.sql.shuffle.partitions": str(cores),
        }
    return chosen


def check_versions() -> None:
    """Raise an error that says what to do if PySpark is missing or too old, or if there is no suitable Java."""
    try:
        import pyspark
    except ImportError:
        raise MissingExtra("Spark needs PySpark. Install it with: pip install 'pairlinking[spark]'") from None
    version: str = pyspark.__version__
    if int(version.split(".")[0]) < _LEAST_SPARK:
        raise PairLinkingError(
            f"PySpark {version} reads '' within a literal as two literals, and would silently give wrong results. "
            "Versions from 4.0 on work: pip install 'pyspark>=4'"
        )
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else shutil.which("java")
    answer = ""
    if java is not None and os.path.exists(java):
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', answer)
    if found is None and os.environ.get("JAVA_HOME"):
        raise PairLinkingError(
            f"Spark needs Java 17 or later, but there is no Java in {os.environ['JAVA_HOME']}, which JAVA_HOME names. "
            "Correct or unset it."
        )
    if found is None:
        raise PairLinkingError("Spark needs Java 17 or later, but no Java was found. Install it, or set JAVA_HOME.")
    if int(found[1]) < _LEAST_JAVA:
        raise PairLinkingError(f"Spark needs Java 17 or later, but this is Java {found[1]}. Set JAVA_HOME to another.")
