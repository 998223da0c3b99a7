"""The annotated documents behind prepared ones, which still have the text and the names of unknown entities."""

from __future__ import annotations

from collections.abc import Sequence

from pairlinking.evaluation import catalogue
from pairlinking.evaluation.documents import AnnotatedDocument
from pairlinking.linking.prepared import PreparedGold
from reproduction.workbench import Workbench

__all__ = ["originals"]


def originals(bench: Workbench, name: str, prepared: Sequence[PreparedGold]) -> list[AnnotatedDocument]:
    """For each prepared document of a data set, the one from which it was made, with every span once."""
    rest = iter(catalogue.load(name, bench.data).documents)
    # Both are in the order of the data set; preparing leaves some documents out.
    return [next(each for each in rest if _is_of(each, document)).merged() for document in prepared]


def _is_of(original: AnnotatedDocument, prepared: PreparedGold) -> bool:
    return original.id == prepared.source.id and {(each.start, each.end) for each in original.mentions} >= set(
        prepared.spans
    )
