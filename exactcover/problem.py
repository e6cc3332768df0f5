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
from .questions.batch import Batch
from .rules.where import TakesRules, statement_of
from .search.about_solutions import Questions, check_fits, count_statement
from .search.answers import estimate_of
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
    Displayed, AsksCosts[OptionName], AsksReasons[OptionName], TakesRules[OptionName], Gathers,
    Questions[OptionName],
):  # fmt: skip
    """An exact cover problem, with colours; immutable, so every change makes a new one.

    The constructor never raises a :class:`ProblemFault`: the first question raises the first fault,
    and :meth:`check` lists them all. Threads may share a problem: several may ask it at once, and
    compiled engines then run in parallel. Functions that you pass in, such as ``progress`` and
    rules, are called by the thread that asks, or by its workers.

    Parameters
    ----------
    primary : iterable of hashable
        Names of the items to cover exactly once, or as ``multiplicity`` says. Names must differ.
    options : mapping or iterable
        Option name -> its items; or instances of :class:`Option`; or items alone, which names the
        options 0, 1, 2, …. The items of an option are an iterable of item names, in which
        :class:`Coloured` gives a secondary item a colour, or a mapping from item to colour, None
        for no colour. A string is an iterable of its characters. A mapping is a dict or any object
        with ``keys()`` and ``[]``, such as a pandas Series (from its labels to its values).
    secondary : iterable of hashable, optional
        Names of the items to cover at most once, or any number of times in one colour.
    multiplicity : int, tuple, set or mapping, optional
        How often to cover primary items, if not once: item -> a number, (least, most) with None for
        no upper limit, or a set such as {0, 2}. A value that is not a mapping is for all primary
        items: (0, 1) is *set packing*, (1, None) *set covering*.
    repeat : bool, default False
        Whether a solution may contain an option several times, within the bounds of its items.
    costs : mapping, iterable or callable, optional
        Option -> its cost (0 if not named); the costs of all options in order; or a function of a
        name. An :class:`Option` may hold its cost as well. Whole numbers, fractions and decimals,
        also negative ones, are summed exactly. See :meth:`minimize`.
    penalties : mapping, optional
        Primary item -> the price of each missing cover, a number like a cost; negative: a reward.
        Such an item may stay open, that is, be covered fewer times than required (a soft
        constraint; the slack variable of linear programming). Its required number must be fixed: a
        number, or (least, most) with least equal to most.
    inexact : bool, default False
        Accept costs that are floats; they are refused otherwise.

    Raises
    ------
    TypeError
        If an argument has an unusable type, such as a string for the options.

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

    # -- the statement -----------------------------------------------------------------------

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
        """The same problem with options forced: its solutions contain all of them.

        Parameters
        ----------
        *options : hashable
            Names of options. With ``repeat`` a solution contains each at least once, however often
            it is given. Options that clash make the problem impossible, which is not an error.

        Raises
        ------
        UnknownOption, NeverChosen
            If the problem has no such option; if the option has secondary items only.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).given(1).first()
        Solution(1, 2)
        """
        return self._with(self._statement.with_given(self._model.givable(options)))

    def ungiven(self) -> Problem[OptionName]:
        """The same problem without the options that are given: for asking which are needed.

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).given(1, 2)
        >>> [each.verdict for each in problem.ungiven().batch([[1], [2], []]).is_unique()]
        ['unique', 'unique', 'several']
        """
        return self._with(Statement(self._model, forbidden=self._statement.forbidden))

    def without(self, *options: Hashable) -> Problem[OptionName]:
        """The same problem with options forbidden: its solutions contain none of them.

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

        Everything made from this problem keeps the function: results of :meth:`given` and
        :meth:`without`, copies, answers. A pickle keeps it if the function can be pickled.

        Parameters
        ----------
        function : callable or None
            Called with a :class:`Solution`, or for a trace with a :class:`PartialSolution`. It must
            return SVG as text, an object with ``_repr_svg_`` or ``_repr_html_``, or None for no
            picture; ``exactcover.grid_picture`` makes such a function for grids. If it raises, the
            error is shown in place of the picture. None removes the function.

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
        """The same problem after :meth:`reduce`.

        The options that it removes are forbidden, and those that it forces are given.

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

    # -- propagation -------------------------------------------------------------------------

    @kept
    def live_options(self) -> tuple[OptionName, ...]:
        """The options that are neither forbidden nor excluded by the given ones.

        With these alone the problem has the same solutions. Empty if given options clash.
        """
        return self._names_of(live_options(self._sound))

    def reduce(self) -> Reduction:
        """Propagate: find options in no solution or in every solution, without searching.

        An option is removed if choosing it would leave another primary item without options. An
        option is forced if it is the only one left for an item. Both rules run until nothing
        changes, or up to a bound on the work; ``complete`` of the report says which.

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

    # -- questions ---------------------------------------------------------------------------

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
        """Count the solutions exactly, or give a labelled lower bound if stopped.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions. Default: no limit.
        distinct : iterable of hashable, optional
            Names of options, or of items: count distinct projections on them instead of solutions.
            The projection on options is which of them a solution contains, and how often. On items,
            it is which of them each of its options covers, in which colours. Name pieces as well as
            cells to tell placements apart (``exactcover/search/distinct.py``).
        engine : str, default "auto"
            "auto" (by size), "reference", "bitset", "cells"; for few solutions of hard problems
            "learning", "restarts", "sat" (CaDiCaL). Affects only speed and the order of solutions.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            The item to branch on: one with the fewest live options, the first declared of these
            ("mrv"); the next as declared ("fixed") or in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (reproducible), and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.
        method : {"auto", "listing", "diagram"}, default "auto"
            "listing" visits all solutions. "diagram" counts them along a path or a tree of items
            without visiting them; ``order`` is then the order in which items are decided, as for
            :meth:`zdd`. "auto" lists, and switches to a diagram when that is faster; with an
            engine, an order, a limit or nodes it only lists.
        memory : int or str, default "2GB"
            Memory limit of diagrams, in bytes or as a text. If it is not enough, "auto" continues
            listing, and "diagram" stops with the count 0 and ``stopped`` "memory".
        workers : int, optional
            Number of threads (processes for ``engine="reference"``) that divide the search, as for
            :meth:`gather`; without an executor or a journal, a diagram is tried briefly first. With
            "diagram": threads that share large tables.
        executor : concurrent.futures.Executor, optional
            Divide the search among its workers, for example a Dask cluster.
        journal : path, optional
            A file that saves the progress; the same question resumes from it.

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
            If ``distinct`` names something unknown, or both options and items; if there is no such
            method.
        JournalFault, TaskFailed, WorkersGone
            As for :meth:`gather`.
        ProblemFault, BudgetError, OrderError, UnknownEngine, TypeError
            If the problem has a fault (:meth:`Problem.check` lists all) or an argument is invalid.
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
        """Estimate the nodes, the solutions and the seconds of a search on one core.

        Each figure has a 95 % interval. The interval fails if the search tree is so uneven that no
        descent entered the part that matters; it is from 0 to infinity if the descents do not allow
        a better one (``exactcover/search/estimate.py``).

        Parameters
        ----------
        probes : int, optional
            Number of random descents, each a few microseconds. Default: 20,000; without numba 500,
            since each then takes a few milliseconds.
        seed : int, default 0
            Seed of the descents.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            The item to branch on: one with the fewest live options, the first declared of these
            ("mrv"); the next as declared ("fixed") or in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        seconds : float, optional
            Budget; when it ends, the descents so far are used. Default: no limit.

        Raises
        ------
        SearchStopped
            If the seconds end before the first descent does.
        ProblemFault, BudgetError, OrderError
            If the problem has a fault, or an argument is invalid.

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
        """A group of symmetries, to count or list one solution of each orbit.

        The group may be of any order, but some questions need a table of it, which is bounded.

        Parameters
        ----------
        *generators : mapping or callable
            Permutations of the items: functions of an item, or mappings from item to item, in which
            items that stay need not be named. If colours change, a mapping also has entries
            ``Coloured(item, colour) -> Coloured(item, colour)``.
        detect : bool, default False
            Find all symmetries, instead of naming generators.
        most : int, default 20,000
            The most elements of a table of the group, which takes at most 400 MB.
        seconds : float, optional
            Budget for finding the group. With one, bliss runs in another process, which can be
            stopped at any time. Default: no limit.

        Raises
        ------
        NotASymmetry
            If a generator does not map options to options, given ones to given ones and forbidden
            ones to forbidden ones.
        MissingLibrary
            If ``detect`` is true and igraph (the extra ``symmetry``) is missing.
        GroupTooLarge
            If the generators that are detected take over 2 GB.
        SearchStopped
            If the seconds are over.
        MethodConflict
            If the problem has a ready-made rule that became options.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

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
        """Build a decision diagram of all solutions, to count, sample, rank and filter them.

        Two methods take turns until one is done (``exactcover/diagrams/strategies.py``);
        ``ZDD.method`` names it. The first decides one item after the other, in an order that keeps
        the frontier small: the items that are partly decided. Its diagram stays small as long as
        the frontier does, as on long or narrow boards, however many solutions there are. The second
        lists all solutions, if they are few. Neither can hold millions of unstructured solutions.

        The diagram determines the order of the solutions. It is the same in every run, but may
        differ in another version of this package. A saved diagram keeps it.

        Parameters
        ----------
        order : {"auto", "fixed"}, iterable of items or Order, default "auto"
            The order in which to decide the items: found, as declared, or listed.
        memory : int or str, default "4GB"
            Memory limit while the diagram is built, in bytes or as a text.
        seconds : float, optional
            Budget. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Raises
        ------
        DiagramTooLarge
            If the memory limit is reached.
        SearchStopped
            If the seconds are over.
        ProblemFault, OrderError, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

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

        The costs of the problem may have changed since.

        Parameters
        ----------
        path : path

        Raises
        ------
        OtherProblem
            If the diagram belongs to another problem.
        FileFault, OSError
            If the file is damaged or not a diagram; if it cannot be read.
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

    def batch(
        self,
        givens: Iterable[Iterable[Hashable]] | None = None,
        *,
        without: Iterable[Iterable[Hashable]] | None = None,
        without_items: Iterable[Iterable[Hashable]] | None = None,
    ) -> Batch:
        """Ask one question about many problems that differ in a few options or items.

        The problem is prepared once, so small problems run a hundred times as fast as with
        :meth:`given` and :meth:`without`.

        Parameters
        ----------
        givens, without : iterable of iterables of hashable, optional
            For each problem, the names of the options that are given and left out.
        without_items : iterable of iterables of hashable, optional
            For each problem, the names of primary items that are left out together with all their
            options: a tray without a cell, or without a piece.

        Returns
        -------
        Batch
            Its methods ``first()``, ``count(limit)`` and ``is_unique()`` yield the answer for each
            problem; ``as_arrays()`` has all of them as numpy arrays.

        Raises
        ------
        TypeError
            If an argument is a string, a mapping or not iterable, or all are missing.
        ProblemFault
            If the problem has a fault.

        Examples
        --------
        >>> list(xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).batch([[1], [3]]).first())
        [Solution(1, 2), Solution(3)]
        """
        return Batch(self._sound, givens, without, without_items)

    # -- within the package ------------------------------------------------------------------

    @property
    def _whole(self) -> Problem[OptionName]:
        """The same problem, in which items and options added by rules are ordinary: for files."""
        old = self._statement
        return self._with(Statement(old.model.whole(), old.given, old.forbidden))
