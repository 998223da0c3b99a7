"""Build a knowledge base from a catalogue of a few lines, and link texts to it.

Run with: python examples/own_catalogue.py
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import pairlinking as pl

ENTITIES = (
    {"id": "P1", "title": "Tiger Woods", "aliases": ["Tiger", "Woods"], "text": "A golfer who won the [[P2|Masters]]."},
    {
        "id": "P2",
        "title": "Masters Tournament",
        "aliases": ["Masters"],
        "text": "A golf event that [[P1|Woods]] won.",
    },
    {"id": "A1", "title": "Tiger", "text": "A large striped cat that hunts [[A2|deer]] in the forest."},
    {"id": "A2", "title": "Deer", "aliases": ["deer"], "text": "An animal that the [[A1|tiger]] hunts."},
)
TEXTS = ("Tiger won the Masters again.", "A tiger waited for deer.")


def main() -> None:
    """Build, link, and print."""
    warnings.simplefilter("ignore", pl.MissingVectorsWarning)  # too little text for vectors
    with TemporaryDirectory() as folder:
        catalogue = Path(folder) / "entities.jsonl"
        catalogue.write_text("".join(json.dumps(entity) + "\n" for entity in ENTITIES), encoding="utf-8")
        pl.build(catalogue, Path(folder) / "my.kb", workers=1)
        linker = pl.load(Path(folder) / "my.kb")
        for text in TEXTS:
            print(text)
            for link in linker.link(text):
                print(f"  {link}")


if __name__ == "__main__":
    main()
