"""``python -m reproduction``."""

from pairlinking.interfaces.cli import run
from reproduction.command import app

if __name__ == "__main__":
    run(app)
