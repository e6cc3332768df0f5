"""A problem with more options over the same items, as column generation needs it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import count
from typing import Any

from .. import errors
from ..arrays.compiled import UNLIMITED
from ..common.arguments import pairs_of
from ..common.costs import CostsOf
from .model import Model
from .names import Costs, Option, OptionsArgument, compact, each_of, named_options
from .statement import Statement


def extended(model: Model, options: OptionsArgument, costs: Costs | None) -> Model:
    """The model with these options behind its own, which keep their numbers.

    ``costs``: of the new ones. Nothing that was stated is read again.
    """
    old, compiled = model.option_names, model.compiled
    items, n_primary, soft = model.item_names, compiled.n_primary, model.penalties
    bounds = {
        item: (high if number in soft else low, None if high == UNLIMITED else high)
        for number, (item, low, high) in enumerate(zip(items, *compiled.bounds, strict=False))
    }
    penalties = {items[number]: penalty for number, penalty in soft.items()}
    primary, secondary, floats = items[:n_primary], items[n_primary:], model.priced.floats_will_do
    added = list(numbered(model, options))
    more = Model(primary, secondary, added, bounds, compiled.repeat, costs, penalties, floats)
    known = model.number_of_option
    again = [errors.RepeatedOption(name) for name in more.option_names if name in known]
    other = copy(model)
    other.faults = [*model.faults, *more.faults, *again]
    # The colours of the new options by the numbers that they have here.
    other.name(items, compact([*old, *more.option_names]), model.colour_names[:])
    colours = [0, *map(other._colour, more.colour_names[1:])]
    shift = compiled.n_entries
    other.compiled = replace(
        compiled,
        starts=compiled.starts + array("q", [shift + start for start in more.compiled.starts[1:]]),
        items=compiled.items + more.compiled.items,
        colours=compiled.colours + array("i", [colours[k] for k in more.compiled.colours]),
    )
    for name in ("option_costs", "costs"):
        mine, others = getattr(model, name), getattr(more, name)
        if mine or others:
            nothing = [CostsOf([0] * len(each.option_names)) for each in (model, more)]
            setattr(other, name, (mine or nothing[0]).joined(others or nothing[1]))
    return other


def numbered(model: Model, options: OptionsArgument) -> Iterator[Option[Any]]:
    """More options for a model, each with a name: a number that no option has, where none is."""
    if isinstance(options, str | bytes) or pairs_of(options) is not None:
        yield from (Option(*each) for each in named_options(options))
        return
    numbers = (k for k in count(len(model.option_names)) if k not in model.number_of_option)
    for option in each_of(options, "the options"):
        yield option if isinstance(option, Option) else Option(next(numbers), option)


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
