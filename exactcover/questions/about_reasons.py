"""Questions about reasons: why there is no solution, what is open, how a person would solve it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..common.ask import Ask
from ..common.deadline import Deadline
from ..common.slices import reporting
from ..rules.where import alone
from ..statement.names import OptionName
from ..statement.results import Impossible
from ..statement.stated import Stated
from ..statement.statement import Statement

if TYPE_CHECKING:
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explanation import Explanation
    from ..reasons.trace import Trace


class AsksReasons(Stated[OptionName]):
    """A statement that can be explained."""

    def _with(self, statement: Statement) -> Any:
        """The same kind of problem with another statement."""
        raise NotImplementedError

    def explain(
        self, *, seconds: float | None = None, report: Callable[[str], None] | None = None
    ) -> Explanation | None:
        """Explain why there is no solution, by a small part of the problem that has none.

        The part consists of items and given options that cannot be satisfied together, whatever the
        rest is. No member can be left out if :attr:`Explanation.irreducible` is true.

        Parameters
        ----------
        seconds : float, optional
            Budget. Default: no limit.
        report : callable, optional
            Called with a sentence now and then.

        Returns
        -------
        Explanation or None
            The part, and why it has no solution; None if there is a solution.

        Raises
        ------
        SearchStopped
            If the seconds are over before it is known that there is no solution.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is wrong.

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
        """Tell what is open in a problem with several solutions.

        Exact up to 50,000 solutions (and 5,000,000 options in these together). Beyond that the
        choice may not be the smallest, and the number of solutions is a lower bound unless a
        diagram counts them. The answer says what is exact.

        Parameters
        ----------
        seconds : float, optional
            Budget; if it ends after a solution is found, something stays undecided. Default: no
            limit.
        report : callable, optional
            Called with a sentence now and then.

        Returns
        -------
        Ambiguity or Impossible
            The options in all solutions, those in some, those in none, and a smallest choice of
            options that makes the problem unique.

        Raises
        ------
        SearchStopped
            If the seconds are over before a solution is found.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is wrong.

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).ambiguity().choice
        (1,)
        """
        from ..reasons.ambiguity import ambiguity

        deadline, told = self._deadline(seconds), reporting(report)
        return ambiguity(self._statement, deadline, told)

    def trace(self, *, seconds: float | None = None) -> Trace:
        """Solve by steps that a person can follow, without guessing, as far as they lead.

        There are two rules. *Single*: an item has no more options left than it needs, usually one.
        They are taken, and options that clash with them are removed. *Starved*: an option that
        would leave some item without the options it needs is removed, only if there is no single.

        Parameters
        ----------
        seconds : float, optional
            When they are over, the trace ends with the steps so far. Default: no limit.

        Raises
        ------
        ProblemFault, BudgetError
            If the problem has a fault, or ``seconds`` makes no sense.

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
        """How many nested assumptions a solution, or the proof that there is none, needs.

        Between assumptions the rules of :meth:`trace` are used.

        Parameters
        ----------
        seconds : float, optional
            Budget. Default: no limit.

        Returns
        -------
        int or None
            0: the rules suffice alone. None: 3 is not enough, or there are several solutions.

        Raises
        ------
        SearchStopped
            If the seconds are over.
        ProblemFault, BudgetError
            If the problem has a fault, or ``seconds`` makes no sense.

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
