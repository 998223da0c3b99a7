"""Systems that the paper compares with, on our knowledge base: options with which a linker decides as they do."""

from __future__ import annotations

from typing import Any, Final

from pairlinking.errors import ParameterError, UnknownName, did_you_mean

__all__ = ["PRESETS", "with_preset"]

# Names, candidates and vectors, which these systems take from other sources, are ours. Neither has our local
# confidence: P(e|m) takes its place.
PRESETS: Final[dict[str, dict[str, Any]]] = {
    # DoSeR (Zwicklbauer et al. 2016): PageRank with a topic node over the cosines of entity vectors.
    "doser": {"method": "pagerank", "relatedness": "ees", "local": "prior", "beta": 0.5},
    # PBoH (Ganea et al. 2016): loopy belief propagation over statistics of entities on one page.
    "pboh": {"method": "lbp:all", "relatedness": "npmi", "local": "prior", "beta": 0.5},
}


def with_preset(preset: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """The options with those of a preset; an option with another value raises `ParameterError`.

    >>> with_preset("doser", {"method": None, "top_k": 10})
    {'method': 'pagerank', 'top_k': 10, 'relatedness': 'ees', 'local': 'prior', 'beta': 0.5}
    """
    if preset is None:
        return options
    if preset not in PRESETS:
        near = did_you_mean(str(preset), list(PRESETS))
        raise UnknownName(f"Can't find preset {preset!r}.{near} Available: {', '.join(PRESETS)}.")
    for name, value in PRESETS[preset].items():
        if options.get(name, value) not in (None, value) and not (name == "local" and options[name] == "boosted"):
            raise ParameterError(
                f"The preset {preset!r} sets {name} to {value!r}. Leave {name} out, or the preset and set all options."
            )
    return options | PRESETS[preset]
