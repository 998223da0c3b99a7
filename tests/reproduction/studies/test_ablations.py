"""The study of ablations: each variant does what its name says, and is compared with what it differs from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import pairlinking as pl
from pairlinking._support.progress import Silent
from pairlinking.candidates import CandidateGenerator
from pairlinking.evaluation.folds import folds_of
from pairlinking.relatedness import relatedness_of
from reproduction.protocol.grid import Ready, best_in_folds, unmerged
from reproduction.studies.ablations import study as study_module
from reproduction.studies.ablations import variants as module
from reproduction.studies.ablations.prim import PrimLinking
from reproduction.studies.ablations.ranker import learn_ranker
from reproduction.studies.ablations.study import ablations
from reproduction.studies.ablations.variants import STANDARD, VARIANTS, without_own_page
from reproduction.studies.ablations.vectors import can_learn, learned_again
from reproduction.workbench import Workbench
from tests.golden.test_figure_5 import figure_5
from tests.reference.numbers import Numbers, numbers_of
from tests.reproduction.benches import sample_bench
from tests.strategies import problems


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("ablations"))


def grow_tree(numbers: Numbers) -> list[int]:
    """Prim's order by a scan of everything in each step."""
    open_mentions = {i for i, scores in enumerate(numbers.local) if scores}
    choice = {i: -1 for i in range(numbers.n) if i not in open_mentions}
    tree: dict[int, int] = {}
    if len(open_mentions) == 1:
        (i,) = open_mentions
        return [numbers.local[i].index(max(numbers.local[i])) if k == i else -1 for k in range(numbers.n)]
    while open_mentions:
        pairs = [
            (-numbers.confidence(i, a, j, b), i, j, a, b)
            for i in range(numbers.n)
            for j in range(i + 1, numbers.n)
            if numbers.local[i] and numbers.local[j] and (not tree or (i in tree) != (j in tree))
            for a in ([tree[i]] if i in tree else range(len(numbers.local[i])))
            for b in ([tree[j]] if j in tree else range(len(numbers.local[j])))
        ]
        _, i, j, a, b = min(pairs)
        tree[i], tree[j] = a, b
        open_mentions -= {i, j}
    return [(tree | choice)[i] for i in range(numbers.n)]


@given(problem=problems(max_mentions=6, max_candidates=4))
def test_prims_order_is_that_of_a_full_scan(problem: pl.Problem) -> None:
    assert PrimLinking().solve(problem).choice.tolist() == grow_tree(numbers_of(problem))


@given(problem=problems(max_mentions=2, max_candidates=4))
def test_two_mentions_have_one_order(problem: pl.Problem) -> None:
    ours, kruskal = PrimLinking().solve(problem), pl.solve(problem)
    assert ours.choice.tolist() == kruskal.choice.tolist()
    assert ours.confidence == pytest.approx(kruskal.confidence)


def test_figure_5_ends_otherwise_where_one_tree_grows() -> None:
    # From m1 and m2 nothing speaks for either entity of m3 and m4, and e_1^1, which would support e_5^2, is lost.
    psi = figure_5(0.5).relatedness_matrix().copy()
    psi[3, 7] = psi[7, 3] = 0.1  # e_2^2 and e_4^2: weak, but the only edge that leaves the tree
    problem = pl.Problem([[0.5, 0.5]] * 5, psi, 0.5)
    assert pl.solve(problem).choice.tolist() == [1, 1, 0, 0, 0]
    assert PrimLinking().solve(problem).choice[3] == 1


def test_copies_of_a_name_are_decided_separately(bench: Workbench) -> None:
    linker = pl.Linker(bench.kb)
    prepared = linker.prepare(("Tiger won in Augusta. Tiger!", ["Tiger", "Augusta", "Tiger"]))
    document = prepared.with_gold([frozenset()] * 3)
    other = unmerged(document)
    njs = relatedness_of(bench.kb, "njs")
    assert other.problem(njs, 0.5).n_mentions == len(document) > document.problem(njs, 0.5).n_mentions
    assert [each.tolist() for each in other.local_of_names] == [each.tolist() for each in document.local]
    assert document.repeats.exist  # the document itself is as it was


def test_only_own_pages_leave_the_in_links(bench: Workbench) -> None:
    kb, links = bench.kb, without_own_page(bench.kb)
    n_own = 0
    for entity in range(len(kb)):
        before = kb.in_link_ids[kb.in_link_indptr[entity] : kb.in_link_indptr[entity + 1]].tolist()
        after = links.ids[links.indptr[entity] : links.indptr[entity + 1]].tolist()
        assert after == [page for page in before if page != entity]
        n_own += len(before) - len(after)
    assert n_own > 0


def test_vectors_differ_by_their_centre_alone_and_are_learned_once(bench: Workbench, tmp_path: Path) -> None:
    assert can_learn(bench.kb)
    centred = learned_again(bench.kb, tmp_path, Silent(), centered=True)
    written = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert set(written) == {"centred.npy", "not-centred.npy"}
    plain = learned_again(bench.kb, tmp_path, Silent(), centered=False)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written
    assert bench.kb.entity_vectors is not None
    assert np.array_equal(centred.vectors, bench.kb.entity_vectors)  # the sample is built with one thread too
    some = np.flatnonzero(plain.vectors.any(axis=1))[:50]
    assert plain.matrix(some).mean() > centred.matrix(some).mean()  # what all share


def test_the_ranker_keeps_right_candidates_that_it_has_learned_to_keep(bench: Workbench) -> None:
    documents = bench.documents("kore50")
    ranker = learn_ranker(bench.kb, documents, seed=1)
    kept = total = 0
    for document in documents:
        lists = CandidateGenerator(bench.kb).generate(document.surfaces)
        for gold, whole, cut in zip(document.gold, lists, ranker.cut(lists, 2), strict=True):
            assert len(cut) == min(len(whole), 2)
            kept, total = kept + any(each in gold for each in cut.entities.tolist()), total + 1
    assert kept / total > 0.9


def test_every_variant_is_compared_with_what_it_differs_from(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LEARNS_RANKER", "kore50")  # IITB is not among the sample's data sets
    study = ablations(bench)
    json.dumps(study.figures, allow_nan=False)
    rows = {row["variant"]: row for row in study.figures["rows"]}
    local = study_module._LOCAL
    assert list(rows)[:2] == [local, STANDARD]
    assert set(rows) == {local, f"{local}, ranker learned from IITB", *VARIANTS}
    for name, row in rows.items():
        other = rows[row["against"]]
        assert row["difference"]["value"] == pytest.approx(row["average"]["value"] - other["average"]["value"])
        assert row["difference"]["low"] <= row["difference"]["value"] <= row["difference"]["high"], name
    assert rows["WLM with a prior"]["against"] == "WLM"
    assert rows["vectors not centred"]["against"] == "vectors learned again"
    assert rows["vectors learned again"]["difference"]["value"] == 0.0  # on the sample they are the same
    assert study.figures["left_out"] == []
    sure = [row for row in rows.values() if row["variant"] in VARIANTS and row["difference"]["low"] > 0]
    sure += [row for row in rows.values() if row["variant"] in VARIANTS and row["difference"]["high"] < 0]
    assert (f"In {len(sure)} of {len(VARIANTS) - 1} variants" if sure else "None of the") in study.about
    assert all(f"{row['variant']} (**" in study.about for row in sure)
    (table,) = study.tables
    assert [line[0] for line in table.rows] == list(rows)


def test_the_standard_is_pair_linking_with_folds_of_every_seed(bench: Workbench) -> None:
    rows = {row["variant"]: row for row in ablations(bench).figures["rows"]}
    documents = bench.documents("kore50")
    grid = Ready(documents, relatedness_of(bench.kb, "njs+ees")).right_answers("pair-linking")
    seeds = range(bench.seed, bench.seed + bench.seeds)
    right = np.mean([best_in_folds(grid, folds_of(len(documents), seed=seed))[0].sum() for seed in seeds])
    given_and_answered = sum(len(each) + sum(map(bool, each.entities)) for each in documents)
    assert rows[STANDARD]["f1"]["kore50"] == pytest.approx(2 * right / given_and_answered)


def test_a_variant_without_its_data_is_left_out_and_named(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "can_learn", lambda kb: False)
    monkeypatch.setattr(module, "_LEARNS_RANKER", "iitb")
    study = ablations(bench)
    assert study.figures["left_out"] == ["ranker learned from IITB", "vectors learned again", "vectors not centred"]
    assert "lacks what they need: ranker learned from IITB, vectors learned again" in study.about
