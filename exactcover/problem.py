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
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, overload

from .common.ask import Ask
from .common.displayed import Displayed, Picture
from .common.slots import kept
from .errors import shown
from .parallel.gathering import Gathers
from .propagation.reduce import Reduction, live_options, reduced, reduction_of
from .questions.about_costs import AsksCosts
from .questions.about_reasons import AsksReasons
from .rules.where import TakesRules, statement_of
from .search.about_solutions import Questions, check_fits, count_statement
from .search.answers import estimate_of
from .search.batch import Batch
from .search.distinct import count_distinct
from .search.estimate import Estimate
from .statement.model import Model
from .statement.names import (
    Costs,
    ItemsOfOption,
    More,
    Multiplicity,
    Option,
    OptionName,
    OptionsArgument,
)
from .statement.order import Order
from .statement.results import Count, ProgressCallback, Solution
from .statement.statement import Statement

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import Unpack

    from .diagrams.zdd import ZDD
    from .symmetries.group import Symmetry
    from .symmetries.reading import Motion

__all__ = ["Problem"]


class Problem(
    Displayed, AsksCosts[OptionName], AsksReasons[OptionName], TakesRules, Gathers,
    Questions[OptionName],
):  # fmt: skip
    """An exact cover problem, with colours; immutable, every change makes a new one.

    Stating a problem never raises a fault. :meth:`check` lists every fault at once, and the first
    question raises the first of them, a :class:`ProblemFault`.

    Parameters
    ----------
    primary : iterable of hashable
        Items to be covered exactly once, or as ``multiplicity`` says. All names differ.
    options : mapping or iterable
        Option name -> its items; or instances of :class:`Option`; or items alone, which names the
        options 0, 1, 2, …. The items of an option are an iterable of item names, where
        :class:`Coloured` gives a secondary item a colour, or a mapping from item to colour, None
        for no colour. A string is an iterable of its characters. A mapping is a dict or any object
        with ``keys()`` and ``[]``, such as a pandas Series (from its labels to its values).
    secondary : iterable of hashable, optional
        Names of the items to be covered at most once, or any number of times in one colour.
    multiplicity : int, tuple, set or mapping, optional
        How often primary items are covered, if not once: item -> a number, (least, most) with None
        for no upper limit, or a set such as {0, 2}. Without a mapping it holds for all primary
        items: (0, 1) is *set packing*, (1, None) *set covering*.
    repeat : bool, default False
        Whether a solution may contain an option several times, within the bounds of its items.
    costs : mapping, iterable or callable, optional
        Option -> its cost (0 if not named); the costs of all options in order; or a function of a
        name. An :class:`Option` may hold its cost as well. Whole numbers, fractions and decimals
        are summed exactly, negative ones too. See :meth:`minimize`.
    penalties : mapping, optional
        Primary item -> what each missing cover costs, a number as costs are; negative: a reward.
        The item may stay open, that is, be covered fewer times than stated (a soft constraint; the
        slack variable of linear programming). It must be covered a fixed number of times: a number,
        or (least, most) with least equal to most.
    inexact : bool, default False
        Whether costs may be floats, which are refused otherwise.

    Raises
    ------
    TypeError
        If an argument is of a kind that cannot be read at all, such as a string of options.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4B (2022), section 7.2.2.1: exact cover with
    colours (XCC), and Algorithm M for multiplicities (MCC).

    Examples
    --------
    >>> problem = xc.Problem("pq", {"A": "p", "B": "q", "C": "pq"}, costs={"A": 3, "B": 4})
    >>> problem.count(), problem.minimize().solution
    (2, Solution('C'))
    """

    # -- stating the problem -----------------------------------------------------------------

    @overload
    def __init__(
        self,
        primary: Iterable[Hashable],
        options: Mapping[OptionName, ItemsOfOption] | Iterable[Option[OptionName]],
        **more: Unpack[More],
    ): ...

    @overload
    def __init__(
        self: Problem[int],
        primary: Iterable[Hashable],
        options: Iterable[ItemsOfOption],
        **more: Unpack[More],
    ): ...

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: OptionsArgument,
        *,
        secondary: Iterable[Hashable] = (),
        multiplicity: Mapping[Hashable, Multiplicity] | Multiplicity | None = None,
        repeat: bool = False,
        costs: Costs | None = None,
        penalties: Mapping[Hashable, Any] | None = None,
        inexact: bool = False,
    ):
        model = Model(primary, secondary, options, multiplicity, repeat, costs, penalties, inexact)
        super().__init__(statement_of(model))

    def given(self, *options: Hashable) -> Problem[OptionName]:
        """A problem with options forced: its solutions contain all of them.

        Parameters
        ----------
        *options : hashable
            Names of options. With ``repeat`` a solution contains each at least once, however often
            it is given. Options that clash make an impossible problem, which is not an error.

        Raises
        ------
        UnknownOption, NeverChosen
            If the problem has no such option; if it has secondary items only.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).given(1).first()
        Solution(1, 2)
        """
        return self._with(self._statement.with_given(self._model.givable(options)))

    def without(self, *options: Hashable) -> Problem[OptionName]:
        """A problem with options forbidden: its solutions contain none of them.

        Parameters
        ----------
        *options : hashable

        Raises
        ------
        UnknownOption
            If the problem has no such option.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).without(1).first()
        Solution(3)
        """
        return self._with(self._statement.without(self._model.numbers_of(options)))

    def drawn_by(
        self, function: Callable[[Solution[OptionName]], Any] | None
    ) -> Problem[OptionName]:
        """The same problem, with a function that draws its solutions in notebooks.

        What is made of this problem keeps the function: :meth:`given`, :meth:`without`, copies,
        answers. A pickle keeps it if it can be pickled.

        Parameters
        ----------
        function : callable or None
            Called with a :class:`Solution`, or a :class:`PartialSolution` on boards of a trace. It
            returns SVG as text, an object with ``_repr_svg_`` or ``_repr_html_``, or None for no
            picture; ``exactcover.grid_picture`` makes such a function for grids. If it raises, the
            error is shown in place of the picture. None removes a function.

        Raises
        ------
        TypeError
            If ``function`` is neither callable nor None.

        Examples
        --------
        >>> drawn = xc.Problem("a", {1: "a"}).drawn_by(lambda solution: f"<svg>{solution}</svg>")
        """
        if function is not None and not callable(function):
            raise TypeError(
                f"drawn_by({shown(function)}): expected a function of a solution, or None"
            )
        picture = None if function is None else Picture(function)
        return self._with(self._statement.drawn_by(picture))

    def reduced(self) -> Problem[OptionName]:
        """The same problem with what :meth:`reduce` finds.

        The options that it removes are forbidden, those that it forces are given.

        Raises
        ------
        ProblemFault
            If the problem has a fault.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "a"}).reduced().given_options
        (2,)
        """
        return self._with(reduced(self._sound))

    # -- looking at it -----------------------------------------------------------------------

    @kept
    def live_options(self) -> tuple[OptionName, ...]:
        """The options that remain with the given ones and without the forbidden ones.

        With these alone the problem has the same solutions. There are none if given options clash.
        """
        return self._names_of(live_options(self._sound))

    def reduce(self) -> Reduction:
        """Remove, without searching, options that are in no solution, and report it.

        An option is removed if choosing it would leave another primary item without options. An
        option is forced if it is the only one left for an item. Both rules run until nothing
        changes, or up to a bound on the work, which the report mentions.

        Raises
        ------
        ProblemFault
            If the problem has a fault.

        Examples
        --------
        >>> print(xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).given(1).reduce())
        1 option removed, 2 forced, 0 left to choose among
        """
        return reduction_of(self._sound, True, True, lambda: None)

    # -- asking ------------------------------------------------------------------------------

    def count(
        self,
        limit: int | None = None,
        *,
        distinct: Iterable[Hashable] | None = None,
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
        """Count the solutions exactly, or give a lower bound that says so if stopped.

        Parameters
        ----------
        limit : int, optional
            Stop after so many solutions. Default: no limit.
        distinct : iterable of hashable, optional
            Names of options, or of items: count how many different ways the solutions look there.
            At options they look alike if they contain the same ones, as often. At items an option
            shows which of these it has, in which colours; solutions look alike if their options
            show the same, as often. Name pieces too, to tell them apart (``search/distinct.py``).
        engine : str, default "auto"
            "auto" (by size), "reference", "bitset", "cells"; for few solutions of hard problems
            "learning", "restarts", "sat" (CaDiCaL). Decides only their order, the same each run.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            Branch on the item with the fewest live options, ties by declaration ("mrv"); on the
            next as declared ("fixed"); on the next in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (the same in every run), and time. Default: no limit.
        progress : callable or True, optional
            Gets a :class:`Progress` a few times a second. True: a notebook bar, a terminal line.
        method : {"auto", "listing", "diagram"}, default "auto"
            "listing" visits all solutions. "diagram" counts along a path or a tree of items,
            without visiting them; an ``order`` is that in which items are decided, as for
            :meth:`zdd`. "auto" lists, and switches to a diagram when that is faster; with an
            engine, an order, a limit or nodes it only lists.
        memory : int or str, default "2GB"
            What diagrams may take, in bytes or as a text. If that is not enough, "auto" goes on
            listing, and "diagram" stops: it has counted 0, and ``stopped`` is "memory".
        workers : int, optional
            Threads (processes for ``engine="reference"``) that divide the search, as for
            :meth:`gather`; alone, a diagram is tried first for a moment. With "diagram": threads
            that share large tables.
        executor : concurrent.futures.Executor, optional
            Divide the search among its workers, for example those of a Dask cluster.
        journal : path, optional
            A file that keeps what is finished, from which the same question continues.

        Returns
        -------
        Count
            An int that knows whether it is ``complete``, and what ``stopped`` it.

        Raises
        ------
        Interrupted
            On Ctrl-C, with the partial count.
        MethodConflict
            If "diagram" comes with an engine, a limit, nodes, an executor or a journal, or with
            both ``distinct`` and an order; or if workers, executor or journal come with a limit,
            ``distinct`` or an engine that cannot be divided.
        DistinctFault, UnknownMethod
            If ``distinct`` names no part of the problem, or two kinds; if no method has that name.
        JournalFault, TaskFailed, WorkersGone
            As for :meth:`gather`.
        ProblemFault, BudgetError, OrderError, UnknownEngine, TypeError
            If the problem has a fault (:meth:`Problem.check` lists all) or an argument is wrong.
        EngineTooLarge, MissingLibrary
            If "bitset" would need more than 4 GiB; if "sat" is asked for without python-sat.

        See Also
        --------
        estimate, zdd, gather, count_by_cost

        Examples
        --------
        >>> row = xc.Problem([1, 2, 3], {"a": [1], "b": [1], "cd": [2, 3], "c": [2], "d": [3]})
        >>> int(row.count()), int(row.count(distinct=[2, 3])), int(row.count(distinct="a"))
        (4, 2, 2)
        """
        how = engine, order, reduce, method, memory
        ask = Ask(limit, nodes, seconds, progress, workers, executor, journal, *how)
        if distinct is not None:
            check_fits("workers=, executor= or journal=", ("distinct=", not ask.divided))
            return count_distinct(self._statement, distinct, ask)
        if not ask.divided or (method == "diagram" and executor is None and journal is None):
            return count_statement(self._statement, ask)
        from .parallel.divided_search import count_divided

        return count_divided(self._statement, ask)

    def estimate(
        self,
        probes: int | None = None,
        *,
        seed: int = 0,
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        seconds: float | None = None,
    ) -> Estimate:
        """Estimate a search on one core: its nodes, its solutions and its seconds.

        Each figure comes with a 95 % interval. It is wrong if the search is so uneven that no
        descent saw what matters, and from 0 to infinity if the descents allow no better one
        (``search/estimate.py``).

        Parameters
        ----------
        probes : int, optional
            Random descents, each of which takes some microseconds. Default: 20,000; without numba
            500, since one takes some milliseconds there.
        seed : int, default 0
            Seed of the descents.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            Branch on the item with the fewest live options, ties by declaration ("mrv"); on the
            next as declared ("fixed"); on the next in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        seconds : float, optional
            When they are over, the descents done by then are used. Default: no limit.

        Raises
        ------
        SearchStopped
            If the seconds are over before the first descent.
        ProblemFault, BudgetError, OrderError
            If the problem has a fault, or an argument is wrong.

        Examples
        --------
        >>> print(xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).estimate(100, reduce=False).solutions)
        about 2.29 (1.93 to 2.84)
        """
        ask = Ask(seconds=seconds, order=order, reduce=reduce)
        return estimate_of(self._search(ask), probes, seed)

    def symmetry(
        self,
        *generators: Motion,
        detect: bool = False,
        most: int = 20_000,
        seconds: float | None = None,
    ) -> Symmetry:
        """A group of symmetries, which counts and lists one solution of each orbit.

        A group may have any order; a table of it, which some questions need, is bounded.

        Parameters
        ----------
        *generators : mapping or callable
            Permutations of the items: functions of an item, or mappings from item to item, where
            items that are not named stay. If colours change, a mapping has entries
            ``Coloured(item, colour) -> Coloured(item, colour)`` too.
        detect : bool, default False
            Find all symmetries, in place of generators.
        most : int, default 20,000
            Elements of a table of the group, which takes 400 MB at most.
        seconds : float, optional
            For finding the group. pynauty cannot be stopped, so with a limit it runs in another
            process. Default: no limit.

        Raises
        ------
        NotASymmetry
            If a generator does not map options to options, given ones to given ones and forbidden
            ones to forbidden ones.
        MissingLibrary
            If ``detect`` is asked for without pynauty (the extra ``compiled``).
        SearchStopped
            If the seconds are over.
        MethodConflict
            If a ready-made rule has become options.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is wrong.

        Examples
        --------
        >>> xc.Problem("pq", {"A": "p", "B": "q"}).symmetry({"p": "q", "q": "p"}).order
        2
        """
        from .symmetries.group import symmetry

        return symmetry(self._sound, generators, detect, most, self, seconds)

    def zdd(
        self,
        *,
        order: str | Order | Iterable[Hashable] = "auto",
        memory: int | str = "4GB",
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> ZDD[OptionName]:
        """Make a diagram of all solutions, which counts, samples, ranks and filters them.

        Two methods run in turn until one of them is done (``diagrams/strategies.py``);
        ``ZDD.method`` names it. One decides the items one after the other, in an order that keeps
        the frontier small. Its diagram stays small while few items are partly decided, as on long
        or narrow boards, however many solutions there are. One lists all solutions, if they are
        few. Neither helps with millions of solutions without structure.

        The diagram decides the order of the solutions. It is the same in every run, but may differ
        in another version of this package. A saved diagram keeps it.

        Parameters
        ----------
        order : {"auto", "fixed"}, iterable of items or Order, default "auto"
            The items in the order to decide them, if you know a good one: listed, or as declared.
        memory : int or str, default "4GB"
            What may be used while the diagram is made, in bytes or as a text.
        seconds : float, optional
            Budget. Default: no limit.
        progress : callable or True, optional
            Gets a :class:`Progress` a few times a second. True: a notebook bar, a terminal line.

        Raises
        ------
        DiagramTooLarge
            If the memory is not enough.
        SearchStopped
            If the seconds are over.
        ProblemFault, OrderError, BudgetError, TypeError
            If the problem has a fault, or an argument is wrong.

        See Also
        --------
        count, count_by_cost, load_zdd

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).zdd().sizes()
        {1: 1, 2: 1}
        """
        from .diagrams.build import timed_diagram

        ask = Ask(seconds=seconds, progress=progress, order=order, memory=memory)
        return timed_diagram(self._sound, ask)[0]

    def load_zdd(self, path: str | os.PathLike[str]) -> ZDD[OptionName]:
        """Read a diagram of this problem that :meth:`ZDD.save` wrote.

        The costs of the problem may have changed.

        Parameters
        ----------
        path : path

        Raises
        ------
        OtherProblem
            If the diagram is of another problem.
        FileFault, OSError
            If the file is damaged or holds no diagram; if it cannot be read.
        ProblemFault
            If the problem has a fault.

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"})
        >>> problem.zdd().save("two.zdd")  # doctest: +SKIP
        >>> problem.load_zdd("two.zdd")  # doctest: +SKIP
        <ZDD: 2 solutions, 3 nodes>
        """
        from .diagrams.zdd import ZDD

        return ZDD._load(self._sound, path)

    def batch(self, givens: Iterable[Iterable[Hashable]]) -> Batch:
        """Ask one question of many problems that differ in their given options.

        Preparations are done once: small problems are a hundred times as fast as with
        :meth:`given`.

        Parameters
        ----------
        givens : iterable of iterables of hashable
            For each problem the names of its given options.

        Returns
        -------
        Batch
            Its ``first()`` gives for each what ``problem.given(*options).first()`` would, and so do
            ``count(limit)`` and ``is_unique()``.

        Raises
        ------
        TypeError
            If ``givens`` is a string, a mapping or not iterable.
        ProblemFault
            If the problem has a fault.

        Examples
        --------
        >>> list(xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).batch([[1], [3]]).first())
        [Solution(1, 2), Solution(3)]
        """
        return Batch(self._sound, givens)

    # -- within the package ------------------------------------------------------------------

    @property
    def _whole(self) -> Problem[OptionName]:
        """The same problem, in which what rules have added is like all else: for files."""
        old = self._statement
        return self._with(Statement(old.model.whole(), old.given, old.forbidden))

    def _with(self, statement: Statement) -> Problem[OptionName]:
        other = object.__new__(type(self))
        other._statement = statement
        return other
