"""How the solutions of a problem differ, and a choice of options that leaves one.

Solutions are listed first, up to a bound. If these are all, the list decides everything
(``fewest_choice.py``). If not, the solutions with each option are counted: by visiting all of them,
up to another bound, or by a diagram, for a few seconds. If that fails too, a search decides each
option that no listed solution contains, or that all contain: is there a solution with it, or
without it? An answer is one more solution, which decides many options, or a proof, which decides
this one (as one finds the *backbone* of a formula: M. Janota, I. Lynce and J. Marques-Silva,
"Algorithms for computing backbones of propositional formulae", AI Communications 28, 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..common.ask import Ask
from ..common.deadline import Deadline
from ..common.displayed import Displayed
from ..diagrams.build import timed_diagram
from ..errors import DiagramTooLarge, SearchStopped, UndecidedError, shown
from ..propagation.reduce import live_options, reduced
from ..search.about_solutions import Questions
from ..search.answers import first, is_unique
from ..search.batch_lists import Numbers, Prepared
from ..search.solutions import Solutions
from ..statement.results import Count, Impossible, Solution
from ..statement.statement import Statement
from ..text import counted
from .fewest_choice import Choice, choice_of, occurrences

__all__ = ["Ambiguity", "ambiguity"]

#: Solutions that are listed at most, and their options.
_MOST_LISTED, _MOST_ENTRIES = 50_000, 5_000_000
#: Solutions that are counted one by one at most.
_MOST_COUNTED = 2_000_000
#: What a diagram may take where there are more.
_DIAGRAM_SECONDS, _DIAGRAM_MEMORY = 5.0, "500MB"


@dataclass(frozen=True)
class Ambiguity(Displayed):
    """What all solutions have in common, how they differ, and what makes the solution unique.

    Attributes
    ----------
    solutions : Count
        Their number, or a lower bound that says so.
    shared, open, never, undecided : tuple of hashable
        The options in all solutions, including given ones; in some; the live ones in none; those
        not decided in time.
    choice, leads_to : tuple of hashable and Solution, or None
        Options that together are in one solution only; that solution. None of the options can be
        dropped, unless time ran out. None if there is no such choice (solutions may repeat options
        or contain one another), or time ran out before one was found.
    smallest : bool
        Whether the choice is proven to be the smallest.
    """

    solutions: Count
    shared: tuple[Hashable, ...]
    open: tuple[Hashable, ...]
    never: tuple[Hashable, ...]
    undecided: tuple[Hashable, ...]
    choice: tuple[Hashable, ...] | None
    leads_to: Solution | None
    smallest: bool

    def __str__(self) -> str:
        number = self.solutions._at_least(counted(self.solutions, "solution"))
        groups = {
            "in all of them": self.shared,
            "in none": self.never,
            "in some": self.open,
            "undecided": self.undecided,
        }
        parts = [
            f"{counted(len(each), 'option')} {where}" for where, each in groups.items() if each
        ]
        text = f"{number}; {', '.join(parts) or 'no options'}"
        if self.choice is not None:
            text += f"; unique with {counted(len(self.choice), 'option')}"
            text += f" ({', '.join(map(shown, self.choice))})" if self.choice else ""
        return text


class _Known:
    """For each option whether there is a solution with it, and one without it."""

    def __init__(self, n_options: int):
        self.has, self.lacks = np.zeros((2, n_options), bool)
        #: Options that all solutions are known to contain, and none.
        self.always, self.never = np.zeros((2, n_options), bool)

    def learn(self, table: Any) -> None:
        """Add what solutions show, a row for each."""
        counts = occurrences(table, len(self.has))
        self.has |= counts > 0
        self.lacks |= counts < len(table)

    def complete(self) -> None:
        """Conclude that all solutions have been seen."""
        self.always, self.never = ~self.lacks, ~self.has


def ambiguity(
    statement: Statement,
    deadline: Deadline,
    report: Callable[[str], None] = lambda text: None,
) -> Ambiguity | Impossible:
    """See :meth:`Problem.ambiguity`."""
    n_options = statement.model.n_stated
    report("listing solutions")
    table, listed = _listed(statement, deadline)
    if not len(table):
        if listed.impossible is not None:
            return listed.impossible
        raise SearchStopped("seconds", listed.nodes)
    known = _Known(n_options)
    known.learn(table)
    if listed.complete:
        known.complete()
        report(f"{len(table):,} solutions; looking for the smallest choice")
        smallest = choice_of(table, n_options, deadline)
        return _answer(statement, known, Count(len(table), nodes=listed.nodes), smallest)
    number = Count(len(table), nodes=listed.nodes, stopped=listed.stopped or "limit")
    choice: Choice | None = None
    with suppress(SearchStopped):
        counts = None
        report("counting the solutions with each option")
        counted = _by_listing(statement, deadline) or _by_diagram(statement, deadline, report)
        if counted is None:
            _by_asking(statement, known, deadline, report)
        else:
            number, counts = counted
            known.has, known.lacks = counts > 0, counts < number
            known.complete()
        report("looking for a choice that makes it unique")
        choice = _by_giving(statement, table, None, deadline)
        if counts is not None and (choice is None or not choice.smallest):
            # By the numbers in all solutions rather than in those listed, the rarest is another.
            other = _by_giving(statement, table, counts, deadline)
            if choice is None or (other and len(other.options) < len(choice.options)):
                choice = other
    return _answer(statement, known, number, choice)


def _listed(statement: Statement, deadline: Deadline) -> tuple[Any, Solutions]:
    """A table of the first solutions, and the iterator they come from."""
    solutions = Questions(statement).solutions(_MOST_LISTED, seconds=deadline.left())
    chunks: list[Any] = []
    for chunk in solutions.chunks():
        chunks.append(chunk)
        if sum(each.size for each in chunks) > _MOST_ENTRIES:
            break
    table = np.concatenate(chunks) if chunks else np.zeros((0, 0), np.int32)
    return table, solutions


def _by_listing(statement: Statement, deadline: Deadline) -> tuple[Count, Any] | None:
    """The number of solutions, and in how many each option is; None if there are too many."""
    n_options = statement.model.n_stated
    counts = np.zeros(n_options, np.int64)
    solutions = Questions(statement).solutions(_MOST_COUNTED, seconds=deadline.left())
    for chunk in solutions.chunks():
        counts += occurrences(chunk, n_options)
    if not solutions.complete:
        return None
    return Count(solutions.found, nodes=solutions.nodes), counts


def _by_diagram(
    statement: Statement, deadline: Deadline, report: Callable[[str], None]
) -> tuple[Count, Any] | None:
    """The number of solutions, and in how many each option is; None without a quick diagram."""
    report("trying a diagram of all solutions")
    left = deadline.left()
    seconds = _DIAGRAM_SECONDS if left is None else min(_DIAGRAM_SECONDS, left)
    ask = Ask(seconds=seconds, order="auto", memory=_DIAGRAM_MEMORY)
    try:
        zdd, _ = timed_diagram(statement, ask)
    except (DiagramTooLarge, SearchStopped):
        return None
    counts = zdd.option_counts()
    names = statement.model.shown.option_names
    every = np.array([counts.get(name, 0) for name in names], object)
    return Count(zdd.count()), every


def _by_asking(
    statement: Statement, known: _Known, deadline: Deadline, report: Callable[[str], None]
) -> None:
    """Learn of each option by asking for a solution with it, or without it."""
    model = statement.model
    options = range(model.n_stated)
    # Options of secondary items only are never chosen.
    live = model.without_additions(live_options(reduced(statement)))
    possible = [option for option in live if model.choosable[option]]
    known.never[:] = True
    known.never[possible] = False
    prepared = Prepared(statement, Ask(1), 1, deadline)
    for option in possible:
        if not known.has[option]:
            report(f"asking whether a solution has option {option + 1:,} of {len(options):,}")
            known.never[option] = not _asked(prepared, Numbers([option], [], []), known)
    for option in options:
        if known.has[option] and not known.lacks[option]:
            known.always[option] = not _asked(prepared, Numbers([], [option], []), known)


def _asked(prepared: Prepared, numbers: Numbers, known: _Known) -> bool:
    """Whether a problem has a solution; adds it to what is known. Raises SearchStopped."""
    solution = first(prepared.search(numbers))
    if isinstance(solution, Impossible):
        return False
    known.learn(np.array([solution._numbers], np.int32))
    return True


def _by_giving(statement: Statement, table: Any, counts: Any, deadline: Deadline) -> Choice | None:
    """Options that make the solution unique: the rarest is given, repeatedly.

    None of them can be left out. ``counts``: in how many solutions each option is; None if only
    those in the table are known.
    """
    n_options = statement.model.n_stated
    # Since there are several solutions, one option at least, and two where none is in one only.
    least = 1 if counts is None or 1 in counts else 2
    chosen: list[int] = []
    complete = False
    while not complete:
        if counts is None:
            counts = occurrences(table, n_options)
            counts[counts == len(table)] = 0
        rest = [option for option in range(n_options) if counts[option] > 0]
        if not rest:
            return None
        chosen.append(min(rest, key=counts.__getitem__))
        counts = None
        table, listed = _listed(statement.with_given(chosen), deadline)
        deadline.tick()
        complete = listed.complete
    last = choice_of(table, n_options, deadline)
    if last is None:
        return None
    needed = [*chosen, *last.options]
    prepared = Prepared(statement, Ask(2), 2, deadline)
    with suppress(UndecidedError):
        for option in needed[:]:
            others = Numbers([each for each in needed if each != option], [], [])
            if is_unique(prepared.search(others)):
                needed.remove(option)
    return Choice(tuple(sorted(needed)), last.solution, len(needed) == least)


def _answer(statement: Statement, known: _Known, number: Count, choice: Choice | None) -> Ambiguity:
    names = statement.model.option_names
    live = live_options(statement)
    open = known.has & known.lacks

    def named(flags: Any) -> tuple[Hashable, ...]:
        return tuple(names[o] for o in statement.model.without_additions(live) if flags[o])

    return Ambiguity(
        number,
        shared=named(known.always),
        open=named(open),
        never=named(known.never),
        undecided=named(~(known.always | known.never | open)),
        choice=None if choice is None else tuple(names[option] for option in choice.options),
        leads_to=None if choice is None else Solution(statement.model, choice.solution),
        smallest=choice is not None and choice.smallest,
    )
