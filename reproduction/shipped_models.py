"""The models that come with the package, for knowledge bases with too little to learn from.

    python -m reproduction shipped-models enwik8.kb

learns them from the pages that were set aside in a larger knowledge base, and writes them into the package. Features
are ratios, ranks, margins and similarities, which mean the same in any knowledge base.
"""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path

from pairlinking.kb import KnowledgeBase
from pairlinking.linking.learning import write_models
from pairlinking.linking.training import learn_local


def main(path: Path) -> None:
    """Learn and write."""
    kb = KnowledgeBase.open(path)
    folder = Path(str(files("pairlinking") / "data" / "models"))
    shutil.rmtree(folder, ignore_errors=True)
    record = write_models(kb, learn_local(kb, for_any_kb=True), folder, for_any_kb=True)
    (folder / "models.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(record, indent=1))
