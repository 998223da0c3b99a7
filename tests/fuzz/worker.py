"""The process that runs cases: ``python -m tests.fuzz.worker HARNESS SEED COUNT``, one JSON line for each.

Before a case it says so, so that the parent knows which one ended the process. The system ends a case that hangs, also
within compiled code: SIGPROF, after some seconds of processor time.
"""

from __future__ import annotations

import faulthandler
import json
import signal
import sys
import traceback
import warnings
from random import Random

from tests.fuzz.harness import CPU_SECONDS
from tests.fuzz.registry import HARNESSES

__all__ = ["main"]


def main(name: str, first: int, count: int) -> None:
    """Run cases; count 0 runs until the parent ends it."""
    faulthandler.enable()
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that what was prepared is removed
    with HARNESSES[name]() as harness:
        seed = first
        while not count or seed < first + count:
            _tell(case=seed)
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
            try:
                outcome, reason = harness.run(Random(seed)), ""
            except Exception:
                outcome, reason = "", traceback.format_exc()
            signal.setitimer(signal.ITIMER_PROF, 0)
            _tell(outcome=outcome, reason=reason)
            seed += 1


def _tell(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
