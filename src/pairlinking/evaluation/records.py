"""Saves every answer of an experiment, to look at errors, compare two runs, and resume a stopped run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairlinking.errors import DocumentError, ParameterError
from pairlinking.evaluation.experiment import Outcome, Setting
from pairlinking.evaluation.writing import write_lines, write_whole
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold

if TYPE_CHECKING:
    from pairlinking.evaluation.gold import Gold

__all__ = ["Records", "claim", "folder_for", "gold_of"]

_ABOUT, _GOLD = "experiment.json", "gold.json"


class Records:
    """A folder of answers: ``DATA_SET/METHOD@MEASURE.jsonl``, one document per line, and what they were made with.

    Parameters
    ----------
    about
        What the answers depend on. A folder made with other values is refused, so that runs do not mix.
    """

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.folder = folder
        path = folder / _ABOUT
        if path.exists():
            before = _about(path)
            differing = sorted(name for name in {*before, *about} if before.get(name) != about.get(name))
            if differing:
                name = differing[0]
                raise ParameterError(
                    f"{folder} holds an experiment with {name} {before.get(name)!r}, now it is {about.get(name)!r}. "
                    "Choose another folder, or remove this one."
                )
        else:
            write_whole(path, json.dumps(about, indent=1, sort_keys=True))

    def path(self, data_set: str, setting: Setting) -> Path:
        """File of one setting on one data set."""
        name = setting.method if setting.relatedness is None else f"{setting.method}@{setting.relatedness}"
        return self.folder / Path(data_set).stem / f"{name.replace(':', '-')}.jsonl"

    def write(self, kb: KnowledgeBase, data_set: str, documents: Sequence[PreparedGold], outcome: Outcome) -> None:
        """Write the outcome of a setting, in one step: a file that exists is complete."""
        path = self.path(data_set, outcome.setting)
        head = {"setting": list(outcome.setting), "betas": list(outcome.betas), "seconds": round(outcome.seconds, 6)}
        answered = zip(documents, outcome.answers, outcome.confidences, strict=True)
        write_lines(path, [head, *(_line(kb, *each) for each in answered)])

    def read(self, data_set: str, setting: Setting) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The head (betas, seconds), and the documents with their mentions."""
        path = self.path(data_set, setting)
        lines = list(_read_lines(path))
        if not lines:
            raise DocumentError(f"{path} is empty. Remove it and run the experiment again.")
        return lines[0], lines[1:]

    def has(self, data_set: str, setting: Setting) -> bool:
        """Whether a setting has been run."""
        return self.path(data_set, setting).exists()


def folder_for(kb: KnowledgeBase, name: str) -> Path:
    """``answers``, the default folder, or one of its own if that has answers for another knowledge base.

    Parameters
    ----------
    name
        Name of the knowledge base.
    """
    for folder in map(Path, ("answers", f"answers-{name}")):
        path = folder / _ABOUT
        if not path.exists() or _about(path).get("knowledge_base") == kb.manifest.id:
            return folder
    return Path(f"answers-{name}-{kb.manifest.id}")


def claim(folder: Path, gold: Gold) -> None:
    """Record in a folder of answers which gold data they are for, so that answers for other documents are never used.

    Raises
    ------
    ParameterError
        The folder has answers for other gold data with this name: another file, or the same before it was changed.
    """
    path = folder / gold.label / _GOLD
    about = {"gold": gold.name, "documents": len(gold.documents), "fingerprint": gold.fingerprint()}
    if not path.exists():
        write_whole(path, json.dumps(about, indent=1, sort_keys=True))
        return
    before = _about(path)
    if before.get("fingerprint") != about["fingerprint"]:
        raise ParameterError(
            f"{path.parent} holds answers for other gold documents named {gold.label!r} (from {before.get('gold')!r}), "
            f"or {gold.name!r} has changed since. Choose another folder with --out, or remove this one."
        )


def gold_of(answers: Path) -> str | None:
    """The gold data, a data set or a file, that a file of answers is for; None if its folder does not say."""
    path = answers.parent / _GOLD
    if not path.exists():
        return None
    name = _about(path).get("gold")
    return name if isinstance(name, str) else None


def _about(path: Path) -> dict[str, Any]:
    """What a folder says about its content."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise DocumentError(f"{path} is damaged. Remove {path.parent} and run again.")
    return found


def _line(
    kb: KnowledgeBase, document: PreparedGold, answers: Sequence[int], confidences: Sequence[float]
) -> dict[str, Any]:
    return {
        "id": document.source.id,
        "mentions": [
            {
                "start": start,
                "end": end,
                "surface": surface,
                "gold": sorted(map(kb.key, gold)),
                "answer": None if answer < 0 else kb.key(answer),
                "confidence": round(confidence, 6),
                "is_candidate": not gold.isdisjoint(each.entities.tolist()),
            }
            for (start, end), surface, gold, answer, confidence, each in zip(
                document.spans, document.surfaces, document.gold, answers, confidences, document.lists, strict=True
            )
        ],
    }


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                found = json.loads(line)
            except ValueError:
                found = None
            if not isinstance(found, dict):
                raise DocumentError(f"{path}, line {number}: not a JSON object. Remove the file and run again.")
            yield found
