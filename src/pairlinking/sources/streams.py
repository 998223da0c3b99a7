"""Bytes of a source file in blocks, unpacked if packed with bzip2, gzip or xz, whatever its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias

from pairlinking.errors import SourceError
from pairlinking.sources.bzip2 import unpack_bzip2
from pairlinking.sources.damage import OnDamage, log_damage
from pairlinking.sources.packed import BLOCK, unpack_gzip, unpack_xz

__all__ = ["AnyPath", "read_blocks"]

AnyPath: TypeAlias = str | PathLike[str]

_OTHER_PACKERS = {b"7z\xbc\xaf": "7-Zip", b"PK\x03\x04": "zip", b"(\xb5/\xfd": "zstd"}


def read_blocks(
    path: AnyPath,
    *,
    on_damage: OnDamage = log_damage,
    allow_truncated: bool = False,
    threads: int = 1,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[bytes]:
    """Bytes of the file, unpacked according to its first bytes.

    Parameters
    ----------
    threads
        Number of threads that unpack bzip2.
    on_read
        Called with the reader's position in the file, in bytes.

    Raises
    ------
    SourceError
        The file is missing, is packed in another format, or (unless `allow_truncated`) ends early. What precedes
        the cut is yielded first.
    """
    name = fspath(path)
    if Path(name).is_dir():
        raise SourceError(f"{name} is a folder, but a file was expected. Name the files in it.")
    try:
        with open(name, "rb") as file:
            head = file.read(4)
            file.seek(0)
            for magic, packer in _OTHER_PACKERS.items():
                if head.startswith(magic):
                    raise SourceError(f"{name} is packed with {packer}. Unpack it first, or pack it with bzip2.")
            if head.startswith(b"BZh"):
                yield from unpack_bzip2(
                    file, name, on_damage=on_damage, allow_truncated=allow_truncated, threads=threads, on_read=on_read
                )
            elif head.startswith((b"\x1f\x8b", b"\xfd7zX")):
                unpack = unpack_gzip if head.startswith(b"\x1f") else unpack_xz
                yield from unpack(file, name, on_damage=on_damage, allow_truncated=allow_truncated, on_read=on_read)
            else:
                while block := file.read(BLOCK):
                    yield block
                    on_read(file.tell())
    except FileNotFoundError:
        raise SourceError(f"There is no file {name}. Check the path.") from None
    except OSError as error:
        raise SourceError(
            f"{name} cannot be read: {error.strerror or error}. Check the file and its permissions."
        ) from error
