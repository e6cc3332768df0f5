"""Counting solutions along a tree, with a table of states for each part that is decided.

The idea. Items are settled one after the other, the leaves of a tree first. What the options chosen
below a place of the tree have done shows only in the few items that are still open there: which of
them are covered, how often, in which colour. That is a *state*. A *table* says for each state that
can come up how many sets of options lead to it. Where branches of the tree meet, their tables are
joined: two states go together if no item is covered twice, and their numbers multiply. On a path no
branches meet. (Dynamic programming over tree decompositions: H. Bodlaender, "Dynamic programming on
graphs with bounded treewidth", 1988; for tilings by dominoes, "broken profiles".) A table is given
back as soon as the next one is made of it.

With ``edges`` the tables say, in place of a number, which node of a diagram stands for the sets of
options that lead to the state. Joins become nodes of products.

Steps. A program of steps is worked off on a stack of tables:

* ``START``: push the table of the one empty set.
* ``CHOOSE``: settle an item to be covered exactly once: in the states where it is open, one of its
  options is chosen. This happens in place. The item's bit is set in all states afterwards, so that
  states where the item was covered before stay where they are.
* ``TAKE``: an option may be chosen, or be chosen several times. A field counts its copies.
* ``FORGET``: what a field says does not matter any more. States that become equal are added up; an
  item covered too few times has no state.
* ``CLEAN``: clear bits that are the same in all states, so that other items may use them.
* ``JOIN``: join the two tables on top of the stack.
"""

from __future__ import annotations

from typing import NamedTuple

from ..bits.array_types import Int32s, Int64s, Words

#: Kinds of steps.
START, CHOOSE, TAKE, FORGET, CLEAN, JOIN = range(6)

#: Places of ``control``: the step; where it is in the step (-1: at its beginning); the round of
#: TAKE or FORGET; how many tables are on the stack; words needed; states expanded and the work of
#: joins; states reached, and reached for the first time; nodes, edges and pending edges; the
#: entries of the stack of a join, and the lengths of its two lists; 1 if it stopped before CHOOSE,
#: for several threads.
CONTROL = 15
(
    STEP, CURSOR, ROUND, DEPTH, NEED, EXPANDED, REACHED, CREATED, NODES, EDGES, PENDING, OPEN,
    LEFT, RIGHT, STOPPED,
) = range(CONTROL)  # fmt: skip


class Steps(NamedTuple):
    """The program; an array has a place for each step, ``*_first`` one more."""

    kind: Int32s
    #: The field of CHOOSE, TAKE and FORGET: its lowest bit in the state, and its mask, moved down.
    place: Int64s
    mask: Words
    #: FORGET: the least number in the field. TAKE: the most copies. CHOOSE: the most fields that
    #: an option changes.
    bound: Int64s
    #: CHOOSE and TAKE: the options.
    options_first: Int64s
    #: CLEAN and JOIN: bits that are kept, of the lower table; JOIN: behind them bits of which only
    #: one side may have each; ``n_words`` words each, from here.
    kept_at: Int64s
    kept: Words
    #: JOIN: where bits of the upper table go: from a word, a mask, to a word, turned left by.
    moves_first: Int64s
    move_from: Int64s
    move_mask: Words
    move_to: Int64s
    move_by: Int64s
    #: JOIN: single bits by which both sides are divided.
    split_first: Int64s
    split: Int64s
    #: JOIN: fields that both sides may have.
    shared_first: Int64s


class Options(NamedTuple):
    """The options of steps, in the order of the steps."""

    number: Int32s
    #: Bits that must be 0, and are set; ``n_words`` for each.
    block: Words
    fields_first: Int64s


class Fields(NamedTuple):
    """Fields that options change, or that both sides of a join may have."""

    place: Int64s
    mask: Words
    #: The colour; 0 for a counter.
    colour: Words
    #: The most that a counter may show; then it stops (``unlimited`` 1), or no more is allowed (0).
    most: Words
    unlimited: Int64s
