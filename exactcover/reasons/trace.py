"""What a person can follow: propagation in single steps, and how many nested assumptions it needs.

There are two rules. The simpler one always comes first:

* *single*: an item has no more options left than it needs, usually one. They are taken, and options
  that clash with them are removed. (Sudoku has "naked" and "hidden" singles, by kind of item.)
* *starved*: an option that would leave some item without as many as it needs is removed.

The *difficulty* of a problem is the number of nested assumptions that decide it, in the sense of D.
Berthier's "trial and error" (Pattern-Based Constraint Satisfaction and Logic Puzzles, 2012). At 0
the rules suffice. At 1 each assumption is one option: singles follow from it, and the option is
removed if some item is left without options. At 2 assumptions are made within such an assumption,
and so on. No depth decides a problem with several solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..arrays.compiled import UNLIMITED
from ..common.budget import ticking
from ..errors import SearchStopped, shown
from ..statement.statement import Statement
from ..text import counted

__all__ = ["Step", "Trace", "difficulty", "trace"]

#: Depth at which a difficulty is given up.
DEEPEST = 3


class Step(NamedTuple):
    """One step: ``action`` is "given", "clash" (it is given and cannot be chosen), "take" or
    "remove", of ``option``, because of ``item``.

    ``removed``: the options that clash with one that is taken, and go with it. ``needs``: how many
    options the item needs still, before one is taken.
    """

    action: str
    option: Hashable
    item: Hashable
    removed: tuple[Hashable, ...] = ()
    needs: int = 1

    def __str__(self) -> str:
        if self.action == "given":
            return f"{shown(self.option)} is given"
        if self.action == "clash":
            return f"{shown(self.option)} is given, and cannot be chosen: see {shown(self.item)}"
        if self.action == "take" and self.needs > 1:
            needs = f"needs all {self.needs} options that it has left"
            return f"take {shown(self.option)}: {shown(self.item)} {needs}"
        if self.action == "take":
            return f"take {shown(self.option)}: {shown(self.item)} has no other option left"
        left = "without any option" if self.needs == 1 else "with too few options"
        return f"remove {shown(self.option)}: it would leave {shown(self.item)} {left}"


@dataclass(frozen=True)
class Trace:
    """Steps by the rules alone, as far as they lead.

    ``outcome``: "solved"; "impossible" (``stuck_at`` is an item that cannot be covered as it must);
    "open", with ``left`` options left to choose among; or "stopped", by the budget.
    """

    steps: tuple[Step, ...]
    outcome: str
    stuck_at: Hashable = None
    left: int = 0

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        if self.outcome == "open":
            left = counted(self.left, "option is", "options are")
            lines.append(f"{left} left, and none of the rules tells more")
        elif self.outcome == "stopped":
            lines.append("the time was over")
        elif self.outcome == "impossible" and self.steps[-1:] and self.steps[-1].action == "clash":
            lines.append("what is given clashes")
        elif self.outcome == "impossible":
            lines.append(f"{shown(self.stuck_at)} has no option left that it needs")
        else:
            lines.append("solved")
        return "\n".join(lines)


class _Board:
    """A problem as masks: bit o of a mask is option o."""

    def __init__(self, statement: Statement, tick: _Tick):
        model = statement.model
        compiled = model.compiled
        live = statement.live()
        n_primary = compiled.n_primary
        self.repeat = compiled.repeat
        uses: list[list[tuple[int, int]]] = [[] for _ in range(compiled.n_items)]
        #: For each option that can be chosen its primary items, and the options it clashes with
        #: on secondary ones.
        self.items_of: dict[int, list[int]] = {}
        for option in ticking(range(compiled.n_options), tick):
            entries = list(compiled.option(option)) if live[option] else []
            items = [item for item, _ in entries if item < n_primary]
            if items:
                self.items_of[option] = items
                for item, colour in entries:
                    uses[item].append((option, colour))
        #: For each primary item its options.
        self.options_of = []
        for item in range(n_primary):
            tick()
            self.options_of.append(_mask([option for option, _ in uses[item]]))
        self.clash = dict.fromkeys(self.items_of, 0)
        for each in uses[n_primary:]:
            coloured: dict[int, list[int]] = {}
            for option, colour in each:
                coloured.setdefault(colour, []).append(option)
            of_colour = {colour: _mask(options) for colour, options in coloured.items()}
            everything = _mask([option for option, _ in each])
            for option, colour in each:
                tick()
                self.clash[option] |= everything & ~(of_colour[colour] if colour else 0)
        ones = (1,) * n_primary
        high = tuple(compiled.high) if compiled.multiple else ones
        live_now = [
            option
            for option, items in ticking(self.items_of.items(), tick)
            if all(high[item] > 0 for item in items)
        ]
        self.begin = _State(
            _mask(live_now),
            tuple(compiled.low) if compiled.multiple else ones,
            high,
        )


def _mask(options: list[int]) -> int:
    """The mask of these options, in time linear in its length."""
    flags = bytearray(max(options, default=0) // 8 + 1)
    for option in options:
        flags[option >> 3] |= 1 << (option & 7)
    return int.from_bytes(flags, "little")


class _State(NamedTuple):
    """The options that may still be chosen, and how often each item must and may be covered."""

    live: int
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def decided(self) -> bool:
        """Whether there is nothing left to choose, and nothing needed."""
        return not self.live and not any(self.low)

    def after(self, board: _Board, option: int) -> _State:
        """What is left when an option is chosen."""
        live = self.live & ~board.clash[option]
        if not board.repeat:
            live &= ~(1 << option)
        low, high = list(self.low), list(self.high)
        for item in board.items_of[option]:
            low[item] = max(0, low[item] - 1)
            if high[item] < UNLIMITED:
                high[item] -= 1
                if not high[item]:
                    live &= ~board.options_of[item]
        return _State(live, tuple(low), tuple(high))

    def without(self, option: int) -> _State:
        """What is left when an option is removed."""
        return self._replace(live=self.live & ~(1 << option))

    def spare(self, board: _Board, item: int) -> int:
        """How many options more than it needs an item has left."""
        needs = min(self.low[item], 1) if board.repeat else self.low[item]
        return (self.live & board.options_of[item]).bit_count() - needs


#: Called with each step: the action, the option, the item, what is removed, what the item needs.
_Note = Callable[[str, int, int, int, int], None]
#: Called often; it may raise to stop.
_Tick = Callable[[], None]


def _singles(
    board: _Board, state: _State, tick: _Tick, note: _Note | None = None
) -> tuple[_State, int | None]:
    """What the first rule makes of a state, and an item without the options it needs."""
    while True:
        spare, item = min(_spares(board, state, tick), default=(1, -1))
        if spare < 0:
            return state, item
        if spare > 0:
            return state, None
        mine = state.live & board.options_of[item]
        option = (mine & -mine).bit_length() - 1
        after = state.after(board, option)
        if note is not None:
            gone = state.live & ~after.live & ~(1 << option)
            note("take", option, item, gone, mine.bit_count())
        state = after


def _spares(board: _Board, state: _State, tick: _Tick) -> Iterator[tuple[int, int]]:
    """For each item that needs options how many it has more, and the item."""
    tick()
    for item, low in enumerate(state.low):
        if low:
            if item % 64 == 0:
                tick()
            yield state.spare(board, item), item


def _propagated(
    board: _Board, state: _State, tick: _Tick, note: _Note | None = None
) -> tuple[_State, int | None]:
    """What both rules make of a state, and an item without the options it needs."""
    while True:
        state, stuck = _singles(board, state, tick, note)
        if stuck is not None:
            return state, stuck
        starved = _starved(board, state, tick)
        if starved is None:
            return state, None
        option, item = starved
        if note is not None:
            note("remove", option, item, 0, state.low[item])
        state = state.without(option)


def _starved(board: _Board, state: _State, tick: _Tick) -> tuple[int, int] | None:
    """An option that would leave an item without the options it needs, and the item."""
    left = state.live
    while left:
        option = (left & -left).bit_length() - 1
        left &= left - 1
        after = state.after(board, option)
        for spare, item in _spares(board, after, tick):
            if spare < 0:
                return option, item
    return None


def _begun(
    statement: Statement, board: _Board, tick: _Tick, note: _Note | None = None
) -> tuple[_State, int | None]:
    """The state once all that is given is taken, and an item that is covered too often by that."""
    state = board.begin
    before: list[int] = []
    for option in statement.given:
        tick()
        if not state.live >> option & 1:
            item = _clash(statement, option, before)
            if note is not None:
                note("clash", option, item, 0, 1)
            return state, item
        after = state.after(board, option)
        if note is not None:
            gone = state.live & ~after.live & ~(1 << option)
            note("given", option, board.items_of[option][0], gone, 1)
        state = after
        before.append(option)
    return state, None


def _clash(statement: Statement, option: int, before: list[int]) -> int:
    """An item on which an option clashes with those before it, or its first item."""
    entries = dict(statement.model.compiled.option(option))
    taken: dict[int, int] = {}
    for other in before:
        taken.update(statement.model.compiled.option(other))
    for item, colour in entries.items():
        if item in taken and (not colour or taken[item] != colour):
            return item
    return next(iter(entries))


def trace(statement: Statement, tick: _Tick = lambda: None) -> Trace:
    """The steps by the rules alone. See :meth:`Problem.trace`."""
    model = statement.model
    steps: list[Step] = []
    names = model.option_names

    def note(action: str, option: int, item: int, removed: int, needs: int) -> None:
        gone = tuple(names[each] for each in _members(removed))
        steps.append(Step(action, names[option], model.item_names[item], gone, needs))

    try:
        board = _Board(statement, tick)
        state, stuck = _begun(statement, board, tick, note)
        if stuck is None:
            state, stuck = _propagated(board, state, tick, note)
        left = len(_useful(board, state, tick)) if stuck is None and not state.decided else 0
    except SearchStopped:
        return Trace(tuple(steps), "stopped")
    if stuck is not None:
        return Trace(tuple(steps), "impossible", model.item_names[stuck])
    if state.decided:
        return Trace(tuple(steps), "solved")
    return Trace(tuple(steps), "open", None, left)


def difficulty(statement: Statement, tick: Callable[[], None] = lambda: None) -> int | None:
    """How many nested assumptions are needed; None if ``DEEPEST`` is not enough."""
    board = _Board(statement, tick)
    state, stuck = _begun(statement, board, tick)
    if stuck is not None:
        return 0
    for depth in range(DEEPEST + 1):
        tick()
        state, stuck = _propagated(board, state, tick)
        if depth and stuck is None:
            state, stuck = _assumed(board, state, depth, tick)
        if stuck is not None or state.decided:
            return depth
    return None


def _assumed(
    board: _Board, state: _State, depth: int, tick: Callable[[], None]
) -> tuple[_State, int | None]:
    """What is left when options are assumed in turn, and removed if that fails."""
    state, stuck = _singles(board, state, tick)
    at = 0
    while stuck is None and not state.decided and depth:
        tick()
        options = _useful(board, state, tick)
        if at >= len(options):
            break
        option = options[at]
        after, failed = _singles(board, state.after(board, option), tick)
        if failed is None and depth > 1 and not after.decided:
            after, failed = _assumed(board, after, depth - 1, tick)
        if failed is None:
            at += 1
            continue
        state, stuck = _singles(board, state.without(option), tick)
        at = 0
    return state, stuck


def _useful(board: _Board, state: _State, tick: _Tick) -> list[int]:
    """The live options, those of items that need them and have few to spare first."""
    seen, options = 0, []
    needy = sorted(_spares(board, state, tick))
    for mask in (*(board.options_of[item] for _, item in needy), state.live):
        tick()
        left = state.live & mask & ~seen
        seen |= left
        options += _members(left)
    return options


def _members(mask: int) -> list[int]:
    """The options of a mask, ascending."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found
