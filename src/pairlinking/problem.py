"""One document as numbers: candidates, their local confidence, their relatedness, and beta."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import number_array
from pairlinking._support.options import check_float
from pairlinking.columns import Columns
from pairlinking.errors import ProblemError, ProblemTooLarge
from pairlinking.relatedness import CallableRelatedness, KernelRelatedness, MatrixRelatedness, checked
from pairlinking.repeats import Repeats
from pairlinking.stages import Relatedness
from pairlinking.types import EntityId, FloatArray, IntArray

__all__ = ["Problem"]

# A full matrix over more candidates than this (16,000) is refused, before it can exhaust the memory.
MATRIX_BYTES_LIMIT = 2 * 1024**3


class Problem:
    """The input of every collective algorithm.

    Candidates are numbered across the document, mention by mention ("flat" positions); all arrays below use this order.

    Parameters
    ----------
    local
        Per mention, the local confidence phi in [0, 1] of each of its candidates. A mention may have none.
    relatedness
        psi: a symmetric matrix over all candidates in flat order, a function of two entity ids, or a relatedness
        object such as `pairlinking.relatedness.NJS`.
    beta
        Weight of relatedness against local confidence, in [0, 1] (Eq. 14).
    candidates
        Per mention, the entity ids. Needed for a relatedness object; by default each candidate is its own entity.
    surfaces
        Per mention, its text. Mentions with the same text and candidates are then solved once.

    Examples
    --------
    >>> problem = Problem(local=[[0.9, 0.1], [0.6, 0.4]], relatedness=np.eye(4), beta=0.5)
    >>> problem
    Problem(2 mentions, 4 candidates, beta=0.5)
    """

    def __init__(
        self,
        local: Sequence[Sequence[float]] | Sequence[npt.NDArray[Any]] | npt.NDArray[Any],
        relatedness: npt.ArrayLike | Callable[[Any, Any], float] | Relatedness,
        beta: float = 0.5,
        *,
        candidates: Sequence[Sequence[EntityId]] | None = None,
        surfaces: Sequence[str] | None = None,
    ) -> None:
        self.offsets, self.local = _read_local(local)
        self.beta = check_float("Problem", "beta", beta, "[0, 1]")
        self.entities, self.rows = _read_candidates(candidates, self.offsets)
        self._matrix: FloatArray | None = None
        self._columns: Callable[[], Columns | None] = _no_columns
        self.relatedness: Relatedness
        if isinstance(relatedness, KernelRelatedness | Relatedness):
            self.relatedness = checked(relatedness)
            if isinstance(relatedness, KernelRelatedness):
                if candidates is None or not all(map(_is_number, self.entities)):
                    raise ProblemError(f"{relatedness!r} identifies entities by number: pass them as 'candidates'.")
                relatedness.check(self.rows)
        elif callable(relatedness):
            self.relatedness = CallableRelatedness(
                relatedness, dict(zip(self.rows.tolist(), self.entities, strict=True))
            )
        else:
            # The rows of a bare matrix are positions, whatever the entities at them.
            self.rows = np.arange(len(self.local), dtype=np.int64)
            self.relatedness = given = MatrixRelatedness(relatedness, n_candidates=len(self.local))
            self._matrix = given.values
            self._matrix.flags.writeable = False
        if surfaces is not None and len(surfaces) != self.n_mentions:
            raise ProblemError(
                f"'surfaces' must give the text of each of the {self.n_mentions} mentions. Got {len(surfaces)} texts."
            )
        self.surfaces = None if surfaces is None else tuple(surfaces)

    @classmethod
    def of_flat(
        cls,
        offsets: IntArray,
        local: FloatArray,
        rows: IntArray,
        relatedness: Relatedness,
        beta: float,
        columns: Callable[[], Columns | None] | None = None,
    ) -> Problem:
        """Make a problem from flat arrays: mention i has candidates ``offsets[i]:offsets[i + 1]``, entities by number.

        `columns` returns what else is known about the candidates, when a solver asks for it.

        >>> Problem.of_flat(np.array([0, 2]), np.array([0.9, 0.1]), np.array([7, 3]), None, 0.5)
        Problem(1 mentions, 2 candidates, beta=0.5)
        """
        problem = cls.__new__(cls)
        problem.offsets, problem.local = offsets, _checked(local, offsets)
        problem.beta = check_float("Problem", "beta", beta, "[0, 1]")
        problem.entities, problem.rows = rows.tolist(), rows
        problem._matrix, problem.surfaces = None, None
        problem._columns = columns or _no_columns
        if isinstance(relatedness, KernelRelatedness):
            relatedness.check(rows)
            problem.relatedness = relatedness
        else:
            problem.relatedness = checked(relatedness)
        return problem

    def __repr__(self) -> str:
        return f"Problem({self.n_mentions} mentions, {len(self.local)} candidates, beta={self.beta:g})"

    @property
    def n_mentions(self) -> int:
        """Number of mentions, including those without candidates."""
        return len(self.offsets) - 1

    @property
    def sizes(self) -> IntArray:
        """Number of candidates of each mention."""
        sizes: IntArray = np.diff(self.offsets)
        return sizes

    def entity(self, mention: int, candidate: int) -> EntityId:
        """Id of a mention's candidate; None for candidate -1, which stands for no link."""
        return None if candidate < 0 else self.entities[int(self.offsets[mention]) + candidate]

    def flat(self, choice: IntArray) -> tuple[IntArray, IntArray]:
        """Mentions that have a choice (not -1), and the flat positions chosen for them."""
        mentions = np.flatnonzero(choice >= 0)
        return mentions, self.offsets[mentions] + choice[mentions]

    def linkable(self) -> tuple[IntArray, IntArray]:
        """Mentions that have candidates, and their offsets: skipping the others changes no flat position."""
        sizes = self.offsets[1:] - self.offsets[:-1]
        if sizes.all():
            return np.arange(len(sizes)), self.offsets
        mentions = np.flatnonzero(sizes)
        return mentions, np.append(self.offsets[mentions], self.offsets[-1])

    @cached_property
    def columns(self) -> Columns | None:
        """What is known about the candidates besides their local confidence; None if nothing is."""
        return self._columns()

    @property
    def has_matrix(self) -> bool:
        """Whether the full relatedness matrix is already available, so that reading it costs nothing more."""
        return self._matrix is not None

    @property
    def can_have_matrix(self) -> bool:
        """Whether the full matrix would stay within 2 GiB."""
        return len(self.rows) ** 2 * 8 <= MATRIX_BYTES_LIMIT

    def relatedness_matrix(self) -> FloatArray:
        """Psi of every candidate with every other, shape (candidates, candidates); built once and kept.

        Raises `ProblemTooLarge` above 2 GiB: `pair-linking`, `fwbw` and `local` do not need the matrix.
        """
        if self._matrix is None:
            n = len(self.rows)
            if not self.can_have_matrix:
                raise ProblemTooLarge(
                    f"The relatedness of {n:,} candidates with each other takes {n * n * 8 / 1024**3:.1f} GiB, more "
                    f"than the {MATRIX_BYTES_LIMIT / 1024**3:.0f} GiB allowed. Split the document, pass fewer "
                    "candidates, or use 'pair-linking' or 'fwbw' with a relatedness object, which need no matrix."
                )
            if isinstance(self.relatedness, KernelRelatedness):
                self._matrix = self.relatedness.matrix(self.rows)
            else:
                self._matrix = self.relatedness_block(np.arange(n), np.arange(n))
            self._matrix.flags.writeable = False
        return self._matrix

    def relatedness_block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """Psi between two lists of flat positions, shape (lefts, rights)."""
        if self._matrix is not None:
            rows, columns = _as_slice(lefts), _as_slice(rights)
            if isinstance(rows, slice) or isinstance(columns, slice):
                return np.array(self._matrix[rows, columns], order="C")  # a copy: the caller may write to it
            return np.ascontiguousarray(self._matrix[np.ix_(rows, columns)])
        return self.relatedness.block(self.rows[lefts], self.rows[rights])

    def relatedness_square(self, positions: IntArray) -> FloatArray:
        """Psi of some flat positions with each other; half the work of a block where a kernel computes it."""
        if self._matrix is None and isinstance(self.relatedness, KernelRelatedness):
            return self.relatedness.matrix(self.rows[positions])
        return self.relatedness_block(positions, positions)

    def relatedness_of(self, left: int, right: int) -> float:
        """Psi of two candidates, by their flat positions."""
        if self._matrix is not None:
            return float(self._matrix[left, right])
        return self.relatedness.score(int(self.rows[left]), int(self.rows[right]))

    def without_repeats(self) -> tuple[Problem, IntArray]:
        """Return the problem with each repeated mention once, and for every mention its position there.

        See `Repeats` for the reason. A merged mention's local confidence is the mean over its copies.
        """
        if self.surfaces is None:
            return self, np.arange(self.n_mentions)
        spans = list(pairwise(self.offsets.tolist()))
        repeats = Repeats.of(self.surfaces, [tuple(self.entities[low:high]) for low, high in spans])
        if not repeats.exist:
            return self, repeats.place
        local = repeats.means([self.local[low:high] for low, high in spans])
        kept = np.concatenate([np.empty(0, np.int64), *(np.arange(*spans[first]) for first in repeats.first)])
        merged = object.__new__(Problem)
        merged.offsets = np.concatenate([[0], np.cumsum([len(each) for each in local])]).astype(np.int64)
        merged.local = np.concatenate(local)
        merged.beta, merged.relatedness = self.beta, self.relatedness
        merged.entities, merged.rows = [self.entities[p] for p in kept], self.rows[kept]
        merged.surfaces, merged._columns = None, _no_columns
        merged._matrix = None if self._matrix is None else np.ascontiguousarray(self._matrix[np.ix_(kept, kept)])
        return merged, repeats.place


def _no_columns() -> None:
    return None


def _as_slice(positions: IntArray) -> slice | IntArray:
    """Turn adjacent positions into a slice, which numpy reads many times faster than a list of positions."""
    if len(positions) and positions[-1] - positions[0] == len(positions) - 1 and (np.diff(positions) == 1).all():
        return slice(int(positions[0]), int(positions[-1]) + 1)
    return positions


def _read_local(local: Any) -> tuple[IntArray, FloatArray]:
    if isinstance(local, str) or not isinstance(local, Sequence | np.ndarray) or getattr(local, "ndim", 1) == 0:
        raise ProblemError(f"'local' must be one list of scores per mention. Got {type(local).__name__} instead.")
    rows = [number_array(scores, f"local of mention {i}", ndim=1) for i, scores in enumerate(local)]
    flat = np.concatenate([np.empty(0), *rows])
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return offsets, _checked(flat, offsets)


def _checked(flat: FloatArray, offsets: IntArray) -> FloatArray:
    """Local confidences, read-only, if all are in [0, 1]."""
    bad = ~((flat >= 0) & (flat <= 1))
    if bad.any():
        p = int(np.argmax(bad))
        i = int(np.searchsorted(offsets, p, side="right")) - 1
        raise ProblemError(
            f"'local' must hold numbers in [0, 1]. Mention {i}, candidate {p - offsets[i]} has {flat[p]:g}. "
            "Turn scores into probabilities first, for example with a softmax per mention."
        )
    flat.flags.writeable = False
    return flat


def _read_candidates(candidates: Any, offsets: IntArray) -> tuple[Sequence[EntityId], IntArray]:
    """Read the ids in flat order, and an integer for each: the id itself, or for names the order of appearance."""
    n = int(offsets[-1])
    if candidates is None:
        return range(n), np.arange(n, dtype=np.int64)
    for i, size in enumerate(_lengths(candidates, len(offsets) - 1)):
        if size != offsets[i + 1] - offsets[i]:
            raise ProblemError(f"Mention {i} has {size} candidates, but {offsets[i + 1] - offsets[i]} local scores.")
    entities = [entity.item() if isinstance(entity, np.generic) else entity for names in candidates for entity in names]
    if all(map(_is_number, entities)):
        return entities, np.array(entities, dtype=np.int64)
    seen: dict[EntityId, int] = {}
    return entities, np.array([seen.setdefault(entity, len(seen)) for entity in entities], dtype=np.int64)


def _is_number(entity: EntityId) -> bool:
    return isinstance(entity, int) and abs(entity) < 2**62


def _lengths(candidates: Any, n_mentions: int) -> list[int]:
    try:
        lengths = [len(names) for names in candidates]
    except TypeError as error:
        raise ProblemError(f"'candidates' must be one list of entities per mention. Got {candidates!r}.") from error
    if len(lengths) != n_mentions:
        raise ProblemError(f"'candidates' has {len(lengths)} mentions, but 'local' has {n_mentions}.")
    return lengths
