"""The results of the study of robustness, from which text and tables are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from pairlinking.errors import SourceError
from reproduction.made_nil import count_mixed
from reproduction.paper import published_robustness
from reproduction.studies.robustness.runs import DRAWS, Effect, Order, Runs
from reproduction.workbench import Workbench

__all__ = ["BETAS", "BY_NAME", "METHODS", "MOST", "OURS", "SHARES", "Effects", "Findings"]

OURS = "pair-linking"
BY_NAME = "pair-linking, by name"
METHODS = ("local", OURS, "iter-sub:all", "fwbw", "pagerank")
SHARES = (0.2, 0.4, 0.6)
MOST = SHARES[-1]
BETAS = (0.1, 0.3, 0.5, 0.7, 0.9)

# By data set and share, or by data set and beta.
Effects: TypeAlias = Mapping[tuple[str, float], Effect]


@dataclass(frozen=True)
class Findings:
    """The effects of NIL mentions, by method.

    Attributes
    ----------
    by_mention, by_name
        With mentions drawn one by one, and with all mentions of a name drawn together; by data set and share.
    absent
        For Pair-Linking, with the NIL mentions left out of the document; by mention and by name.
    one_beta
        At the largest share, with one beta for all, by data set and beta.
    repeated, mixed
        Numbers of names that real documents have several times, with and without NIL (`count_mixed`).
    """

    names: Sequence[str]
    runs: Mapping[str, Runs]
    by_mention: Mapping[str, Effects]
    by_name: Mapping[str, Effects]
    absent: Mapping[str, Effects]
    one_beta: Mapping[str, Effects]
    orders: Mapping[str, Order]
    repeated: int
    mixed: int

    @classmethod
    def of(cls, bench: Workbench) -> Findings:
        """Run everything on the data sets of the paper's table that are there."""
        names = [name for name in published_robustness()["f1"] if name in bench.data_sets]
        if not names:
            wanted = ", ".join(published_robustness()["f1"])
            raise SourceError(
                f"None of the data sets of this study ({wanted}) is in {bench.data}. 'pairlinking datasets list' shows "
                "where to get them."
            )
        runs = {name: Runs(bench, name, METHODS) for name in names}

        def effects(method: str, shares: Sequence[float], **how: bool) -> Effects:
            return {(name, share): runs[name].effect(method, share, **how) for name in names for share in shares}

        def at_betas(method: str, *, by_name: bool = False) -> Effects:
            return {
                (name, beta): runs[name].effect(method, MOST, beta=beta, by_name=by_name)
                for name in names
                for beta in BETAS
            }

        counts = [count_mixed(bench.documents(name, with_nil=True)) for name in names]
        return cls(
            names=names,
            runs=runs,
            by_mention={method: effects(method, SHARES) for method in METHODS},
            by_name={method: effects(method, [MOST], by_name=True) for method in METHODS},
            absent={
                OURS: effects(OURS, [MOST], as_absent=True),
                BY_NAME: effects(OURS, [MOST], as_absent=True, by_name=True),
            },
            one_beta={
                OURS: at_betas(OURS),
                BY_NAME: at_betas(OURS, by_name=True),
                "iter-sub:all": at_betas("iter-sub:all"),
                "fwbw": at_betas("fwbw"),
            },
            orders={name: runs[name].order(MOST) for name in names},
            repeated=sum(repeated for repeated, _ in counts),
            mixed=sum(mixed for _, mixed in counts),
        )

    def average(self, effects: Effects, at: float) -> float:
        """Mean change over the data sets, as a difference of F1."""
        return float(np.mean([effects[name, at].change.value for name in self.names]))

    def sure(self, effects: Effects) -> list[str]:
        """Data sets on which the interval of the change is below 0."""
        return [name for name in self.names if effects[name, MOST].change.high < 0]

    def figures(self) -> dict[str, Any]:
        """All of it as JSON can hold it."""
        return {
            "draws": DRAWS,
            "paper": published_robustness(),
            "f1_without_nil": self._by_method(lambda runs, method: runs.f1(method)),
            "betas": self._by_method(lambda runs, method: sorted(set(runs.betas[method]))),
            "by_mention": self._plain(self.by_mention),
            "by_name": self._plain(self.by_name),
            "absent": self._plain(self.absent),
            "one_beta": self._plain(self.one_beta),
            "order": {name: asdict(order) for name, order in self.orders.items()},
            "repeated_names_with_nil": {"all": self.repeated, "mixed": self.mixed},
        }

    def _by_method(self, value: Any) -> dict[str, dict[str, Any]]:
        return {name: {method: value(self.runs[name], method) for method in METHODS} for name in self.names}

    def _plain(self, found: Mapping[str, Effects]) -> dict[str, Any]:
        return {
            label: {
                name: {str(at): asdict(each) for (of, at), each in some.items() if of == name} for name in self.names
            }
            for label, some in found.items()
        }
