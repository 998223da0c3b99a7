"""A build from and to another file system: fetched once, uploaded as a whole, with clear messages where it fails."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pairlinking._support.hadoop_files import HadoopFiles
from pairlinking._support.progress import Silent
from pairlinking.errors import KnowledgeBaseError, SourceError
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import load
from tests.building.small_wiki import small_dump
from tests.interfaces.running import Run
from tests.spark import spark_session

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

CLUSTER = "viewfs://cluster"  # a file system of Hadoop's, whose folders are some of this machine's
SMALL = ("--no-vectors", "--no-models", "--quiet")
ON_SPARK = ("--engine", "spark", "--master", "local[2]")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Any:
    session = spark_session()
    base = tmp_path_factory.getbasetemp()
    configuration = session.sparkContext._jsc.hadoopConfiguration()
    configuration.set(f"fs.viewfs.mounttable.cluster.link.{base}", base.as_uri())
    return session


@pytest.fixture
def hadoop(session: Any) -> HadoopFiles:
    return HadoopFiles(session.sparkContext)


def _uri(path: Path) -> str:
    return f"{CLUSTER}{path}"


def _contents(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".crc")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


class _Counting(Silent):
    """Stages that were begun."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        self.stages.append(stage)


def test_the_same_knowledge_base_as_from_files_of_this_machine(session: Any, run: Run, tmp_path: Path) -> None:
    there, work = tmp_path / "there", tmp_path / "work"
    there.mkdir()
    small_dump(there / "dump.xml", n=20)
    (there / "aliases.tsv").write_text("Another name\tPlace 1\n")
    uris = ("build", _uri(there / "du*.xml"), "--aliases", _uri(there / "aliases.tsv"), "-o", _uri(there / "kb"))
    refused = run(*uris, *SMALL, *ON_SPARK)
    assert refused.code != 0
    assert "needs --work" in " ".join(refused.err.split())
    done = run(*uris, *SMALL, *ON_SPARK, "--work", work)
    assert done.code == 0, done.err
    here = ("build", there / "dump.xml", "--aliases", (there / "aliases.tsv").as_uri(), "-o", tmp_path / "here")
    assert run(*here, *SMALL).code == 0
    assert _contents(there / "kb").keys() == _contents(tmp_path / "here").keys()
    files, expected = (KnowledgeBase.open(path).manifest.files for path in (there / "kb", tmp_path / "here"))
    assert files == expected
    assert list(work.iterdir()) == []
    assert sorted(path.name for path in there.iterdir() if path.suffix != ".crc") == ["aliases.tsv", "dump.xml", "kb"]
    again = run(*uris, *SMALL, *ON_SPARK, "--work", work)
    assert "exists already" in " ".join(again.err.split())


def test_what_was_fetched_is_not_fetched_again_unless_it_changed(hadoop: HadoopFiles, tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.xml").write_text(name)
    progress = _Counting()

    def fetch() -> list[str]:
        files = hadoop.find(_uri(tmp_path / "*.xml"))
        paths = hadoop.fetch(files, tmp_path / "fetched", progress)
        return [paths[file.uri].read_text() for file in files]

    assert fetch() == fetch() == ["a", "b"]
    assert progress.stages == ["Fetching files"]
    (tmp_path / "a.xml").write_text("c")
    os.utime(tmp_path / "a.xml", (1, 1))
    assert fetch() == ["c", "b"]
    assert len(progress.stages) == 2


def test_a_folder_is_uploaded_as_a_whole_and_replaces_another(hadoop: HadoopFiles, tmp_path: Path) -> None:
    one = tmp_path / "one"
    (one / "deep").mkdir(parents=True)
    (one / "deep" / "file").write_text("x")
    (one / "manifest.json").write_text("{}")
    left = tmp_path / "kb.uploading"
    left.mkdir()
    (left / "of an upload that was stopped").touch()
    for _ in range(2):
        hadoop.put(one, _uri(tmp_path / "kb"), Silent(), last="manifest.json")
        assert _contents(tmp_path / "kb") == _contents(one)
        (one / "deep" / "file").write_text("y")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kb", "one"]


def test_an_upload_that_was_stopped_does_not_build_again(
    session: Any, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = tmp_path / "catalogue.jsonl"
    catalogue.write_text(json.dumps({"id": "Q1", "title": "Universe", "names": ["Cosmos"]}) + "\n")
    command = ("build", _uri(catalogue), "-o", _uri(tmp_path / "kb"), *SMALL, *ON_SPARK, "--work", tmp_path / "work")

    def fail(*_: Any, **__: Any) -> None:
        raise KnowledgeBaseError("The network is down.")

    with monkeypatch.context() as patch:
        patch.setattr(HadoopFiles, "put", fail)
        assert "The network is down." in run(*command).err
    with monkeypatch.context() as patch:
        patch.setattr("pairlinking.linking.building.build", fail)
        done = run(*command)
    assert done.code == 0, done.err
    assert KnowledgeBase.open(tmp_path / "kb").manifest.counts["entities"] == 1
    assert list((tmp_path / "work").iterdir()) == []


def test_sources_that_cannot_be_read(hadoop: HadoopFiles, run: Run, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"There is no file viewfs:.*/dump\*\.bz2\. Check the path"):
        hadoop.find(_uri(tmp_path / "dump*.bz2"))
    with pytest.raises(SourceError, match="is a folder, but a file was expected"):
        hadoop.find(_uri(tmp_path))
    for scheme in ("hdsf", "s3a"):  # misspelt; and known to Hadoop, but with its class in a jar that is not here
        done = run("build", f"{scheme}://bucket/dump.xml", "-o", tmp_path / "kb", *SMALL, *ON_SPARK)
        assert done.code == 1
        assert f"Spark does not know the file system of {scheme}://bucket/dump.xml" in " ".join(done.err.split())


def test_too_little_room_is_noticed_before_anything_is_fetched(
    hadoop: HadoopFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dump.xml").write_text("text")
    (file,) = hadoop.find(_uri(tmp_path / "dump.xml"))
    with pytest.raises(KnowledgeBaseError, match=r"The files need .* GB on the disk of"):
        hadoop.fetch([file._replace(size=10**18)], tmp_path / "fetched", Silent())
    assert list((tmp_path / "fetched").iterdir()) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("hdfs://host/dump.xml", "-o", "kb"), "hdfs://host/dump.xml can only be read and written by Spark"),
        (("dump.xml", "-o", "s3a://bucket/kb"), "s3a://bucket/kb can only be read and written by Spark"),
        (("dump.xml", "-o", "kb", "--work", "w"), "--work w needs --engine spark."),
        (("dump.xml", "-o", "kb", "--work", "w", "--engine", "spark"), "--work w is only for paths such as s3a://"),
        (("file:///nowhere/*.xml", "-o", "kb"), "There is no file file:///nowhere/*.xml. Check the path."),
    ],
)
def test_paths_that_do_not_fit_the_engine(options: tuple[str, ...], message: str, run: Run) -> None:
    done = run("build", *options)
    assert done.code != 0
    assert message in " ".join(done.err.split())


def test_a_folder_elsewhere_is_linked_into_another(session: Any, run: Run, tmp_path: Path) -> None:
    load("sample")
    source, there, here = tmp_path / "in", tmp_path / "there", tmp_path / "here"
    for folder in (source, there):
        folder.mkdir()
    for name in ("a.jsonl", "b.jsonl", "c.jsonl", "not to be linked.txt"):
        (source / name).write_text(json.dumps({"text": f"Tiger won the Masters. {name}"}) + "\n")
    (there / "a.jsonl").write_text("done before\n")
    linking = ("link", "--kb", "sample", "--quiet", "--master", "local[2]")
    refused = run(*linking, _uri(source), "--output", _uri(there))
    assert "needs --work" in " ".join(refused.err.split())
    done = run(*linking, _uri(source), "--output", _uri(there), "--work", tmp_path / "work")
    assert done.code == 0, done.err
    done = run(*linking, _uri(source), "--output", here)
    assert done.code == 0, done.err
    assert sorted(path.name for path in here.iterdir()) == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert _contents(there) == _contents(here) | {"a.jsonl": b"done before\n"}
    assert list((tmp_path / "work").iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "in", "there", "work"]
    (source / "b.parquet").write_bytes(b"")
    (source / "d.jsonl").write_text(json.dumps({"text": "Tiger won."}) + "\n")
    done = run(*linking, _uri(source), "--output", _uri(there), "--work", tmp_path / "work")
    assert done.code == 1
    assert "b.parquet is not a complete Parquet file" in " ".join(done.err.split())
    assert (there / "d.jsonl").exists(), "the others are uploaded"
    empty = run(*linking, _uri(tmp_path / "nowhere"), "--output", here)
    assert "has no .jsonl or .parquet files" in " ".join(empty.err.split())
    assert not (tmp_path / "here.elsewhere").exists()


def test_folders_elsewhere_need_spark(run: Run, tmp_path: Path) -> None:
    done = run("link", "s3a://bucket/documents", "--output", tmp_path / "out")
    assert "s3a://bucket/documents can only be read and written by Spark. Add --master" in " ".join(done.err.split())
    done = run("link", tmp_path, "--output", tmp_path / "out", "--work", "w")
    assert "--work w is only for folders such as s3a://" in " ".join(done.err.split())
