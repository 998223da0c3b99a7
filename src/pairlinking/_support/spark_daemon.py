"""Forks the Python workers of Spark on this machine: ``python -m pairlinking._support.spark_daemon``, run by Java.

Spark puts an archive of PySpark's sources first on the search path, and Python compiles it again at every start.
Workers on this machine run the Python that started Spark, where the same modules are installed and compiled.
"""

from __future__ import annotations

import sys

__all__ = ["without_archives"]


def without_archives(path: list[str]) -> list[str]:
    """The search path without the archives of PySpark and Py4J.

    >>> without_archives(["/spark/python/lib/pyspark.zip", "/spark/python/lib/py4j-0.10.9.9-src.zip", "/site"])
    ['/site']
    """
    return [each for each in path if not each.endswith(("/python/lib/pyspark.zip", "-src.zip"))]


if __name__ == "__main__":
    sys.path[:] = without_archives(sys.path)
    from pyspark.daemon import manager

    manager()
