"""Knowledge bases by name, by folder, and by nothing at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import pairlinking as pl
from pairlinking.building import open_kb
from pairlinking.building.named import DEFAULT_VARIABLE, STARTER, default_kb, installed_kbs, kb_folder, kb_name
from pairlinking.building.sample import sample_path
from pairlinking.kb.packages import PACKAGES


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[], Path]], None]:
    """Registers a knowledge base as an installed data package does."""
    return lambda name, folder: monkeypatch.setitem(PACKAGES._factories, name, folder)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(open_kb("sample").path, tmp_path / "mine.kb"))


def test_a_package_is_opened_by_its_name(register: Callable[..., None], copy: Path) -> None:
    register("mine", lambda: copy)
    assert "mine" in installed_kbs()
    kb = open_kb("mine")
    assert kb.path == copy
    assert kb_name(kb) == "mine"
    assert pl.load("mine").kb.path == copy


def test_a_folder_of_an_installed_name_is_reached_by_a_path(
    register: Callable[..., None], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register("mine.kb", sample_path)
    monkeypatch.chdir(copy.parent)
    assert kb_folder("mine.kb") == sample_path()
    assert kb_folder("./mine.kb") == kb_folder(Path("mine.kb")) == Path("mine.kb")


def test_the_default_is_the_variable_then_the_starter_then_the_sample(
    register: Callable[..., None], copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEFAULT_VARIABLE, str(copy))
    assert kb_folder() == copy
    register(STARTER, lambda: copy)
    monkeypatch.setenv(DEFAULT_VARIABLE, "sample")
    assert kb_folder() == sample_path()
    monkeypatch.delenv(DEFAULT_VARIABLE)
    assert default_kb() == STARTER
    assert open_kb().path == copy


def test_without_packages_the_sample_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEFAULT_VARIABLE)
    monkeypatch.setattr(PACKAGES, "_plugins", {})
    monkeypatch.setattr(PACKAGES, "_factories", {})
    assert default_kb() == "sample"


def test_an_unknown_name_lists_those_that_are_installed() -> None:
    with pytest.raises(pl.KnowledgeBaseError, match=r"Did you mean 'sample'.*Installed: .*sample.*pairlinking build"):
        pl.load("sampel")


def test_a_path_that_is_not_there_is_reported_as_a_folder(tmp_path: Path) -> None:
    with pytest.raises(pl.KnowledgeBaseError, match="There is no folder"):
        open_kb(tmp_path / "none")


def test_a_broken_package_harms_nobody_else(register: Callable[..., None]) -> None:
    def broken() -> Path:
        raise ImportError("no module named 'data'")

    register("broken", broken)
    assert kb_name(open_kb("sample")) == "sample"
    with pytest.raises(pl.KnowledgeBaseError, match="'broken' is broken: no module named 'data'"):
        open_kb("broken")
