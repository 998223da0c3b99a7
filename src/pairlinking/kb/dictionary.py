"""The dictionary of a knowledge base: which entities a surface form can mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from pairlinking.kb import _combined
from pairlinking.kb._combined import FoldedLists
from pairlinking.kb._lists import Candidates, FormLists
from pairlinking.kb.storage.bounds import check_bounds
from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.tries import find_key, open_trie
from pairlinking.text.fold import fold
from pairlinking.types import IdArray

__all__ = ["ALIAS", "ANCHOR", "MEANING", "NO_CANDIDATES", "ORIGINS", "PART", "REDIRECT", "TITLE"]
__all__ += ["Candidates", "Dictionary", "merge"]

# The bits of `origins`: why a form may mean an entity. sql/named.sql sets them.
TITLE: Final = 1
REDIRECT: Final = 2
ANCHOR: Final = 4
MEANING: Final = 8
ALIAS: Final = 16
PART: Final = 32  # never stored: given to candidates that only `NameParts` has
ORIGINS: Final = {
    TITLE: "title",
    REDIRECT: "redirect",
    ANCHOR: "anchor",
    MEANING: "disambiguation page",
    ALIAS: "alias",
}


NO_CANDIDATES: Final = Candidates([], [], [])


def merge(parts: Sequence[Candidates]) -> Candidates:
    """Candidates of several forms as if they were one: counts summed, origins joined."""
    return parts[0] if len(parts) == 1 else _combined.merge(list(parts))


class Dictionary:
    """Surface forms and their candidates, in the folder `surfaces` of a knowledge base. All files are mapped."""

    def __init__(self, folder: Path) -> None:
        self.forms = open_trie(folder / "forms.marisa")
        self.indptr = open_array(folder / "indptr.npy", np.int64)
        self.entities: IdArray = open_array(folder / "entities.npy", np.int32)
        self.counts: IdArray = open_array(folder / "counts.npy", np.int32)
        self.origins: npt.NDArray[np.uint8] = open_array(folder / "origins.npy", np.uint8)
        self.folded = open_trie(folder / "folded.marisa")
        self.folded_indptr = open_array(folder / "folded_indptr.npy", np.int64)
        self.folded_forms: IdArray = open_array(folder / "folded_forms.npy", np.int32)
        for name, bounds, n_lists, values in (
            ("indptr", self.indptr, len(self.forms), self.entities),
            ("folded_indptr", self.folded_indptr, len(self.folded), self.folded_forms),
        ):
            path = folder / f"{name}.npy"
            check_bounds(path, bounds, len(values))
            if len(bounds) != n_lists + 1:
                raise damaged(
                    path, f"its trie has {n_lists} keys, so {n_lists + 1} numbers are needed, not {len(bounds)}"
                )
        for name, found in (("counts", len(self.counts)), ("origins", len(self.origins))):
            if found != len(self.entities):
                raise damaged(folder / f"{name}.npy", f"it should hold {len(self.entities)} numbers, not {found}")
        if len(self.folded_forms) < len(self.forms):  # a form with accents may occur twice
            raise damaged(
                folder / "folded_forms.npy", f"it should hold {len(self.forms)} numbers, not {len(self.folded_forms)}"
            )
        self._lists = FormLists(self.forms, self.indptr, self.entities, self.counts, self.origins)
        self._folded_lists = FoldedLists(self._lists, self.folded, self.folded_indptr, self.folded_forms)

    def __len__(self) -> int:
        return len(self.forms)

    def __contains__(self, form: str) -> bool:
        return self.form_id(form) is not None

    def __repr__(self) -> str:
        return f"<dictionary of {len(self):,} surface forms with {len(self.entities):,} candidates>"

    def form_id(self, form: str) -> int | None:
        """Number of a form, or None."""
        return find_key(self.forms, form)

    def lookup(self, form: str) -> Candidates | None:
        """Candidates of a form as it is written; None if it is unknown."""
        return self._lists.find(form)

    def lookup_folded(self, form: str) -> Candidates | None:
        """Candidates of all forms that fold like `form`, or would without their accents; None if there are none.

        Counts are summed, origins joined.
        """
        return self._folded_lists.find(fold(form))

    def folded_like(self, form: str) -> list[str]:
        """Forms that fold like `form`, or would without their accents."""
        number = find_key(self.folded, fold(form))
        if number is None:
            return []
        alike = self.folded_forms[self.folded_indptr[number] : self.folded_indptr[number + 1]]
        return list(map(self.forms.restore_key, alike.tolist()))

    def forms_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """At most `limit` forms that begin with `prefix`, in byte order; if there are more, any of them."""
        try:
            return sorted(islice(self.forms.iterkeys(prefix), limit))
        except UnicodeEncodeError:
            return []
