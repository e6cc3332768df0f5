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

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from ..arrays.compiled import UNLIMITED
from ..common.deadline import ticking
from ..common.displayed import Displayed, display
from ..errors import SearchStopped, shown
from ..statement.model import Model
from ..statement.results import PartialSolution
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

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return display().html_of(self)

    def __str__(self) -> str:
        option, item = shown(self.option), shown(self.item)
        if self.action == "given":
            return f"{option} is given"
        if self.action == "clash":
            return f"{option} is given, and cannot be chosen: see {item}"
        if self.action == "take":
            all_left = f"needs all {self.needs} options that it has left"
            return f"take {option}: {item} " + (
                "has no other option left" if self.needs == 1 else all_left
            )
        left = "without any option" if self.needs == 1 else "with too few options"
        return f"remove {option}: it would leave {item} {left}"


@dataclass(frozen=True)
class Trace(Displayed):
    """Steps by the rules alone, as far as they lead.

    ``outcome``: "solved"; "impossible" (``stuck_at`` is an item that cannot be covered as it must);
    "open", with ``left`` options left to choose among; or "stopped", by the budget.
    """

    steps: tuple[Step, ...]
    outcome: str
    stuck_at: Hashable = None
    left: int = 0
    #: What the names are those of; None if that is not known.
    _model: Model | None = field(default=None, repr=False, compare=False, kw_only=True)

    def _board(self, steps: int) -> PartialSolution:
        """What is taken after so many steps, to be drawn."""
        assert self._model is not None
        taken = [each.option for each in self.steps[:steps] if each.action in ("given", "take")]
        return PartialSolution(self._model, tuple(sorted(self._model.numbers_of(taken))))

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        if self.outcome == "open":
            left = counted(self.left, "option is", "options are")
            lines.append(f"{left} left, and none of the rules tells more")
        elif self.outcome == "stopped":
            lines.append("the time was over")
        elif self.outcome == "solved":
            lines.append("solved")
        elif self.steps and self.steps[-1].action == "clash":
            lines.append("what is given clashes")
        else:
            lines.append(f"{shown(self.stuck_at)} has no option left that it needs")
        return "\n".join(lines)


class _State(NamedTuple):
    """The options that may still be chosen, as a mask, and how often each item must and may be
    covered; and an item that can no longer be covered as it must."""

    live: int
    low: tuple[int, ...]
    high: tuple[int, ...]
    stuck: int | None = None

    @property
    def decided(self) -> bool:
        """Whether there is nothing left to choose, once no single is left."""
        return self.stuck is not None or not self.live

    def without(self, option: int) -> _State:
        """What is left when an option is removed."""
        return self._replace(live=self.live & ~(1 << option))


class _Board:
    """A problem as masks, on which the rules are played: bit o of a mask is option o.

    ``tick`` is called often; it may raise to stop. ``note`` is called with each step: the action,
    the option, the item, the mask of what is removed, and what the item needs.
    """

    def __init__(
        self,
        statement: Statement,
        tick: Callable[[], None],
        note: Callable[[str, int, int, int, int], None] = lambda *step: None,
    ):
        self.statement, self.tick, self.note = statement, tick, note
        compiled = statement.model.compiled
        n_primary = compiled.n_primary
        self.repeat = compiled.repeat
        uses: list[list[tuple[int, int]]] = [[] for _ in range(compiled.n_items)]
        #: For each option that can be chosen its primary items, and the options it clashes with
        #: on secondary ones.
        self.items_of: dict[int, list[int]] = {}
        for option, live in enumerate(ticking(statement.live(), tick)):
            if live:
                entries = list(compiled.option(option))
                self.items_of[option] = [item for item, _ in entries if item < n_primary]
                for item, colour in entries:
                    uses[item].append((option, colour))
        self.clash = dict.fromkeys(self.items_of, 0)
        #: For each primary item its options.
        self.options_of = [self.mask(option for option, _ in each) for each in uses[:n_primary]]
        for each in uses[n_primary:]:
            coloured: dict[int, list[int]] = {}
            for option, colour in each:
                coloured.setdefault(colour, []).append(option)
            of_colour = {colour: self.mask(options) for colour, options in coloured.items()}
            everything = self.mask(option for option, _ in each)
            for option, colour in each:
                tick()
                self.clash[option] |= everything & ~(of_colour[colour] if colour else 0)

    def mask(self, options: Iterable[int]) -> int:
        """The mask of these options, in time linear in its length."""
        self.tick()
        flags = bytearray(self.statement.model.compiled.n_options // 8 + 1)
        for option in options:
            flags[option >> 3] |= 1 << (option & 7)
        return int.from_bytes(flags, "little")

    def begun(self) -> _State:
        """The state once all that is given is taken; stuck where that covers an item too often."""
        low, high = map(tuple, self.statement.model.compiled.bounds)
        live = self.mask(
            option
            for option, items in self.items_of.items()
            if all(high[item] > 0 for item in items)
        )
        state = _State(live, low, high)
        given = self.statement.given
        for place, option in enumerate(given):
            if not state.live >> option & 1:
                item = self.clashing_item(option, given[:place])
                self.note("clash", option, item, 0, 1)
                return state._replace(stuck=item)
            state = self.take("given", state, option, self.items_of[option][0], 1)
        return state

    def clashing_item(self, option: int, before: Iterable[int]) -> int:
        """An item on which an option clashes with those before it, or its first item."""
        compiled = self.statement.model.compiled
        entries = list(compiled.option(option))
        taken = dict(chain.from_iterable(map(compiled.option, before)))
        for item, colour in entries:
            if item in taken and (not colour or taken[item] != colour):
                return item
        return entries[0][0]

    def after(self, state: _State, option: int) -> _State:
        """What is left when an option is chosen."""
        live = state.live & ~self.clash[option]
        if not self.repeat:
            live &= ~(1 << option)
        low, high = list(state.low), list(state.high)
        for item in self.items_of[option]:
            low[item] = max(0, low[item] - 1)
            if high[item] < UNLIMITED:
                high[item] -= 1
                if not high[item]:
                    live &= ~self.options_of[item]
        return _State(live, tuple(low), tuple(high))

    def take(self, action: str, state: _State, option: int, item: int, needs: int) -> _State:
        """Choose an option, and note it as a step."""
        after = self.after(state, option)
        self.note(action, option, item, state.live & ~after.live & ~(1 << option), needs)
        return after

    def spares(self, state: _State) -> Iterator[tuple[int, int]]:
        """For each item that needs options how many more it has left, and the item."""
        self.tick()
        live, repeat, options_of = state.live, self.repeat, self.options_of
        for item, low in enumerate(state.low):
            if low:
                needs = 1 if repeat else low
                yield (live & options_of[item]).bit_count() - needs, item

    def singles(self, state: _State) -> _State:
        """What the first rule makes of a state."""
        while state.stuck is None:
            spare, item = min(self.spares(state), default=(1, -1))
            if spare > 0:
                break
            if spare < 0:
                return state._replace(stuck=item)
            mine = state.live & self.options_of[item]
            state = self.take("take", state, next(_members(mine)), item, mine.bit_count())
        return state

    def propagated(self, state: _State) -> _State:
        """What both rules make of a state."""
        while True:
            state = self.singles(state)
            starved = None if state.stuck is not None else self.starved(state)
            if starved is None:
                return state
            option, item = starved
            self.note("remove", option, item, 0, state.low[item])
            state = state.without(option)

    def starved(self, state: _State) -> tuple[int, int] | None:
        """An option that would leave an item without the options it needs, and the item."""
        for option in _members(state.live):
            for spare, item in self.spares(self.after(state, option)):
                if spare < 0:
                    return option, item
        return None

    def assumed(self, state: _State, depth: int) -> _State:
        """What is left when options are assumed in turn, and removed if that fails."""
        state = self.singles(state)
        at = 0
        while not state.decided:
            options = self.useful(state)
            if at >= len(options):
                break
            chosen, left_out = self.after(state, options[at]), state.without(options[at])
            if self.fails(chosen, depth):
                state, at = self.singles(left_out), 0
            # Where options are repeated, an item may need two of them, and either fits.
            elif self.repeat and self.fails(left_out, depth):
                state, at = self.singles(chosen), 0
            else:
                at += 1
        return state

    def fails(self, state: _State, depth: int) -> bool:
        """Whether an assumption leads to a contradiction."""
        state = self.singles(state)
        return (state if depth == 1 else self.assumed(state, depth - 1)).stuck is not None

    def useful(self, state: _State) -> list[int]:
        """The live options, those of items that need them and have few to spare first."""
        seen = 0
        options: list[int] = []
        needy = sorted(self.spares(state))
        for mask in (*(self.options_of[item] for _, item in needy), state.live):
            self.tick()
            left = state.live & mask & ~seen
            seen |= left
            options += _members(left)
        return options


def _members(mask: int) -> Iterator[int]:
    """The options of a mask, ascending."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def trace(statement: Statement, tick: Callable[[], None] = lambda: None) -> Trace:
    """The steps by the rules alone. See :meth:`Problem.trace`."""
    model = statement.model
    steps: list[Step] = []
    names = model.option_names

    def note(action: str, option: int, item: int, removed: int, needs: int) -> None:
        gone = tuple(names[each] for each in model.without_additions(_members(removed)))
        because = model.shown_item(item)
        if option < model.n_stated:
            steps.append(Step(action, names[option], because, gone, needs))
        else:  # a rule that can go on in one way only
            steps.extend(Step("remove", each, because) for each in gone)

    try:
        board = _Board(statement, tick, note)
        state = board.propagated(board.begun())
    except SearchStopped:
        return Trace(tuple(steps), "stopped", _model=model)
    if state.stuck is not None:
        return Trace(tuple(steps), "impossible", model.shown_item(state.stuck), _model=model)
    outcome = "open" if state.live else "solved"
    return Trace(tuple(steps), outcome, left=state.live.bit_count(), _model=model)


def difficulty(statement: Statement, tick: Callable[[], None] = lambda: None) -> int | None:
    """How many nested assumptions are needed; None if ``DEEPEST`` is not enough."""
    board = _Board(statement, tick)
    state = board.begun()
    for depth in range(DEEPEST + 1):
        state = board.propagated(state)
        if depth:
            state = board.assumed(state, depth)
        if state.decided:
            return depth
    return None
