"""Propagation: removing options that no solution can contain, without searching.

The idea. Two rules are played until neither applies:

* *Only option.* An item with one option left takes it; whatever clashes with that option goes.
* *Starving.* An option goes when choosing it would leave some other primary item without any.
  (Applied to pairs of item and option this is the preprocessing of Knuth's DLX-PRE program.)

The second rule contains the first, for what clashes with an item's only option starves that item;
but the first runs along a chain of forced moves in time linear in its length.

To find the starved quickly, each open primary item keeps a *witness*, its first live option. An
option can starve only items whose witness it clashes with, and such a witness shares an item with
it; so at the start of each sweep over the options the witnesses are listed under the items they
contain. A sweep that removes nothing proves the fixed point: no witness went stale during it.
The fixed point does not depend on the order of removal: both rules are monotone.

(Where rows of bits are short, ``kernels/starving.py`` plays the second rule faster by words; then
this file plays the first one only, in turn with it.)

This file is plain loops over integer sequences. Small problems run it as it stands, on lists; for
larger ones ``kernels/propagate.py`` compiles this same function with numba. It stops at a bound on
its work (nodes looked at), wherever it is, and goes on there when it is called again, from plain
Python or compiled.

So a stop may come between two steps that belong together: an option is taken, and some of its
rivals are still there. Such a state is not *closed*, and its live options are not yet the problem
that is left. Each option removed or taken by then is right, though. Calling on with ``rules`` 0
closes the state, in time linear in the problem: it deduces nothing new, and ends what was begun.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "CLASH",
    "FIXED_POINT",
    "NO_OPTION",
    "WORK_LIMIT",
    "closed",
    "doom",
    "new_cursor",
    "propagate",
]

#: Nothing more follows by these rules.
FIXED_POINT = 0
#: Stopped at the bound on the work; the state need not be closed.
WORK_LIMIT = 1
#: A primary item has no option left: the problem is impossible.
NO_OPTION = 2
#: An option that was forced by the caller has been removed: the problem is impossible.
CLASH = 3

# Places in ``cursor``: options taken so far, options on the stack ``doomed``, given options taken,
# items below which none waits for the rule "only option", where the sweep stands (beyond the last
# option: none is under way), and 1 if an option was removed since the sweep began.
_FORCED, _DOOMED_NOW, _NEXT_GIVEN, _NEXT_ONLY, _POSITION, _CHANGED = 0, 1, 2, 3, 4, 5

# Values of live[].
_DEAD, _LIVE, _DOOMED = 0, 1, 2


def new_cursor(n_options: int) -> list[int]:
    """The cursor of work that has not begun: no sweep is under way, and one is due."""
    cursor = [0] * 6
    cursor[_POSITION], cursor[_CHANGED] = n_options, 1
    return cursor


def doom(cursor: Any, n_doomed: int) -> None:
    """Tell the cursor of so many options on the stack ``doomed``, put there by another sweep."""
    cursor[_DOOMED_NOW] = n_doomed


def closed(cursor: Any, n_given: int) -> bool:
    """Whether every given option is taken, and whatever clashes with one taken is removed."""
    return bool(cursor[_DOOMED_NOW] == 0 and cursor[_NEXT_GIVEN] == n_given)


def propagate(
    n_primary: int,
    starts: Any,
    items: Any,
    colours: Any,
    item_starts: Any,
    item_nodes: Any,
    option_of: Any,
    given: Any,
    rules: int,
    work_limit: int,
    cursor: Any,
    live: Any,
    taken: Any,
    settled: Any,
    sizes: Any,
    why_item: Any,
    why_option: Any,
    forced: Any,
    doomed: Any,
    mark: Any,
    mark_colour: Any,
    checked: Any,
    head: Any,
    link_witness: Any,
    link_next: Any,
    first_hungry: Any,
    next_hungry: Any,
    feeder: Any,
) -> tuple[int, int, int]:
    """Force the ``given`` options, then play the rules. Returns (status, culprit, work).

    The problem: ``n_primary``; ``starts``, ``items``, ``colours`` as in ``Compiled``;
    ``item_starts``, ``item_nodes`` its transpose; ``option_of[k]`` the option of node *k*.
    ``rules`` is 0 to force the given options only, 1 for "only option" as well, 2 for both rules.

    The state, which the caller sets up and hands in again to go on:

    * ``cursor``: where the work stands; at first as ``new_cursor`` makes it.
    * ``live[o]``: 1 while option *o* may be in a solution, else 0.
    * ``taken[o]``: 1 when *o* is forced, and what that implies has been done.
    * ``settled[i]``: 1 when item *i* is covered by a taken option (a secondary item with a colour:
      when all its live options agree with that colour).
    * ``sizes[i]``: for a primary item not settled, its live options, those doomed included.
    * ``why_item[o]``, ``why_option[o]``: for an option removed here, the item it would starve and
      -1; or the item on which it clashes with a taken option, and that option.
    * ``forced[:cursor[0]]``: the options taken, in order.

    Scratch, kept between calls. One entry for each option: ``doomed``, the stack of options about
    to be removed;
    ``checked[w]``, the last option (plus 1) that was tried against the items with witness *w*;
    ``first_hungry[w]``, the first item of that list or -1, which ``next_hungry`` continues.
    One for each item: ``next_hungry``; ``feeder``, the node of the option that was last found to
    leave the item something; ``mark`` and ``mark_colour``, the items of the option
    being tried (its number plus 1) and their colours; ``head``, the first link of an item's list
    of witnesses, or -1. One for each node: ``link_witness`` and ``link_next``, the links.

    The culprit is the item (NO_OPTION) or the given option (CLASH).
    """
    n_options = len(live)
    n_doomed = cursor[_DOOMED_NOW]
    next_given = cursor[_NEXT_GIVEN]
    next_only = cursor[_NEXT_ONLY]
    position = cursor[_POSITION]
    work = 0

    for item in range(n_primary):
        if not settled[item] and sizes[item] == 0:
            return NO_OPTION, item, work

    while True:
        if work > work_limit:
            cursor[_DOOMED_NOW] = n_doomed
            cursor[_NEXT_GIVEN] = next_given
            cursor[_NEXT_ONLY] = next_only
            cursor[_POSITION] = position
            return WORK_LIMIT, -1, work

        # Remove what is doomed, and see which items that touches.
        while n_doomed > 0:
            n_doomed -= 1
            option = doomed[n_doomed]
            live[option] = _DEAD
            cursor[_CHANGED] = 1
            for node in range(starts[option], starts[option + 1]):
                item = items[node]
                if item < n_primary and not settled[item]:
                    sizes[item] -= 1
                    if sizes[item] == 0:
                        return NO_OPTION, item, work
                    if sizes[item] == 1 and item < next_only:
                        next_only = item
            work += starts[option + 1] - starts[option]

        # Choose an option to take: a given one, or the only one of some item.
        take = -1
        if next_given < len(given):
            take = given[next_given]
            next_given += 1
            if taken[take]:
                continue
            if live[take] != _LIVE:
                return CLASH, take, work
        elif rules >= 1:
            while next_only < n_primary:
                if not settled[next_only] and sizes[next_only] == 1:
                    for k in range(item_starts[next_only], item_starts[next_only + 1]):
                        work += 1
                        if live[option_of[item_nodes[k]]] == _LIVE:
                            take = option_of[item_nodes[k]]
                            break
                    break
                next_only += 1

        if take >= 0:
            taken[take] = 1
            forced[cursor[_FORCED]] = take
            cursor[_FORCED] += 1
            first, last = starts[take], starts[take + 1]
            # Settle first, so that removing the rivals finds no item of this option empty.
            for node in range(first, last):
                mark[items[node]] = 0
                if settled[items[node]]:
                    mark[items[node]] = -1
                settled[items[node]] = 1
            for node in range(first, last):
                item = items[node]
                if mark[item] == -1:
                    continue
                colour = colours[node]
                for k in range(item_starts[item], item_starts[item + 1]):
                    rival = option_of[item_nodes[k]]
                    work += 1
                    if live[rival] != _LIVE or rival == take:
                        continue
                    if colour == 0 or colours[item_nodes[k]] != colour:
                        live[rival] = _DOOMED
                        doomed[n_doomed] = rival
                        n_doomed += 1
                        why_item[rival] = item
                        why_option[rival] = take
            continue

        # The state is closed. The caller may doom more and call again.
        cursor[_DOOMED_NOW] = n_doomed
        cursor[_NEXT_GIVEN] = next_given
        cursor[_NEXT_ONLY] = next_only
        if rules < 2:
            return FIXED_POINT, -1, work

        # Begin a sweep: list each open item under the items of its witness.
        if position >= n_options:
            if cursor[_CHANGED] == 0:
                return FIXED_POINT, -1, work
            cursor[_CHANGED] = 0
            position = 0
            for item in range(len(head)):
                head[item] = -1
                mark[item] = 0
            for option in range(n_options):
                checked[option] = 0
                first_hungry[option] = -1
            n_links = 0
            for hungry in range(n_primary):
                if settled[hungry]:
                    continue
                k = item_starts[hungry]
                while live[option_of[item_nodes[k]]] != _LIVE:
                    k += 1
                    work += 1
                feeder[hungry] = k
                witness = option_of[item_nodes[k]]
                if first_hungry[witness] < 0:
                    for node in range(starts[witness], starts[witness + 1]):
                        link_witness[n_links] = witness
                        link_next[n_links] = head[items[node]]
                        head[items[node]] = n_links
                        n_links += 1
                    work += starts[witness + 1] - starts[witness]
                next_hungry[hungry] = first_hungry[witness]
                first_hungry[witness] = hungry

        # Sweep on until an option is found to starve an item.
        while position < n_options and n_doomed == 0 and work <= work_limit:
            option = position
            position += 1
            if live[option] != _LIVE or taken[option]:
                continue
            stamp = option + 1
            first, last = starts[option], starts[option + 1]
            for node in range(first, last):
                mark[items[node]] = stamp
                mark_colour[items[node]] = colours[node]
            work += last - first
            for node in range(first, last):
                if settled[items[node]]:
                    continue
                link = head[items[node]]
                while link >= 0 and n_doomed == 0:
                    witness = link_witness[link]
                    link = link_next[link]
                    work += 1
                    if checked[witness] == stamp:
                        continue
                    checked[witness] = stamp
                    hungry = first_hungry[witness]
                    while hungry >= 0 and n_doomed == 0:
                        fed = settled[hungry] or mark[hungry] == stamp
                        # Begin with what fed the item the last time, and go round.
                        k = feeder[hungry]
                        tries = item_starts[hungry + 1] - item_starts[hungry]
                        while not fed and tries > 0:
                            tries -= 1
                            other = option_of[item_nodes[k]]
                            work += 1
                            if live[other] == _LIVE:
                                fed = True
                                for there in range(starts[other], starts[other + 1]):
                                    item = items[there]
                                    work += 1
                                    if mark[item] == stamp and (
                                        colours[there] == 0 or colours[there] != mark_colour[item]
                                    ):
                                        fed = False
                                        break
                            if fed:
                                feeder[hungry] = k
                            k += 1
                            if k == item_starts[hungry + 1]:
                                k = item_starts[hungry]
                        if not fed:
                            live[option] = _DOOMED
                            doomed[n_doomed] = option
                            n_doomed += 1
                            why_item[option] = hungry
                            why_option[option] = -1
                        hungry = next_hungry[hungry]
                if n_doomed > 0:
                    break
