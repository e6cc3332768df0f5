"""Adding rules to a problem: ready-made ones become part of it; a search calls functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from ..errors import RuleTooLarge, shown
from ..statement.model import Model
from ..statement.names import OptionName
from ..statement.stated import Stated
from ..statement.statement import Statement

if TYPE_CHECKING:
    from typing import Self

    from .conditions import Condition
    from .ruled import Function, Ruled


class TakesRules(Stated[OptionName]):
    """A problem that can be asked under rules."""

    @overload
    def where(self, rule: Condition, /, *rules: Condition) -> Self: ...

    @overload
    def where(
        self, complete: Function = None, *, enter: Function = None, leave: Function = None,
        accept: Function = None, start: Any = None,
    ) -> Ruled: ...  # fmt: skip

    def where(
        self, *rules: Any, complete: Function = None, enter: Function = None,
        leave: Function = None, accept: Function = None, start: Any = None,
    ) -> Any:  # fmt: skip
        """The same problem with rules: only solutions that satisfy them count.

        Ready-made rules, such as :class:`Total` and :class:`Connected`, name options and items of
        this problem. They become further items and options, which solutions do not show, so the
        result is a problem that answers every question (but :meth:`symmetry` only if the rules
        become bounds alone, as :class:`Times` with "at most" does).

        A rule may also be a function; then the result answers fewer questions. ``complete`` judges
        each solution. A rule with a state, at first ``start``, is called at each node of the
        search. Kernels (:func:`kernel`) get positions of options. An exception in a rule ends the
        search.

        Parameters
        ----------
        *rules : Condition or callable
            Ready-made rules, all in one call; or one function, instead of ``complete``.
        complete : callable, optional
            Called with each :class:`Solution`, or as :func:`by_chunk` says; a ready-made rule is
            such a function, too.
        enter : callable, optional
            ``enter(state, option)`` updates the state and returns True; or returns False without
            a change, if no solution with the options chosen so far is wanted.
        leave : callable, optional
            ``leave(state, option)`` undoes the last ``enter``.
        accept : callable, optional
            ``accept(state)`` judges solutions.
        start : object, optional
            The first state.

        Returns
        -------
        Problem or Ruled
            :class:`Ruled` for functions.

        Raises
        ------
        RuleTooLarge, MethodConflict
            If a ready-made rule has over 1,000,000 transitions; if it does not allow ``repeat``.
        RuleFault
            From a question, if a function returns anything except True or False.
        UnknownOption, TypeError
            If a rule names something that the problem does not have; if arguments conflict.

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"})
        >>> problem.where(xc.Times([1, 3], 1), xc.Times([2], 0)).first()
        Solution(3)
        >>> problem.where(lambda solution: len(solution) == 2).first()
        Solution(1, 2)
        """
        from .conditions import Condition

        functions = start, enter, leave, accept
        if not any(isinstance(each, Condition) for each in rules):
            from .ruled import ruled

            if len(rules) > 1 or (rules and complete is not None):
                raise TypeError("where(): expected one function for complete solutions")
            return ruled(self, rules[0] if rules else complete, *functions)
        for each in (*rules, complete, *functions):
            if each is not None and not isinstance(each, Condition):
                raise TypeError(
                    f"where(): {shown(each)} is not a ready-made rule; pass these in one call, and"
                    " functions to where() of the result"
                )
        return self._with(with_conditions(self._statement, rules))


def statement_of(model: Model) -> Statement:
    """A stated problem. Items with a set of multiplicities are bounded by it, and have a rule."""
    statement = Statement(model)
    if not model.allowed:
        return statement
    from .totals import Times

    names, rules = model.option_names, []
    for item, allowed in model.allowed.items():
        options = [names[option] for option in model.options_of_item[item]]
        rule = Times(options, set(allowed))
        rules.append(rule.named(f"the multiplicity of {shown(model.item_names[item])}"))
    return with_conditions(statement, rules)


class _Known(tuple["Condition", ...]):
    """Rules that stay behind when a model is pickled: they may hold functions that cannot be."""

    def __reduce__(self) -> Any:
        return _Known, ()


def alone(statement: Statement) -> Statement:
    """The statement with rules that use no bounds of items, so that a part of it may leave items
    out. It stays as it is where that takes too many states, or the rules were left behind."""
    model = statement.model
    if not (model.conditions and any(model.bounds_used)):
        return statement
    stated = Statement(model.shown, statement.given, statement.forbidden)
    try:
        return with_conditions(stated, model.conditions, alone=True)
    except RuleTooLarge:
        return statement


def with_conditions(
    statement: Statement, conditions: Sequence[Condition], alone: bool = False
) -> Statement:
    """The statement with ready-made rules as items and options. One with faults stays as it is.

    ``alone``: see :class:`Additions`.
    """
    from ..statement.additions import Additions

    model = statement.model
    if model.faults:
        return statement
    more = Additions(model, alone)
    for condition in conditions:
        more.begin(condition.name, repr(condition))
        try:
            condition._add_to(more)
        except RuleTooLarge as error:
            error.rule = condition.name or f"{more.rule}, {shown(condition)},"
            error.add_note("where(complete=…) takes the same rule as a function.")
            raise
    extended = more.extended()
    extended.conditions = _Known((*model.conditions, *conditions))
    return Statement(extended, statement.given, statement.forbidden)
