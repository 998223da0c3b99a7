"""Where ``pairlinking build`` reads, computes and writes: on this machine, with Spark, or on a remote file system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairlinking._support.addressed import is_remote
from pairlinking._support.options import check_choice
from pairlinking.errors import ParameterError

if TYPE_CHECKING:
    from pairlinking._support.progress import Progress
    from pairlinking.kb import KnowledgeBase
    from pairlinking.sources.streams import AnyPath

__all__ = ["Places"]


class Places:
    """Inputs by role, the output, and the engine; contradictory options are refused at once."""

    def __init__(
        self, inputs: Mapping[str, Sequence[str]], output: str, *, engine: str, master: str | None, work: str | None
    ) -> None:
        check_choice("build", "engine", engine, ("duckdb", "spark"))
        remote = [path for paths in (*inputs.values(), [output]) for path in paths if is_remote(path)]
        if engine == "duckdb":
            for option, value in (("--master", master), ("--work", work)):
                if value is not None:
                    raise ParameterError(f"{option} {value} needs --engine spark.")
            if remote:
                raise ParameterError(
                    f"{remote[0]} can only be read and written by Spark. Add --engine spark, or pass a local path."
                )
        elif work is not None and not remote:
            raise ParameterError(f"--work {work} is only for paths such as s3a://bucket/dump.bz2. Leave it out.")
        self._inputs, self._output = inputs, output
        self._master = (master or "local[*]") if engine == "spark" else None
        if remote:
            from pairlinking.building.spark.elsewhere import working_folder

            self._folder: Path | None = working_folder(output, work)
        else:
            self._folder = None

    def build(self, *, replace: bool, options: Mapping[str, Any], progress: Progress, **where: Any) -> KnowledgeBase:
        """Build with `options`, which change the result, and `where`, which do not."""
        if self._master is not None:
            from pairlinking.building.spark import spark_options

            where |= spark_options(self._master, where.get("memory"))
        if self._master is None or self._folder is None:
            return _build(self._inputs, self._output, replace=replace, progress=progress, **options, **where)
        from pairlinking._support.hadoop_files import HadoopFiles
        from pairlinking._support.spark_session import open_context
        from pairlinking.building.spark.elsewhere import build_elsewhere

        return build_elsewhere(
            _build,
            self._inputs,
            self._output,
            folder=self._folder,
            hadoop=HadoopFiles(open_context(self._master)),
            replace=replace,
            options=options,
            progress=progress,
            **where,
        )


def _build(inputs: Mapping[str, Sequence[AnyPath]], output: AnyPath, **options: Any) -> KnowledgeBase:
    from pairlinking.linking.building import build

    return build(
        inputs["sources"],
        output,
        redirects=inputs["redirects"],
        aliases=inputs["aliases"],
        page_props=inputs["page_props"],
        kinds=next(iter(inputs["kinds"]), None),
        **options,
    )
