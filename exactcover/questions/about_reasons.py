"""Questions about reasons: why there is no solution, how solutions differ, steps by logic alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..common.ask import Ask
from ..common.deadline import Deadline
from ..common.slices import reporting
from ..rules.where import alone
from ..statement.names import OptionName
from ..statement.results import Impossible
from ..statement.stated import Stated

if TYPE_CHECKING:
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explanation import Explanation
    from ..reasons.trace import Trace


class AsksReasons(Stated[OptionName]):
    """A statement that can be explained."""

    def explain(
        self, *, seconds: float | None = None, report: Callable[[str], None] | None = None
    ) -> Explanation | None:
        """Explain why there is no solution, by a small part of the problem that has none.

        The part consists of items and given options that cannot be satisfied together, whatever the
        rest of the problem is. If :attr:`Explanation.irreducible` is true, every member is needed.

        Parameters
        ----------
        seconds : float, optional
            Budget. Default: no limit.
        report : callable, optional
            Called now and then with a sentence that says what is being done.

        Returns
        -------
        Explanation or None
            The part and the reason; None if there is a solution.

        Raises
        ------
        SearchStopped
            If the seconds are over before it is known that there is no solution.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        Examples
        --------
        >>> print(xc.Problem("ab", {1: "a", 2: "a"}).explain())
        no option covers 'b'
        """
        from ..reasons.explain import explain

        deadline, told = self._deadline(seconds), reporting(report)
        found = explain(alone(self._statement), deadline, told)
        if found is None:
            return None
        part = found.problem.drawn_by(self._model.picture)
        return replace(found, problem=self._with(part), _statement=part)

    def ambiguity(
        self, *, seconds: float | None = None, report: Callable[[str], None] | None = None
    ) -> Ambiguity | Impossible:
        """Find out how the solutions differ, and what would make the solution unique.

        The answer is exact up to 50,000 solutions with 5,000,000 options in total. Beyond that the
        choice may not be the smallest, and the number of solutions is a lower bound unless a
        diagram can count them. The answer says what is exact.

        Parameters
        ----------
        seconds : float, optional
            Budget; if it ends after a solution is found, parts of the answer stay undecided.
            Default: no limit.
        report : callable, optional
            Called now and then with a sentence that says what is being done.

        Returns
        -------
        Ambiguity or Impossible
            The options in all solutions, in some and in none, and a smallest choice of options that
            leaves one solution.

        Raises
        ------
        SearchStopped
            If the seconds are over before a solution is found.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).ambiguity().choice
        (1,)
        """
        from ..reasons.ambiguity import ambiguity

        deadline, told = self._deadline(seconds), reporting(report)
        return ambiguity(self._statement, deadline, told)

    def trace(self, *, seconds: float | None = None) -> Trace:
        """Solve without guessing, as far as possible, by steps that a person can follow.

        There are two rules. *Single*: an item has no more options left than it needs, usually one.
        They are taken, and options that clash with them are removed. *Starved*: an option is
        removed if it would leave some item without the options it needs. Singles come first.

        Parameters
        ----------
        seconds : float, optional
            When they are over, the trace ends with the steps so far. Default: no limit.

        Raises
        ------
        ProblemFault, BudgetError
            If the problem has a fault, or ``seconds`` is invalid.

        See Also
        --------
        difficulty, reduce

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b"}).trace().outcome
        'solved'
        """
        from ..reasons.trace import trace

        return trace(self._statement, self._deadline(seconds).tick)

    def difficulty(self, *, seconds: float | None = None) -> int | None:
        """The number of nested assumptions that solving, or refuting, the problem needs.

        Between assumptions the rules of :meth:`trace` apply.

        Parameters
        ----------
        seconds : float, optional
            Budget. Default: no limit.

        Returns
        -------
        int or None
            0 if the rules alone suffice; None if 3 is not enough or there are several solutions.

        Raises
        ------
        SearchStopped
            If the seconds are over.
        ProblemFault, BudgetError
            If the problem has a fault, or ``seconds`` is invalid.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b"}).difficulty()
        0
        """
        from ..reasons.trace import difficulty

        return difficulty(self._statement, self._deadline(seconds).tick)

    def _deadline(self, seconds: float | None) -> Deadline:
        """When the time is over, for a question whose arguments are checked here."""
        self.require_sound()
        return Ask(seconds=seconds).deadline()
