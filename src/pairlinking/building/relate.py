"""From tables to relations: chains of redirects, entities, surface forms, links among entities."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from pairlinking._support.options import check_choice, check_float, check_int
from pairlinking._support.progress import Progress
from pairlinking.building.engine import Engine, query
from pairlinking.building.loading import load_tables
from pairlinking.building.steps import Step, run_steps
from pairlinking.errors import SourceError

__all__ = ["EntityOptions", "relate"]

DOUBLINGS = 6  # chains of up to 64 redirects; MediaWiki itself follows one
SPELLINGS = 2  # doublings: a spelling leads to one with more links, which may lead further; never more than four
_BEGIN = ("page_list", "every_redirect", "hop_0")
_FROM_SOURCES = ("held_out", "versions", "later_links", "source_links", "targets", "spellings", "spelled_0")
_GUESSED = ("anchored", "guesses", "guessed_redirects", "missing_redirects", "all_ends")
_VIEW = (
    "resolved_links"  # has as many rows as links, and only targets of guessed redirects differ, so it is never written
)
# Once a relation on the left is made, those on its right are no longer read. The links are by far the largest.
_LAST_READ = {
    "redirect_ends": tuple(f"hop_{step}" for step in range(1, DOUBLINGS + 1)),
    "spellings": ("targets",),
    "spelled": ("spellings", "spelled_0", "spelled_1", "spelled_2"),
    "guesses": ("anchored",),
    "surfaces": ("named", "meanings"),
}
_RELATED = ("entities", "names", "items", "known_names", "known_links", "entity_links", "meanings", "named", "surfaces")


@dataclass(frozen=True, kw_only=True)
class EntityOptions:
    """What becomes an entity, and which pages are held out for evaluation.

    Parameters
    ----------
    entities
        ``"pages"``, or ``"linked"`` to also admit targets without a page that enough pages link to, which a part of a
        dump needs.
    min_links
        How many pages are enough.
    guess_redirects
        Whether, with ``"linked"``, a target without a page is treated as a redirect if its name is another spelling of
        a target, or if links with this name nearly always lead to one other target
        (docs/decisions/0011-guessed-redirects.md).
    holdout
        Share of the pages that are excluded from every statistic and written as gold documents.
    learn
        Share of the pages that models learn from. Their links count, but vectors are learned without their text, so
        that a model does not learn to trust vectors that know the answer.
    seed
        A different seed holds out different pages.
    """

    entities: str = "pages"
    min_links: int = 2
    guess_redirects: bool = True
    holdout: float = 0.0
    learn: float = 0.05
    seed: int = 1

    def __post_init__(self) -> None:
        check_choice("build", "entities", self.entities, ("pages", "linked"))
        check_int("build", "min_links", self.min_links, 1)
        check_float("build", "holdout", self.holdout, "[0, 1)")
        check_float("build", "learn", self.learn, "[0, 1)")
        check_int("build", "seed", self.seed, 0)

    @property
    def below(self) -> str:
        """Hexadecimal upper bound for the hashes of held-out pages.

        >>> EntityOptions(holdout=0.5).below
        '800000000000'
        """
        return _hexadecimal(self.holdout)

    def holds_out(self, page: str) -> bool:
        """Whether a page is held out, if it is not a disambiguation page: the rule of sql/held_out.sql."""
        return self.place(page) < self.below

    def learns_from(self, page: str) -> bool:
        """Whether models learn from a page, if it is not a disambiguation page."""
        return self.below <= self.place(page) < _hexadecimal(self.holdout + self.learn)

    def keeps_out(self, page: str) -> bool:
        """Whether vectors must be learned without the text of a page."""
        return self.place(page) < _hexadecimal(self.holdout + self.learn)

    def place(self, page: str) -> str:
        """Position of a page in an order unrelated to its content: to sample pages, take the first."""
        return hashlib.md5(f"{self.seed}:{page}".encode(), usedforsecurity=False).hexdigest()


def _hexadecimal(share: float) -> str:
    return f"{min(int(share * 16**12), 16**12 - 1):012x}"


def relate(
    engine: Engine, tables: Path, joined: Path, options: EntityOptions, progress: Progress, *, dumps: str = "''"
) -> dict[str, int]:
    """Run the queries, and count what came out.

    Parameters
    ----------
    joined
        Folder of `find_joins`.
    dumps
        Numbers of the files that are dumps, as SQL literals.

    Raises
    ------
    SourceError
        There are no entities.
    """
    load_tables(engine, tables, joined)
    engine.load("joined", joined / "joined")
    parameters = {
        "seed": options.seed,
        "below": options.below,
        "entities": options.entities,
        "min_links": options.min_links,
        "guess_redirects": int(options.guess_redirects),
        "dumps": dumps,
    }
    steps = [Step(name, query(name)) for name in _BEGIN]
    steps += _follow("hop", DOUBLINGS, "redirect_ends")
    steps += [Step(name, query(name, **parameters)) for name in _FROM_SOURCES]
    steps += _follow("spelled", SPELLINGS, "spelled")
    steps += [Step(name, query(name, **parameters)) for name in _GUESSED]
    steps += [Step(_VIEW, query(_VIEW), is_view=True)]
    steps += [Step(name, query(name, **parameters)) for name in _RELATED]
    run_steps(engine, steps, _LAST_READ, progress.update)
    (counts,) = (row for batch in engine.read(query("counts")) for row in batch.to_pylist())
    engine.forget("source_links")
    _check_numbers(counts)
    if not counts["entities"]:
        raise SourceError(
            "There are no entities: all pages are redirects or disambiguation pages. Add sources, or admit link "
            "targets without a page: --entities linked --min-links 1."
        )
    return {name: int(count) for name, count in counts.items() if name != "most_links"}


def _check_numbers(counts: dict[str, int]) -> None:
    """Refuse numbers that are too large for the files of a knowledge base, instead of writing wrong ones."""
    for name in ("entities", "surface_forms", "most_links"):
        if counts[name] >= 2**31:
            raise SourceError(
                f"There are {counts[name]:,} {name.replace('_', ' ')}, but a knowledge base can have {2**31 - 1:,}. "
                "Build from fewer sources."
            )


def _follow(first: str, doublings: int, last: str) -> list[Step]:
    """Steps from the redirects of `first`_0 to their final targets."""
    steps = [Step(f"{first}_{i}", query("hop", before=f"{first}_{i - 1}")) for i in range(1, doublings + 1)]
    return [*steps, Step(last, query("redirect_ends", before=f"{first}_{doublings}"))]


N_STEPS = len(_BEGIN) + DOUBLINGS + 1 + len(_FROM_SOURCES) + SPELLINGS + 1 + len(_GUESSED) + 1 + len(_RELATED)
