"""A file is read once on a machine, and again when it has changed; damage never gets past `open`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pairlinking.errors import KnowledgeBaseError, ParameterError
from pairlinking.kb import KnowledgeBase, manifest, verified, verify
from pairlinking.kb.manifest import list_files
from tests.kb.small_kb import write_small_kb


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAIRLINKING_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(verified, "_SETTLED", -(10**12))  # files of this test are younger than a real one would be
    return write_small_kb(tmp_path / "kb")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that were read to be checked."""
    names: list[str] = []
    whole = manifest.hash_file

    def hash_file(path: Path) -> str:
        names.append(path.name)
        return whole(path)

    monkeypatch.setattr(verified, "hash_file", hash_file)
    return names


def flip(path: Path, at: int = -1) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_every_file_is_read_the_first_time_and_none_the_second(folder: Path, read: list[str]) -> None:
    KnowledgeBase.open(folder)
    assert len(read) == len(list_files(folder))
    read.clear()
    KnowledgeBase.open(folder)
    assert read == []


def test_any_flipped_bit_is_refused_even_after_the_folder_was_found_whole(folder: Path) -> None:
    KnowledgeBase.open(folder)
    for name in list_files(folder):
        whole = (folder / name).read_bytes()
        if not whole:
            continue
        flip(folder / name)
        with pytest.raises(KnowledgeBaseError, match=rf"{Path(name).name} is damaged.*SHA-256"):
            KnowledgeBase.open(folder)
        (folder / name).write_bytes(whole)
    KnowledgeBase.open(folder)


def test_putting_the_old_time_back_hides_nothing(folder: Path) -> None:
    KnowledgeBase.open(folder)
    path = folder / "surfaces" / "counts.npy"
    before = path.stat()
    flip(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(KnowledgeBaseError, match="SHA-256"):
        KnowledgeBase.open(folder)


def test_only_what_changed_is_read_again(folder: Path, read: list[str]) -> None:
    KnowledgeBase.open(folder)
    read.clear()
    (folder / "surfaces" / "counts.npy").touch()
    KnowledgeBase.open(folder)
    assert read == ["counts.npy"]
    KnowledgeBase.open(folder)
    assert read == ["counts.npy"]


def test_verifying_counts_as_reading_and_always_reads_again(folder: Path, read: list[str]) -> None:
    verify(folder)
    KnowledgeBase.open(folder)
    assert read == []
    KnowledgeBase.open(folder, check="always")
    assert len(read) == len(list_files(folder))


def test_a_file_that_changed_just_now_is_not_trusted_yet(
    folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verified, "_SETTLED", 10**12)
    KnowledgeBase.open(folder)
    KnowledgeBase.open(folder)
    assert len(read) == 2 * len(list_files(folder))


def test_a_damaged_marker_only_costs_time(folder: Path, tmp_path: Path, read: list[str]) -> None:
    KnowledgeBase.open(folder)
    (marker,) = (tmp_path / "cache" / "verified").iterdir()
    for content in (b"", b"[]", b"{\xff", b'{"surfaces/counts.npy": 7}'):
        marker.write_bytes(content)
        read.clear()
        KnowledgeBase.open(folder)
        assert len(read) == len(list_files(folder))


def test_never_reads_nothing(folder: Path, read: list[str]) -> None:
    assert len(KnowledgeBase.open(folder, check="never")) == len(KnowledgeBase.open(folder))
    with pytest.raises(ParameterError, match="check"):
        KnowledgeBase.open(folder, check="often")  # type: ignore[arg-type]


def test_a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for(folder: Path) -> None:
    path = folder / "surfaces" / "counts.npy"
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(KnowledgeBaseError, match="not a file"):
        KnowledgeBase.open(folder)  # whoever opens a pipe waits for a writer for ever
