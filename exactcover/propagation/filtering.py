"""Propagation: removing options that no solution can contain, without searching.

The idea. Two rules are played until neither applies:

* *Only options.* An item with no more options left than it needs takes them all; whatever clashes
  with them goes.
* *Starving.* An option goes when choosing it would leave some primary item fewer than it needs.
  (Applied to pairs of item and option this is the preprocessing of Knuth's DLX-PRE program.)

An item that must be covered *low* times more needs that many options; where options may be
repeated, it needs one. An item that is covered as often as it may be loses its other options.

The second rule contains the first, for what clashes with an item's only option starves that item;
but the first runs along a chain of forced moves in time linear in its length.

To find the starved quickly, each primary item keeps as many *witnesses* as it needs, its first live
options. An option can starve only items one of whose witnesses it clashes with. Such a witness
shares an item with it. So at the start of each sweep over the options the witnesses are listed
under the items they contain. A sweep that removes nothing proves the fixed point: no witness went
stale during it. The fixed point does not depend on the order of removal: both rules are monotone.

Small problems run these loops unchanged, on lists; for larger ones ``kernel.py`` compiles them.

The loops stop at a bound on their work (entries looked at), and go on there when they are called
again, plain or compiled. At a stop an option may be taken and some of its rivals still be there.
Such a state is not *closed*: what was removed and taken is right, but the live options are not yet
the problem that is left. Calling on with ``rules`` 0 closes it, in time linear in the problem.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays.compiled import UNLIMITED

#: Nothing more follows by these rules.
FIXED_POINT = 0
#: Stopped at the bound on the work; the state need not be closed.
WORK_LIMIT = 1
#: A primary item has fewer options left than it needs: the problem is impossible.
NO_OPTION = 2
#: An option that was forced by the caller has been removed: the problem is impossible.
CLASH = 3

# Places in ``cursor``: options taken so far, options on the stack ``doomed``, given options taken,
# the first item that may have an only option, where the sweep stands (beyond the last option: none
# is under way), 1 if an option was removed since the sweep began, and how many options are given.
FORCED, DOOMED_NOW, NEXT_GIVEN, NEXT_ONLY, POSITION, CHANGED, N_GIVEN = range(7)

# Values of live[]. An option that is taken is dead, unless it may be repeated.
DEAD, LIVE, DOOMED = 0, 1, 2


class Problem(NamedTuple):
    """What never changes: arrays of the standard library, or numpy's where loops are compiled."""

    n_primary: int
    #: 1 if options may be repeated, else 0.
    repeat: int
    #: As in ``Compiled``: int64, int32 and int32.
    starts: Any
    items: Any
    colours: Any
    #: The transpose, ``Compiled.by_item``: int64 and int32.
    item_starts: Any
    item_entries: Any
    #: The option of each entry; int32.
    option_of: Any
    #: The options to be forced first, in this order, as many as the cursor says; int32, with room
    #: for all options.
    given: Any


class State(NamedTuple):
    """What is deduced so far: lists, or int32 arrays; the caller hands them in again to go on."""

    #: Where the work stands; at first no sweep is under way, and one is due.
    cursor: Any
    #: 1 while an option may be chosen, else 0.
    live: Any
    #: How often each item must still be covered; 0 for secondary items.
    low: Any
    #: How often it may still be; ``UNLIMITED``: any number of times. A secondary item may be
    #: covered once; then the options left have its colour, if there are any.
    high: Any
    #: For each item with a ``low``, how many more live options it has than it needs; those doomed
    #: count as live.
    spare: Any
    #: For an option removed here, the item it would starve and -1; or the item on which it clashes
    #: with a taken option, and that option; or an item that is never covered, and -1. At first -1.
    why_item: Any
    why_option: Any
    #: The options taken, in order; as many as ``cursor`` says.
    forced: Any


class Scratch(NamedTuple):
    """What the rules note for themselves: lists, or int32 arrays, kept between calls."""

    #: The stack of options about to be removed.
    doomed: Any
    #: The items of the option being tried (its number plus 2), and the colour that others must give
    #: them: -1 where there can be no others.
    mark: Any
    mark_colour: Any
    #: The last option (plus 2) that was tried against the items with this witness.
    checked: Any
    #: The first link of an item's list of witnesses, or -1.
    head: Any
    #: The links; there is room for one for each entry.
    link_witness: Any
    link_next: Any
    #: For each option the first link, or -1, of the list of items that it is a witness of.
    first_hungry: Any
    hungry_item: Any
    next_hungry: Any
    #: The entry of the option that was last found to leave an item something.
    feeder: Any


def propagate(
    problem: Problem, state: State, scratch: Scratch, rules: int, work_limit: int, once: int
) -> tuple[int, int, int]:
    """Force the given options, then play the rules. Returns (status, culprit, work).

    ``rules`` is 0 to force the given options only, 1 for "only option" as well, 2 for both rules.
    The culprit is the item (NO_OPTION) or the given option (CLASH). ``once``: 1 to stop when one
    option is taken, or a part of a sweep is done; what items lack before that is not looked for.
    """
    cursor, given = state.cursor, problem.given
    work: int = 0
    for item in range(0 if once else problem.n_primary):
        if state.low[item] > 0 and state.spare[item] < 0:
            return NO_OPTION, item, work
    while work <= work_limit:
        item, done = remove_doomed(problem, state, scratch)
        work += done
        if item >= 0:
            return NO_OPTION, item, work
        # Choose an option to take: a given one, or the only one of some item.
        option = -1
        if cursor[NEXT_GIVEN] < cursor[N_GIVEN]:
            option = given[cursor[NEXT_GIVEN]]
            cursor[NEXT_GIVEN] += 1
            if state.live[option] != LIVE:
                return CLASH, option, work
        elif rules >= 1:
            option, done = only_option(problem, state)
            work += done
        if option >= 0:
            work += take(option, problem, state, scratch)
        elif rules < 2:
            # The state is closed. The caller may doom more and call again.
            return FIXED_POINT, -1, work
        else:
            if cursor[POSITION] >= len(state.live):
                if cursor[CHANGED] == 0:
                    return FIXED_POINT, -1, work
                work += list_witnesses(problem, state, scratch)
            work += sweep(problem, state, scratch, work_limit - work)
        if once:
            break
    return WORK_LIMIT, -1, work


def remove_doomed(problem: Problem, state: State, scratch: Scratch) -> tuple[int, int]:
    """Remove all that is doomed; returns the first item with too few options, or -1, and the work
    done."""
    starts, items = problem.starts, problem.items
    cursor, live, low, spare = state.cursor, state.live, state.low, state.spare
    doomed = scratch.doomed
    work: int = 0
    short: int = -1
    while cursor[DOOMED_NOW] > 0:
        cursor[DOOMED_NOW] -= 1
        option = doomed[cursor[DOOMED_NOW]]
        live[option] = DEAD
        cursor[CHANGED] = 1
        for entry in range(starts[option], starts[option + 1]):
            item = items[entry]
            if low[item] > 0:
                spare[item] -= 1
                if spare[item] < 0 and short < 0:
                    short = item
                if spare[item] == 0 and item < cursor[NEXT_ONLY]:
                    cursor[NEXT_ONLY] = item
        work += starts[option + 1] - starts[option]
    return short, work


def only_option(problem: Problem, state: State) -> tuple[int, int]:
    """An option of an item that needs all it has left, or -1; and the work done."""
    item_starts, option_of = problem.item_starts, problem.option_of
    low, spare = state.low, state.spare
    work: int = 0
    item = state.cursor[NEXT_ONLY]
    while item < problem.n_primary and (low[item] == 0 or spare[item] > 0):
        item += 1
    state.cursor[NEXT_ONLY] = item
    if item < problem.n_primary:
        for k in range(item_starts[item], item_starts[item + 1]):
            work += 1
            option = option_of[problem.item_entries[k]]
            if state.live[option] == LIVE:
                return option, work
    return -1, work


def take(option: int, problem: Problem, state: State, scratch: Scratch) -> int:
    """Take an option, and doom its rivals; returns the work done."""
    items, colours, option_of = problem.items, problem.colours, problem.option_of
    item_starts, item_entries = problem.item_starts, problem.item_entries
    cursor, live, low, high = state.cursor, state.live, state.low, state.high
    why_item, why_option = state.why_item, state.why_option
    mark, doomed, n_doomed = scratch.mark, scratch.doomed, cursor[DOOMED_NOW]
    if not problem.repeat:
        live[option] = DEAD
    state.forced[cursor[FORCED]] = option
    cursor[FORCED] += 1
    work: int = 0
    first, last = problem.starts[option], problem.starts[option + 1]
    # Lower the bounds first, so that removing the rivals finds no item of this option starved.
    for entry in range(first, last):
        item = items[entry]
        mark[item] = 1 if high[item] == 1 else 0
        if 0 < high[item] < UNLIMITED:
            high[item] -= 1
        if low[item] > 0:
            low[item] -= 1
    for entry in range(first, last):
        item = items[entry]
        if mark[item] != 1:
            continue
        colour = colours[entry]
        for k in range(item_starts[item], item_starts[item + 1]):
            rival = option_of[item_entries[k]]
            work += 1
            if live[rival] == LIVE and (colour == 0 or colours[item_entries[k]] != colour):
                live[rival] = DOOMED
                doomed[n_doomed] = rival
                n_doomed += 1
                why_item[rival] = item
                why_option[rival] = option
    cursor[DOOMED_NOW] = n_doomed
    return work


def list_witnesses(problem: Problem, state: State, scratch: Scratch) -> int:
    """Begin a sweep: list the items under those of their witnesses. Returns the work done."""
    starts, items, option_of = problem.starts, problem.items, problem.option_of
    item_starts, item_entries, live = problem.item_starts, problem.item_entries, state.live
    link_witness, link_next = scratch.link_witness, scratch.link_next
    head, mark, checked = scratch.head, scratch.mark, scratch.checked
    first_hungry, next_hungry, feeder = scratch.first_hungry, scratch.next_hungry, scratch.feeder
    hungry_item = scratch.hungry_item
    state.cursor[CHANGED] = 0
    state.cursor[POSITION] = 0
    for item in range(len(head)):
        head[item] = -1
        mark[item] = 0
    for option in range(len(live)):
        checked[option] = 0
        first_hungry[option] = -1
    work: int = 0
    n_links, n_pairs = 0, 0
    for hungry in range(problem.n_primary):
        needed = min(1, state.low[hungry]) if problem.repeat else state.low[hungry]
        k = item_starts[hungry]
        while needed > 0:
            while live[option_of[item_entries[k]]] != LIVE:
                k += 1
                work += 1
            feeder[hungry] = k
            witness = option_of[item_entries[k]]
            if first_hungry[witness] < 0:
                for entry in range(starts[witness], starts[witness + 1]):
                    link_witness[n_links] = witness
                    link_next[n_links] = head[items[entry]]
                    head[items[entry]] = n_links
                    n_links += 1
                work += starts[witness + 1] - starts[witness]
            hungry_item[n_pairs] = hungry
            next_hungry[n_pairs] = first_hungry[witness]
            first_hungry[witness] = n_pairs
            n_pairs += 1
            needed -= 1
            k += 1
    return work


def sweep(problem: Problem, state: State, scratch: Scratch, work_limit: int) -> int:
    """Sweep on until an option is found to starve an item; it is doomed. Returns the work done."""
    starts, items, colours = problem.starts, problem.items, problem.colours
    item_starts, item_entries, repeat = problem.item_starts, problem.item_entries, problem.repeat
    option_of, cursor, live = problem.option_of, state.cursor, state.live
    low, high = state.low, state.high
    mark, mark_colour, checked = scratch.mark, scratch.mark_colour, scratch.checked
    head, link_witness, link_next = scratch.head, scratch.link_witness, scratch.link_next
    first_hungry, next_hungry, feeder = scratch.first_hungry, scratch.next_hungry, scratch.feeder
    hungry_item = scratch.hungry_item
    work: int = 0
    while cursor[POSITION] < len(live) and work <= work_limit:
        option = cursor[POSITION]
        cursor[POSITION] += 1
        if live[option] != LIVE:
            continue
        stamp = option + 2
        first, last = starts[option], starts[option + 1]
        for entry in range(first, last):
            item = items[entry]
            mark[item] = stamp
            mark_colour[item] = -1 if colours[entry] == 0 and high[item] == 1 else colours[entry]
        if not repeat:
            live[option] = DEAD  # it feeds no item a second time
        work += last - first
        for entry in range(first, last):
            if high[items[entry]] != 1:
                continue
            link = head[items[entry]]
            while link >= 0:
                witness = link_witness[link]
                link = link_next[link]
                work += 1
                if checked[witness] == stamp:
                    continue
                checked[witness] = stamp
                place = first_hungry[witness]
                while place >= 0:
                    hungry = hungry_item[place]
                    needed = low[hungry] - 1 if mark[hungry] == stamp else low[hungry]
                    if repeat and needed > 1:
                        needed = 1
                    # Begin with what fed the item the last time, and go round.
                    k = feeder[hungry]
                    tries = item_starts[hungry + 1] - item_starts[hungry]
                    while needed > 0 and tries > 0:
                        tries -= 1
                        other = option_of[item_entries[k]]
                        work += 1
                        feeds = live[other] == LIVE
                        if feeds:
                            for there in range(starts[other], starts[other + 1]):
                                item = items[there]
                                work += 1
                                if mark[item] == stamp and colours[there] != mark_colour[item]:
                                    feeds = False
                                    break
                        if feeds:
                            needed -= 1
                            feeder[hungry] = k
                        k += 1
                        if k == item_starts[hungry + 1]:
                            k = item_starts[hungry]
                    if needed > 0:
                        live[option] = DOOMED
                        scratch.doomed[cursor[DOOMED_NOW]] = option
                        cursor[DOOMED_NOW] += 1
                        state.why_item[option] = hungry
                        state.why_option[option] = -1
                        return work
                    place = next_hungry[place]
        live[option] = LIVE
    return work
