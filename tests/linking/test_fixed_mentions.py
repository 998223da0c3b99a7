"""A mention whose entity is given keeps it, and the others are decided by it."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from pairlinking import methods
from pairlinking.errors import DocumentError
from pairlinking.linking import LinkedDocument, Linker, TextDocument, draw_tree, read_document
from tests.linking.texts import MENTIONS, TEXT, local_scores

NIGHT = "Venus and Mars were seen that night."
PLANET: dict[str, Any] = {"start": 10, "end": 14, "fixed": "Mars"}
VENUS: dict[str, Any] = {"start": 0, "end": 5}


def titles(document: LinkedDocument) -> list[str | None]:
    return [None if link.entity is None else link.entity.title for link in document]


def test_a_fixed_mention_keeps_its_entity_and_the_others_follow(linker: Linker) -> None:
    assert titles(linker.link(NIGHT, ["Venus", "Mars"])) == ["Venus (mythology)", "Mars (mythology)"]
    fixed = linker.link(NIGHT, [VENUS, PLANET])
    assert titles(fixed) == ["Venus", "Mars"]
    assert fixed[0].evidence[0].mentions[1] == 1
    assert [candidate.entity.title for candidate in fixed[1].candidates] == ["Mars"]
    assert (fixed[1].local, fixed[1].confidence) == (1.0, 1.0)
    assert fixed[0].confidence < 1


@pytest.mark.parametrize("name", methods())
def test_every_method_keeps_what_is_fixed(linker: Linker, name: str) -> None:
    mentions = [VENUS, PLANET, {"start": 20, "end": 24, "fixed": "Greece"}]
    document = linker.with_options(method=name, threshold=1.0).link(NIGHT, mentions)
    assert titles(document)[1:] == ["Mars", "Greece"]
    assert [link.confidence for link in document][1:] == [1.0, 1.0]


@pytest.mark.parametrize("local", ["prior", "boosted"])
def test_the_scores_of_the_other_mentions_stay(linker: Linker, local: str) -> None:
    other = linker.with_options(local=local)
    free, fixed = other.link(NIGHT, ["Venus", "Mars"]), other.link(NIGHT, [VENUS, PLANET])
    assert local_scores(fixed[0].candidates) == local_scores(free[0].candidates)
    known = {each.entity.id: each.prior for each in free[1].candidates}
    assert fixed[1].candidates[0].prior == known["Mars"]


def test_an_entity_that_the_dictionary_does_not_offer_can_be_fixed(linker: Linker) -> None:
    link = linker.link("Zzyzx won.", [{"start": 0, "end": 5, "fixed": "Tiger Woods"}])[0]
    assert str(link) == "Zzyzx -> Tiger Woods (1.00, by itself)"
    assert link.candidates[0].prior == 0


def test_a_redirect_is_a_name_too(linker: Linker) -> None:
    assert titles(linker.link("He won.", [{"start": 0, "end": 2, "fixed": "Eldrick Woods"}])) == ["Tiger Woods"]


def test_mentions_in_any_order_and_twice_keep_their_own(linker: Linker) -> None:
    places = [(10, 14, "Mars"), (0, 5, None), (10, 14, None), (10, 14, "Greece"), (0, 5, "Venus Williams")]
    document = linker.link(NIGHT, [{"start": start, "end": end, "fixed": name} for start, end, name in places])
    assert [(link.start, link.end) for link in document] == [(start, end) for start, end, _ in places]
    found = titles(document)
    assert [found[0], found[3], found[4]] == ["Mars", "Greece", "Venus Williams"]
    assert len(document[1].candidates) > 1
    assert len(document[2].candidates) > 1
    assert draw_tree(document).count("\n") == 4


def test_a_copy_that_can_mean_nothing_else_takes_nothing_from_a_fixed_mention(linker: Linker) -> None:
    text = "Eldrick Woods or Eldrick Woods?"
    free = linker.link(text, ["Eldrick Woods", "Eldrick Woods"])
    assert len(free[0].candidates) == 1
    assert free[0].local < 1
    mentions: list[dict[str, Any]] = [{"start": 0, "end": 13}, {"start": 17, "end": 30, "fixed": "Tiger Woods"}]
    document = linker.with_options(threshold=1.0).link(text, mentions)
    assert titles(document) == [None, "Tiger Woods"]
    assert document[1].local == document[1].confidence == 1.0


def test_nothing_fixed_changes_nothing(linker: Linker, document: LinkedDocument) -> None:
    spans = [{"start": start, "end": end, "fixed": None} for start, end in document.spans]
    again = linker.link(TEXT, spans)
    assert again.to_dict() == document.to_dict()
    assert read_document((TEXT, spans)) == read_document((TEXT, MENTIONS))


def test_all_fixed_leaves_nothing_to_decide(linker: Linker) -> None:
    mentions = [{**VENUS, "fixed": "Greece"}, PLANET]
    assert titles(linker.link(NIGHT, mentions)) == ["Greece", "Mars"]


def test_documents_of_every_form_know_what_is_fixed(linker: Linker) -> None:
    expected = TextDocument(NIGHT, ((0, 5), (10, 14)), "night", ((1, "Mars"),))
    record = {"id": "night", "text": NIGHT, "mentions": [VENUS, PLANET]}
    assert read_document(record) == read_document(json.loads(json.dumps(record))) == expected
    assert read_document(expected) == pickle.loads(pickle.dumps(expected)) == expected
    assert read_document((NIGHT, iter([VENUS, PLANET]))).fixed == ((1, "Mars"),)
    assert {hash(expected), hash(read_document(record))} == {hash(expected)}
    [linked] = linker.link_all([record])
    assert titles(linked) == ["Venus", "Mars"]


def test_processes_and_comparisons_know_what_is_fixed(linker: Linker) -> None:
    record = {"text": NIGHT, "mentions": [VENUS, PLANET]}
    assert [titles(each) for each in linker.link_all([record] * 3, workers=2)] == [["Venus", "Mars"]] * 3
    compared = linker.compare(NIGHT, [VENUS, PLANET], methods=["pair-linking", "local", "fwbw"])
    assert {titles(each)[1] for each in compared.documents.values()} == {"Mars"}


def test_a_fixed_mention_is_explained_and_shown(linker: Linker) -> None:
    document = linker.link(NIGHT, [VENUS, PLANET])
    assert "decided in step 1" in str(document.explain("Mars"))
    assert document.to_dict()["mentions"][1]["entity"]["id"] == "Mars"
    assert "Mars" in document._repr_html_()


@pytest.mark.parametrize("name", ["Zzyzx", "", "\0", "\ud800", "x" * 100_000])
def test_an_entity_that_is_not_there_is_named(linker: Linker, name: str) -> None:
    with pytest.raises(DocumentError, match="Mention 1 cannot be fixed") as caught:
        linker.link(NIGHT, [VENUS, {**PLANET, "fixed": name}])
    assert len(str(caught.value)) < 500


def test_an_unknown_entity_does_not_end_a_run(linker: Linker) -> None:
    heard: list[int] = []
    documents: list[Any] = [{"text": NIGHT, "mentions": [{**PLANET, "fixed": "Zzyzx"}]}, (NIGHT, [PLANET])]
    linked = list(linker.link_all(documents, on_error=lambda number, _: heard.append(number)))
    assert heard == [0]
    assert titles(linked[0]) == ["Mars"]


@pytest.mark.parametrize("name", [True, False, 3, ["Mars"], {"id": "Mars"}, b"Mars"])
def test_what_is_no_name_is_refused(linker: Linker, name: Any) -> None:
    with pytest.raises(DocumentError, match="Mention 1: 'fixed' must name an entity"):
        linker.link(NIGHT, [VENUS, {**PLANET, "fixed": name}])


@pytest.mark.parametrize("fixed", [((2, "Mars"),), ((-1, "Mars"),), ((0, None),)])
def test_a_document_made_by_hand_is_checked_too(fixed: Any) -> None:
    with pytest.raises(DocumentError, match="of the 2 mentions given"):
        read_document(TextDocument(NIGHT, ((0, 5), (10, 14)), fixed=fixed))


def test_without_mentions_none_can_be_fixed() -> None:
    with pytest.raises(DocumentError, match="of the 0 mentions given"):
        read_document(TextDocument(NIGHT, fixed=((0, "Mars"),)))
