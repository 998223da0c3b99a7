"""Whether confidence is the share of right links: the study, and the numbers that the package took from it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pairlinking.linking.acceptance import ELSEWHERE
from reproduction.studies.calibration.study import calibration, calibration_error
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench

RESULTS = Path(__file__).parents[3] / "reproduction" / "results" / "report" / "calibration.json"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("calibration"))


def test_probabilities_that_are_kept_have_no_error() -> None:
    random = np.random.default_rng(1)
    probability = random.random(20_000)
    is_right = random.random(20_000) < probability
    assert calibration_error(probability, is_right) < 0.02
    assert calibration_error(np.full(4, 0.5), np.ones(4, bool)) == 0.5


def test_the_study_leaves_each_data_set_out(bench: Workbench) -> None:
    study = calibration(bench)
    json.dumps(study.figures, allow_nan=False)
    sets = study.figures["data_sets"]
    assert set(sets) == {"kore50", "reuters128"}
    assert sets["kore50"]["slope"] != sets["reuters128"]["slope"]
    assert sum(each["links"] for each in study.figures["bins"]) == study.figures["links"]
    assert "Reliability" in study.markdown()


def test_the_error_that_is_published_is_small_and_the_numbers_in_the_package_are_near_it() -> None:
    published = json.loads(RESULTS.read_text())
    assert published["error"] <= 0.05
    assert pytest.approx((published["slope"], published["shift"]), abs=0.15) == ELSEWHERE
