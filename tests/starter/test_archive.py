"""The archive of the starter: the same bytes each time, unpacked whole or not at all, and only when it changed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from starter.packing import pack
from starter.unpacking import BadArchive, checksum_file, unpack

STARTER = Path(__file__).parents[2] / "starter"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "kb"
    (folder / "entities").mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    (folder / "entities" / "keys.bin").write_bytes(bytes(range(256)) * 100)
    return folder


@pytest.fixture
def archive(tmp_path: Path, data: Path) -> Path:
    pack(data, tmp_path / "data.tar.xz")
    return tmp_path / "data.tar.xz"


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_the_same_files_give_the_same_bytes(tmp_path: Path, data: Path, archive: Path) -> None:
    (tmp_path / "again").mkdir()
    for name in sorted(files(data), reverse=True):  # other times, and another order on the disk
        target = tmp_path / "again" / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes((data / name).read_bytes())
    pack(tmp_path / "again", tmp_path / "second.tar.xz")
    assert (tmp_path / "second.tar.xz").read_bytes() == archive.read_bytes()


def test_what_was_packed_comes_back_once(tmp_path: Path, data: Path, archive: Path) -> None:
    target = tmp_path / "package" / "data"
    target.parent.mkdir()
    assert unpack(archive, target)
    assert files(target) == files(data)
    assert not unpack(archive, target)
    assert sorted(path.name for path in target.parent.iterdir()) == ["data", "data.unpacked"]


def test_a_changed_archive_takes_the_place_of_what_was_there(tmp_path: Path, data: Path, archive: Path) -> None:
    target = tmp_path / "package" / "data"
    target.mkdir(parents=True)
    (target / "old").write_text("data without an archive")
    assert unpack(archive, target)
    assert files(target) == files(data)
    (data / "manifest.json").write_text('{"new": 1}')
    pack(data, archive)
    assert unpack(archive, target)
    assert files(target) == files(data)


def test_a_folder_that_is_gone_is_unpacked_again(tmp_path: Path, archive: Path) -> None:
    target = tmp_path / "package" / "data"
    target.parent.mkdir()
    unpack(archive, target)
    shutil.rmtree(target)
    assert unpack(archive, target)
    assert (target / "manifest.json").exists()


def test_a_damaged_archive_leaves_everything_as_it_was(tmp_path: Path, archive: Path) -> None:
    target = tmp_path / "package" / "data"
    target.mkdir(parents=True)
    (target / "old").write_text("old")
    archive.write_bytes(archive.read_bytes()[:-10])
    with pytest.raises(BadArchive, match=r"damaged: its SHA-256 is .*git checkout"):
        unpack(archive, target)
    assert files(target) == {"old": b"old"}


def test_without_an_archive_loose_data_stay(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    assert not unpack(tmp_path / "data.tar.xz", tmp_path / "data")
    assert (tmp_path / "data").is_dir()


def test_building_the_package_unpacks_its_data(tmp_path: Path, data: Path) -> None:
    project = tmp_path / "starter"
    shutil.copytree(
        STARTER, project, ignore=shutil.ignore_patterns("data*", "build", "*.egg-info", "__pycache__", "*.tsv")
    )
    pack(data, project / "data.tar.xz")
    command = [sys.executable, "setup.py", "--quiet", "build"]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    package = project / "build" / "lib" / "pairlinking_starter_en"
    assert files(package / "data") == files(data)
    assert files(project / "src" / "pairlinking_starter_en" / "data") == files(data)
    subprocess.run([*command[:-1], "sdist"], cwd=project, check=True, capture_output=True)
    (source,) = (project / "dist").glob("*.tar.gz")
    shutil.unpack_archive(source, tmp_path / "source")
    (folder,) = (tmp_path / "source").iterdir()
    assert checksum_file(folder / "data.tar.xz").exists()
    assert not (folder / "src" / "pairlinking_starter_en" / "data").exists()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    assert files(folder / "build" / "lib" / "pairlinking_starter_en" / "data") == files(data)


def test_a_clone_without_its_data_says_how_to_unpack_them(tmp_path: Path) -> None:
    source = STARTER / "src" / "pairlinking_starter_en" / "__init__.py"
    shutil.copy(source, tmp_path / "no_data.py")
    run = subprocess.run(
        [sys.executable, "-c", "import no_data; no_data.folder()"], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 1
    assert "unpack them with: python starter/unpacking.py" in run.stderr
