"""A problem with more options over the same items, as column generation needs it."""

from __future__ import annotations

from array import array
from copy import copy
from dataclasses import replace

from .. import errors
from ..arrays.compiled import UNLIMITED
from ..common.arguments import pairs_of
from .model import Model
from .names import Costs, Option, OptionsArgument, each_of
from .statement import Statement


def extended(model: Model, options: OptionsArgument, costs: Costs | None) -> Model:
    """The model with these options behind its own, which keep their numbers.

    ``costs``: of the new ones. Nothing that was stated is read again, but costs.
    """
    old, compiled = model.option_names, model.compiled
    items, n_primary = model.item_names, compiled.n_primary
    bounds = {
        item: (low, None if high == UNLIMITED else high)
        for item, low, high in zip(items, *compiled.bounds, strict=False)
    }
    if pairs_of(options) is None:
        options = [
            option if isinstance(option, Option) else Option(number, option)
            for number, option in enumerate(each_of(options, "the options"), len(old))
        ]
    more = Model(items[:n_primary], items[n_primary:], options, bounds, compiled.repeat, costs)
    more.faults = [each for each in more.faults if not isinstance(each, errors.BadCost)]
    known = model.number_of_option
    again = [errors.RepeatedOption(name) for name in more.option_names if name in known]
    other = copy(model)
    other.faults = [*model.faults, *more.faults, *again]
    other.option_names = [*old, *more.option_names]
    numbers = enumerate(more.option_names, len(old))
    other.number_of_option = known | {name: number for number, name in numbers}
    # The colours of the new options by the numbers that they have here.
    other.colour_names, other._number_of_colour = model.colour_names[:], {**model._number_of_colour}
    colours = [0, *map(other._colour, more.colour_names[1:])]
    shift = compiled.n_entries
    other.compiled = replace(
        compiled,
        starts=compiled.starts + array("q", [shift + start for start in more.compiled.starts[1:]]),
        items=compiled.items + more.compiled.items,
        colours=compiled.colours + array("i", [colours[k] for k in more.compiled.colours]),
    )
    stated = {len(old) + number: cost for number, cost in more._stated_costs.items()}
    other._stated_costs = model._stated_costs | stated
    other.penalties, other.costs, other.option_costs = {}, None, None
    other._read_costs(other._stated_costs)
    return other


def extends(statement: Statement, old: Statement) -> bool:
    """Whether a statement is another one, or that with more options."""
    new, model = statement.model, old.model
    mine, others = new.compiled, model.compiled
    n_options, n_entries = others.n_options, others.n_entries
    same = (
        (new.item_names, model.item_names),
        (mine.bounds, others.bounds),
        (mine.repeat, others.repeat),
        (new.penalties, model.penalties),
        (new.priced.each[:n_options], model.priced.each),
        (new.option_names[:n_options], model.option_names),
        (mine.starts[: n_options + 1], others.starts),
        (mine.items[:n_entries], others.items),
        ([new.colour_names[k] for k in mine.colours[:n_entries]],
         [model.colour_names[k] for k in others.colours]),
        ((statement.given, statement.forbidden), (old.given, old.forbidden)),
    )  # fmt: skip
    return new.stated is None and all(one == other for one, other in same)
