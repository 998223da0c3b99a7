"""Strategies by name, ours and those of a third party."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pairlinking._support.registry import Registry
from pairlinking.errors import ParameterError, UnknownName

PLUGIN = '''
from pairlinking import Assignment, Problem
from pairlinking.collective.registry import COLLECTIVE

class Last:
    """Takes the last candidate of every mention."""
    def __init__(self, *, twist: int = 0) -> None:
        self.twist = twist
    def solve(self, problem: Problem) -> Assignment:
        answer = COLLECTIVE.create("local").solve(problem)
        return Assignment(problem, "last", problem.sizes - 1 - self.twist, answer.confidence, "local")
'''

USE = """
import pairlinking as pl, numpy as np
problem = pl.Problem([[.6, .5], [.55, .5, .4]], np.eye(5))
assert {"last", "broken", "pair-linking"} <= set(pl.methods()), pl.methods()
print(pl.solve(problem, method="last").choice, pl.solve(problem, method="last", twist=1).choice)
print(pl.solve(problem, method="local").method)
try:
    pl.solve(problem, method="broken")
except ImportError as error:
    print(error)
"""


def install_plugin(folder: Path, kind: str, **points: str) -> None:
    """Write what pip would leave behind for a package with these entry points."""
    (folder / "third_party.py").write_text(PLUGIN)
    info = folder / "third_party-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n")
    lines = [f"{name} = {target}" for name, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[pairlinking.{kind}]", *lines]) + "\n")


def test_a_third_party_method_is_reached_by_solve_and_a_broken_one_harms_nobody_else(tmp_path: Path) -> None:
    install_plugin(tmp_path, "collective", last="third_party:Last", broken="no_such_module:Solver")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", USE], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.splitlines()
    assert first == "[1 2] [0 1]"
    assert second == "local"
    assert "no_such_module" in third


def test_entry_points_are_listed_at_once_and_imported_when_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_plugin(tmp_path, "shapes", circle="collections:Counter", broken="no_such_module:Shape")
    monkeypatch.syspath_prepend(str(tmp_path))
    shapes: Registry[object] = Registry("shapes")
    assert shapes.names() == ("broken", "circle")
    assert shapes.create("circle") == {}
    with pytest.raises(ImportError, match="no_such_module"):
        shapes.create("broken")
    assert shapes.names() == ("broken", "circle")


def test_a_third_party_cannot_take_the_place_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_plugin(tmp_path, "shapes", square="no_such_module:Shape")
    monkeypatch.syspath_prepend(str(tmp_path))
    shapes: Registry[object] = Registry("shapes")
    shapes.register("square")(lambda: "ours")
    assert shapes.names() == ("square",)
    assert shapes.create("square") == "ours"


def test_names_are_sorted() -> None:
    shapes: Registry[object] = Registry("no-such-kind")
    for name in ("b", "c", "a"):
        shapes.register(name)(object)
    assert shapes.names() == ("a", "b", "c")


def test_unknown_names_come_with_a_suggestion_and_the_list() -> None:
    shapes: Registry[object] = Registry("no-such-kind")
    shapes.register("pagerank")(object)
    expected = r"'pagerang' in registry 'no-such-kind'\. Did you mean 'pagerank'\? Available: pagerank"
    with pytest.raises(UnknownName, match=expected):
        shapes.create("pagerang")


def test_unknown_options_come_with_a_suggestion_and_the_list() -> None:
    shapes: Registry[object] = Registry("no-such-kind")
    shapes.register("box")(lambda width=1, height=2: (width, height))
    assert shapes.create("box", height=3) == (1, 3)
    with pytest.raises(ParameterError, match=r"'box' has no option 'widht'\. Did you mean 'width'\?"):
        shapes.create("box", widht=3)


def test_fixed_options_are_set_for_good_and_not_offered() -> None:
    shapes: Registry[object] = Registry("no-such-kind")
    shapes.register("slab", height=1)(lambda width=1, height=2: (width, height))
    assert shapes.create("slab", width=9) == (9, 1)
    with pytest.raises(ParameterError, match="It takes: width"):
        shapes.create("slab", height=5)


def test_a_factory_that_takes_any_option_gets_any_option() -> None:
    shapes: Registry[object] = Registry("no-such-kind")
    shapes.register("any")(lambda **options: options)
    assert shapes.create("any", width=9) == {"width": 9}
