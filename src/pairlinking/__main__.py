"""``pairlinking`` and ``python -m pairlinking``: the command line."""

from __future__ import annotations

import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it with a single word, even while it is still being imported."""
    try:
        from pairlinking.interfaces.cli import main as run

        run()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would interrupt this
        print("Stopped.", file=sys.stderr, flush=True)
        sys.exit(130)


if __name__ == "__main__":
    main()
