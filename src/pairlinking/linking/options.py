"""The options of a linker, checked; a knowledge base recommends values for those that are not set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from pairlinking._support.options import check_float, check_int
from pairlinking.candidates.ranker import TOP_K
from pairlinking.candidates.spotting import KINDS
from pairlinking.collective import methods
from pairlinking.errors import ParameterError, UnknownName, did_you_mean
from pairlinking.local import LocalScorer
from pairlinking.stages import CollectiveLinker, Relatedness
from pairlinking.text.forms import Expander, Trimmer, expand, trim

__all__ = ["LinkerOptions"]

_OWNER = "Linker"


@dataclass(frozen=True)
class LinkerOptions:
    """Options of `Linker`, which documents them. None stands for what the knowledge base recommends."""

    method: str | CollectiveLinker | None = None
    relatedness: str | Relatedness | None = None
    beta: float | None = None
    top_k: int = TOP_K
    threshold: float | None = None
    precision: float | None = None
    recall: float | None = None
    local: str | LocalScorer = "boosted"
    spot: str | None = None
    spotter: float | Callable[[str], Any] | None = None
    trimmer: Trimmer = trim
    expander: Expander = expand

    def __post_init__(self) -> None:
        if isinstance(self.method, str) and self.method not in methods():
            known = methods()
            raise UnknownName(
                f"Can't find method {self.method!r}.{did_you_mean(self.method, known)} Available: {', '.join(known)}"
            )
        self._check_objects()
        if isinstance(self.local, str) and self.local not in ("boosted", "prior"):
            raise UnknownName(
                f"Can't find local confidence {self.local!r}.{did_you_mean(self.local, ('boosted', 'prior'))} "
                "Available: boosted, prior, or an object with a method 'score'."
            )
        if self.spot is not None and self.spot not in KINDS:
            near = did_you_mean(str(self.spot), KINDS)
            raise UnknownName(f"Can't find mentions of kind {self.spot!r}.{near} Available: {', '.join(KINDS)}.")
        for name in ("beta", "threshold", "precision", "recall"):
            value = getattr(self, name)
            if value is not None:
                check_float(_OWNER, name, value, "[0, 1]")
        dials = [name for name in ("threshold", "precision", "recall") if getattr(self, name) is not None]
        if len(dials) > 1:
            raise ParameterError(f"{_OWNER} takes one of threshold, precision and recall. Got {' and '.join(dials)}.")
        if self.spotter is not None and not callable(self.spotter):
            check_float(_OWNER, "spotter", self.spotter, "[0, 1]")
        check_int(_OWNER, "top_k", self.top_k, 1)

    def _check_objects(self) -> None:
        is_method = self.method is None or isinstance(self.method, str | CollectiveLinker)
        is_measure = self.relatedness is None or isinstance(self.relatedness, str | Relatedness)
        for name, is_right, expected in (
            ("method", is_method, "a name or an object with 'solve'"),
            ("relatedness", is_measure, "a name or an object with 'score', 'bound' and 'block'"),
            ("local", isinstance(self.local, str | LocalScorer), "a name or an object with 'score'"),
            ("trimmer", callable(self.trimmer), "a function"),
            ("expander", callable(self.expander), "a function"),
        ):
            if not is_right:
                got = f"{getattr(self, name)!r:.80}"
                raise ParameterError(f"The {name!r} parameter of {_OWNER} must be {expected}. Got {got} instead.")

    @classmethod
    def of(cls, options: dict[str, Any]) -> LinkerOptions:
        """Make them from keywords; an unknown one raises `ParameterError` with similar names."""
        cls.check_names(options)
        return cls(**options)

    @classmethod
    def check_names(cls, options: dict[str, Any]) -> None:
        """Refuse an unknown option."""
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                raise ParameterError(
                    f"{_OWNER} has no option {name!r}.{did_you_mean(name, known)} It takes: {', '.join(known)}."
                )
