"""The PPRforNED arena as a study."""

from __future__ import annotations

from pairlinking.building.named import STARTER, installed_kbs, open_kb
from reproduction.arena.report import arena_study
from reproduction.arena.run import run_arena
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["pprforned"]


def pprforned(bench: Workbench) -> Study:
    """Every method on given candidates, without a knowledge base, and coherence learned in stages.

    These stages get the sorts of entities from the knowledge base of the bench or, without one, from the starter if it
    is installed.
    """
    folder = bench.data / "pprforned" if (bench.data / "pprforned").is_dir() else bench.data
    progress = bench.progress
    kb = bench.given_kb
    if kb is None and STARTER in installed_kbs():
        kb = open_kb(STARTER)
    results = run_arena(
        folder,
        kb=kb,
        offsets=bench.data / "aida" / "entity-fishing",
        seed=bench.seed,
        say=lambda line: progress.start(line, total=None, unit=""),
    )
    return arena_study(results)
