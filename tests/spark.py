"""A session of Spark for tests, or the reason why there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pairlinking._support.spark_session import check_versions, open_session
from pairlinking.errors import PairLinkingError

__all__ = ["spark_session"]


def spark_session() -> Any:
    """Of this process, with two cores; skips where PySpark or Java is missing."""
    try:
        check_versions()
    except PairLinkingError as error:
        pytest.skip(str(error))
    paths = (str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH"))  # functions of tests run in workers
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    session = open_session("local[2]")
    session.conf.set("spark.sql.codegen.wholeStage", "false")  # compiling takes longer than some dozens of rows
    return session
