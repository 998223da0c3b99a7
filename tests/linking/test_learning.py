"""Training stores models in the knowledge base, with what they recommend and how good they are."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from pairlinking.building import EntityOptions, build
from pairlinking.errors import KnowledgeBaseError, PairLinkingError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.linking import Linker, load
from pairlinking.linking.acceptance import open_acceptance
from pairlinking.linking.learning import train
from pairlinking.linking.weights import BETAS
from pairlinking.local import GoldDocument, pages_to_learn_from
from pairlinking.local.models import open_models
from tests.building.small_wiki import Recorder
from tests.linking.texts import MENTIONS, TEXT, no_mentions

WIKI = str(files("pairlinking") / "data" / "sample-wiki.xml")


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    path = tmp_path_factory.mktemp("learning") / "kb"
    return build(WIKI, path, entities=EntityOptions(learn=0.3, holdout=0.05), workers=1)


@pytest.fixture(scope="module")
def told() -> Recorder:
    return Recorder()


@pytest.fixture(scope="module")
def trained(untrained: KnowledgeBase, told: Recorder) -> KnowledgeBase:
    return train(untrained, progress=told)


def files_of(kb: KnowledgeBase) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((Path(kb.path) / "models").glob("*.txt"))}


def own(kb: KnowledgeBase) -> Linker:
    return load(kb, spotter=no_mentions, relatedness="njs")


def test_models_are_stored_whole_and_opened(trained: KnowledgeBase) -> None:
    verify(trained.path)
    models = open_models(trained)
    assert models.are_own
    stored = trained.manifest.parameters["models"]
    assert models.beta == stored["beta"]
    assert models.beta in BETAS
    assert open_acceptance(trained).to_dict() == stored["acceptance"]


def test_the_manifest_says_how_good_they_are(trained: KnowledgeBase) -> None:
    stored = trained.manifest.parameters["models"]
    assert stored["learnt_from"] == "own pages"
    assert stored["seed"] == 1
    assert stored["documents"] > 100
    for name in ("checked_accuracy", "checked_accuracy_of_prior", "checked_accuracy_of_pair_linking"):
        assert 0 < stored[name] <= 1


def test_a_linker_goes_by_what_was_learnt(trained: KnowledgeBase) -> None:
    linker = own(trained)
    stored = trained.manifest.parameters["models"]
    assert (linker.beta, linker.acceptance.to_dict()) == (stored["beta"], stored["acceptance"])
    assert linker.threshold == linker.acceptance.threshold
    assert linker.with_options(beta=0.15).beta == 0.15
    assert linker.with_options(local="prior").threshold == 0.0
    assert len(linker.link(TEXT, MENTIONS)) == len(MENTIONS)


def test_a_linker_opened_before_goes_on_as_before(untrained: KnowledgeBase, trained: KnowledgeBase) -> None:
    assert untrained.manifest.parameters.get("models") is None
    before = own(untrained)
    assert not before.models.are_own
    assert len(before.link(TEXT, MENTIONS)) == len(MENTIONS)
    assert own(trained).models.are_own


def test_nothing_is_left_beside_the_knowledge_base(trained: KnowledgeBase) -> None:
    assert [path.name for path in Path(trained.path).parent.iterdir()] == [Path(trained.path).name]


def test_progress_hears_of_it(trained: KnowledgeBase, told: Recorder) -> None:
    assert len(told.stages) == len(told.finished) == 1


def test_training_again_gives_the_same(trained: KnowledgeBase) -> None:
    before, recommended = files_of(trained), trained.manifest.parameters["models"]
    again = train(str(trained.path))
    assert files_of(again) == before
    assert again.manifest.parameters["models"] == recommended


def test_annotated_documents_take_the_place_of_pages(trained: KnowledgeBase) -> None:
    documents = list(pages_to_learn_from(trained))
    before = files_of(trained)
    again = train(trained, documents[:100])
    assert again.manifest.parameters["models"]["learnt_from"] == "annotated documents"
    assert again.manifest.parameters["models"]["documents"] == 100
    assert files_of(again) != before
    verify(again.path)
    assert files_of(train(trained)) == before


def test_too_little_to_learn_from_leaves_the_models_as_they_are(trained: KnowledgeBase) -> None:
    before = files_of(trained)
    with pytest.raises(PairLinkingError, match="Too little"):
        train(trained, [GoldDocument("Tiger", [(0, 5)], [0])])
    assert files_of(KnowledgeBase.open(trained.path)) == before
    assert [path.name for path in Path(trained.path).parent.iterdir()] == [Path(trained.path).name]


def test_a_folder_that_is_no_knowledge_base_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError):
        train(tmp_path / "nothing")
