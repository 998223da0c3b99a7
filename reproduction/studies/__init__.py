"""The paper's studies and some of our own: each takes a `Workbench` and gives a `Study`.

A study is a folder with a ``study.py``, whose function has the name of the folder, and a line here.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STUDIES", "Entry"]


@dataclass(frozen=True)
class Entry:
    """What is known about a study before it is imported.

    Attributes
    ----------
    about
        Its question, in a line.
    source
        Where it is in the paper; empty for a study of our own.
    needs_kb
        Whether it links with a knowledge base.
    """

    about: str
    source: str = ""
    needs_kb: bool = True

    def __str__(self) -> str:
        return f"{self.about} ({self.source})" if self.source else self.about


# In the order of the paper, then those beyond it.
STUDIES = {
    "denseness": Entry("how densely the entities of a document are related", "Table 2"),
    "objectives": Entry("whether a better objective means more correct answers", "Table 3"),
    "methods": Entry("micro F1 of every method with every measure", "Tables 4 and 5"),
    "running-time": Entry("milliseconds per document of every method", "Table 6"),
    "best-setting": Entry("Pair-Linking in detail, and other systems", "Tables 7 and 9"),
    "robustness": Entry("F1 if some mentions have no known entity", "Table 10"),
    "complexity": Entry("how running time grows with mentions and candidates", "Table 8"),
    "optimum": Entry("how far each method is from the optimum of its objective"),
    "ablations": Entry("what Pair-Linking gains or loses if one of our choices is changed"),
    "nil-detection": Entry("detecting mentions without a known entity"),
    "calibration": Entry("whether the confidence of links equals the share that is right"),
    "human-relatedness": Entry("relatedness measures compared with human judgement"),
    "league": Entry("other linkers' answers and ours on the same documents"),
    "pprforned": Entry("every method on given candidates of 1,393 documents", needs_kb=False),
}
