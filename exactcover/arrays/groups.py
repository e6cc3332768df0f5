"""A problem as 0-1 variables: groups with bounds on their sums, and implications.

A variable is an option, or a colour of a secondary item that two or more options give it. An option
that may be chosen *n* times is *n* variables, each of which needs the one before. An option needs
the colours that it gives. A primary item is a group of options; a secondary item is a group of
colours, and of the options that give it none or a colour of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np

from ..common.slots import Slot
from ..kernels.bits.array_types import Int32s, Int64s
from .compiled import UNLIMITED, Compiled
from .views import node_arrays, option_of_entries, primary_lengths, repeated, sums_before, view

#: Pairs of items that are looked at for supports, at most.
_MOST_PAIRS = 5_000_000


def _rows(of: Int64s, what: Int64s, n: int) -> tuple[Int64s, Int32s]:
    """For each number below ``n`` what belongs to it, in order: where it begins, and all of it."""
    order = np.argsort(of, kind="stable")
    return sums_before(np.bincount(of, minlength=n)), what[order].astype(np.int32)


class Groups:
    """The groups and needs of a problem.

    ``first_member``, ``members``: the variables of each group; ``low``, ``high``: how many of them
    must be true, and may be. There is a group for each item. ``first_group``, ``groups``: those of
    each variable. ``first_need``, ``needs``: the variables that it needs; ``first_user``,
    ``users``: those that need it. ``option``: the option of each variable that is one; those behind
    are colours.
    """

    def __init__(self, compiled: Compiled, tick: Callable[[], None] = lambda: None):
        """``tick`` is called now and then, and may end it by raising."""
        n_primary, n_items = compiled.n_primary, compiled.n_items
        starts, items, colours = node_arrays(compiled)
        self.low, self.high = np.zeros(n_items, np.int32), np.ones(n_items, np.int32)
        self.low[:n_primary], self.high[:n_primary] = map(view, compiled.bounds)
        copies = _copies(compiled, self.high)
        #: The first variable of each option; the others follow.
        self.first_copy = sums_before(copies)
        self.option = repeated(np.arange(compiled.n_options, dtype=np.int32), copies)
        n_variables = len(self.option)
        tick()
        # The nodes of all copies.
        lengths = np.diff(starts)[self.option]
        variable = repeated(np.arange(n_variables), lengths)
        nodes = np.arange(len(variable)) + repeated(
            starts[self.option] - sums_before(lengths)[:-1], lengths
        )
        tick()
        items, colours = items[nodes].astype(np.int64), colours[nodes].astype(np.int64)
        tick()
        # A colour that two or more options give an item is a variable, and stands for them.
        most = int(colours.max(initial=0)) + 1
        coloured = np.flatnonzero(colours)
        keys, key_of, uses = np.unique(
            items[coloured] * most + colours[coloured], return_inverse=True, return_counts=True
        )
        shared = uses > 1
        number = n_variables + np.cumsum(shared) - 1
        linked = coloured[shared[key_of]]
        alone = np.ones(len(items), bool)
        alone[linked] = False
        tick()
        group = np.concatenate([items[alone], keys[shared] // most])
        member = np.concatenate([variable[alone], number[shared]])
        self.n_variables = n_variables + int(np.count_nonzero(shared))
        self.first_member, self.members = _rows(group, member, n_items)
        tick()
        self.first_group, self.groups = _rows(member, group, self.n_variables)
        later = np.flatnonzero(np.diff(self.option, prepend=-1) == 0)
        user = np.concatenate([variable[linked], later])
        need = np.concatenate([number[key_of[shared[key_of]]], later - 1])
        tick()
        self.first_need, self.needs = _rows(user, need, self.n_variables)
        tick()
        self.first_user, self.users = _rows(need, user, self.n_variables)
        tick()
        #: The item and the colour of each variable that is one.
        self.colours = [divmod(key, most) for key in keys[shared].tolist()]
        stands = variable.copy()
        stands[linked] = number[key_of[shared[key_of]]]
        #: The primary item because of which a secondary one has some colour, or -1.
        self.raised_by = np.full(n_items, -1)
        #: Clauses that hold from the beginning: their lengths and their literals; a primary and a
        #: secondary item that each comes from.
        self.lengths, self.literals, self.supporting = self._supports(
            n_primary, variable, items, stands
        )
        #: Options, and the colours of items that have one in every solution.
        self.decidable = np.ones(self.n_variables, bool)
        self.decidable[n_variables:] = self.low[keys[shared] // most] > 0
        #: Variables of options that are never chosen.
        self.never = np.flatnonzero((primary_lengths(compiled) == 0)[self.option])

    def true_variables(self, solution: Iterable[int]) -> set[int]:
        """The variables of options and colours that a solution makes true."""
        copies: Counter[int] = Counter()
        true: set[int] = set()
        for option in solution:
            variable = int(self.first_copy[option]) + copies[option]
            copies[option] += 1
            begin, end = self.first_need[variable : variable + 2]
            true |= {variable, *self.needs[begin:end].tolist()}
        return true

    def _supports(
        self, n_primary: int, variable: Int64s, items: Int64s, stands: Int64s
    ) -> tuple[Int64s, Int32s, Int64s]:
        """What a primary item says of a secondary one that all its options contain.

        Some option of the primary item is chosen, so the secondary one has some colour. If it has
        a certain one, an option of the primary item with that colour is chosen (supports, as in the
        encodings of constraint satisfaction: S. Kasif, 1990). ``stands``: the variable that stands
        for a node in the group of its item.
        """
        nothing = np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros((2, 0), np.int64)
        if n_primary == len(self.low):
            return nothing
        primary = np.flatnonzero(items < n_primary)
        primary = primary[self.low[items[primary]] > 0]
        secondary = np.flatnonzero(items >= n_primary)
        # Pairs of a primary and a secondary node of the same option.
        per_option = np.bincount(variable[secondary], minlength=len(self.option))
        times = per_option[variable[primary]]
        if not 0 < times.sum() <= _MOST_PAIRS:
            return nothing
        one = repeated(primary, times)
        other = secondary[
            np.arange(len(one)) - repeated(sums_before(times)[:-1], times)
            + repeated(sums_before(per_option)[variable[primary]], times)
        ]  # fmt: skip
        pair = items[one] * len(self.low) + items[other]
        pairs, pair_of, seen = np.unique(pair, return_inverse=True, return_counts=True)
        sizes = np.diff(self.first_member)[pairs // len(self.low)]
        always = seen == sizes
        raising, raised = np.divmod(pairs[always], len(self.low))
        self.low[raised], self.raised_by[raised] = 1, raising
        rows = np.flatnonzero(always[pair_of] & (stands[other] != variable[other]))
        if not len(rows):
            return nothing
        order = np.lexsort((variable[one[rows]], stands[other[rows]], pair[rows]))
        rows = rows[order]
        key = np.stack([pair[rows], stands[other[rows]]])
        begins = np.flatnonzero(np.append(True, (key[:, 1:] != key[:, :-1]).any(axis=0)))
        literals = np.insert(2 * variable[one[rows]], begins, 2 * key[1, begins] + 1)
        lengths = np.diff(begins, append=len(rows)) + 1
        return (
            lengths,
            literals.astype(np.int32),
            np.array(np.divmod(key[0, begins], len(self.low))),
        )


def _copies(compiled: Compiled, high: Int32s) -> Int64s:
    """How often each option may be chosen."""
    copies = np.ones(compiled.n_options, np.int64)
    if compiled.repeat:
        starts, items, colours = node_arrays(compiled)
        most = np.where(colours > 0, UNLIMITED, high[items]).astype(np.int64)
        copies[:] = UNLIMITED
        np.minimum.at(copies, option_of_entries(starts), most)
        copies[primary_lengths(compiled) == 0] = 1
        np.maximum(copies, 1, out=copies)  # where nothing is allowed, the search finds it
    return copies


_GROUPS: Slot[Groups] = Slot("groups")


def groups_of(compiled: Compiled, tick: Callable[[], None] = lambda: None) -> Groups:
    """The groups of a problem, made once for all that ask."""
    return compiled.derived.get(_GROUPS, lambda: Groups(compiled, tick), tick)
