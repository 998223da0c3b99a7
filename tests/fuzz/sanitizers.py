"""``python -m tests.fuzz.sanitizers``: kernels compiled with the sanitizers of gcc, and the tests that run them.

A copy of the package is compiled below ``build/``, for addresses (reads and writes outside of what was allocated, or
after it was freed) and undefined behavior (overflows, shifts, misaligned or null pointers, indices out of range). The
tests of all folders with kernels and some cases of the fuzzer then run with that copy. A fault ends the process.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["main", "tests_of_kernels"]

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FOLDER = REPOSITORY / "build" / "sanitized"
CHECKS = "address,undefined"
CASES = {"kernels": 100, "parsers": 300, "texts": 30}
_ENVIRONMENT = {
    # Python and NumPy keep memory until the process ends, so leaks are not looked for. Some tests ask for more memory
    # than there is, and expect Python's MemoryError.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:abort_on_error=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
    "PYTHONMALLOC": "malloc",  # else small objects share arenas, and reads past their ends are not seen
    "OMP_NUM_THREADS": "1",
    "HYPOTHESIS_PROFILE": os.environ.get("HYPOTHESIS_PROFILE", "quick"),  # each example takes several times as long
}
_CHOSEN = "not real and not packaging"


def main() -> int:
    """Compile, run, and say how it went; 1 for a fault or a failed test."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.sanitizers", description=__doc__)
    parser.add_argument("--out", type=Path, help="Write what was run, and how it ended, as Markdown.")
    parser.add_argument("tests", nargs="*", help="Tests to run instead of those of all folders with kernels.")
    given = parser.parse_args()
    n_kernels = compile_kernels()
    tests = given.tests or tests_of_kernels()
    started, rows = time.monotonic(), []
    command = ["-m", "pytest", "-n", "2", "-p", "no:cacheprovider", "-m", _CHOSEN, *tests]
    rows.append(("tests", *_run(command)))
    for harness, cases in CASES.items():
        rows.append((f"fuzzer: {harness}", *_run(["-m", "tests.fuzz", "--harness", harness, "--cases", str(cases)])))
    if given.out is not None:
        given.out.write_text(_page(n_kernels, tests, rows, time.monotonic() - started), encoding="utf-8")
    return max(code for _, code, _ in rows)


def compile_kernels() -> int:
    """Compile a copy of the package; gives the number of kernels."""
    for name in ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        _copy(REPOSITORY / name, FOLDER / name)
    kernels = list((FOLDER / "src").rglob("*.pyx"))
    environment = {**os.environ, "SANITIZE": CHECKS, "LDFLAGS": f"-fsanitize={CHECKS}"}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=FOLDER, env=environment, check=True)
    compiled = {path.name.partition(".")[0] for path in (FOLDER / "src").rglob("*.so")}
    assert {path.stem for path in kernels} <= compiled, "a kernel was not compiled"
    return len(kernels)


def tests_of_kernels() -> list[str]:
    """Folders of tests that mirror folders with kernels, and the contract tests.

    >>> "tests/sources" in tests_of_kernels()
    True
    """
    source = REPOSITORY / "src" / "pairlinking"
    folders = {path.parent.relative_to(source) for path in source.rglob("*.pyx")}
    found = sorted(f"tests/{folder.as_posix()}" for folder in folders)
    return ["tests/contract", *(each for each in found if (REPOSITORY / each).is_dir())]


def _copy(source: Path, target: Path) -> None:
    """Copy what has changed, so that only that is compiled again."""
    if source.is_dir():
        for path in sorted(source.rglob("*")):
            if path.is_file() and path.suffix not in (".so", ".c", ".pyc") and "egg-info" not in str(path):
                _copy(path, target / path.relative_to(source))
    elif not target.exists() or target.stat().st_mtime_ns != source.stat().st_mtime_ns:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def _run(arguments: list[str]) -> tuple[int, str]:
    """Run Python with the sanitizers before everything else; gives its exit code and the last line that it printed."""
    libraries = [_library("libasan.so"), _library("libstdc++.so.6")]  # the second for exceptions of C++ packages
    environment = {
        **os.environ,
        **_ENVIRONMENT,
        "LD_PRELOAD": ":".join(libraries),
        "PYTHONPATH": f"{FOLDER / 'src'}{os.pathsep}{REPOSITORY}",
        "PAIRLINKING_SANITIZED": str(FOLDER),
    }
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    last = ""
    for line in process.stdout:
        print(line, end="", flush=True)
        last = line.strip() or last
    return process.wait(), last


def _library(name: str) -> str:
    return subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


def _page(n_kernels: int, tests: list[str], rows: list[tuple[str, int, str]], seconds: float) -> str:
    lines = [
        "# Kernels under sanitizers",
        "",
        f"Written by `make asan`; do not edit. {n_kernels} kernels compiled with `-fsanitize={CHECKS}`;",
        f"{seconds / 60:.1f} minutes beside other work. Tests: {', '.join(f'`{each}`' for each in tests)}.",
        "",
        "| what | result | last line |",
        "| --- | --- | --- |",
        *(
            f"| {name} | {'clean' if not code else f'**exit code {code}**'} | {_plain(last)} |"
            for name, code, last in rows
        ),
        "",
    ]
    return "\n".join(lines)


def _plain(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line).strip("= ").replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
