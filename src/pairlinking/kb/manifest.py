"""The description that a knowledge base folder gives of itself: manifest.json."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath
from typing import Any

from pairlinking._support.addresses import is_web_address
from pairlinking._support.files import remove
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.npy import damaged

__all__ = [
    "FORMAT_VERSION",
    "KIND",
    "FileRecord",
    "Manifest",
    "hash_file",
    "list_files",
    "read_manifest",
    "record_files",
    "write_manifest",
]

KIND = "knowledge-base"
FORMAT_VERSION = 2  # since forms with accents are folded in two ways; format 1 can still be read
_NAME = "manifest.json"
_TEMPORARY = ".manifest.json.tmp"
_LATER = ("vectors", "models")  # parts added after building: the id names what they were added to


@dataclass(frozen=True)
class FileRecord:
    """Size and SHA-256 of one file."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The content of manifest.json.

    Attributes
    ----------
    kind, format_version
        What the folder is, and the rules by which its files are laid out.
    id
        Twelve digits computed from files and parameters, except those of `vectors` and `models`, so that adding one
        does not make it a different knowledge base.
    sources, parameters, counts, damage
        What it was made from and how, how many there are of everything, and what had to be left out.
    files
        Every other file of the folder, by its relative path.
    """

    kind: str
    format_version: int
    id: str
    sources: list[Any]
    parameters: dict[str, Any]
    counts: dict[str, int]
    damage: dict[str, Any]
    files: dict[str, FileRecord]


def read_manifest(folder: str | Path) -> Manifest:
    """Read and check the manifest of a folder; `KnowledgeBaseError` says what is wrong and what to do."""
    folder = Path(folder)
    path = folder / _NAME
    if not folder.is_dir():
        raise KnowledgeBaseError(f"There is no folder {folder}. Build one with: pairlinking build DUMP -o {folder}")
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise KnowledgeBaseError(
            f"{folder} is not a knowledge base: it has no {_NAME}. Build one with: pairlinking build DUMP -o {folder}"
        ) from None
    except OSError as error:
        raise KnowledgeBaseError(f"Cannot read {path}: {error.strerror}. Build or copy the folder again.") from None
    except (ValueError, RecursionError):
        raise damaged(path, "it is not JSON") from None
    kind, version = (content.get("kind"), content.get("format_version")) if isinstance(content, dict) else (None, None)
    if kind != KIND:
        raise KnowledgeBaseError(
            f"{folder} is not a knowledge base: its manifest says kind {kind!r}, not {KIND!r}. "
            "Pass the folder that 'pairlinking build' wrote."
        )
    if type(version) is int and version > FORMAT_VERSION:
        raise KnowledgeBaseError(
            f"{folder} was written by a newer pairlinking, in format {version}; this one reads format "
            f"{FORMAT_VERSION}. Upgrade, or rebuild it with: pairlinking build DUMP -o {folder}"
        )
    stated = content.pop("sha256", None)
    manifest = _from_json(path, content)
    if stated != _digest(content):
        raise damaged(path, "its content does not match the SHA-256 in it")
    return manifest


def write_manifest(
    folder: str | Path,
    *,
    sources: list[Any],
    parameters: Mapping[str, Any],
    counts: Mapping[str, int],
    damage: Mapping[str, Any],
    files: Mapping[str, FileRecord],
) -> Manifest:
    """Write the manifest in one step: a reader sees the old one, none, or the complete new one."""
    folder = Path(folder)
    manifest = Manifest(
        kind=KIND,
        format_version=FORMAT_VERSION,
        id=_content_id(files, parameters),
        sources=list(sources),
        parameters=dict(parameters),
        counts=dict(counts),
        damage=dict(damage),
        files=dict(files),
    )
    content = asdict(manifest)
    text = json.dumps({**content, "sha256": _digest(content)}, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    temporary = folder / _TEMPORARY
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, folder / _NAME)
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)  # otherwise a power cut could bring the old name back
    finally:
        os.close(directory)
    return manifest


def replace_part(
    path: Path, part: str, folder: Path, *, parameters: Mapping[str, Any], counts: Mapping[str, int]
) -> None:
    """Move `folder` into the place of a part that can be added later (`vectors`, `models`).

    The knowledge base can be opened at any moment: with the old part, with none, or with the new one. If this is
    stopped halfway, the same call repairs it.
    """
    old = read_manifest(path)
    content: dict[str, Any] = {"sources": old.sources, "damage": old.damage}
    files = {name: record for name, record in old.files.items() if not name.startswith(f"{part}/")}
    known = {name: count for name, count in old.counts.items() if name not in counts}
    write_manifest(path, files=files, counts=known, parameters={**old.parameters, part: None}, **content)
    remove(path / part)
    os.rename(folder, path / part)
    files |= record_files(path, (f"{part}/{each.name}" for each in (path / part).iterdir()))
    write_manifest(
        path,
        files=files,
        counts={**known, **counts},
        parameters={**old.parameters, part: dict(parameters)},
        **content,
    )


def list_files(folder: Path) -> list[str]:
    """Paths of all files in the folder except the manifest."""
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    return sorted(path for path in paths if path not in (_NAME, _TEMPORARY))


def record_files(
    folder: str | Path, paths: Iterable[str], on_progress: Callable[[int], object] | None = None
) -> dict[str, FileRecord]:
    """Size and SHA-256 of files in the folder, by relative path; `on_progress` as for `hash_file`."""
    folder = Path(folder)
    return {
        path: FileRecord((folder / path).stat().st_size, hash_file(folder / path, on_progress))
        for path in sorted(paths)
    }


def hash_file(path: Path, on_progress: Callable[[int], object] | None = None) -> str:
    """SHA-256 of a file, read in blocks; `on_progress` is called with the size of each."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            if on_progress is not None:
                on_progress(len(block))
    return digest.hexdigest()


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _content_id(files: Mapping[str, FileRecord], parameters: Mapping[str, Any]) -> str:
    hashes = sorted((path, record.sha256) for path, record in files.items() if path.split("/")[0] not in _LATER)
    kept = {name: value for name, value in parameters.items() if name not in _LATER}
    return hashlib.sha256(json.dumps([hashes, kept], sort_keys=True).encode()).hexdigest()[:12]


def _from_json(path: Path, content: dict[str, Any]) -> Manifest:
    """Make a `Manifest` from parsed JSON, checking every type: the file may come from anywhere."""
    types = {"format_version": int, "kind": str, "id": str, "sources": list}
    for field in fields(Manifest):
        if type(content.get(field.name)) is not types.get(field.name, dict):
            raise damaged(path, f"{field.name!r} is missing or of the wrong type")
    if not all(type(count) is int for count in content["counts"].values()):
        raise damaged(path, "'counts' should hold whole numbers")
    _check_site(path, content["parameters"])
    files = {}
    for name, record in content["files"].items():
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or str(pure) != name or name == _NAME:
            raise damaged(path, f"{name!r} is not the name of another file in the folder")
        if not (
            isinstance(record, dict) and type(record.get("bytes")) is int and isinstance(record.get("sha256"), str)
        ):
            raise damaged(path, f"it should give 'bytes' and 'sha256' of {name!r}")
        files[name] = FileRecord(record["bytes"], record["sha256"])
    return Manifest(**{field.name: content[field.name] for field in fields(Manifest)} | {"files": files})


def _check_site(path: Path, parameters: dict[str, Any]) -> None:
    """Refuse a page address that is not a web address: links in web pages and notebooks begin with it."""
    site = parameters.get("site", {})
    if not isinstance(site, dict):
        raise damaged(path, "'site' is of the wrong type")
    address = site.get("page_url")
    if address is not None and not is_web_address(address):
        raise damaged(path, f"'page_url' must be an http or https address, not {str(address)[:80]!r}")
