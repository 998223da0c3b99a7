"""Building: from dumps and catalogues to a knowledge base, stage after stage.

The folder is not called `build`, because `pairlinking.build` is the function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pairlinking.building.named import open_kb
from pairlinking.building.relate import EntityOptions
from pairlinking.building.sample import open_sample
from pairlinking.building.vectors.vectors import VectorOptions

if TYPE_CHECKING:
    from pairlinking.building.builder import build
    from pairlinking.building.vectors.learn import add_vectors

__all__ = ["EntityOptions", "VectorOptions", "add_vectors", "build", "open_kb", "open_sample"]


def __getattr__(name: str) -> Any:
    # Late: opening the sample takes neither DuckDB nor pyarrow once it is built.
    if name == "build":
        from pairlinking.building.builder import build

        return build
    if name == "add_vectors":
        from pairlinking.building.vectors.learn import add_vectors

        return add_vectors
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
