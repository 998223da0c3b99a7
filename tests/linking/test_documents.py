"""A document in any of its forms is read, or refused with what is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from pairlinking.errors import DocumentError
from pairlinking.linking import TextDocument, read_document

TEXT = "Tiger won."


@pytest.mark.parametrize(
    "document",
    [
        (TEXT, ["Tiger"]),
        (TEXT, [(0, 5)]),
        (TEXT, np.array([[0, 5]])),
        {"text": TEXT, "mentions": [{"start": 0, "end": 5}]},
        MappingProxyType({"text": TEXT, "mentions": [(0, 5)]}),
        TextDocument(TEXT, ((0, 5),)),
    ],
)
def test_all_forms_of_a_document_are_the_same(document: Any) -> None:
    assert read_document(document) == TextDocument(TEXT, ((0, 5),))


@pytest.mark.parametrize("document", [TEXT, (TEXT, None), {"text": TEXT}, {"text": TEXT, "mentions": None}])
def test_without_mentions_they_are_to_be_spotted(document: Any) -> None:
    assert read_document(document).mentions is None


def test_no_mentions_are_not_the_same_as_unknown_mentions() -> None:
    assert read_document((TEXT, [])).mentions == ()


@pytest.mark.parametrize("name", [7, "page", None, ("a", 1)])
def test_the_id_is_handed_through(name: Any) -> None:
    assert read_document({"id": name, "text": TEXT}).id == name


def test_how_sure_the_detector_is_stays_with_its_mentions() -> None:
    found = TextDocument(TEXT, ((0, 5),), detected=(0.9,))
    assert read_document(found) == found
    assert read_document(found).detected == (0.9,)
    with pytest.raises(DocumentError, match=r"for each of the 1 mentions. Got 2"):
        read_document(replace(found, detected=(0.9, 0.8)))


def test_a_document_without_text_says_which_keys_it_has() -> None:
    with pytest.raises(DocumentError, match="'title', 'mentions'"):
        read_document({"title": TEXT, "mentions": []})
    with pytest.raises(DocumentError, match="none"):
        read_document({})


@pytest.mark.parametrize(
    "document", [None, 3, b"Tiger", [TEXT], {"text": None}, {"text": b"x"}, (TEXT, [], 1), (3, []), object()]
)
def test_what_is_no_text_is_refused(document: Any) -> None:
    with pytest.raises(DocumentError, match="must be a string"):
        read_document(document)


def test_a_bad_mention_is_refused_in_every_form() -> None:
    for document in ((TEXT, [(0, 99)]), {"text": TEXT, "mentions": [{"start": 0, "end": 99}]}):
        with pytest.raises(DocumentError, match="Mention 0 must lie within the text of 10 characters"):
            read_document(document)


@pytest.mark.parametrize(
    "document",
    [TextDocument(TEXT, ((0, 99),)), TextDocument(TEXT, ((5, 0),)), TextDocument(b"x")],  # type: ignore[arg-type]
)
def test_a_document_made_by_hand_is_checked_too(document: TextDocument) -> None:
    with pytest.raises(DocumentError):
        read_document(document)
