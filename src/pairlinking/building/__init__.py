"""Building: from dumps and catalogues to a knowledge base, stage after stage.

The folder is not called `build`, because `pairlinking.build` is the function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairlinking._support.lazy import lazy
from pairlinking.building.named import open_kb
from pairlinking.building.sample import open_sample
from pairlinking.building.vectors.vectors import VectorOptions

if TYPE_CHECKING:
    from pairlinking.building.builder import build
    from pairlinking.building.relate import EntityOptions
    from pairlinking.building.vectors.learn import add_vectors

__all__ = ["EntityOptions", "VectorOptions", "add_vectors", "build", "open_kb", "open_sample"]

# Late: opening the sample takes neither DuckDB nor pyarrow once it is built.
__getattr__ = lazy(
    __name__,
    {
        "EntityOptions": "pairlinking.building.relate",
        "add_vectors": "pairlinking.building.vectors.learn",
        "build": "pairlinking.building.builder",
    },
)
