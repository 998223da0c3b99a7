"""Unpacks the archive in the repository into the package, when that is built or the archive has changed.

    python starter/unpacking.py

Only the standard library: building the package runs this before anything else is installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
from pathlib import Path

__all__ = ["BadArchive", "checksum_file", "unpack"]

HERE = Path(__file__).absolute().parent
ARCHIVE = HERE / "data.tar.xz"
DATA = HERE / "src" / "pairlinking_starter_en" / "data"


class BadArchive(Exception):
    """The archive is not the one that its checksum was written for."""


def checksum_file(archive: Path) -> Path:
    """Where the checksum of an archive is written, in the form of the command `sha256sum`."""
    return archive.with_name(archive.name + ".sha256")


def unpack(archive: Path = ARCHIVE, folder: Path = DATA) -> bool:
    """Unpack the archive into `folder`; False if the folder is up to date, or if there is no archive.

    The folder is complete at all times: either as before, or new. A file next to it records its archive's checksum.

    Raises
    ------
    BadArchive
        The archive is damaged or incomplete.
    """
    if not archive.exists():
        return False
    expected = checksum_file(archive).read_text(encoding="ascii").split()[0]
    marker = folder.with_name(folder.name + ".unpacked")
    if folder.is_dir() and marker.exists() and marker.read_text(encoding="ascii").strip() == expected:
        return False
    with archive.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != expected:
        raise BadArchive(
            f"{archive} is damaged: its SHA-256 is {found}, and should be {expected}. "
            f"Restore it: git checkout {archive}"
        )
    new, former = (folder.with_name(f"{folder.name}.{state}") for state in ("unpacking", "former"))
    for each in (new, former):
        shutil.rmtree(each, ignore_errors=True)
    with tarfile.open(archive, "r:xz") as tar:
        tar.extractall(new, filter="data")
    marker.unlink(missing_ok=True)
    if folder.exists():
        os.rename(folder, former)
    os.rename(new, folder)
    marker.write_text(expected + "\n", encoding="ascii")
    shutil.rmtree(former, ignore_errors=True)
    return True


if __name__ == "__main__":
    print(f"{DATA} {'unpacked' if unpack() else 'is up to date'}")
