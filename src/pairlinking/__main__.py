"""``pairlinking`` and ``python -m pairlinking``: the command line."""

from __future__ import annotations

import os
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it with a single word, even while it is still being imported."""
    usual = signal.getsignal(signal.SIGINT)
    try:
        if usual is signal.default_int_handler:
            # Nothing needs to be cleaned up yet, and a library that is being imported could catch an exception.
            signal.signal(signal.SIGINT, lambda *_: os._exit(_say_stopped()))
        from pairlinking.interfaces.cli import main as run

        signal.signal(signal.SIGINT, usual)
        run()
    except KeyboardInterrupt:
        sys.exit(_say_stopped())


def _say_stopped() -> int:
    """Say so, and return the exit code of a program that was interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would interrupt this
    print("Stopped.", file=sys.stderr, flush=True)
    return 130


if __name__ == "__main__":
    main()
