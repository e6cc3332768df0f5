"""Word-parallel search: a bitset of the live options for each level.

The idea. Number the options and keep the live ones as a row of bits. Each item has a row too, the
options that contain it; so the number of live options of an item is the population count of the
AND of two rows. Choosing an option means: the next level's live row is this one's without the
options that clash with the chosen one, which is one AND-NOT with a row computed beforehand.
Rows need not be undone: going back is going to the row of the level above. Colours cost nothing
during the search, since they are part of which options clash.

*Bounds.* Each item carries how often it must still be covered. When it may not be covered again,
choosing an option also clears the item's row. Branching is on the first item with the fewest
options to spare, and on the *first* of its options that a solution contains: below an option those
tried before it are dead, so that every solution is found once (see ``engines/reference.py``). Where
every item is covered exactly once, all of this is in the table of clashes already.

*Sizes* are counted for all items at once (``bitset_sizes.py``), four words at a time. Words without
live options are skipped.

*Killers.* An option that left some item with too few options is likely to starve the same item the
next time. So the item is remembered, and tried first: one AND over its row shows that the node is
dead before any sizes are counted.

*Seams.* Where two items must agree in a colour, the colours that one of them can still give bound
the options of the other (``bitset_seams.py``). So a node of a crossword has far fewer below it.

*Focus.* Deep in the search most columns and words are empty. Where many nodes are expected below,
the search goes on with a smaller table of the others (``bitset_focus.py``).

*Endgame.* Where at most 64 options are live and enough nodes are expected below, the rest of the
subtree is searched by loops in which a row of bits is one word (``bitset_endgame.py``).

How many nodes to expect is known from earlier subtrees with about as many live options. Where each
item is covered exactly once, an option that covers all that is open is a solution, which is not
visited but counted; where all options have the same length, a complete last level is one population
count. These five do not go with other bounds, for which there are two others:

*Last choices.* If some item must be covered exactly once more and all live options contain it, just
one more option is chosen. The solutions below are the live options that cover every item in need:
one AND over their rows, and where solutions are only counted, one population count.

*Free options.* Suppose that no item needs any more, and that the k options left are compatible and
within all bounds together. Then any subset of them will do. If solutions are only counted, these
2^k are counted at once.

Known answers: the 12 pentominoes fill the 6 x 10 rectangle in 9,356 ways (2,339 up to symmetry);
five queens dominate the 8 x 8 board in 4,860 ways (OEIS A002564).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import inlined, kernel, kernel_part
from ..bits.array_types import Bytes, Floats, Int32Rows, Int32s, Int64Rows, Int64s, Uint32s, Words
from ..bits.words import (
    ALL_ONES,
    HALF,
    LOW,
    ONE,
    ZERO,
    bit,
    count_trailing_zeros,
    index,
    popcount,
    signed,
)
from . import bitset_endgame as end
from . import bitset_focus as focuses
from .bitset_seams import Seams, settle
from .bitset_sizes import NEEDED, NOT_NEEDED, choose, four_words, need_of
from .written_solutions import write_solution

#: Length of ``control``, and its places beside those of the endgame: depth, nodes counted, 1 when
#: done, the focus in force, 1 if the node has been visited, 1 while an endgame is played.
CONTROL = 12
DEPTH, _NODES, _DONE, FOCUS, VISITED, ENDGAME = 0, 1, 2, 3, 4, 6

#: What is below a node is remembered by its number of live options, in steps of ``_BUCKET``.
BUCKETS = 128
_BUCKET = 16
_UNKNOWN = 1e9


class _Bounds(NamedTuple):
    """What choosing an option changes besides the live rows; as in ``search``."""

    starts: Words
    items: Uint32s
    multiple: bool
    repeat: bool
    closed_at: Int64s
    item_rows: Words
    n_words: int
    low: Int64s
    need: Words
    column_of: Uint32s


@inlined
def _cover(option: Any, times: int, bounds: _Bounds, first_item: Any, live: Words, at: Any) -> None:
    """Lower what the items of an option need by so many coverings, 1 or -1.

    The options of an item that may not be covered again are no longer live, in the row from ``at``.
    """
    for node in range(bounds.starts[option], bounds.starts[option + ONE]):
        item = index(bounds.items[node])
        bounds.low[item] -= times
        low = bounds.low[item]
        bounds.need[first_item + bounds.column_of[item]] = need_of(low, bounds.repeat)
        if times > 0 and bounds.multiple and low == bounds.closed_at[item]:
            for word in range(index(bounds.n_words)):
                row = item * index(bounds.n_words)
                live[at + word] &= ~bounds.item_rows[row + word]


@kernel_part
def _last_choices(
    low: Int64s, closed_at: Int64s, sizes: Words, n_options: int, item_rows: Words, live: Words,
    here: Any, n_words: int,
) -> Any:  # fmt: skip
    """If one option more is chosen, only those that end a solution stay live; -1, or their number.

    All items are in the focus: ``sizes`` begins with theirs.
    """
    ends = ZERO
    for item in range(index(len(low))):
        ends |= np.uint64(
            (low[item] == 1) & (closed_at[item] == 0) & (sizes[item] == index(n_options))
        )
    if ends == ZERO:
        return -1
    many = ZERO
    for word in range(index(n_words)):
        bits = live[here + word]
        for item in range(index(len(low)) if bits != ZERO else ZERO):
            if low[item] > 1:
                bits = ZERO
            elif low[item] == 1:
                bits &= item_rows[item * index(n_words) + word]
        live[here + word] = bits
        many += popcount(bits)
    return signed(many)


@kernel_part
def _free(
    low: Int64s, closed_at: Int64s, sizes: Words, clash: Words, live: Words, here: Any, n_words: int
) -> bool:
    """Whether all live options together clash nowhere and exceed no bound; nothing is needed."""
    for item in range(len(low)):
        if signed(sizes[item]) > low[item] - closed_at[item]:
            return False
    words = index(n_words)
    for word in range(words):
        bits = live[here + word]
        while bits != ZERO:
            at = (word * np.uint64(64) + count_trailing_zeros(bits)) * words
            for other in range(words):
                rivals = clash[at + other] & live[here + other]
                if other == word:
                    rivals &= ~(bits & (ZERO - bits))
                if rivals != ZERO:
                    return False
            bits &= bits - ONE
    return True


@kernel
def restart(
    starts: Words, items: Uint32s, repeat: bool, clash: Words, item_rows: Words, lengths: Int64s,
    multiple: bool, low_at_root: Int64s, closed_at: Int64s, root: Words, n_open_at_root: int,
    live: Words, low: Int64s, need: Words, column_of: Uint32s, n_open: Int64s, path_length: Int64s,
    killer: Int32s, below: Int64s, times: Int64s, control: Int64s, prefix: Int64s, forget: bool,
) -> bool:  # fmt: skip
    """Begin a search anew, below the options of ``prefix``; false if two of them clash.

    An entry ``~o`` leaves option *o* out. ``root`` (words) is the live row above all of them,
    ``low_at_root`` (primary items) how often each item must be covered, ``n_open_at_root`` the
    primary items open; the other arrays are those of ``search``. With ``forget`` nothing is left of
    an earlier search, so that each is as if it were the first. Without it the sizes of subtrees and
    the killers are known.
    """
    n_words = len(root)
    bounds = _Bounds(
        starts, items, multiple, repeat, closed_at, item_rows, n_words, low, need, column_of
    )
    for k in range(n_words):
        live[k] = root[k]
    for item in range(index(len(low))):
        low[item] = low_at_root[item]
        need[item] = need_of(low[item], repeat)
        column_of[item] = item
    still_open = n_open_at_root
    for entry in prefix:
        option = max(entry, ~entry)
        if entry < 0:
            live[option >> 6] &= ~bit(option)
            continue
        if live[option >> 6] & bit(option) == ZERO:
            return False
        still_open -= lengths[option]
        for k in range(n_words):
            live[k] &= ~clash[option * n_words + k]
        _cover(index(option), 1, bounds, ZERO, live, ZERO)
    n_open[0] = still_open
    path_length[0] = 0
    if forget:
        killer[:] = -1
        below[:] = 0
        times[:] = 0
    control[:] = 0
    return True


@kernel
def search(
    starts: Words, items: Uint32s, plain: bool, clash: Words, item_rows: Words, lengths: Int64s,
    uniform: int, multiple: bool, repeat: bool, closed_at: Int64s, order: int, deferred: Bytes,
    most_free: int, worth: Floats, table: Words, words: Words, column_items: Uint32s,
    column_of: Uint32s, need: Words, focus: Int64Rows, live: Words, n_words: int, sizes: Words,
    low: Int64s, n_open: Int64s, branch: Int64s, ways: Int64s, tried: Int64s, cursor: Int64s,
    path: Int32s, path_length: Int64s, killer: Int32s, mark: Int64s, bucket: Int64s, below: Int64s,
    times: Int64s, control: Int64s, line: Words, word: Words, end_rows: Words, end_deferred: Bytes,
    end_clash: Words, end_names: Words, end_ready: Bytes, end_masks: Words, end_live: Words,
    end_branch: Words, end_untried: Words, end_open: Int64s, seams: Seams, max_nodes: int,
    max_found: int, solutions: Int32Rows, solution_lengths: Int32s,
) -> Any:  # fmt: skip
    """Count up to ``max_nodes`` nodes or find ``max_found`` solutions; returns the number found.

    The problem, with O options in W words and P primary items:

    * ``items[starts[o]:starts[o+1]]`` (O + 1): the primary items of option *o*; ``plain``: there
      are no others.
    * ``clash`` (O x W), ``item_rows`` (P + 1 x W), flat: as ``clashes.build`` makes them. The last
      row has all options.
    * ``multiple``: whether items have bounds other than [1, 1]; ``repeat``: whether an option may
      be chosen again. ``closed_at`` (P): the value of ``low[i]`` where item *i* may not be covered
      again.
    * ``lengths[o]`` (O): how many primary items option *o* has; ``uniform``: that number if it is
      the same for all, else -1. With bounds 0 and -1.
    * ``order``, ``deferred`` (P + 1): see ``lowest.branching_rank``.
    * ``most_free``: up to this many free options are counted as a power of two.
    * ``worth`` (3): a focus is made if it keeps at most ``worth[0]`` of the columns, and spares at
      least ``worth[1]`` visits of columns for each one kept. An endgame begins where at least
      ``worth[2]`` nodes are expected.

    The focuses, for f = 0 … ``control[FOCUS]``, of which the last is in force:

    * ``focus[f]``: the fields of ``bitset_focus``. Focus 0 has all items and all words.
    * ``table``: line *k* of a focus, ``COLUMNS`` long, holds for each of its columns the bit row
      of an item in word ``words[WORDS + k]``. The columns are the items open when the focus was
      made, in order, ``column_items[ITEMS:]``. There is room behind for further focuses.
    * ``need[ITEMS:]``: for each column ``need_of`` its item. ``column_of[i]`` (P): the column of
      item *i* in the focus in force, if it has one.

    The state, for levels d = 0 … depth, as ``restart`` begins it:

    * ``low[i]`` (P): how often item *i* must still be covered (if positive).
    * ``live[d]`` (W, flat): the options that may be chosen at the node, from the first word of the
      focus in force there to its last one; the other words hold anything.
    * ``n_open[d]``: how many primary items are not covered; with bounds always P.
    * ``path[:path_length[d]]``: the options chosen above level *d*.
    * ``branch[d]``: the item branched on, P for any option; ``ways[d]``: how many of its live
      options are tried, the first ones; ``tried[d]``: how many of them have been; ``cursor[d]``:
      no option before it is still to try.
    * ``killer[o]`` (O): the item that option *o* last left with too few options, or -1.
    * ``bucket[d]``, ``mark[d]``: the bucket of the node, or -1 if it did not branch; the nodes
      visited before it. ``times[b]``, ``below[b]`` (``BUCKETS``): the nodes of bucket *b* whose
      subtrees have been searched, and the nodes visited in these.

    Scratch: ``line``, ``word`` (W + 4), ``sizes`` (P). ``end_rows`` … ``end_open``: see
    ``bitset_endgame.Endgame``; ``seams``: see ``bitset_seams``. Solutions go to
    ``solutions[j, :solution_lengths[j]]`` unless ``solutions`` has no rows.
    """
    depth = control[DEPTH]
    now = control[FOCUS]
    visited = control[VISITED]
    nodes = 0
    found = 0
    keep = solutions.shape[0] > 0
    endgame = end.Endgame(
        starts, items, plain, clash, n_words, lengths, uniform, order, end_rows, end_deferred,
        end_clash, end_names, end_ready, end_masks, end_live, end_branch, end_untried, end_open,
    )  # fmt: skip
    bounds = _Bounds(
        starts, items, multiple, repeat, closed_at, item_rows, n_words, low, need, column_of
    )
    begin, n_lines, stride, first_word, first_item, base_level = focuses.in_force(focus, now)
    dead = False
    while ((nodes < max_nodes and found < max_found) or dead) and control[_DONE] == 0:
        if control[ENDGAME] == 1:
            found = end.play(
                endgame, path, path_length, depth, control, max_nodes - nodes, max_found, found,
                solutions, solution_lengths,
            )  # fmt: skip
            nodes += control[end.NODES]
            if control[end.DEPTH] >= 0:
                break
            control[ENDGAME] = 0
        elif visited == 0:
            # Visit the node: it is dead, a solution, or has an item to branch on.
            visited = 1
            nodes += 1
            control[end.VISITS] += 1
            ways[depth] = 0
            tried[depth] = 0
            bucket[depth] = -1
            here = index(depth * n_words)
            last = path[max(path_length[depth] - 1, 0)]
            # Where three options more are a solution, trying them takes less time.
            if len(seams.twin) > 0 and n_open[depth] > 3 * uniform and not settle(
                seams, low, item_rows, live, depth, n_words, focus[now, focuses.FIRST_WORD],
                focus[now, focuses.LAST_WORD], items[starts[last] : starts[last + 1]],
            ):  # fmt: skip
                # It is left at once, whatever the budget: no search stops at a dead node.
                dead = True
                continue
            some = ZERO
            many = ZERO
            for k in range(index(n_lines)):
                bits = live[here + words[index(first_word) + k]]
                line[some] = k
                word[some] = bits
                some += np.uint64(bits != ZERO)
                many += popcount(bits)
            n_live, n_options = signed(some), signed(many)
            # The sizes of all columns, four words at a time.
            n_groups = max(1, (n_live + 3) >> 2)
            for k in range(some, some + index(4)):
                word[k] = ZERO
                line[k] = ZERO
            least = ALL_ONES
            columns = np.uint64(stride)
            tables = (
                table, np.uint64(begin), line, word, columns, sizes, need, np.uint64(first_item)
            )  # fmt: skip
            for group in range(n_groups):
                # The last three arguments are constants, so that each loop is made for them.
                k = 4 * group
                if n_live <= 1:
                    least = four_words(tables, k, True, True, True)
                elif n_groups == 1:
                    least = four_words(tables, k, False, True, True)
                elif group == 0:
                    four_words(tables, k, False, True, False)
                elif group + 1 < n_groups:
                    four_words(tables, k, False, False, False)
                else:
                    least = four_words(tables, k, False, False, True)
            spare = signed(least >> HALF) - NEEDED
            if order != 0 and 0 <= spare < NOT_NEEDED - NEEDED:
                least = choose(sizes, need, stride, column_items, first_item, order, deferred)
                spare = signed(least >> HALF) - NEEDED
            column = signed(least & LOW)
            n_last = -1
            if multiple and 0 <= spare < NOT_NEEDED - NEEDED:
                n_last = _last_choices(
                    low, closed_at, sizes, n_options, item_rows, live, here, n_words
                )
            if spare < 0:
                # An item has too few options left. (At depth 0 there is nothing to learn.)
                if depth > 0:
                    option = path[path_length[depth] - 1]
                    victim = column_items[first_item + column]
                    killer[option] = -1
                    if item_rows[victim * n_words + (option >> 6)] & bit(option) == ZERO:
                        killer[option] = victim
            elif spare >= NOT_NEEDED - NEEDED:
                # Nothing is needed any more: a solution, and perhaps more of it.
                write_solution(path, path_length[depth], found, solutions, solution_lengths)
                found += 1
                more = (1 << min(n_options, most_free)) - 1
                if (
                    not keep
                    and 0 < n_options <= most_free
                    and not repeat
                    and more <= max_found - found
                    and more <= max_nodes - nodes
                    and _free(low, closed_at, sizes, clash, live, here, n_words)
                ):
                    found += more
                    nodes += more
                else:
                    branch[depth], ways[depth], cursor[depth] = len(low), n_options, 0
            elif n_last >= 0:
                if not keep and n_last <= max_found - found and n_last <= max_nodes - nodes:
                    found += n_last
                    nodes += n_last
                else:
                    branch[depth], ways[depth], cursor[depth] = len(low), n_last, 0
            else:
                branch[depth], ways[depth] = column_items[first_item + column], spare + 1
                cursor[depth] = 64 * signed(words[index(first_word) + line[0]])
                if not multiple:
                    open_here = n_open[depth]
                    now_bucket = min(n_options // _BUCKET, BUCKETS - 1)
                    bucket[depth] = now_bucket
                    mark[depth] = control[end.VISITS]
                    expected = _UNKNOWN
                    if times[now_bucket] > 0:
                        expected = below[now_bucket] / times[now_bucket]
                    if n_options <= 64 and expected >= worth[2]:
                        end.enter(
                            endgame, words[first_word:], n_live, line, word,
                            column_items[first_item:], stride, deferred,
                        )  # fmt: skip
                        control[ENDGAME] = 1
                        control[end.COLUMNS] = open_here
                        control[end.OPTIONS] = n_options
                        control[end.DEPTH] = 0
                        control[end.VISITED] = 0
                        end_live[0] = ALL_ONES >> np.uint64(64 - n_options)
                        end_open[0] = open_here
                        ways[depth] = 0  # nothing is left once the endgame has been played
                        nodes -= 1  # the endgame visits the node again
                        control[end.VISITS] -= 1
                        continue
                    if (
                        open_here <= worth[0] * stride
                        and expected * (stride - open_here) > worth[1] * open_here
                        and focuses.make(
                            table, words, column_items, column_of, need, focus, now, depth,
                            open_here, n_live, line, sizes,
                        )
                    ):  # fmt: skip
                        now += 1
                        begin, n_lines, stride, first_word, first_item, base_level = (
                            focuses.in_force(focus, now)
                        )

        # Move to the next node in depth-first order; solutions on the way are counted.
        dead = False
        while depth >= 0:
            if tried[depth] == ways[depth]:
                if bucket[depth] >= 0:
                    below[bucket[depth]] += control[end.VISITS] - mark[depth]
                    times[bucket[depth]] += 1
                depth -= 1
                if depth >= 0:
                    while depth < base_level:
                        focuses.leave(focus, now, column_items, column_of)
                        now -= 1
                        begin, n_lines, stride, first_word, first_item, base_level = (
                            focuses.in_force(focus, now)
                        )
                    option = path[path_length[depth]]
                    _cover(index(option), -1, bounds, index(first_item), live, ZERO)
                continue
            if nodes >= max_nodes or found >= max_found:
                break
            here, row = index(depth * n_words), index(branch[depth] * n_words)
            at = index(cursor[depth] >> 6)
            bits = live[here + at] & item_rows[row + at] & (ALL_ONES << index(cursor[depth] & 63))
            while bits == ZERO:
                at += ONE
                bits = live[here + at] & item_rows[row + at]
            option = 64 * signed(at) + signed(count_trailing_zeros(bits))
            still_open = n_open[depth] - lengths[option]
            at = index(option * n_words)
            first = index(focus[now, focuses.FIRST_WORD])
            beyond = index(focus[now, focuses.LAST_WORD] + 1)
            if still_open == uniform and not keep:
                many = ZERO
                for k in range(first, beyond):
                    many += popcount(live[here + k] & ~clash[at + k])
                size = signed(many)
                if found + size <= max_found and nodes + size + 1 <= max_nodes:
                    tried[depth] += 1
                    cursor[depth] = option + 1
                    found += size
                    nodes += size + 1
                    control[end.VISITS] += 1
                    continue
            tried[depth] += 1
            cursor[depth] = option + 1
            top = path_length[depth]
            path[top] = option
            if still_open == 0:
                write_solution(path, top + 1, found, solutions, solution_lengths)
                found += 1
                nodes += 1
                continue
            fed = ONE
            below_here = here + index(n_words)
            if killer[option] < 0:
                for k in range(first, beyond):
                    live[below_here + k] = live[here + k] & ~clash[at + k]
            else:
                fed = ZERO
                victim_row = index(killer[option] * n_words)
                for k in range(first, beyond):
                    left = live[here + k] & ~clash[at + k]
                    live[below_here + k] = left
                    fed |= left & item_rows[victim_row + k]
            if fed == ZERO and low[killer[option]] > 0:
                nodes += 1
                continue
            if multiple:
                # The options tried before this one are dead below it.
                for k in range(index(option >> 6)):
                    live[below_here + k] &= ~item_rows[row + k]
                before = item_rows[row + index(option >> 6)] & (bit(option) - ONE)
                live[below_here + index(option >> 6)] &= ~before
            _cover(index(option), 1, bounds, index(first_item), live, below_here)
            n_open[depth + 1] = still_open
            path_length[depth + 1] = top + 1
            depth += 1
            visited = 0
            break
        if depth < 0:
            control[_DONE] = 1
            depth = 0
    control[DEPTH] = depth
    control[FOCUS] = now
    control[VISITED] = visited
    control[_NODES] += nodes
    return found
