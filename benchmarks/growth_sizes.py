"""Sizes measured by a benchmark of growth, named on the command line and kept in a file of results."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.timing import machine

__all__ = ["measure_sizes"]


def measure_sizes(description: str | None, path: Path, measure: Callable[[float, Path], dict[str, Any]]) -> Any:
    """All results, after measuring the requested sizes missing from `path`; each is saved as soon as it is known."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("sizes", type=float, nargs="+")
    parser.add_argument("--folder", type=Path, default=Path("build/growth"), help="for dumps and knowledge bases")
    parser.add_argument("--again", action="store_true", help="measure sizes again that are in the results")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    saved = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"sizes": {}}
    for size in options.sizes:
        name = f"{size:g}"
        if options.again or name not in saved["sizes"]:
            saved["sizes"][name] = measure(size, options.folder)
            saved["machine"] = machine()
            path.write_text(json.dumps(saved, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            stages = saved["sizes"][name]["stages"].values()
            print(f"{name}: {sum(each['cpu'] for each in stages):.0f} CPU s", flush=True)
    return saved
