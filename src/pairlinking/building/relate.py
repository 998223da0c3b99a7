"""From tables to relations: redirects behind each other, entities, surface forms, links among entities."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from pairlinking._support.options import check_choice, check_float, check_int
from pairlinking._support.progress import Progress
from pairlinking.building.engine import Engine, query

__all__ = ["EntityOptions", "relate"]

DOUBLINGS = 6  # chains of up to 64 redirects; MediaWiki itself follows one
SPELLINGS = 2  # doublings: a spelling leads to one with more links, which may lead on; more than four never did
_TOLD = ("held_out", "told_links", "spellings", "spelled_0")
_GUESSED = ("anchored", "guesses", "guessed_redirects", "missing_redirects", "all_ends", "resolved_links")
_RELATED = ("entities", "names", "entity_links", "meanings", "named", "surfaces")
_COUNTS = """
SELECT
    (SELECT count(*) FROM page_list) AS pages,
    (SELECT count(*) FROM pages) - (SELECT count(*) FROM page_list) AS repeated_pages,
    (SELECT count(*) FROM page_list WHERE is_disambiguation = 1) AS disambiguation_pages,
    (SELECT count(*) FROM hop_0) AS redirects,
    (SELECT count(*) FROM hop_0) - (SELECT count(*) FROM redirect_ends) AS circular_redirects,
    (SELECT count(*) FROM missing_redirects) AS guessed_redirects,
    (SELECT count(*) FROM held_out) AS held_out_pages,
    (SELECT count(*) FROM entities) AS entities,
    (
        SELECT count(*)
        FROM links AS l
        INNER JOIN page_list AS p ON l.page = p.page AND l.shard = p.shard
        WHERE l.place <> 'alias'
    ) AS links,
    (
        SELECT count(*)
        FROM resolved_links AS l
        LEFT JOIN entities AS e ON l.target = e.key
        LEFT JOIN page_list AS p ON l.target = p.page
        WHERE e.key IS NULL AND p.page IS NULL
    ) AS dangling_links,
    (SELECT count(*) FROM sentences) AS sentences,
    (SELECT count(DISTINCT form) FROM surfaces) AS surface_forms,
    (SELECT count(*) FROM (SELECT form FROM surfaces GROUP BY form HAVING count(*) > 1) AS f) AS ambiguous_forms,
    (SELECT count(*) FROM entity_links) AS in_links
"""


@dataclass(frozen=True, kw_only=True)
class EntityOptions:
    """What becomes an entity, and which pages are kept out to measure with.

    Parameters
    ----------
    entities
        ``"pages"``, or ``"linked"`` to admit also targets without a page that enough pages link to: a part of a dump
        needs it.
    min_links
        How many pages that is.
    guess_redirects
        Whether, with ``"linked"``, a target without a page is taken for a redirect where its name is another spelling
        of one, or leads nearly always to one other (docs/decisions/0011-guessed-redirects.md).
    holdout
        Share of the pages that are kept out of every statistic and written as gold documents.
    learn
        Share of the pages that models learn from. Their links count; their text is kept from the vectors, so that a
        model does not learn to trust vectors that know the answer.
    seed
        Another seed holds out other pages.
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
        """Hexadecimal number that the hash of a held-out page is below.

        >>> EntityOptions(holdout=0.5).below
        '800000000000'
        """
        return _hexadecimal(self.holdout)

    def holds_out(self, page: str) -> bool:
        """Whether a page is held out, if it is no disambiguation page: what sql/held_out.sql says, for one page."""
        return self._hash(page) < self.below

    def learns_from(self, page: str) -> bool:
        """Whether models learn from a page, if it is no disambiguation page."""
        return self.below <= self._hash(page) < _hexadecimal(self.holdout + self.learn)

    def keeps_out(self, page: str) -> bool:
        """Whether vectors must not know the text of a page."""
        return self._hash(page) < _hexadecimal(self.holdout + self.learn)

    def _hash(self, page: str) -> str:
        return hashlib.md5(f"{self.seed}:{page}".encode(), usedforsecurity=False).hexdigest()


def _hexadecimal(share: float) -> str:
    return f"{min(int(share * 16**12), 16**12 - 1):012x}"


def relate(engine: Engine, tables: Path, options: EntityOptions, progress: Progress) -> dict[str, int]:
    """Run the queries one after the other, and count what came out."""
    for table in ("pages", "redirects", "links", "sentences"):
        engine.load(table, tables / table)
    parameters = {
        "seed": options.seed,
        "below": options.below,
        "entities": options.entities,
        "min_links": options.min_links,
        "guess_redirects": int(options.guess_redirects),
    }
    steps = [(name, query(name)) for name in ("page_list", "hop_0")]
    steps += _follow("hop", DOUBLINGS, "redirect_ends")
    steps += [(name, query(name, **parameters)) for name in _TOLD]
    steps += _follow("spelled", SPELLINGS, "spelled")
    steps += [(name, query(name, **parameters)) for name in _GUESSED + _RELATED]
    for done, (name, sql) in enumerate(steps):
        progress.update(done)
        engine.create(name, sql)
    progress.update(len(steps))
    (counts,) = (row for batch in engine.read(_COUNTS) for row in batch.to_pylist())
    return {name: int(count) for name, count in counts.items()}


def _follow(first: str, doublings: int, last: str) -> list[tuple[str, str]]:
    """Steps from the redirects of `first`_0 to where they lead in the end."""
    steps = [(f"{first}_{i}", query("hop", before=f"{first}_{i - 1}")) for i in range(1, doublings + 1)]
    return [*steps, (last, query("redirect_ends", before=f"{first}_{doublings}"))]


N_STEPS = 2 + DOUBLINGS + 1 + len(_TOLD) + SPELLINGS + 1 + len(_GUESSED) + len(_RELATED)
