"""Solving in steps that a person can follow, and the number of nested assumptions that it needs.

There are the two rules of :meth:`Problem.trace`; the simpler one, *single*, always comes first.
(Sudoku has "naked" and "hidden" singles, by kind of item.)

The *difficulty* of a problem is the number of nested assumptions that decide it, in the sense of D.
Berthier's "trial and error" (Pattern-Based Constraint Satisfaction and Logic Puzzles, 2012). At 0
the rules suffice. At 1 each assumption is one option: singles follow from it, and the option is
removed if some item is left without options. At 2 assumptions are made within such an assumption,
and so on. No depth decides a problem with several solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from ..arrays.compiled import Compiled
from ..common.deadline import ticking
from ..common.displayed import Displayed, display
from ..compile import compiles
from ..errors import SearchStopped, shown
from ..propagation.filtering import CLASH, FIXED_POINT, LIVE, WORK_LIMIT
from ..propagation.propagator import Propagator
from ..statement.model import Model
from ..statement.results import PartialSolution
from ..statement.statement import Statement
from ..text import counted

__all__ = ["Step", "Trace", "difficulty", "trace"]

#: Depth at which a difficulty is given up.
DEEPEST = 3
#: Entries looked at from one tick to the next: a millisecond compiled, up to 0.1 s in plain Python.
_SLICE = 200_000


class Step(NamedTuple):
    """One step: ``action`` is "given", "clash" (given, but impossible), "take" or "remove", applied
    to ``option`` because of ``item``.

    ``removed``: the options that are removed since they clash with the one taken. ``needs``: how
    many options the item still needs before the step.
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
            return f"{option} is given, but cannot be chosen: see {item}"
        if self.action == "take":
            all_left = f"needs all {self.needs} options that it has left"
            return f"take {option}: {item} " + (
                "has no other option left" if self.needs == 1 else all_left
            )
        left = "without any option" if self.needs == 1 else "with too few options"
        return f"remove {option}: it would leave {item} {left}"


@dataclass(frozen=True)
class Trace(Displayed):
    """The steps of :meth:`Problem.trace`, as far as its two rules lead.

    Attributes
    ----------
    steps : tuple of Step
    outcome : {"solved", "impossible", "open", "stopped"}
        "open": no rule applies any more; "stopped": the time was up.
    stuck_at, left : hashable and int
        If impossible, an item that cannot be covered; if open, the number of options left.
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
            lines.append("out of time")
        elif self.outcome == "solved":
            lines.append("solved")
        elif self.steps and self.steps[-1].action == "clash":
            lines.append("given options clash")
        else:
            lines.append(f"{shown(self.stuck_at)} has no option left that it needs")
        return "\n".join(lines)


def trace(statement: Statement, tick: Callable[[], None] = lambda: None) -> Trace:
    """The steps by the rules alone. See :meth:`Problem.trace`."""
    model, given = statement.model, statement.given
    compiled, names = model.compiled, model.option_names
    large = compiles() and Propagator.is_for_kernels(compiled)
    propagator = Propagator(compiled, statement.live(), given, lists=not large)
    steps: list[Step] = []

    def note(action: str, option: int, item: int, needs: int, removed: Sequence[int] = ()) -> None:
        gone = tuple(names[each] for each in model.without_additions(removed) if each != option)
        because = model.shown_item(item)
        if option < model.n_stated:
            steps.append(Step(action, names[option], because, gone, needs))
        else:  # a rule that can go on in one way only
            steps.extend(Step("remove", each, because) for each in gone)

    n_given, status, stuck = 0, WORK_LIMIT, -1
    while status == WORK_LIMIT and stuck < 0:
        try:
            tick()
        except SearchStopped:
            return Trace(tuple(steps), "stopped", _model=model)
        low, spare = propagator.state.low, propagator.state.spare
        if n_given == len(given):
            lacking = [(more, item) for item, more in enumerate(spare) if more < 0 < low[item]]
            if lacking:
                _, stuck = min(lacking)
                break
        status, culprit, deduced = propagator.deduce(_SLICE, compiled=large)
        if status == CLASH:
            stuck = propagator.why_item[culprit]
            if stuck < 0:  # it is forbidden
                stuck = compiled.items[compiled.starts[culprit]]
            note("clash", culprit, stuck, 1)
        elif deduced is not None:
            taken, option, item, removed = deduced
            if not taken:
                note("remove", option, item, int(low[item]))
            elif item >= 0:
                note("take", option, item, 1 if compiled.repeat else int(low[item]) + 1, removed)
            else:
                n_given += 1
                primary = (item for item, _ in compiled.option(option) if item < len(spare))
                note("given", option, next(primary), 1, removed)
    if stuck >= 0:
        return Trace(tuple(steps), "impossible", model.shown_item(stuck), _model=model)
    left = sum(int(flag) == LIVE for flag in propagator.state.live)
    return Trace(tuple(steps), "open" if left else "solved", left=left, _model=model)


def difficulty(statement: Statement, tick: Callable[[], None] = lambda: None) -> int | None:
    """How many nested assumptions are needed; None if ``DEEPEST`` is not enough."""
    position = Propagator(statement.model.compiled, statement.live(), statement.given)
    assumptions = _Assumptions(statement.model.compiled, position.problem.option_of, tick)
    for depth in range(DEEPEST + 1):
        if not assumptions.consistent(position, 2):
            return depth
        if depth:
            left = assumptions.made(position, depth)
            if left is None:
                return depth
            position = left
        if LIVE not in position.state.live:
            return depth
    return None


class _Assumptions:
    """Assumptions from positions of one problem, which are propagators at their fixed point."""

    def __init__(self, compiled: Compiled, option_of: Sequence[int], tick: Callable[[], None]):
        self._repeat, self._tick = compiled.repeat, tick
        self._large = compiles() and not compiled.small
        starts, nodes = compiled.by_item
        self._options_of = [
            [option_of[node] for node in nodes[begin:end]]
            for begin, end in ticking(pairwise(starts[: compiled.n_primary + 1]), tick)
        ]

    def consistent(self, position: Propagator, rules: int) -> bool:
        """Play the rules up to such a number; whether they find no contradiction."""
        status = WORK_LIMIT
        while status == WORK_LIMIT:
            self._tick()
            status, _ = position.run(rules, _SLICE, compiled=self._large)
        return status == FIXED_POINT

    def made(self, position: Propagator, depth: int) -> Propagator | None:
        """What is left when options are assumed in turn, and removed if that fails; or None."""
        options, at = self._useful(position), 0
        while at < len(options):
            option = options[at]
            if self._fails(position, option, True, depth):
                position = position.branch([option], taken=False)
            # Where options are repeated, an item may need two of them, and either fits.
            elif self._repeat and self._fails(position, option, False, depth):
                position = position.branch([option])
            else:
                at += 1
                continue
            if not self.consistent(position, 1):
                return None
            options, at = self._useful(position), 0
        return position

    def _fails(self, position: Propagator, option: int, taken: bool, depth: int) -> bool:
        """Whether an assumption leads to a contradiction."""
        then = position.branch([option], taken=taken)
        return not self.consistent(then, 1) or (depth > 1 and self.made(then, depth - 1) is None)

    def _useful(self, position: Propagator) -> list[int]:
        """The live options, those of items that need them and have few to spare first."""
        low, spare, live = position.state.low, position.state.spare, position.state.live
        needy = sorted((more, item) for item, more in enumerate(spare) if low[item])
        options = chain.from_iterable(self._options_of[item] for _, item in needy)
        return list(dict.fromkeys(o for o in chain(options, range(len(live))) if live[o] == LIVE))
