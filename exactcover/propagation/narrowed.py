"""What propagation makes of a statement: a narrower statement, or its live options."""

from __future__ import annotations

from ..statement.statement import Statement
from .reduce import reduce_statement, reduction_of

__all__ = ["live_options", "reduced"]


def reduced(statement: Statement) -> Statement:
    """The statement with all that propagation removes forbidden, and all it forces given."""
    reduction = reduction_of(statement, True, True, lambda: None)
    removed = [option for option, item in enumerate(reduction._why_item) if item >= 0]
    return statement.without(removed).with_given(reduction._taken)


def live_options(statement: Statement) -> list[int]:
    """The options that given and forbidden ones leave; none if given ones clash."""
    forbidden, given = set(statement.forbidden), set(statement.given)
    if not given:
        n_options = statement.model.compiled.n_options
        return [option for option in range(n_options) if option not in forbidden]
    reduction = reduce_statement(statement, rules=0, kernels=False)
    if reduction.impossible is not None:
        return []
    # What is given stays, even where it cannot be chosen once more.
    return [option for option, flag in enumerate(reduction._live) if flag or option in given]
