"""All harnesses by name."""

from __future__ import annotations

from tests.fuzz.builds import Builds
from tests.fuzz.damage import Damage
from tests.fuzz.harness import Harness
from tests.fuzz.kernels import Kernels
from tests.fuzz.parsers import Parsers
from tests.fuzz.requests import Requests
from tests.fuzz.texts import Texts

__all__ = ["HARNESSES"]

HARNESSES: dict[str, type[Harness]] = {each.name: each for each in (Kernels, Parsers, Texts, Damage, Requests, Builds)}
