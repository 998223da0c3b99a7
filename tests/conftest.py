"""The same generated examples on every run: few by default, more or fewer with HYPOTHESIS_PROFILE=thorough or quick.

And doctests whose scores may differ a little: vectors of the sample wiki are learnt in floating point, whose last bits
depend on the processor.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys

from hypothesis import HealthCheck, settings

os.environ["PAIRLINKING_KB"] = "sample"  # whatever else is installed; tests of the starter name it


def pytest_sessionstart() -> None:
    """Build the sample, once: a command would say that it does, where a test expects nothing but results."""
    code = "from pairlinking.building import open_sample; open_sample()"
    subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)


COMMON = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", settings(**COMMON, max_examples=40))  # type: ignore[arg-type]
settings.register_profile("quick", settings(**COMMON, max_examples=8))  # type: ignore[arg-type]
settings.register_profile("thorough", settings(**COMMON, max_examples=1000))  # type: ignore[arg-type]
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


_SCORE = re.compile(r"\b[01]\.\d\d\b")
_exactly = doctest.OutputChecker.check_output


def _nearly(self: doctest.OutputChecker, want: str, got: str, optionflags: int) -> bool:
    """Whether the output is the one wanted, where numbers such as 0.56 may be 0.05 off."""
    if _exactly(self, want, got, optionflags):
        return True
    wanted, found = (list(map(float, _SCORE.findall(text))) for text in (want, got))
    near = len(wanted) == len(found) and all(abs(a - b) <= 0.05 for a, b in zip(wanted, found, strict=True))
    return near and bool(wanted) and _exactly(self, _SCORE.sub("#", want), _SCORE.sub("#", got), optionflags)


doctest.OutputChecker.check_output = _nearly  # type: ignore[method-assign]
