"""Run studies by name, one or all, and write each as soon as it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from pairlinking.errors import UnknownName, did_you_mean
from pairlinking.evaluation.writing import write_whole
from reproduction.page import as_page
from reproduction.plots import need_matplotlib
from reproduction.studies import STUDIES
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["check_names", "run_studies"]


def check_names(names: Sequence[str]) -> list[str]:
    """The requested studies, in order, each once."""
    for name in names:
        if name not in STUDIES:
            near = did_you_mean(name, list(STUDIES))
            raise UnknownName(f"Can't find the study {name!r}.{near} Available: {', '.join(STUDIES)}.")
    return list(dict.fromkeys(names))


def run_studies(
    bench: Workbench,
    names: Sequence[str],
    out: Path,
    *,
    report: bool = True,
    say: Callable[[str], object] = lambda _: None,
) -> Iterator[Study]:
    """Run studies, and write ``NAME.md`` and ``NAME.json`` of each, and the `report` of those done so far.

    The report is ``report.html``, a self-contained page, and ``report.md``.
    """
    if report:
        need_matplotlib()
    done: list[Study] = []
    started = time.perf_counter()
    for name in check_names(names):
        say(f"{name}: {STUDIES[name]}")
        study = _find(name)(bench)
        study.write(out)
        done.append(study)
        if report:
            _write_report(bench, done, out, time.perf_counter() - started)
        yield study


def _find(name: str) -> Callable[[Workbench], Study]:
    word = name.replace("-", "_")
    study: Callable[[Workbench], Study] = getattr(import_module(f"reproduction.studies.{word}.study"), word)
    return study


def _write_report(bench: Workbench, studies: Sequence[Study], out: Path, seconds: float) -> None:
    title = "Pair-Linking, reproduced"
    about = f"""Written by `python -m reproduction` in {seconds / 60:.1f} minutes. {bench.described} The figures in
brackets are the paper's: Phan et al., Pair-Linking for Collective Entity Disambiguation: Two Could Be Better Than
All, IEEE TKDE 2018."""
    write_whole(out / "report.html", as_page(title, about, studies))
    text = "\n".join([f"# {title}\n\n{about}\n", *(study.markdown() for study in studies)])
    write_whole(out / "report.md", text)
