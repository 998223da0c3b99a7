"""Links of detected mentions: the probability of the link, that of the name, and whether both are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pairlinking.detection import Detector
from pairlinking.evaluation.entities import gold_entity
from pairlinking.evaluation.gold import read_gold
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker
from pairlinking.linking.acceptance import fit_detected, for_detected
from pairlinking.types import FloatArray
from reproduction.workbench import Workbench

__all__ = ["Detected", "detected_links", "without"]


class Detected(NamedTuple):
    """Links of a data set whose mentions overlap an annotated one; others cannot be judged."""

    link: FloatArray
    name: FloatArray
    is_right: npt.NDArray[np.bool_]


def detected_links(bench: Workbench) -> dict[str, Detected]:
    """The links of each data set, from raw text; a link with other boundaries than the annotated ones is wrong."""
    linker, detector = Linker(bench.kb, threshold=0.0), Detector(bench.kb)
    return {name: _links(bench, name, linker, detector) for name in bench.data_sets}


def without(found: Mapping[str, Detected], name: str) -> FloatArray:
    """Probabilities of a data set by weights of the others, or by the shipped weights if there is no other."""
    others = [each for other, each in found.items() if other != name and len(each.link)]
    if not others:
        return for_detected(found[name].link, found[name].name)
    columns = (np.concatenate(each) for each in zip(*others, strict=True))
    return for_detected(found[name].link, found[name].name, fit_detected(*columns))


def _links(bench: Workbench, data_set: str, linker: Linker, detector: Detector) -> Detected:
    rows: list[tuple[float, float, bool]] = []
    for document in read_gold(data_set, bench.data).documents:
        names = detector.detect(document.text)
        linked = linker.link(document.text, [(name.start, name.end) for name in names])
        annotated = {(each.start, each.end): _entities(bench.kb, each.gold or ()) for each in document.mentions}
        for name, link in zip(names, linked, strict=True):
            if link.entity is not None and any(start < name.end and name.start < end for start, end in annotated):
                is_right = link.entity.id in annotated.get((name.start, name.end), ())
                rows.append((link.confidence, name.probability, is_right))
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)
    return Detected(table[:, 0], table[:, 1], table[:, 2] > 0)


def _entities(kb: KnowledgeBase, titles: tuple[str, ...]) -> set[str]:
    found = (gold_entity(kb, title) for title in titles)
    return {kb.key(entity) for entity in found if entity is not None}
