"""What a person can follow: propagation in single steps, and how deep guessing must go.

Two rules, of which the simpler one always comes first:

* *single*: an item has one option left, so that is taken, and what clashes with it goes ("naked" or
  "hidden single" in Sudoku, according to the kind of item);
* *starved*: an option that would leave some item without any is removed.

The *difficulty* of a problem is how deep one must suppose something to decide it, in the sense of
D. Berthier's "trial and error" (Pattern-Based Constraint Satisfaction and Logic Puzzles, 2012): 0
if the rules do it alone; 1 if it is enough to suppose single options, follow each by singles, and
remove those that end where some item has no option; 2 if what is supposed must be followed in that
way itself; and so on. A problem with several solutions is not decided by any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..errors import MethodConflict, shown
from ..model import Statement

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = ["Step", "Trace", "difficulty", "trace"]

#: Depth at which a difficulty is given up.
DEEPEST = 3


class Step(NamedTuple):
    """One step: ``action`` is "given", "take" or "remove", of ``option``, because of ``item``.

    ``removed``: the options that clash with one that is taken, and go with it.
    """

    action: str
    option: Hashable
    item: Hashable
    removed: tuple[Hashable, ...] = ()

    def __str__(self) -> str:
        if self.action == "given":
            return f"{shown(self.option)} is given"
        if self.action == "take":
            return f"take {shown(self.option)}: {shown(self.item)} has no other option left"
        return f"remove {shown(self.option)}: it would leave {shown(self.item)} without any option"


@dataclass(frozen=True)
class Trace:
    """Steps by the rules alone, as far as they lead.

    ``outcome``: "solved", "impossible" (``stuck_at`` is the item that has no option left), or
    "open"; then ``left`` options are left to choose among.
    """

    steps: tuple[Step, ...]
    outcome: str
    stuck_at: Hashable = None
    left: int = 0

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        if self.outcome == "open":
            lines.append(f"{self.left:,} options are left, and none of the rules tells more")
        elif self.outcome == "impossible":
            lines.append(f"{shown(self.stuck_at)} has no option left")
        else:
            lines.append("solved")
        return "\n".join(lines)


class _Board:
    """A problem as masks: bit o of a mask is option o."""

    def __init__(self, statement: Statement):
        model = statement.model
        compiled = model.compiled
        if compiled.multiple:
            raise MethodConflict("a trace", "multiplicities")
        live = statement.live()
        n_primary = compiled.n_primary
        uses: list[list[tuple[int, int]]] = [[] for _ in range(compiled.n_items)]
        for option in range(compiled.n_options):
            if live[option]:
                for item, colour in compiled.option(option):
                    uses[item].append((option, colour))
        #: For each primary item its options.
        self.options_of = [
            sum(1 << option for option, _ in uses[item]) for item in range(n_primary)
        ]
        #: For each option those it clashes with, itself among them, and its primary items.
        self.clash = {option: 1 << option for option in range(compiled.n_options) if live[option]}
        self.items_of: dict[int, list[int]] = {option: [] for option in self.clash}
        for item, each in enumerate(uses):
            of_colour: dict[int, int] = {}
            for option, colour in each:
                of_colour[colour] = of_colour.get(colour, 0) | 1 << option
                if item < n_primary:
                    self.items_of[option].append(item)
            everything = sum(of_colour.values())
            for option, colour in each:
                self.clash[option] |= everything & ~(of_colour[colour] if colour else 0)
        self.live = sum(1 << option for option in self.clash)


@dataclass
class _State:
    live: int
    open: frozenset[int]

    def after(self, board: _Board, option: int) -> _State:
        return _State(self.live & ~board.clash[option], self.open - set(board.items_of[option]))


def _singles(
    board: _Board, state: _State, note: Callable[[str, int, int, int], None] | None = None
) -> tuple[_State, int | None]:
    """What the first rule makes of a state, and the item without an option, if there is one."""
    while True:
        sizes = [((state.live & board.options_of[item]).bit_count(), item) for item in state.open]
        size, item = min(sizes, default=(2, -1))
        if size == 0:
            return state, item
        if size == 1:
            option = (state.live & board.options_of[item]).bit_length() - 1
            after = state.after(board, option)
            if note is not None:
                note("take", option, item, state.live & ~after.live & ~(1 << option))
            state = after
            continue
        return state, None


def _propagated(
    board: _Board, state: _State, note: Callable[[str, int, int, int], None] | None = None
) -> tuple[_State, int | None]:
    """The same by both rules."""
    while True:
        state, stuck = _singles(board, state, note)
        if stuck is not None:
            return state, stuck
        starved = _starved(board, state)
        if starved is None:
            return state, None
        option, item = starved
        if note is not None:
            note("remove", option, item, 0)
        state = _State(state.live & ~(1 << option), state.open)


def _starved(board: _Board, state: _State) -> tuple[int, int] | None:
    """An option that would leave an item without any, and the item."""
    left = state.live
    while left:
        option = (left & -left).bit_length() - 1
        left &= left - 1
        if not any(item in state.open for item in board.items_of[option]):
            continue
        after = state.after(board, option)
        for item in sorted(after.open):
            if not after.live & board.options_of[item]:
                return option, item
    return None


def _begun(
    problem: Problem, board: _Board, note: Callable[[str, int, int, int], None] | None = None
) -> tuple[_State, int | None]:
    """The state once all that is given is taken, and an item that is covered twice by that."""
    state = _State(board.live, frozenset(range(len(board.options_of))))
    for option in problem._statement.given:
        if not state.live >> option & 1:
            items = board.items_of.get(option, [])
            return state, items[0] if items else 0
        after = state.after(board, option)
        if note is not None:
            note(
                "given",
                option,
                board.items_of[option][0],
                state.live & ~after.live & ~(1 << option),
            )
        state = after
    return state, None


def trace(problem: Problem) -> Trace:
    """The steps by the rules alone. See :meth:`Problem.trace`."""
    model = problem._model
    board = _Board(problem._statement)
    steps: list[Step] = []
    names = model.option_names

    def note(action: str, option: int, item: int, removed: int) -> None:
        gone = tuple(names[each] for each in range(removed.bit_length()) if removed >> each & 1)
        steps.append(Step(action, names[option], model.item_names[item], gone))

    state, stuck = _begun(problem, board, note)
    if stuck is None:
        state, stuck = _propagated(board, state, note)
    if stuck is not None:
        return Trace(tuple(steps), "impossible", model.item_names[stuck])
    if not state.open:
        return Trace(tuple(steps), "solved")
    return Trace(tuple(steps), "open", None, len(_useful(board, state)))


def difficulty(problem: Problem, tick: Callable[[], None] = lambda: None) -> int | None:
    """How deep one must suppose; None if ``DEEPEST`` is not enough."""
    board = _Board(problem._statement)
    state, stuck = _begun(problem, board)
    if stuck is not None:
        return 0
    for depth in range(DEEPEST + 1):
        tick()
        state, stuck = _propagated(board, state)
        if depth and stuck is None:
            state, stuck = _supposed(board, state, depth, tick)
        if stuck is not None or not state.open:
            return depth
    return None


def _supposed(
    board: _Board, state: _State, depth: int, tick: Callable[[], None]
) -> tuple[_State, int | None]:
    """What is left when options are supposed, one after the other, and removed where that fails."""
    state, stuck = _singles(board, state)
    at = 0
    while stuck is None and state.open and depth:
        tick()
        options = _useful(board, state)
        if at >= len(options):
            break
        option = options[at]
        after, failed = _singles(board, state.after(board, option))
        if failed is None and depth > 1 and after.open:
            after, failed = _supposed(board, after, depth - 1, tick)
        if failed is None:
            at += 1
            continue
        state, stuck = _singles(board, _State(state.live & ~(1 << option), state.open))
        at = 0
    return state, stuck


def _useful(board: _Board, state: _State) -> list[int]:
    """The live options of the open items, those of items with few options first."""
    seen, options = 0, []
    sizes = sorted(((state.live & board.options_of[item]).bit_count(), item) for item in state.open)
    for _, item in sizes:
        left = state.live & board.options_of[item] & ~seen
        seen |= left
        while left:
            options.append((left & -left).bit_length() - 1)
            left &= left - 1
    return options
