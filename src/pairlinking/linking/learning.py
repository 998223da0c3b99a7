"""The models of a knowledge base: learned from its own pages or from annotated documents, and stored in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pairlinking._support.files import clear_errors, remove
from pairlinking._support.locking import locked
from pairlinking._support.progress import Progress, Silent
from pairlinking.collective.learned import FILE, Learned
from pairlinking.detection import learn_detector
from pairlinking.detection.model import Model
from pairlinking.detection.training import LEAST_LINKS
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import replace_part
from pairlinking.linking.acceptance import ELSEWHERE, judge, learn_acceptance
from pairlinking.linking.coherence import learn_coherence
from pairlinking.linking.training import Learnt, learn_local
from pairlinking.linking.tuning import recommend, tune
from pairlinking.local import GoldDocument
from pairlinking.relatedness import measure
from pairlinking.stages import CollectiveLinker

__all__ = ["store_detector", "train", "train_detector", "write_models"]


def train(
    kb: KnowledgeBase | str | Path,
    documents: Iterable[GoldDocument] | None = None,
    *,
    least: int = 10,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> KnowledgeBase:
    """Learn ranker, scorer, coherence and acceptance, choose beta, store all in the knowledge base, and reopen it.

    Accuracies are in the manifest of the result, under ``parameters["models"]``.

    Parameters
    ----------
    documents
        Annotated documents; by default the pages that were set aside when it was built (``--learn``).

    Raises
    ------
    TooLittleToLearn
        There are fewer than `least` mentions with two or more candidates.
    """
    opened = kb if isinstance(kb, KnowledgeBase) else KnowledgeBase.open(kb)
    progress = progress or Silent()
    progress.start("Learning to rank and score", total=None, unit="")
    learnt = learn_local(opened, documents, least=least, seed=seed, threads=threads)
    about = {"seed": seed, "learnt_from": "own pages" if documents is None else "annotated documents"}
    elsewhere = ELSEWHERE if documents is None else (1.0, 0.0)  # own documents are like those to be linked

    def write(folder: Path) -> dict[str, Any]:
        return about | write_models(opened, learnt, folder, elsewhere=elsewhere, seed=seed, threads=threads)

    stored = _store(opened, "models", write)
    progress.finish(f"{learnt.figures['checked_accuracy']:.1%} of ambiguous mentions right, unseen pages")
    return stored


def train_detector(
    kb: KnowledgeBase | str | Path, *, least: int = LEAST_LINKS, seed: int = 1, progress: Progress | None = None
) -> KnowledgeBase:
    """Learn to detect names from the links of its pages, store the detector in the knowledge base, and reopen it.

    Raises
    ------
    TooFewLinks
        The pages have fewer than `least` links. The detector that comes with the package is then better.
    """
    opened = kb if isinstance(kb, KnowledgeBase) else KnowledgeBase.open(kb)
    return store_detector(opened, learn_detector(opened, least=least, seed=seed, progress=progress), seed=seed)


def store_detector(kb: KnowledgeBase, model: Model, *, seed: int) -> KnowledgeBase:
    """Put a detector that was learned with this seed into its knowledge base, and reopen that."""

    def write(folder: Path) -> dict[str, Any]:
        model.save(folder)
        return {"seed": seed, "features": len(model.weights), "words": int((model.cases != 0).sum())}

    return _store(kb, "detector", write)


def _store(kb: KnowledgeBase, part: str, write: Callable[[Path], dict[str, Any]]) -> KnowledgeBase:
    """Put a part into the knowledge base: `write` makes its folder, and returns what the manifest says about it."""
    path = Path(kb.path).absolute()
    work = path.with_name(path.name + ".learning")
    with clear_errors(work), locked(work):
        folder = work / part
        remove(folder)
        replace_part(path, part, folder, parameters=write(folder), counts={})
        remove(work)
    return KnowledgeBase.open(path)


def write_models(
    kb: KnowledgeBase,
    learnt: Learnt,
    folder: Path,
    *,
    for_any_kb: bool = False,
    elsewhere: tuple[float, float] = ELSEWHERE,
    seed: int = 1,
    threads: int = 1,
) -> dict[str, Any]:
    """Write the models as text; returns the recommended settings and how good the models are.

    `elsewhere` are slope and shift of the acceptance model for the texts that will be linked.
    """
    folder.mkdir(parents=True)
    for name, forest in (("ranker", learnt.ranker), ("scorer", learnt.scorer)):
        if forest is not None:
            (folder / f"{name}.txt").write_text(forest.text, encoding="utf-8", newline="\n")
    relatedness = measure("njs+ees" if kb.has_vectors else "njs", kb=kb)
    tuned = tune(learnt.checked, relatedness, for_any_kb=for_any_kb)
    slope, shift = elsewhere

    def acceptance(method: str | CollectiveLinker) -> dict[str, Any]:
        judged = judge(learnt.checked, relatedness, tuned.beta, method)
        return learn_acceptance(judged, slope=slope, shift=shift).to_dict()

    record: dict[str, Any] = {
        "beta": tuned.beta,
        "has_ranker": learnt.ranker is not None,
        "acceptance": acceptance("pair-linking"),
    }
    coherence = learn_coherence(kb, learnt.unseen, relatedness, seed=seed, threads=threads)
    if coherence is not None:
        (folder / FILE).write_text(coherence.final.text, encoding="utf-8", newline="\n")
        trial = Learned(forest=coherence.trial)
        record["coherence"] = {"acceptance": acceptance(trial)}
        # Pages of the wiki itself do not show how well it works on other texts, which is what counts.
        if all(each.page < 0 for each in learnt.unseen):
            record["method"] = recommend(learnt.checked, relatedness, tuned.beta, trial)
    return {
        **record,
        "checked_accuracy_of_pair_linking": tuned.accuracy,
        **learnt.figures,
    }
