"""Files on any system that Spark reaches (``hdfs:``, ``s3a:``), copied from and to this machine by Hadoop."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pairlinking._support.addressed import scheme
from pairlinking._support.progress import Progress
from pairlinking.errors import KnowledgeBaseError, PairLinkingError, SourceError

if TYPE_CHECKING:
    from pyspark import SparkContext

__all__ = ["HadoopFiles", "RemoteFile"]

_EVERY = 0.5  # seconds between checks of how much is copied
_UNKNOWN = ("UnsupportedFileSystemException", "ClassNotFoundException", "NoClassDefFoundError")


class RemoteFile(NamedTuple):
    """A file elsewhere; its size and time (milliseconds) show whether it has changed."""

    uri: str
    size: int
    modified: int


class HadoopFiles:
    """Hadoop's file systems, with the settings and credentials of a running Spark."""

    def __init__(self, context: SparkContext) -> None:
        self._java: Any = context._jvm
        self._configuration: Any = context._jsc.hadoopConfiguration()

    def find(self, pattern: str) -> list[RemoteFile]:
        """Files of a URI, in which ``*`` and ``{a,b}`` may stand for parts of names, in the order of their names."""
        with _clear(pattern):
            found = [
                (status.getPath().toString(), status.getLen(), status.getModificationTime(), status.isDirectory())
                for status in self._system(pattern).globStatus(self._path(pattern)) or ()
            ]
        if not found:
            raise SourceError(f"There is no file {pattern}. Check the path.")
        for uri, *_, is_folder in found:
            if is_folder:
                raise SourceError(f"{uri} is a folder, but a file was expected. Name the files in it, as {uri}/*.bz2.")
        return [RemoteFile(*each) for *each, _ in found]

    def files_in(self, folder: str) -> list[RemoteFile]:
        """Files of a folder, in the order of their names; none if there is no such folder."""
        with _clear(folder):
            if not self.exists(folder):
                return []
            found = [
                RemoteFile(status.getPath().toString(), status.getLen(), status.getModificationTime())
                for status in self._system(folder).listStatus(self._path(folder))
                if status.isFile()
            ]
        return sorted(found)

    def exists(self, uri: str) -> bool:
        """Whether a file or folder exists."""
        with _clear(uri):
            return bool(self._system(uri).exists(self._path(uri)))

    def fetch(self, files: Sequence[RemoteFile], folder: Path, progress: Progress) -> dict[str, Path]:
        """Copy files into a folder, except those already there and unchanged; gives the path of each URI."""
        # A folder for each, as two sources may have the same name, which must be kept for parts and for manifests.
        paths = {file.uri: folder / sha256(file.uri.encode()).hexdigest()[:8] / Path(file.uri).name for file in files}
        left = [file for file in dict.fromkeys(files) if not _is_copy(paths[file.uri], file)]
        folder.mkdir(parents=True, exist_ok=True)
        _check_room(sum(file.size for file in left), folder)
        if left:
            progress.start("Fetching files", total=sum(file.size for file in left), unit="B")
        done = 0
        for file in left:
            path = paths[file.uri]
            part = path.with_name(path.name + ".part")
            path.parent.mkdir(exist_ok=True)
            with _clear(file.uri):
                _beside(
                    partial(self._copy, file.uri, part.as_uri()),
                    lambda part=part, done=done: progress.update(done + _size(part)),  # type: ignore[misc]
                )
            os.utime(part, ns=(file.modified * 1_000_000,) * 2)
            os.replace(part, path)
            progress.update(done := done + file.size)
        if left:
            progress.finish(f"{len(left):,} files")
        return paths

    def put(self, folder: Path, uri: str, progress: Progress, *, last: str) -> None:
        """Copy a folder under a temporary name, with the file `last` at the end, and rename it; replaces the target."""
        target, part, old = (uri.rstrip("/") + suffix for suffix in ("", ".uploading", ".old"))
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        files.sort(key=lambda path: path == folder / last)
        progress.start("Uploading the result", total=sum(map(_size, files)), unit="B")
        with _clear(target):
            system = self._system(target)
            system.delete(self._path(part), True)
            done = 0
            for path in files:
                name = f"{part}/{path.relative_to(folder).as_posix()}"
                _beside(partial(self._copy, path.as_uri(), name), partial(progress.update, done))
                progress.update(done := done + _size(path))
            if self.exists(target):
                system.delete(self._path(old), True)
                system.rename(self._path(target), self._path(old))
            if not system.rename(self._path(part), self._path(target)):
                raise KnowledgeBaseError(
                    f"{part} could not be renamed to {target}. Rename it yourself: it is complete."
                )
            system.delete(self._path(old), True)
        progress.finish(f"{len(files):,} files")

    def put_file(self, path: Path, uri: str) -> None:
        """Copy a file under a temporary name, and rename it."""
        part = uri + ".uploading"
        with _clear(uri):
            self._copy(path.as_uri(), part)
            if not self._system(uri).rename(self._path(part), self._path(uri)):
                raise PairLinkingError(f"{part} could not be renamed to {uri}. Rename it yourself: it is complete.")

    def _path(self, name: str) -> Any:
        return self._java.org.apache.hadoop.fs.Path(name)

    def _system(self, uri: str) -> Any:
        if scheme(uri) == "file":  # without the checksum files that Hadoop writes next to others
            return self._java.org.apache.hadoop.fs.FileSystem.getLocal(self._configuration).getRawFileSystem()
        return self._path(uri).getFileSystem(self._configuration)

    def _copy(self, source: str, target: str) -> None:
        copy = self._java.org.apache.hadoop.fs.FileUtil.copy
        ends = (self._system(source), self._path(source), self._system(target), self._path(target))
        copy(*ends, False, self._configuration)


def _is_copy(path: Path, file: RemoteFile) -> bool:
    if not path.is_file():
        return False
    status = path.stat()
    return status.st_size == file.size and status.st_mtime_ns == file.modified * 1_000_000


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _check_room(size: int, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if size > free:
        raise KnowledgeBaseError(
            f"The files need {size / 1e9:,.1f} GB on the disk of {folder}, but only {free / 1e9:,.1f} GB are free. "
            "Free some space, or choose a folder on another disk."
        )


def _beside(work: Callable[[], object], look: Callable[[], object]) -> None:
    """Run `work` in a thread that does not keep Python from exiting, and call `look` at intervals."""
    ended = threading.Event()
    errors: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as error:
            errors.append(error)
        finally:
            ended.set()

    threading.Thread(target=run, daemon=True).start()
    while not ended.wait(_EVERY):
        look()
    if errors:
        raise errors[0]


@contextmanager
def _clear(uri: str) -> Iterator[None]:
    """Turn Java errors into one sentence."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JJavaError, PySparkException) as error:
        what = str(error.java_exception.toString()) if isinstance(error, Py4JJavaError) else f"Java: {error}"
        if any(name in what for name in _UNKNOWN):
            raise PairLinkingError(
                f"Spark does not know the file system of {uri}: {scheme(uri)}. Check the spelling, or add its jar to "
                "spark.jars.packages in spark-defaults.conf, such as org.apache.hadoop:hadoop-aws for s3a."
            ) from error
        if "FileNotFoundException" in what:
            raise SourceError(f"There is no file {uri}. Check the path.") from error
        first = what.splitlines()[0].partition(": ")
        raise PairLinkingError(f"Hadoop could not reach {uri}: {first[2] or first[0]}") from error
