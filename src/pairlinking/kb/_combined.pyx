"""Candidate lists made from others: several forms as one, with those of similar forms, weighed, with a longer form."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

import numpy as np

from pairlinking.kb._lists cimport Candidate, Candidates, FormLists, empty_list, key_number, share


cdef class FoldedLists:
    """Lists of the forms that fold to the same string, in mapped arrays.

    Parameters
    ----------
    lists
        Those of all forms.
    trie
        Numbers of the folded forms.
    indptr, forms
        Forms of folded form f are at ``indptr[f]`` to ``indptr[f + 1]`` of the other.
    """

    cdef FormLists lists
    cdef object number_of
    cdef const int64_t[::1] indptr
    cdef const int32_t[::1] forms

    def __init__(self, FormLists lists, trie, const int64_t[::1] indptr, const int32_t[::1] forms):
        self.lists, self.number_of, self.indptr, self.forms = lists, trie.get, indptr, forms

    def find(self, key):
        """Candidates of all forms that fold to this key, as if they were one form; None if there are none."""
        number = key_number(self.number_of, key)
        return None if number is None else self._of(number)

    cdef object _of(self, int64_t folded):
        if not 0 <= folded < self.indptr.shape[0] - 1:
            raise IndexError(f"There is no folded form {folded}: the dictionary is damaged.")
        cdef int64_t low = self.indptr[folded], high = self.indptr[folded + 1], at
        if not 0 <= low <= high <= self.forms.shape[0]:
            raise IndexError(f"Folded form {folded} has no forms: the dictionary is damaged.")
        if low == high:
            return None
        if high == low + 1:
            return self.lists.of(self.forms[low])
        return merge([self.lists.of(self.forms[at]) for at in range(low, high)])


def merge(list parts):
    """Candidates of several forms as if they were one: counts summed, origins joined; by falling count, then number."""
    cdef int64_t n = 0, at, kept = 0
    cdef Candidates part, found
    for part in parts:
        n += part.n
    found = empty_list(n)
    n = 0
    for part in parts:
        for at in range(part.n):
            found.rows[n] = part.rows[at]
            n += 1
    qsort(found.rows, n, sizeof(Candidate), _by_entity)
    for at in range(n):
        if kept and found.rows[kept - 1].entity == found.rows[at].entity:
            found.rows[kept - 1].count += found.rows[at].count
            found.rows[kept - 1].origins |= found.rows[at].origins
        else:
            found.rows[kept] = found.rows[at]
            kept += 1
    found.n = kept
    qsort(found.rows, kept, sizeof(Candidate), _by_count)
    share(found)
    return found


def complete(Candidates found, list others):
    """Candidates of a form, followed by those of `others` that it lacks, in their order and without counts.

    None among the others stands for no candidates.
    """
    cdef int64_t n = found.n, at, old
    cdef Candidates part, whole
    for part in others:
        if part is not None:
            n += part.n
    if n == found.n:
        return found
    whole = empty_list(n)
    n = found.n
    for at in range(n):
        whole.rows[at] = found.rows[at]
    for part in others:
        if part is None:
            continue
        for at in range(part.n):
            for old in range(n):
                if whole.rows[old].entity == part.rows[at].entity:
                    break
            else:
                whole.rows[n] = part.rows[at]
                whole.rows[n].count = 0
                n += 1
    if n == found.n:
        return found
    whole.n = n
    share(whole)
    return whole


def weigh(Candidates found, const int64_t[::1] in_links, const int64_t[::1] own, double shared_out):
    """Candidates by falling P(e|m), then by number; P(e|m) includes `shared_out` extra links, shared by popularity.

    Parameters
    ----------
    in_links
        Where the list of pages that link to each entity begins and ends.
    own
        Entities for which one such page does not count, in rising order.
    """
    cdef int64_t at, links
    cdef double total = 0.0, all_links = 0.0
    cdef Candidates weighed = empty_list(found.n)
    cdef Candidate *them = weighed.rows
    for at in range(found.n):
        them[at] = found.rows[at]
        if not 0 <= them[at].entity < in_links.shape[0] - 1:
            raise IndexError(f"There is no entity {them[at].entity}: the dictionary is damaged.")
        links = in_links[them[at].entity + 1] - in_links[them[at].entity]
        if own.shape[0] and _has(own, them[at].entity):
            links -= 1
        them[at].prior = <double> (links if links > 0 else 0) + 1.0
        all_links += them[at].prior
        total += them[at].count
    for at in range(found.n):
        them[at].prior = (them[at].count + shared_out * them[at].prior / all_links) / (total + shared_out)
    qsort(them, found.n, sizeof(Candidate), _by_prior)
    weighed.total = found.total
    return weighed


def join(Candidates found, Candidates longer, int64_t most):
    """At most `most` candidates of a form and of a longer one, with both priors; `total` is that of the form.

    Without a longer one they keep their order; else by falling sum of both priors, then by the first, then by number.
    """
    cdef int64_t n = found.n, at, old
    cdef Candidates both
    if longer is None or longer.n == 0:
        return found if found.n <= most else found.take(np.arange(most))
    both = empty_list(found.n + longer.n)
    for at in range(found.n):
        both.rows[at] = found.rows[at]
    for at in range(longer.n):
        for old in range(found.n):
            if both.rows[old].entity == longer.rows[at].entity:
                both.rows[old].expanded = longer.rows[at].prior
                break
        else:
            both.rows[n].entity, both.rows[n].count, both.rows[n].origins = longer.rows[at].entity, 0, 0
            both.rows[n].prior, both.rows[n].expanded = 0.0, longer.rows[at].prior
            n += 1
    qsort(both.rows, n, sizeof(Candidate), _by_both)
    both.n, both.total = min(n, most), found.total
    return both


cdef bint _has(const int64_t[::1] rising, int64_t value) noexcept nogil:
    cdef int64_t low = 0, high = rising.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if rising[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low < rising.shape[0] and rising[low] == value


cdef int _by_entity(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    return (one.entity > other.entity) - (one.entity < other.entity)


cdef int _by_count(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    return (one.count < other.count) - (one.count > other.count) or _by_entity(left, right)


cdef int _by_prior(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    return (one.prior < other.prior) - (one.prior > other.prior) or _by_entity(left, right)


cdef int _by_both(const void *left, const void *right) noexcept nogil:
    cdef const Candidate *one = <const Candidate *> left
    cdef const Candidate *other = <const Candidate *> right
    cdef double first = one.prior + one.expanded, second = other.prior + other.expanded
    return (first < second) - (first > second) or _by_prior(left, right)
