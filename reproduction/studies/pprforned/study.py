"""The PPRforNED arena as a study."""

from __future__ import annotations

from reproduction.arena.report import arena_study
from reproduction.arena.run import run_arena
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["pprforned"]


def pprforned(bench: Workbench) -> Study:
    """Every method on given candidates; the knowledge base of the bench is not asked."""
    folder = bench.data / "pprforned" if (bench.data / "pprforned").is_dir() else bench.data
    progress = bench.progress
    results = run_arena(folder, seed=bench.seed, say=lambda line: progress.start(line, total=None, unit=""))
    return arena_study(results)
