"""Packs a knowledge base into the archive in the repository; the same files always give the same bytes."""

from __future__ import annotations

import hashlib
import lzma
import os
import tarfile
from pathlib import Path

from starter.unpacking import checksum_file

__all__ = ["pack"]


def pack(folder: Path, archive: Path) -> None:
    """Write `archive`, and next to it the file with its checksum.

    The archive has the names, sizes and contents of the files, in order of their names, but no owners or times.
    """
    part = archive.with_name(archive.name + ".part")
    with (
        lzma.open(part, "wb", preset=6) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size, entry.mode = path.stat().st_size, 0o644
            with path.open("rb") as file:
                tar.addfile(entry, file)
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    os.replace(part, archive)
    checksum_file(archive).write_text(f"{digest}  {archive.name}\n", encoding="ascii")
