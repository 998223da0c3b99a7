"""Settings of Spark; what is missing for it is reported in one sentence, with what to do."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pairlinking._support.spark_session import check_versions, cores_here, settings
from pairlinking.errors import MissingExtra, PairLinkingError


def test_without_pyspark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(MissingExtra, match=r"pip install 'pairlinking\[spark\]'"):
        check_versions()


def test_with_pyspark_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(__version__="3.5.1"))
    with pytest.raises(PairLinkingError, match=r"PySpark 3.5.1 .* Versions from 4.0 on work"):
        check_versions()


def test_without_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(__version__="4.0.0"))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PairLinkingError, match="needs Java 17 or later, but no Java was found"):
        check_versions()


def test_with_an_old_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(__version__="4.0.0"))
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(PairLinkingError, match="this is Java 11"):
        check_versions()


@pytest.mark.parametrize(
    ("master", "cores"), [("local", 1), ("local[3]", 3), ("spark://host:7077", None), ("yarn", None)]
)
def test_cores_are_those_of_this_machine(master: str, cores: int | None) -> None:
    assert cores_here(master) == cores


def test_memory_is_set_on_this_machine_and_left_to_the_settings_of_a_cluster() -> None:
    here = settings("local[3]", 2_500)
    assert (here["spark.driver.memory"], here["spark.sql.shuffle.partitions"]) == ("2500m", "3")
    assert here["spark.master"].startswith("local[3,")
    assert "ReservedCodeCacheSize" in here["spark.driver.extraJavaOptions"], "48 MB are too few for a long build"
    there = settings("spark://host:7077", 2_500)
    assert there["spark.master"] == "spark://host:7077"
    assert not {"spark.driver.memory", "spark.sql.shuffle.partitions"} & there.keys()
