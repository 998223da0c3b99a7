"""Answers are kept whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import DocumentError, ParameterError
from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.records import Records

PAIRS = Setting("pair-linking", "njs")


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
