"""``python -m pairlinking``: the command line."""

from pairlinking.interfaces.cli import main

if __name__ == "__main__":
    main()
