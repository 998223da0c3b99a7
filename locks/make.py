"""Rewrite everything in this folder: ``make locks``, after any change of a dependency in pyproject.toml.

Versions are chosen by uv and pinned with the hashes of all their files. The packages of the container are then
installed from their lock file into an empty environment, which shows that the hashes are correct. Their metadata become
the list of licences and the bill of materials.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from locks.lock_file import Pin, read_lock
from locks.materials import bill_of_materials, licence_list

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
PYTHON = "3.11"  # of the container, and the oldest that we support

# What each lock file pins. Later ones use the versions of the first.
LOCKS: dict[str, list[str]] = {
    "development.txt": ["--universal", "--extra", "dev", str(PROJECT)],
    "docs.txt": ["--universal", "--group", f"{PROJECT}:docs"],
    "container.txt": ["--python-platform", "linux", "--extra", "server", str(PROJECT)],
    "build.txt": ["--python-platform", "linux"],
}


def main() -> None:
    """Choose and pin versions, install those of the container, and write licences and bill of materials."""
    parser = argparse.ArgumentParser(prog="make locks", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="Pin the newest versions of everything.")
    upgrade = ["--upgrade"] if parser.parse_args().upgrade else []
    for name, options in LOCKS.items():
        print(f"Pinning {name} ...", flush=True)
        keep = [] if name == "development.txt" else ["--constraint", str(HERE / "development.txt")]
        _pin(HERE / name, [*options, *keep, *upgrade])
    pins = read_lock(HERE / "container.txt")
    print(f"Installing the {len(pins)} packages of the container ...", flush=True)
    facts = _facts(pins)
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    (HERE / "licences.md").write_text(licence_list(project, facts), encoding="utf-8")
    bill = bill_of_materials(project, facts)
    (HERE / "container.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")


def _pin(path: Path, options: list[str]) -> None:
    """Let uv write one lock file, with hashes and without the address of any package index."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--generate-hashes", "--no-annotate"]
    command += ["--no-header", "--no-emit-index-url", "--no-emit-find-links", "--python-version", PYTHON]
    with tempfile.TemporaryDirectory() as folder:
        if path.name == "build.txt":
            needed = Path(folder) / "build.in"
            requires = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["build-system"]["requires"]
            needed.write_text("\n".join(requires) + "\n", encoding="utf-8")
            options = [*options, str(needed)]
        subprocess.run([*command, "--output-file", str(path), *options], check=True)


def _facts(pins: list[Pin]) -> list[dict[str, Any]]:
    """Metadata of the packages of the container, which are installed to read them."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*install, "--requirement", str(HERE / "container.txt")], check=True)
        command = [python, str(HERE / "installed.py"), *(pin.name for pin in pins)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: list[dict[str, Any]] = json.loads(output)
    return found


if __name__ == "__main__":
    main()
