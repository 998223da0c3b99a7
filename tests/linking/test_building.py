"""A build with its models: the same whether two are learned side by side or one after the other."""

from __future__ import annotations

import threading
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest

from pairlinking.building import EntityOptions
from pairlinking.detection import learn_detector
from pairlinking.kb import verify
from pairlinking.linking import building

WIKI = str(files("pairlinking") / "data" / "sample-wiki.xml")


@pytest.mark.parametrize("cores", [1, 2])
def test_detector_and_models_are_learned_and_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    monkeypatch.setattr(building, "usable_cores", lambda: cores)
    monkeypatch.setattr(building, "learn_detector", partial(learn_detector, bits=12, least=100))
    monkeypatch.setattr(building, "_LEAST_MENTIONS", 10)
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # a fork inherits what is set here
    entities = EntityOptions(learn=0.3)
    kb = building.build(WIKI, tmp_path / "kb", entities=entities, workers=1, memory="8GB")
    verify(kb.path)
    stored = kb.manifest.parameters["detector"]
    model = learn_detector(kb, bits=12, least=100)
    assert stored == {"seed": 1, "features": 1 << 12, "words": int((model.cases != 0).sum())}
    assert kb.manifest.parameters["models"]["documents"] > 100


def test_the_models_of_the_package_remain_where_there_is_too_little(tmp_path: Path) -> None:
    kb = building.build(WIKI, tmp_path / "kb", workers=1, memory="8GB")
    assert "detector" not in kb.manifest.parameters
    assert "models" not in kb.manifest.parameters
