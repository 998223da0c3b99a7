"""Compile the Cython kernels; everything else is declared in pyproject.toml."""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# No -march=native: a wheel must run elsewhere, and _simd.h picks the widest instructions at run time instead.
# No contraction into fused multiply-adds: it would make confidences differ from machine to machine.
FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-g0"]
if "SANITIZE" in os.environ:  # by `make asan`, which checks rather than runs fast
    FLAGS = ["-O1", "-g", "-ffp-contract=off", "-fno-omit-frame-pointer", f"-fsanitize={os.environ['SANITIZE']}"]
    FLAGS += ["-fno-sanitize-recover=undefined"]

SHARED = Path("src/pairlinking/relatedness")  # its headers are used by other folders too

extensions = [
    Extension(
        name=".".join(path.with_suffix("").parts[1:]),
        sources=[path.as_posix()],
        depends=[header.as_posix() for folder in (path.parent, SHARED) for header in folder.glob("*.h")],
        include_dirs=[path.parent.as_posix(), SHARED.as_posix()],
        extra_compile_args=FLAGS,
    )
    for path in sorted(Path("src").rglob("*.pyx"))
]

# Elsewhere processes start by importing this file again.
CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 0

setup(
    options={"build_ext": {"parallel": True}},
    ext_modules=cythonize(
        extensions,
        include_path=["src"],
        nthreads=CORES,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "freethreading_compatible": True,
        },
    ),
)
