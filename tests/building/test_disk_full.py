"""No space left: one sentence says what to do, and once there is space the same command resumes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from tests.building.small_wiki import SMALL_VECTORS, Recorder, build, checksums, small_dump

ROOT = Path(__file__).parents[2]

# No file may grow beyond a size: writing more fails with EFBIG, as it does with ENOSPC on a full disk.
LIMITED = """
import resource, signal, sys
sys.path.insert(0, ".")
import duckdb, pyarrow.parquet
from tests.building.small_wiki import SMALL_VECTORS, build
from pairlinking.errors import KnowledgeBaseError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
dump, output, size, workers = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
if size:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    build(dump, output, vectors=SMALL_VECTORS, workers=workers)
except KnowledgeBaseError as error:
    print(error)
    sys.exit(1)
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_dump(tmp_path_factory.mktemp("source") / "dump.xml", n=300)


@pytest.fixture(scope="module")
def undisturbed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return build(source, tmp_path_factory.mktemp("kb") / "kb", vectors=SMALL_VECTORS, workers=1)


def limited(source: Path, output: Path, size: int, workers: int = 1) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LIMITED, str(source), str(output), str(size), str(workers)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def assert_one_sentence(done: subprocess.CompletedProcess[str], work: Path) -> None:
    assert done.returncode == 1, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert str(work) in done.stdout
    assert "space" in done.stdout
    assert "run the same command again" in done.stdout


# A shard of a table, in a separate process; the database.
@pytest.mark.parametrize(("size", "workers"), [(2_000, 2), (100_000, 1)])
def test_a_file_that_cannot_grow_is_one_sentence_and_the_build_goes_on(
    source: Path, undisturbed: KnowledgeBase, tmp_path: Path, size: int, workers: int
) -> None:
    output = tmp_path / "kb"
    assert_one_sentence(limited(source, output, size, workers), tmp_path / "kb.building")
    assert not output.exists()
    kb = build(source, output, vectors=SMALL_VECTORS, workers=1)
    assert checksums(kb) == checksums(undisturbed)
    verify(output)
    assert [each.name for each in tmp_path.iterdir()] == ["kb"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of some kilobytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs more rights")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_disk_that_is_full_again_and_again_is_one_sentence_each_time(
    source: Path, undisturbed: KnowledgeBase, small_disk: Path
) -> None:
    output = small_disk / "kb"
    told: list[str] = []
    stopped: list[str] = []
    for size in (16, 48, 112, 500, 2000, *range(4000, 20_000, 48)):  # the database takes four megabytes
        subprocess.run(["mount", "-o", f"remount,size={size}k", str(small_disk)], check=True)
        recorder = Recorder()
        try:
            build(source, output, vectors=SMALL_VECTORS, workers=1, progress=recorder)
        except KnowledgeBaseError as error:
            told.append(str(error))
            stopped += recorder.stages[-1:]
        else:
            break
    for sentence in told:
        if "at the very least" not in sentence:  # which is reported before a build begins
            assert "no space left" in sentence
            assert "run the same command again" in sentence
        assert len(sentence.splitlines()) == 1
    assert len(set(stopped)) >= 2, stopped
    assert checksums(KnowledgeBase.open(output)) == checksums(undisturbed)
    verify(output)
    assert [each.name for each in small_disk.iterdir()] == ["kb"]
