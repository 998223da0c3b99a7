"""From all wrong to all right: the values of the objectives by hand, their correlations, and the study."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import spearmanr

from pairlinking.linking.prepared import Prepared, PreparedGold
from pairlinking.relatedness import NJS, InLinks, measure
from reproduction.paper import published_correlation
from reproduction.studies.objectives.series import PAIRS, Steps, correlations, steps_of
from reproduction.studies.objectives.study import objectives
from reproduction.study import Study
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("objectives"))


@pytest.fixture(scope="module")
def study(bench: Workbench) -> Study:
    return objectives(bench)


def document(*mentions: tuple[str, list[int], list[float], set[int]]) -> PreparedGold:
    """Mentions as surface, candidates, local confidence and gold."""
    names, entities, local, gold = zip(*mentions, strict=True)
    prepared = Prepared.of_names(names, entities, [np.array(each) for each in local])
    return prepared.with_gold([frozenset(each) for each in gold])


def test_values_by_hand() -> None:
    # Entities 0 and 2 are right and share both their links; 1 and 3 are wrong and share none with anyone.
    relatedness = NJS(InLinks.from_lists([[0, 1], [2], [0, 1], [3]], n_pages=9))
    steps = Steps(np.array([[0, 1], [2, 3]]), np.array([[0.8, 0.4], [0.6, 0.2]]))
    found = steps.series(steps.problem(relatedness, 0.5))
    assert found["local"] == pytest.approx([0.6, 1.0, 1.4])
    assert found["all-link"] == pytest.approx([0.3, 0.5, 0.7 + 1.0])  # psi is counted from both ends
    assert found["single-link"] == pytest.approx([0.3, 0.5, 0.7 + 1.0])
    assert found["mintree"] == pytest.approx([1 - 0.6 / 3, 1 - 1.0 / 3, 1 - 2.4 / 3])
    perfect = correlations(found)
    assert perfect["quality", "all-link"] == perfect["quality", "local"] == perfect["all-link", "single-link"] == 1.0
    assert perfect["quality", "mintree"] == perfect["single-link", "mintree"] == -1.0


def test_correlations_agree_with_scipy_and_silence_counts_as_nothing() -> None:
    rng = np.random.default_rng(4)
    series = {name: (rng.integers(0, 6, 12) / 5).tolist() for name in ("all-link", "single-link", "mintree", "local")}
    values = {**series, "quality": list(range(12))}
    for (first, second), found in correlations(series).items():
        assert found == pytest.approx(spearmanr(values[first], values[second]).statistic, abs=1e-12)
    series["all-link"] = [0.5] * 12
    assert correlations(series)["quality", "all-link"] == 0.0


def test_mentions_need_a_right_and_a_wrong_candidate() -> None:
    made = document(
        ("a", [5, 6, 7], [0.1, 0.7, 0.3], {5}),
        ("no wrong", [8], [0.9], {8}),
        ("no right", [9, 10], [0.9, 0.1], {11}),
        ("nobody", [], [], {1}),
        ("two right", [12, 13, 14], [0.2, 0.3, 0.4], {12, 13}),
    )
    steps = steps_of(made, list(range(5)), "closest", np.random.default_rng(1))
    assert steps.entities.tolist() == [[5, 6], [13, 14]]
    assert steps.local.tolist() == [[0.1, 0.7], [0.3, 0.4]]
    drawn = {int(steps_of(made, [0], "random", np.random.default_rng(seed)).entities[0, 1]) for seed in range(20)}
    assert drawn == {6, 7}
    assert steps_of(made, [1, 2, 3], "random", np.random.default_rng(1)).entities.shape == (0, 2)


def test_copies_of_a_name_count_once() -> None:
    made = document(
        ("Paris", [0, 1], [0.6, 0.4], {0}),
        ("Rome", [2], [1.0], {2}),
        ("PARIS", [0, 1], [0.8, 0.2], {0}),
        ("Paris", [1], [1.0], {1}),
    )
    assert made.repeats.first.tolist() == [0, 1, 3]


def test_more_right_answers_never_lower_an_objective_of_phi_alone(bench: Workbench) -> None:
    relatedness = measure("njs", kb=bench.kb)
    for each in bench.documents("kore50"):
        steps = steps_of(each, list(range(len(each.gold))), "closest", np.random.default_rng(1))
        if len(steps.entities) > 1:
            series = steps.series(steps.problem(relatedness, 0.5))
            gains = np.diff(series["local"])
            np.testing.assert_allclose(gains, steps.local[:, 0] - steps.local[:, 1], atol=1e-12)
            assert all(len(values) == len(steps.entities) + 1 for values in series.values())


def test_the_study_stands_beside_the_paper(bench: Workbench, study: Study) -> None:
    average = study.figures["average"]["any wrong candidate"]
    sets = study.figures["data_sets"]
    for each in bench.measures:
        for first, second in PAIRS:
            key = f"{first} ~ {second}"
            assert -1 <= average[each][key] <= 1
            found = [sets[name]["any wrong candidate"][each][key] for name in sets]
            assert average[each][key] == pytest.approx(np.mean(found))
    assert average["njs"]["quality ~ all-link"] > 0 > average["njs"]["quality ~ mintree"]
    table = study.tables[0]
    assert table.rows[1][0] == "NJS"
    assert table.rows[1][1].endswith("(0.954)")
    assert published_correlation("njs", "quality", "all-link") == 0.954
    assert [series.name for series in study.plots[0].series][:3] == ["ALL-Link", "SINGLE-Link", "MINTREE"]
    json.dumps(study.figures, allow_nan=False)


def test_every_mention_is_counted_once(bench: Workbench, study: Study) -> None:
    counts = study.figures["counts"]
    for name in bench.data_sets:
        mentions = sum(len(each.gold) for each in bench.documents(name))
        assert sum(n for what, n in counts[name].items() if what != "documents") == mentions


def test_without_vectors_two_measures_are_left(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workbench, "measures", ["wlm", "njs"])
    monkeypatch.setattr(Workbench, "data_sets", ["kore50"])
    study = objectives(Workbench(bench.kb, bench.data))
    assert [row[0] for row in study.tables[0].rows] == ["WLM", "NJS"]


def test_data_sets_without_such_documents_say_so(bench: Workbench) -> None:
    empty = Workbench(bench.kb, bench.data)
    empty._documents = {(name, False): [] for name in bench.data_sets}
    study = objectives(empty)
    assert "No document has two mentions" in study.about
    assert list(study.tables) == []
