"""``pairlinking link s3a://... --output hdfs://... --master ...``: folders on file systems that Spark reaches.

Files are fetched, linked and uploaded; after a stop, the same command continues with those not in the output yet.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pairlinking._support.addressed import is_remote, local_paths
from pairlinking._support.files import remove
from pairlinking._support.hadoop_files import HadoopFiles, RemoteFile
from pairlinking._support.locking import locked
from pairlinking._support.terminal import TerminalProgress
from pairlinking.errors import ParameterError, SourceError
from pairlinking.interfaces.cli.link_folder import link_files
from pairlinking.interfaces.link_file import can_be_linked

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.linking_options import Linking

__all__ = ["link_elsewhere", "local_or_remote"]


def local_or_remote(names: list[str], output: str, *, master: str | None, work: str | None) -> tuple[list[str], str]:
    """Source and output, with ``file:`` URIs as plain paths; those that do not fit the other options are refused."""
    names, (output, *_) = [path for name in names for path in local_paths(name)], local_paths(output)
    remote = [path for path in (*names, output) if is_remote(path)]
    if remote and master is None:
        raise ParameterError(
            f"{remote[0]} can only be read and written by Spark. Add --master, such as --master 'local[2]'."
        )
    if work is not None and not remote:
        raise ParameterError(f"--work {work} is only for folders such as s3a://bucket/documents. Leave it out.")
    return names, output


def link_elsewhere(
    names: list[str], output: str, *, linking: Linking, master: str, work: str | None, quiet: bool
) -> None:
    """Link a folder into another one; at least one of them has a scheme."""
    from pairlinking._support.spark_session import open_context
    from pairlinking.building.spark.elsewhere import working_folder

    source = names[0] if len(names) == 1 else ""
    if not source or source.rstrip("/") == output.rstrip("/"):
        raise ParameterError("--output needs one folder of JSON lines or Parquet to link, and another one to write to.")
    folder = working_folder(output, work)
    results = folder / "linked" if is_remote(output) else Path(output).absolute()
    hadoop = HadoopFiles(open_context(master))
    done = {name for name, _ in _files(output, hadoop)}
    found = _files(source, hadoop)
    if not found:
        raise SourceError(f"{source} has no .jsonl or .parquet files. Pass the folder that contains them.")
    left = [file for name, file in found if name not in done]
    with locked(folder):
        with TerminalProgress(quiet=True if quiet else None) as progress:
            remote = [file for file in left if isinstance(file, RemoteFile)]
            fetched = hadoop.fetch(remote, folder / "documents", progress)
        paths = [fetched[file.uri] if isinstance(file, RemoteFile) else file.absolute() for file in left]
        problem = None
        try:
            link_files(paths, results, linking=linking, workers=1, master=master, quiet=quiet)
        except SourceError as error:  # of some files; the others are uploaded before it is reported
            problem = error
        if is_remote(output):
            for path in paths:
                if (results / path.name).exists():
                    hadoop.put_file(results / path.name, f"{output.rstrip('/')}/{path.name}")
        if problem is not None:
            raise problem
    remove(folder)


def _files(folder: str, hadoop: HadoopFiles) -> list[tuple[str, RemoteFile | Path]]:
    """Files in a linkable format, with their names; none if there is no such folder."""
    found: list[tuple[str, RemoteFile | Path]]
    if is_remote(folder):
        found = [(Path(file.uri).name, file) for file in hadoop.files_in(folder)]
    else:
        found = [(path.name, path) for path in sorted(Path(folder).glob("*"))]
    return [(name, file) for name, file in found if can_be_linked(Path(name))]
