"""A bench for studies that needs nothing but the package."""

from __future__ import annotations

from pathlib import Path

from pairlinking.building import open_sample
from reproduction.workbench import Workbench
from tests.evaluation.sample_sets import write_sample_sets

__all__ = ["sample_bench"]


def sample_bench(folder: Path) -> Workbench:
    """A bench with the sample wiki and two data sets, about twenty documents each."""
    return Workbench(open_sample(), write_sample_sets(folder), answers=folder / "answers", workers=1)
