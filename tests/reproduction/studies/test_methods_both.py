"""Methods with either local confidence: what is chosen, what is left out, and what the intervals say."""

from __future__ import annotations

import numpy as np
import pytest

from pairlinking.collective import solve
from pairlinking.relatedness import measure
from reproduction.paper import METHODS
from reproduction.protocol.grid import GRID, OF_THE_TEXT, Ready, best_in_folds, tempered
from reproduction.protocol.paired import Averages, given_of
from reproduction.protocol.runs import TITLES, one_run
from reproduction.studies.methods import side_by_side as module
from reproduction.studies.methods.study import methods
from reproduction.studies.running_time import side_by_side as times_module
from reproduction.studies.running_time.study import running_time
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench

FEW = ("pair-linking", "iter-sub:all")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    plain = sample_bench(tmp_path_factory.mktemp("both"))
    return Workbench(plain.kb, plain.data, answers=plain.answers, scorer="both", seeds=2, workers=1)


def test_each_fold_gets_what_is_best_on_the_others_and_the_middle_of_equals() -> None:
    right = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 1, 0], [1, 1, 1, 0], [1, 1, 1, 0]])
    found, chosen = best_in_folds(right, np.array([0, 0, 1, 1]))
    assert chosen == [1, 3]
    assert found.tolist() == [0, 0, 1, 0]


def test_a_temperature_softens_without_changing_the_order(bench: Workbench) -> None:
    document = next(each for each in bench.documents("kore50") if max(map(len, each.entities)) > 2)
    assert tempered(document, 1.0) is document
    for before, after in zip(document.local, tempered(document, 2.0).local, strict=True):
        assert np.argsort(before).tolist() == np.argsort(after).tolist()
        assert (np.abs(after - 0.5) <= np.abs(before - 0.5) + 1e-12).all()


def test_the_grid_has_the_answers_of_every_setting(bench: Workbench) -> None:
    documents, njs = bench.documents("kore50"), measure("njs", kb=bench.kb)
    found = Ready(documents, njs).right_answers("pair-linking")
    assert found.shape == (len(GRID), len(documents))
    at = GRID.index((1.0, 0.3))
    expected = [each.n_right(each.answers(solve(each.problem(njs, 0.3)).choice)) for each in documents]
    assert found[at].tolist() == expected
    local = [each.n_right(each.best(each.local)) for each in documents if not each.repeats.exist]
    by_text = Ready([each for each in documents if not each.repeats.exist], njs).right_answers(OF_THE_TEXT)
    assert by_text[GRID.index((1.0, 0.0))].tolist() == local


def test_intervals_are_of_the_same_documents_for_both_sides() -> None:
    right = {"a": {"x": [1.0, 2, 3, 0] * 9}, "b": {"x": [1.0, 2, 3, 0] * 9}, "c": {"x": [0.0, 1, 2, 0] * 9}}
    found = Averages(right, {"x": [4, 6, 8, 2] * 9}, seed=1)
    assert found.average("a").value == pytest.approx(2 * 6 / 20)
    assert found.average("a").low < found.average("a").value < found.average("a").high
    same = found.difference("a", "b")
    assert (same.value, same.low, same.high) == (0.0, 0.0, 0.0)
    assert 0 < found.difference("a", "c").low < found.difference("a", "c").value == pytest.approx(0.3)


def test_both_scorers_stand_side_by_side_and_a_second_run_reads_the_first(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "METHODS", FEW)
    monkeypatch.setattr(module, "BEYOND", ("support:1", "support:3", "support:all"))
    monkeypatch.setattr(module, "ALL", (*FEW, "lbp:all", "support:1", "support:3", "support:all"))
    study = methods(bench)
    assert study.name == "methods-both"
    titles = [table.title for table in study.tables]
    assert titles == ["Data sets", *TITLES.values(), "Two or all, by length (all sets pooled)"]
    for scorer in ("kb", "folds"):
        rows = {row["method"]: row for row in study.figures[scorer]["rows"]}
        assert {"local", *FEW, "learned", "learned, other sets", "learned, five folds"} <= set(rows)
        assert rows["local"]["over_local"]["value"] == 0.0
        assert len(study.figures[scorer]["chosen"]) == 2
    kept = {path: path.stat().st_mtime_ns for path in (bench.answers / "protocol").iterdir()}
    again = Workbench(bench.kb, bench.data, answers=bench.answers, scorer="both", seeds=2, workers=1)
    assert methods(again).figures == study.figures
    assert {path: path.stat().st_mtime_ns for path in (bench.answers / "protocol").iterdir()} == kept


def test_running_time_is_shown_with_either_local_confidence(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = (*METHODS, "support:1", "support:3", "support:all")
    monkeypatch.setattr(times_module, "ALL", everything)
    fresh = Workbench(bench.kb, bench.data, answers=bench.answers, scorer="both", workers=1)
    study = running_time(fresh)
    assert study.name == "running-time-both"
    for scorer in ("kb", "folds"):
        assert set(study.figures["ms"][scorer]) == {"kore50", "reuters128"}
        assert all(set(of) == set(METHODS) for of in study.figures["ms"][scorer].values())
        assert all(ms > 0 for of in study.figures["ms"][scorer].values() for ms in of.values())
    run = one_run(fresh, "folds", fresh.seed, everything, "njs+ees")
    expected = Averages({"fwbw": run["rows"]["fwbw"]}, given_of(fresh), seed=1).average("fwbw").value
    assert study.figures["average_f1"]["folds"]["fwbw"] == expected
    assert [len(table.rows) for table in study.tables] == [len(METHODS)] * 3


def test_methods_are_timed_with_the_setting_of_most_folds_and_its_temperature(bench: Workbench) -> None:
    chosen = {method: {"kore50": [[2.0, 0.3], [1.0, 0.5], [2.0, 0.3]]} for method in METHODS}
    work = times_module._work(bench, "kore50", "kb", {"chosen": chosen})["pair-linking"]
    assert work.beta == 0.3
    softer = tempered(bench.documents("kore50")[0], 2.0)
    assert [each.tolist() for each in work.documents[0].local] == [each.tolist() for each in softer.local]
