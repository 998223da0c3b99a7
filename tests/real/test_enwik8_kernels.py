"""Kernels against their literal forms on held-out pages of a real dump, bit for bit."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import pairlinking as pl
from benchmarks.enwik8 import DUMP
from pairlinking.candidates.strings import name_features, string_features
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.name_parts import base_name
from pairlinking.linking import LinkedDocument
from pairlinking.linking.json_document import document_json
from pairlinking.linking.json_text import json_bytes

pytestmark = [
    pytest.mark.real,
    pytest.mark.filterwarnings("ignore::pairlinking.MissingVectorsWarning"),
    pytest.mark.skipif(not DUMP.exists(), reason=f"needs the dump {DUMP.name} in ../shared/wiki/enwik8"),
]
PAGES = 40


@pytest.fixture(scope="module")
def linked(kb: KnowledgeBase) -> list[LinkedDocument]:
    linker = pl.Linker(kb)
    return [linker.link(page["text"], page["mentions"]) for page in islice(kb.held_out(), PAGES)]


@pytest.mark.parametrize(("evidence", "candidates"), [(True, None), (True, 2), (False, 0)])
def test_json_from_arrays_is_that_of_the_records(
    linked: list[LinkedDocument], evidence: bool, candidates: int | None
) -> None:
    assert sum(map(len, linked)) > 10 * PAGES
    for document in linked:
        record = document.to_dict(evidence=evidence, candidates=candidates)
        assert document_json(document, evidence=evidence, candidates=candidates) == json_bytes(record)


def test_features_of_names_are_those_of_each_string(kb: KnowledgeBase, linked: list[LinkedDocument]) -> None:
    for document in linked:
        solution = document.solution
        forms = [[link.text, link.text.strip("s"), link.text.upper()] for link in document]
        entities = solution.entities.astype(np.int64)
        found = name_features(kb, forms, entities, solution.offsets)
        for number, each in enumerate(forms):
            at = solution.positions(number)
            names = [base_name(kb.title(int(entity))) for entity in entities[at.start : at.stop]]
            expected = string_features(each, names) if names else found[:0]
            np.testing.assert_array_equal(found[at.start : at.stop], expected)
