"""Unpack the data before setuptools looks for them; everything else is declared in pyproject.toml."""

from pathlib import Path
from runpy import run_path

from setuptools import setup

run_path(str(Path(__file__).with_name("unpacking.py")))["unpack"]()
setup()
