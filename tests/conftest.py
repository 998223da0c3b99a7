"""The same generated examples on every run: few by default, more with HYPOTHESIS_PROFILE=thorough."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

COMMON = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", settings(**COMMON, max_examples=40))  # type: ignore[arg-type]
settings.register_profile("thorough", settings(**COMMON, max_examples=1000))  # type: ignore[arg-type]
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
