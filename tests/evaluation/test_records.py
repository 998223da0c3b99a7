"""The paper's figures are all there, and answers are kept whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import DocumentError, ParameterError
from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.gold import PAPER_SETS
from pairlinking.evaluation.paper import published_f1, published_ms
from pairlinking.evaluation.records import Records
from pairlinking.evaluation.running import METHODS, all_settings

PAIRS = Setting("pair-linking", "njs")


def test_the_papers_figures_are_all_there() -> None:
    for name in PAPER_SETS:
        for setting in all_settings():
            assert 0.3 < (published_f1(*setting, name) or 0) < 1, (setting, name)
        for method in METHODS:
            assert (published_ms(method, name) or 0) > 0
    # Averages as the paper prints them.
    for method, average in (("pair-linking", 0.850), ("fwbw", 0.837), ("pagerank", 0.799)):
        found = [published_f1(method, "njs+ees", name) or 0 for name in PAPER_SETS]
        assert sum(found) / len(found) == pytest.approx(average, abs=0.001)
    assert published_f1("pair-linking", "njs+ees", "my-own") is None
    assert published_f1("nobody", "njs", "kore50") is None


def test_answers_of_different_experiments_do_not_mix(tmp_path: Path) -> None:
    Records(tmp_path, {"seed": 1, "scorer": "kb"})
    Records(tmp_path, {"seed": 1, "scorer": "kb"})
    with pytest.raises(ParameterError, match="scorer 'kb', now it is 'folds'"):
        Records(tmp_path, {"seed": 1, "scorer": "folds"})


def test_a_damaged_file_of_answers_is_told_with_its_line(tmp_path: Path) -> None:
    records = Records(tmp_path, {})
    path = records.path("mine", PAIRS)
    path.parent.mkdir(parents=True)
    path.write_text('{"betas": []}\n[1, 2\n')
    with pytest.raises(DocumentError, match="line 2"):
        records.read("mine", PAIRS)
    path.write_text("")
    with pytest.raises(DocumentError, match="empty"):
        records.read("mine", PAIRS)
