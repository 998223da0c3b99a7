"""From mentions to candidates: which entities the dictionary offers for each (Sec. 7.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking._support.options import check_int
from pairlinking.candidates._strings import with_any_name
from pairlinking.kb._combined import complete, join, weigh
from pairlinking.kb._lists import Candidates, of_part, unknown
from pairlinking.kb.dictionary import NO_CANDIDATES, PART, TITLE, merge
from pairlinking.kb.name_parts import base_name
from pairlinking.text.fold import without_accents
from pairlinking.text.forms import Expander, Forms, Trimmer, expand, given_names, ngrams, shortening, trim, variants
from pairlinking.types import FloatArray, IdArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["CandidateGenerator", "CandidateList", "Lookup", "split_by_mention"]

Match: TypeAlias = Literal["exact", "trimmed", "folded", "part", "n-gram", "expanded", "none"]
_CLEAR, _OFTEN = 0.8, 5  # a form with this P(e|m), and this many anchors, means its entity wherever it occurs
_MOSTLY = 0.5
_FULL_NAME = 3  # words, at most, of a person's full name; longer names may be shortened to their first word
_SHARED_OUT = 6.0  # extra links, shared by popularity (docs/decisions/0023-surnames.md)
_MOST = 500  # candidates considered before the ranker: a few forms of a whole Wikipedia have thousands


class Lookup(Protocol):
    """What is required of a dictionary; `pairlinking.kb` has one, from which training removes a page's own anchors."""

    def lookup(self, form: str) -> Candidates | None:
        """Candidates of a form as it is written."""

    def lookup_folded(self, form: str) -> Candidates | None:
        """Candidates of all forms that differ only by case, spaces, quotes or dashes."""


@dataclass(slots=True, eq=False)
class CandidateList:
    """Candidates of one mention, best first, in arrays of the same length, which are made on demand.

    Attributes
    ----------
    match
        How its form was found in the dictionary.
    listed
        The candidates as the kernels use them.
    """

    forms: Forms
    match: Match
    listed: Candidates

    @classmethod
    def bare(cls, forms: Forms, entities: Sequence[int], *, match: Match = "none", total: int = 0) -> CandidateList:
        """Make a list of entities about which no dictionary knows anything."""
        return cls(forms, match, unknown(np.array(entities, dtype=np.int32), total))

    @property
    def entities(self) -> IdArray:
        """Their numbers."""
        return self.listed.entities

    @property
    def prior(self) -> FloatArray:
        """P(e|m) of the form that was found; for a word that is part of names, also based on links to each entity."""
        return self.listed.prior

    @property
    def counts(self) -> IdArray:
        """How many anchors with the form that was found lead to each entity."""
        return self.listed.counts

    @property
    def origins(self) -> npt.NDArray[np.uint8]:
        """Why the form that was found may mean each entity."""
        return self.listed.origins

    @property
    def expanded_prior(self) -> FloatArray:
        """P(e|m) of the expanded form; 0 if there is none."""
        return self.listed.expanded_prior

    @property
    def total(self) -> int:
        """How many anchors have the form that was found, whatever they lead to."""
        return self.listed.total

    def __len__(self) -> int:
        return len(self.listed)

    def take(self, order: npt.NDArray[np.int64]) -> CandidateList:
        """Some of the candidates, in this order."""
        return CandidateList(self.forms, self.match, self.listed.take(order))


def split_by_mention(values: npt.NDArray[Any], lists: Sequence[CandidateList]) -> list[npt.NDArray[Any]]:
    """Values of all candidates, one list after the other, as one array for each list."""
    ends = list(accumulate((len(each.listed) for each in lists), initial=0))
    return [values[start:end] for start, end in pairwise(ends)]  # np.split does the same, but slowly


class CandidateGenerator:
    """Looks mentions up: as written, with boundaries repaired, without case, by parts, and expanded to a longer one.

    A mention that is short for an earlier one ("Woods" after "Tiger Woods") gets exactly the candidates of that one,
    even if there are none: both are one name, and are decided as one (docs/decisions/0022-short-names.md). If the
    longer mention may mean something else, its candidates are added.

    Parameters
    ----------
    dictionary
        Surface forms; those of `kb` by default.
    trimmer, expander
        Other rules for boundaries, and for earlier mentions, instead of `trim` and `expand`.
    own
        Entities that the document links to, if it is a page of the knowledge base that a model learns from: the page's
        own link to each does not count.

    Examples
    --------
    >>> from pairlinking.building import open_sample
    >>> kb = open_sample()
    >>> tiger, woods = CandidateGenerator(kb).generate(["Tiger Woods", "Woods"])
    >>> [kb.title(int(entity)) for entity in woods.entities]
    ['Tiger Woods']
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        *,
        dictionary: Lookup | None = None,
        trimmer: Trimmer = trim,
        expander: Expander = expand,
        most: int = _MOST,
        own: Collection[int] = (),
    ) -> None:
        self._dictionary = kb.dictionary if dictionary is None else dictionary
        self._name_parts, self._titles = kb.name_parts, kb.titles or kb.keys
        self._in_links, self._own = kb.in_link_indptr, np.array(sorted(own), dtype=np.int64)
        self._trimmer = trimmer
        self._expander = expander
        self._most = check_int("CandidateGenerator", "most", most, 1)

    def generate(self, surfaces: Sequence[str], *, definite: Collection[int] = ()) -> list[CandidateList]:
        """Candidates of each mention of a document; `surfaces` are in the order of the text.

        `definite` are the numbers of mentions after an article: "the Bank" can be short for "the Bank of England".
        """
        known: dict[tuple[str, str] | str, CandidateList] = {}  # by surface, or by surface and longer mention
        last: dict[str, CandidateList] = {}  # by surface, as it was understood where it last occurred
        behind_article = {surfaces[number] for number in definite}
        lists = []
        for number, (surface, longer) in enumerate(zip(surfaces, self._expander(surfaces), strict=True)):
            found = None
            if longer is not None:
                is_definite = number in definite
                if not is_definite and self._is_name_of_its_own(surface, longer):
                    longer = None
                elif longer in last:
                    both = is_definite and longer in behind_article
                    found = last[longer] if self._is_short_for(surface, longer, both_definite=both) else None
            if found is None:
                key = surface if longer is None else (surface, longer)
                found = known.get(key)
                if found is None:
                    found = known[key] = self._candidates(surface, longer)
            last[surface] = found
            lists.append(found)
        return lists

    def _is_short_for(self, surface: str, longer: str, *, both_definite: bool) -> bool:
        """Whether a mention means the same as an earlier, longer one, rather than something else.

        "Nardelli" after "Bob Nardelli", "IBM" after its long form; but not "Alabama" after "University of Alabama",
        nor "saxophone" after "alto saxophone".
        """
        part = shortening(surface, longer)
        if part is None or not surface[:1].isupper():
            return False
        own = self._dictionary.lookup(surface)
        if own is None or part == "initials" or (both_definite and _ends_with_capital(longer)):
            return True
        if part == "end":
            return not _is_clear_title(own, least=_CLEAR)
        return own.total < _OFTEN and not own.is_mostly(TITLE, -1.0)

    def _is_name_of_its_own(self, surface: str, longer: str) -> bool:
        """Whether a mention is not short for a longer one that begins with it: "Paris" after "Paris Hilton"."""
        if not longer.startswith(f"{surface} ") or len(longer.split()) > _FULL_NAME:
            return False
        own = self._dictionary.lookup(surface)
        return own is not None and _is_clear_title(own, least=_MOSTLY)

    def _candidates(self, surface: str, longer: str | None) -> CandidateList:
        found, form, match = self._find(surface)
        further = self._find(longer)[0] if longer is not None else None
        if found is None and further is not None:
            match = "expanded"
        forms = Forms(surface, form, longer or form)
        return CandidateList(forms, match, join(NO_CANDIDATES if found is None else found, further, self._most))

    def _find(self, surface: str) -> tuple[Candidates | None, str, Match]:
        """Candidates, the form that has them, and how it was found."""
        look, look_folded = self._dictionary.lookup, self._dictionary.lookup_folded
        if (found := look(surface)) is not None:
            return self._completed(found, surface), surface, "exact"
        trimmed = list(self._trimmer(surface))
        # Every form is also in the dictionary folded: what is not found folded need not be looked up as it is written.
        alike = [(form, folded) for form in (surface, *trimmed) if (folded := look_folded(form)) is not None]
        for form, _ in alike:
            if (found := look(form)) is not None:
                return self._completed(found, form), form, "trimmed"
        for form, folded in alike:
            return folded, form, "folded"
        shortest = trimmed[-1] if trimmed else surface
        if (named := self._named(shortest)) is not None:  # before its singular: "Hanks" is not "Hank"
            return self._weighed(named), shortest, "part"
        for form in variants(shortest):
            if (other := look_folded(form)) is not None:
                return other if (found := look(form)) is None else found, form, "folded"
        if (named := self._namesakes(shortest)) is not None:
            return self._weighed(named), shortest, "part"
        for same_length in ngrams(shortest):
            parts = [(found, form) for form in same_length if (found := look(form)) is not None]
            if parts:
                return merge([found for found, _ in parts]), parts[0][1], "n-gram"
        return None, shortest, "none"

    def _completed(self, found: Candidates, form: str) -> Candidates:
        """Candidates of a form, followed, without counts, by those of similar forms and of names it is part of.

        Links write "boundary", while the title "Boundary (topology)" gives the form "Boundary": candidates of one may
        also be right for the other. But "Woods", with a capital, is not a plural, though it can be part of a name.
        """
        if len(found) >= self._most:
            return found
        otherwise = variants(form) if form[:1].islower() else []
        named = self._named(form)
        further = [self._dictionary.lookup_folded(form), *map(self._dictionary.lookup, otherwise), named]
        found = complete(found, further)
        return found if named is None else self._weighed(found)

    def _weighed(self, found: Candidates) -> Candidates:
        """Candidates of a word that is part of names, by a P(e|m) that a few links cannot dominate.

        A few extra links, shared in proportion to all links to each entity, are added to the counts: one odd link does
        not make "Matisse" a crater, and where no link has the name, the best known person comes first.
        """
        return weigh(found, self._in_links, self._own, _SHARED_OUT)

    def _named(self, form: str) -> Candidates | None:
        """Entities whose name begins or ends with the form, if it is one capitalised word; None if there are none."""
        if self._name_parts is None or not form[:1].isupper() or " " in form:
            return None
        return _by_part(self._name_parts.of(form))

    def _namesakes(self, name: str) -> Candidates | None:
        """Entities with this surname and given name, whatever is between them, or with this surname of several words.

        "Bob Smith" for "Robert J. Smith", "de Gaulle" for "Charles de Gaulle". None if there are none.
        """
        words = name.split()
        if self._name_parts is None or len(words) < 2 or not words[-1][:1].isupper():
            return None
        found = self._name_parts.of(words[-1])
        words = [without_accents(word) for word in words]
        whole, given = [word.lower() for word in words], given_names(words[0]) if words[0][:1].isupper() else ()
        found = found[with_any_name(self._titles.data, self._titles.offsets, found, given, whole[0])]  # mostly none
        titles = (without_accents(self._titles[entity]) for entity in found.tolist())
        is_found = [_is_namesake(title, whole, words[-1], given) for title in titles]
        return _by_part(found[np.array(is_found, dtype=bool)])


def _is_clear_title(own: Candidates, *, least: float) -> bool:
    """Whether a form is the title of an entity that it means with at least this P(e|m)."""
    return own.total >= _OFTEN and own.is_mostly(TITLE, least)


def _is_namesake(title: str, whole: list[str], surname: str, given: tuple[str, ...]) -> bool:
    """Whether a title ends with all these words, in lower case, or has the surname and begins with a given name."""
    name = base_name(title).split(",")[0].split()
    if [word.lower() for word in name[-len(whole) :]] == whole:
        return True
    return name[-1:] == [surname] and name[0].lower() in given


def _by_part(entities: IdArray) -> Candidates | None:
    return of_part(entities, PART) if len(entities) else None


def _ends_with_capital(name: str) -> bool:
    """Whether the last word is part of the name, too: "Bank of England", but not "Taliban government"."""
    return name.rsplit(None, 1)[-1][:1].isupper()
