"""The problem: items, options and colours, and the questions it answers.

    >>> import exactcover as xc
    >>> problem = xc.Problem("abcdefg", {1: "ce", 2: "adg", 3: "bcf", 4: "adf", 5: "bg", 6: "deg"})
    >>> problem.first()
    Solution(1, 4, 5)
    >>> problem.count()
    1

An *exact cover* is a set of options that covers every primary item exactly once. A secondary item
is covered at most once; or, where options give it a colour, any number of times in one colour
(exact cover with colours, XCC: Knuth, The Art of Computer Programming 4B, section 7.2.2.1).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any

from .arrays.compiled import UNLIMITED
from .common.costs import Cost
from .errors import BudgetError, Note, ProblemFault, SearchStopped
from .search.questions import Questions, count_statement
from .statement.model import Model, Multiplicity, OptionsArgument, Statement
from .statement.results import Count, Impossible, Optimum, ProgressCallback

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .diagrams.zdd import ZDD
    from .parallel.search import Gathered
    from .propagation.reduce import Reduction
    from .reasons.ambiguity import Ambiguity
    from .reasons.explain import Explanation
    from .reasons.trace import Trace
    from .rules.ruled import Ruled
    from .search.batch import Batch
    from .search.estimate import Estimate
    from .statement.order import Order
    from .symmetries.symmetry import Motion, Symmetry

__all__ = ["Check", "Problem"]

#: Random descents of an estimate at most: some hours, and 240 MB.
_MOST_PROBES = 10**7


@dataclass(frozen=True)
class Check:
    """All faults of a problem, and notes on what its author may not have meant.

    True when there is no fault; iterating gives the faults, then the notes.
    """

    faults: tuple[ProblemFault, ...]
    notes: tuple[Note, ...]

    def __bool__(self) -> bool:
        return not self.faults

    def __iter__(self) -> Iterator[ProblemFault | Note]:
        yield from self.faults
        yield from self.notes

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "no faults"


class Problem(Questions):
    """An exact cover problem, with colours. Immutable: every change makes a new problem.

    ``primary`` and ``secondary`` are iterables of item names, any hashable values, all different.
    ``options`` is a mapping from option name to the option's items; or an iterable of
    :class:`Option`; or an iterable of the items alone, and the options are then named 0, 1, 2, ….
    The items of an option are an iterable of item names, with :class:`Coloured` for a secondary
    item that gets a colour, or a mapping from item to colour with None for no colour. A string is
    an iterable of its characters here as everywhere in Python.

    A mapping, here and below, is whatever ``dict()`` takes for one: it has ``keys()``, and ``[]``
    gives the value of each. So a pandas Series is one, by its labels.

    ``multiplicity`` maps primary items to how often they are covered, if that is not exactly once:
    a number, or (least, most), with None in place of most for no limit (multiple covering with
    colours, MCC: Knuth, Algorithm M of the same section). As there, an option is chosen at most
    once; with ``repeat=True`` a solution may contain it several times, as far as the bounds of its
    items allow. An option that covers an item so bounded covers it once.

    ``costs`` maps options to what choosing them costs, 0 where it says nothing; or it is a list of
    the costs of all options, in order. The cost may stand in an :class:`Option` as well. Whole
    numbers, fractions and decimals, negative ones too, are summed exactly; floats are refused
    unless ``inexact`` is true. See :meth:`minimize`.

    Nothing is refused when a problem is stated: :meth:`check` lists every fault at once, and the
    first question raises the first of them, a :class:`ProblemFault`.

    The questions :meth:`first`, :meth:`solutions`, :meth:`count` and :meth:`is_unique` share
    these arguments:

    ``engine``
        ``"auto"`` (chosen by size, see ``exactcover.engines.choose``), ``"reference"``,
        ``"bitset"`` or ``"cells"``. The engine decides the order of the solutions, and nothing
        else; the order is the same from run to run.
    ``order``
        Which item to branch on: ``"mrv"``, one with the fewest live options, ties by declaration;
        ``"fixed"``, the next one as declared; a list of items, these in turn; or an
        :class:`Order`, which breaks ties otherwise and prefers items.
    ``reduce``
        Whether to remove useless options before the search (see :meth:`reduce`).
    ``nodes``, ``seconds``
        Budgets, None for no limit: nodes of the search tree (the same from run to run), and time.
        A search that ends by its budget says so.
    ``progress``
        Called with a :class:`Progress` a few times a second while the search runs.
    """

    # -- stating the problem -----------------------------------------------------------------

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: OptionsArgument,
        *,
        secondary: Iterable[Hashable] = (),
        multiplicity: Mapping[Hashable, Multiplicity] | None = None,
        repeat: bool = False,
        costs: Mapping[Hashable, Any] | Iterable[Any] | None = None,
        inexact: bool = False,
    ):
        model = Model(primary, secondary, options, multiplicity, repeat, costs, inexact)
        super().__init__(Statement(model))

    def given(self, *options: Hashable) -> Problem:
        """The same problem with these options forced: its solutions are those that contain them.

        With ``repeat`` they are contained at least once, however often they are given. Options
        that clash make a problem that is impossible, which is no error. Raises
        :class:`UnknownOption`, and :class:`NeverChosen` for an option of secondary items only.
        """
        return self._with(self._statement.with_given(self._model.givable(options)))

    def without(self, *options: Hashable) -> Problem:
        """The same problem with these options forbidden. Raises :class:`UnknownOption`."""
        return self._with(self._statement.without(self._model.numbers_of(options)))

    def reduced(self) -> Problem:
        """The same problem with all that :meth:`reduce` removes forbidden, all it forces given."""
        from .propagation.narrowed import reduced

        return self._with(reduced(self._sound))

    # -- looking at it -----------------------------------------------------------------------

    @property
    def primary(self) -> tuple[Hashable, ...]:
        """Names of the primary items, in order of declaration."""
        return tuple(self._model.item_names[: self._model.compiled.n_primary])

    @property
    def secondary(self) -> tuple[Hashable, ...]:
        """Names of the secondary items, in order of declaration."""
        return tuple(self._model.item_names[self._model.compiled.n_primary :])

    @property
    def multiplicity(self) -> dict[Hashable, tuple[int, int | None]]:
        """The primary items that are not covered exactly once: (least, most), None for no limit."""
        compiled = self._model.compiled
        pairs = zip(self.primary, compiled.low, compiled.high, strict=False)
        return {
            item: (low, None if high == UNLIMITED else high)
            for item, low, high in pairs
            if (low, high) != (1, 1)
        }

    @property
    def repeat(self) -> bool:
        """Whether an option may be chosen several times; false without multiplicities."""
        return self._model.compiled.repeat

    @property
    def costs(self) -> dict[Hashable, Cost]:
        """What each option costs; empty if no option has a cost."""
        costs = self._model.costs
        if costs is None:
            return {}
        names = self._model.option_names
        return {name: costs.given_back(each) for name, each in zip(names, costs.each, strict=True)}

    @property
    def options(self) -> tuple[Hashable, ...]:
        """Names of all options, in order of declaration, the forbidden ones included."""
        return tuple(self._model.option_names)

    @property
    def given_options(self) -> tuple[Hashable, ...]:
        """Names of the forced options."""
        return tuple(self._model.option_names[number] for number in self._statement.given)

    @property
    def forbidden_options(self) -> tuple[Hashable, ...]:
        """Names of the forbidden options."""
        return tuple(self._model.option_names[number] for number in self._statement.forbidden)

    @property
    def live_options(self) -> tuple[Hashable, ...]:
        """Names of the options that what is given and forbidden leaves.

        With these alone the problem has the same solutions. There are none if what is given
        clashes.
        """
        from .propagation.narrowed import live_options

        names = self._model.option_names
        return tuple(names[option] for option in live_options(self._sound))

    def items_of(self, option: Hashable) -> dict[Hashable, Hashable]:
        """The items of an option, as declared, each with its colour or None."""
        model = self._sound.model
        (number,) = model.numbers_of((option,))
        return {
            model.item_names[item]: model.colour_names[colour]
            for item, colour in model.compiled.option(number)
        }

    def check(self) -> Check:
        """Every fault of the problem at once, and notes on what may not have been meant."""
        faults = tuple(self._model.faults)
        return Check(faults, () if faults else tuple(self._model.notes()))

    def require_sound(self) -> None:
        """Raise the first fault of the problem, if it has one."""
        self._model.require_sound()

    def reduce(self) -> Reduction:
        """Remove, without searching, options that are in no solution, and report what was done.

        As one does in a Sudoku: an option goes when some other primary item would be left
        without any; an option is forced when it is the only one left for an item; and so on
        until nothing changes (or a bound on the work is met, which the report says).
        """
        from .propagation.reduce import reduction_of

        return reduction_of(self._sound, True, True, lambda: None)

    # -- asking ------------------------------------------------------------------------------

    def count(
        self,
        limit: int | None = None,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
        method: str = "auto",
        memory: int | str = "2GB",
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
    ) -> Count:
        """The number of solutions, exact; a lower bound that says so if the search was stopped.

        Stops at ``limit`` solutions. Ctrl-C raises :class:`Interrupted`, a KeyboardInterrupt
        that carries the partial count.

        ``method``: ``"listing"`` goes through all solutions; ``"diagram"`` counts them unlisted, by
        :meth:`zdd`, within ``memory``; ``"auto"`` lists, and if that takes long, tries a diagram
        beside it, as long as that finds the same states again. It lists only, if an engine, an
        order, a limit or a number of nodes is asked for; none of these goes with ``"diagram"``
        (:class:`MethodConflict`). ``memory``: what diagrams may take. Where one needs more,
        ``"auto"`` goes on listing, and ``"diagram"`` stops: 0 counted, ``stopped`` is "memory".

        ``workers``, ``executor``, ``journal``: lists on several cores or machines, and goes on
        where it was ended, as :meth:`gather` does. No limit goes with them. With ``workers`` alone
        a diagram is tried for a moment before.
        """
        if (workers, executor, journal) == (None, None, None):
            return count_statement(
                self._statement, limit, engine=engine, order=order, reduce=reduce, nodes=nodes,
                seconds=seconds, progress=progress, method=method, memory=memory,
            )  # fmt: skip
        from .common.budget import required_memory
        from .parallel.search import count_divided
        from .parallel.session import Session

        size = required_memory(memory)
        session = Session.of(workers, executor, journal, nodes, seconds, progress)
        return count_divided(self._statement, session, limit, method, size, engine, order, reduce)

    def gather(
        self,
        *,
        options: bool = False,
        sample: int = 0,
        seed: int = 0,
        best: int = 0,
        listed: int | None = 0,
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Gathered:
        """What all solutions are like, gathered by a search on several cores or machines.

        Always their number; with ``options`` in how many each option is; a ``sample`` of so many,
        each solution as likely as any other, chosen by ``seed``; the ``best`` so many by cost, the
        cheapest first; the first so many ``listed`` by the order of the options, or all for None
        (which are held in memory). All of it is the same however the search was divided.

        ``workers``: threads, as many as cores unless told; processes for ``engine="reference"``.
        ``executor``: any of ``concurrent.futures``, for example that of a Dask cluster; it is not
        shut down. ``journal``: a file in which every finished part of the search is noted, and what
        is left; the same question with the same journal goes on from there, whatever ended it.
        ``nodes`` and ``seconds`` are budgets of this run, and tasks that are at work are not cut
        short by the first. Ctrl-C raises :class:`Interrupted` with what was gathered.

        Raises :class:`JournalFault` for a journal of another problem or question, one that was
        damaged or cannot be written, or names that the next process would not know again;
        :class:`TaskFailed` when a part of the search failed three times.
        """
        from .parallel.search import gather
        from .parallel.session import Session
        from .parallel.tally import Wanted

        statement = self._sound
        session = Session.of(workers, executor, journal, nodes, seconds, progress)
        wanted = Wanted.of(options, sample, seed, best, listed)
        return gather(statement, wanted, session, engine, order, reduce)

    def estimate(
        self,
        probes: int = 20_000,
        *,
        seed: int = 0,
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        seconds: float | None = None,
    ) -> Estimate:
        """About how many nodes a search would visit and how many solutions it would find, and how
        long it would take on one core; from so many random descents, each some microseconds.

        Each figure comes with an interval that holds the truth in about 19 of 20 cases, if the
        search is not so uneven that no descent saw what matters; from 0 to infinity where the
        descents do not tell one. ``exactcover/search/estimate.py`` tells the method. When the
        seconds are over, it is drawn from the descents done by then; raises :class:`SearchStopped`
        if there are none.
        """
        from .common.budget import check_number
        from .engines.contract import OutOfTimeError
        from .search.estimate import Estimate, Figure, estimate

        check_number("seed", seed, 0)
        search = self._search("auto", order, reduce, None, None, seconds, None)
        check_number("probes", probes, 1)
        if index(probes) > _MOST_PROBES:
            raise BudgetError("probes", probes, f"a whole number from 1 to {_MOST_PROBES:,}")
        try:
            compiled = search.prepared()
            if compiled is None:
                nothing = Figure(0.0, 0.0, 0.0)
                return Estimate(nothing, nothing, nothing, 0)
            return estimate(compiled, index(probes), seed, search.tick, seconds)
        except OutOfTimeError:
            raise SearchStopped("seconds", 0) from None

    def symmetry(self, *generators: Motion, detect: bool = False, most: int = 20_000) -> Symmetry:
        """A group of symmetries, by which solutions are counted and listed one of each orbit.

        ``generators``: permutations of the items, each a mapping, item -> item (items that it does
        not name stay), or a function of an item; a mapping may tell colours, too,
        ``Coloured(item, colour) -> Coloured(item, colour)``, where they change. That each maps
        options to options, given ones to given ones and so on, is checked
        (:class:`NotASymmetry`). ``detect=True`` finds all symmetries itself (pynauty, the extra
        ``symmetry``; :class:`MissingLibrary`). Raises :class:`GroupTooLarge` for a group of more
        than ``most`` elements, each of which is held as a table of all options (400 MB at most).
        """
        from .symmetries.symmetry import symmetry

        return symmetry(self._sound, generators, detect, most, self)

    def where(
        self,
        complete: Callable[[Any], Any] | None = None,
        partial: Callable[[Any], Any] | None = None,
    ) -> Ruled:
        """The same problem with rules that do not fit a matrix: only solutions that pass them
        count, for ``first``, ``solutions``, ``count`` and ``is_unique`` of what is returned.

        ``complete`` is called with each :class:`Solution`; ``partial`` with each partial solution
        that the search comes to, solutions as well (:class:`PartialSolution`: what has been chosen
        so far, and what is given or forced). Both return True or False. Nothing is searched below
        a partial solution that is refused; so it may be refused only if no solution that contains
        it is wanted. Functions that are marked by ``exactcover.by_chunk`` judge many at a time, as
        the rows of an array. Raises :class:`RuleFault` for other answers; what a rule raises ends
        the search.
        """
        from .rules.ruled import Ruled

        return Ruled(self._statement, complete, partial, self)

    def explain(
        self, *, seconds: float | None = None, report: Callable[[str], None] | None = None
    ) -> Explanation | None:
        """Why there is no solution: a small part that has none, and why; None if there is one.

        The part is some items, and some of the options that are given, that cannot be satisfied
        together, whatever else is forgotten; nothing of it can be left out, unless
        :attr:`Explanation.irreducible` says that this is not known. ``report`` is called with a
        sentence now and then. Raises :class:`SearchStopped` when the seconds are over before it is
        known that there is no solution.
        """
        from .reasons.explain import explain

        until = self._deadline(seconds, report)
        found = explain(self._statement, until, report or (lambda text: None))
        return found and replace(found, problem=self._with(found.problem))

    def ambiguity(
        self, *, seconds: float | None = None, report: Callable[[str], None] | None = None
    ) -> Ambiguity | Impossible:
        """What is open in a problem with several solutions: the options that all of them share,
        those in some, those in none, and a smallest choice of options that makes it unique.

        All of that is exact up to 50,000 solutions (and 5,000,000 options in these together).
        Beyond, the choice need not be the smallest, and the number is a lower bound where no
        diagram tells it; the answer says which. ``report`` is called with a sentence now and then.
        Raises :class:`SearchStopped` when the seconds are over before a solution is found; when
        they are over later, something stays undecided.
        """
        from .reasons.ambiguity import ambiguity

        until = self._deadline(seconds, report)
        return ambiguity(self._statement, until, report or (lambda text: None))

    def trace(self, *, seconds: float | None = None) -> Trace:
        """Steps that a person can follow, by two rules and without guessing, as far as they lead.

        *Single*: an item has no more options left than it needs (mostly one), so these are taken,
        and what clashes with them goes. *Starved*: an option that would leave some item without
        the options it needs is removed; only where there is no single. When the seconds are over,
        the steps so far.
        """
        from .common.budget import ticker
        from .reasons.trace import trace

        return trace(self._statement, ticker(self._deadline(seconds)))

    def difficulty(self, *, seconds: float | None = None) -> int | None:
        """How deep one must suppose something to solve the problem, or to see that it is
        impossible, with the rules of :meth:`trace`; 0: they do it alone; None: 3 is not enough, or
        there are several solutions.

        Raises :class:`SearchStopped` when the seconds are over.
        """
        from .common.budget import ticker
        from .reasons.trace import difficulty

        return difficulty(self._statement, ticker(self._deadline(seconds)))

    def minimize(
        self,
        k: int | None = 1,
        *,
        within: Any = None,
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Optimum | Impossible:
        """The ``k`` cheapest solutions, proven to be so; or the proof that there is none.

        ``within``: only those that cost no more than this. ``k=None``: all of these, or all
        solutions by their costs. Of
        solutions that cost the same any may be among the ``k``. A search that ends by its budget
        gives the best it found, and a bound below which none can cost. Ctrl-C raises
        :class:`Interrupted` with the same. The method: ``optimization/branch_and_bound.py``.
        """
        from .common.budget import Budget
        from .optimization.optimum import optimum

        statement, budget = self._sound, Budget(k, nodes, seconds, name="k", least=1)
        return optimum(statement, 1, budget, within, reduce, progress)

    def maximize(
        self,
        k: int | None = 1,
        *,
        within: Any = None,
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Optimum | Impossible:
        """The ``k`` dearest solutions: :meth:`minimize` the other way round."""
        from .common.budget import Budget
        from .optimization.optimum import optimum

        statement, budget = self._sound, Budget(k, nodes, seconds, name="k", least=1)
        return optimum(statement, -1, budget, within, reduce, progress)

    def zdd(
        self,
        *,
        order: str | Order | Iterable[Hashable] = "auto",
        memory: int | str = "4GB",
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> ZDD:
        """All solutions as a diagram (:class:`ZDD`): counted, sampled, ranked, filtered unlisted.

        Several ways are tried by turns until one of them is done (``diagrams/portfolio.py``), and
        ``ZDD.method`` says which it was: the items settled in an order of small frontier, where the
        diagram is small as long as few items are in between at any time, as on long or narrow
        boards, however many solutions there are; all solutions listed, where they are few;
        subproblems solved once, fewest options first. On a problem of millions of solutions without
        structure none of them helps. ``order``: the items in the order to settle them, a list or
        "fixed" for as they are declared, for those who know a good one. ``memory``: what it may
        take while it is made. Raises :class:`DiagramTooLarge`, :class:`SearchStopped` when the
        seconds are over, and :class:`OrderError`.

        The order of the solutions is that of the diagram: the same in every run, and perhaps
        another one in another version of this package; a saved diagram keeps it.
        """
        from .diagrams.build import timed_diagram

        return timed_diagram(self._sound, memory, seconds, progress, order)[0]

    def load_zdd(self, path: str | os.PathLike[str]) -> ZDD:
        """A diagram that :meth:`ZDD.save` wrote, about this same problem (but for its costs).

        Raises :class:`OtherProblem` for a diagram of another problem, :class:`FileFault` for a file
        that is damaged or none of these, and OSError.
        """
        from .diagrams.zdd import ZDD

        return ZDD.load(self._sound, path)

    def batch(self, givens: Iterable[Iterable[Hashable]]) -> Batch:
        """Ask the same question of many problems that differ in what is given.

        ``problem.batch(givens).first()`` gives for each element of ``givens``, an iterable of
        option names, what ``problem.given(*options).first()`` would, and so do ``count(limit)``
        and ``is_unique()``; but what can be prepared for all of them is done once. For small
        problems that is a hundred times as fast.
        """
        from .search.batch import Batch

        return Batch(self._sound, givens)

    # -- within the package ------------------------------------------------------------------

    def _deadline(
        self, seconds: float | None, report: Callable[[str], None] | None = None
    ) -> float | None:
        """When the time is over, for a question whose arguments are checked here."""
        from .common.budget import Budget, check_progress

        self.require_sound()
        until = Budget(seconds=seconds).until()
        check_progress(report, "report")
        return until

    @property
    def _sound(self) -> Statement:
        """The statement. Raises its first fault, if it has one."""
        self.require_sound()
        return self._statement

    @property
    def _model(self) -> Model:
        return self._statement.model

    def _with(self, statement: Statement) -> Problem:
        other = object.__new__(type(self))
        other._statement = statement
        return other

    def __repr__(self) -> str:
        from .text import counted

        compiled = self._model.compiled
        secondary = counted(compiled.n_items - compiled.n_primary, "secondary item")
        text = f"<Problem: {compiled.n_primary:,} primary and {secondary}"
        text += f", {counted(compiled.n_options, 'option')}"
        if self._statement.given:
            text += f", {len(self._statement.given)} given"
        if self._statement.forbidden:
            text += f", {len(self._statement.forbidden)} forbidden"
        if self._model.faults:
            text += f", {counted(len(self._model.faults), 'fault')}"
        return text + ">"
