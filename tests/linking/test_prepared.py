"""Between text and decision: one form for everything that decides."""

from __future__ import annotations

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.collective import COLLECTIVE, as_solver
from pairlinking.linking import Linker, read_document
from pairlinking.linking.prepared import Prepared
from tests.linking.texts import MENTIONS, TEXT


@pytest.fixture
def prepared(linker: Linker) -> Prepared:
    return linker.prepare(read_document((TEXT, MENTIONS)))


def test_repeated_names_are_in_the_problem_once(linker: Linker, prepared: Prepared) -> None:
    assert prepared.surfaces == MENTIONS
    problem = prepared.problem(linker.relatedness, 0.5)
    assert problem.n_mentions == len(prepared.repeats) == len(set(MENTIONS))
    twice = [at for at, name in enumerate(MENTIONS) if name == "Tiger"]
    assert problem.local[: len(prepared.local[0])] == pytest.approx(
        np.mean([prepared.local[at] for at in twice], axis=0)
    )


def test_the_problem_is_that_of_the_bare_numbers_without_repeats(linker: Linker, prepared: Prepared) -> None:
    bare = pl.Problem(prepared.local, linker.relatedness, 0.5, candidates=prepared.entities, surfaces=prepared.surfaces)
    merged, place = bare.without_repeats()
    problem = prepared.problem(linker.relatedness, 0.5)
    assert problem.local.tolist() == merged.local.tolist()
    assert list(problem.entities) == list(merged.entities)
    assert prepared.repeats.place.tolist() == place.tolist()


def test_answers_are_those_of_the_linker(linker: Linker, prepared: Prepared) -> None:
    choice = pl.solve(prepared.problem(linker.relatedness, linker.beta)).choice
    titles = [None if each < 0 else linker.kb.title(each) for each in prepared.answers(choice)]
    document = linker.with_options(threshold=0.0).link(TEXT, MENTIONS)
    assert titles == [link.entity and link.entity.title for link in document]


def test_other_confidences_leave_the_rest(linker: Linker, prepared: Prepared) -> None:
    halved = prepared.with_local([each / 2 for each in prepared.local])
    assert halved.repeats is prepared.repeats
    half, whole = (each.problem(linker.relatedness, 0.5).local for each in (halved, prepared))
    assert half.tolist() == (whole / 2).tolist()


def test_parts_hold_every_mention_once(prepared: Prepared) -> None:
    parts = prepared.parts(3)
    assert [len(part) for part in parts] == [3, 3, 2]
    assert [surface for part in parts for surface in part.surfaces] == prepared.surfaces
    assert prepared.parts(len(prepared)) == [prepared]


@pytest.mark.parametrize("name", [name for name in COLLECTIVE.names() if name != "exhaustive"])
def test_a_method_gives_the_same_by_name_and_as_an_object(linker: Linker, name: str) -> None:
    by_name = linker.with_options(method=name).link(TEXT, MENTIONS)
    as_object = linker.with_options(method=as_solver(name)).link(TEXT, MENTIONS)
    assert (as_object.method, as_object.beta) == (by_name.method, by_name.beta)
    assert as_object.to_dict() == by_name.to_dict()


def test_columns_go_with_their_candidates(linker: Linker, prepared: Prepared) -> None:
    columns = prepared.problem(linker.relatedness, 0.5).columns
    assert prepared.columns is not None
    assert columns is not None
    rows = prepared.split(prepared.columns.rows)
    twice = [at for at, name in enumerate(MENTIONS) if name == "Tiger"]
    assert columns.rows[: len(rows[0])] == pytest.approx(np.mean([rows[at] for at in twice], axis=0))
    assert len(columns.rows) == prepared.names[0][-1]
    parts = [each.columns.rows for each in prepared.parts(3) if each.columns is not None]
    assert np.vstack(parts).tolist() == prepared.columns.rows.tolist()
    assert prepared.with_gold([frozenset()] * len(prepared)).columns is prepared.columns


def test_a_scorer_of_ones_own_has_no_columns(linker: Linker) -> None:
    prepared = linker.with_options(local="prior").prepare((TEXT, MENTIONS))
    assert prepared.columns is None
    assert prepared.problem(linker.relatedness, 0.5).columns is None


def test_a_fixed_mention_has_one_row(linker: Linker) -> None:
    mention = {"start": 0, "end": 5, "fixed": "Tiger Woods"}
    prepared = linker.prepare({"text": "Zzyzx won in Augusta.", "mentions": [mention, {"start": 13, "end": 20}]})
    assert prepared.columns is not None
    first, second = prepared.split(prepared.columns.rows)
    assert first.shape == (1, len(prepared.columns.names))
    assert not first.any()
    assert len(second) == len(prepared.entities[1])
