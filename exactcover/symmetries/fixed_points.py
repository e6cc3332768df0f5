"""The solutions that a symmetry fixes, as a problem.

A symmetry fixes a solution if the solution consists of complete orbits of options. So the options
of this problem are the orbits whose members can be chosen together. An orbit covers what its
members cover. The exact covers by orbits are the solutions sought, each once.
"""

from __future__ import annotations

from collections import defaultdict

from ..arrays.compiled import Compiled
from ..kernels.array_types import Int32s
from ..statement.model import Model
from ..statement.names import Coloured, Option
from ..statement.statement import Statement
from .permutations import orbits

__all__ = ["fixed_by"]


def fixed_by(statement: Statement, element: Int32s) -> Statement:
    """The problem of the solutions that a permutation of the options fixes.

    An option has the number of the first option of its orbit as its name.
    """
    model = statement.model
    compiled = model.compiled
    live = statement.live()
    names, n_primary = model.item_names, compiled.n_primary
    members: defaultdict[int, list[int]] = defaultdict(list)
    for option, least in enumerate(orbits([element], compiled.n_options).tolist()):
        if live[option]:
            members[least].append(option)
    options = []
    for least, together in members.items():
        covered = _together(compiled, together)
        if covered is not None:
            items = [
                Coloured(names[item], model.colour_names[colour]) if colour else names[item]
                for item, colour in covered.items()
            ]
            options.append(Option(least, items))
    kept = Statement(Model(names[:n_primary], names[n_primary:], options))
    given = {least for least, together in members.items() if set(together) & set(statement.given)}
    made = kept.model.number_of_option
    if not made.keys() >= given or not all(live[option] for option in statement.given):
        return kept.without(made.values())
    return kept.with_given(made[least] for least in given)


def _together(compiled: Compiled, options: list[int]) -> dict[int, int] | None:
    """What options cover together, item -> colour; None if they cannot be chosen together."""
    covered: dict[int, int] = {}
    for option in options:
        for item, colour in compiled.option(option):
            if item in covered and (not colour or covered[item] != colour):
                return None
            covered[item] = colour
    return covered
