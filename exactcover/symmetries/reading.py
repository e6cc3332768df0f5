"""Reading a symmetry that the user states, and checking that it is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..common.arguments import pairs_of
from ..errors import NotASymmetry
from ..statement.names import Coloured
from ..statement.statement import Statement

__all__ = ["Motion", "read"]

#: A permutation of items: a mapping or a function. Items that a mapping does not name stay. Colours
#: stay too, unless the mapping has an entry Coloured -> Coloured.
Motion = Mapping[Any, Any] | Callable[[Any], Any]


def read(statement: Statement, number: int, motion: Motion) -> tuple[Any, Any]:
    """A permutation of items as arrays: of items, and of options. Raises NotASymmetry."""
    model = statement.model
    compiled = model.compiled
    mapping: Callable[[Any], Any]
    recoloured: dict[Any, Any] = {}
    pairs = pairs_of(motion)
    if pairs is not None:
        goes_to: dict[Any, Any] = {}
        for name, to in pairs:
            if name in goes_to:
                raise NotASymmetry(number, f"{name!r} is named twice")
            goes_to[name] = to
        recoloured = {name: to for name, to in goes_to.items() if isinstance(name, Coloured)}
        for name in goes_to:
            item = name.item if isinstance(name, Coloured) else name
            known = model.number_of_item.get(item)
            if known is None:
                raise NotASymmetry(number, f"{name!r} is no item of the problem")
            if isinstance(name, Coloured) and known < compiled.n_primary:
                raise NotASymmetry(number, f"{name!r}: a primary item has no colours")
        mapping = lambda name: goes_to.get(name, name)  # noqa: E731
    elif callable(motion):
        mapping = motion
    else:
        raise TypeError(f"symmetry(): {motion!r} is no mapping and no function of items")
    goes = np.zeros(compiled.n_items, np.int32)
    for item, name in enumerate(model.item_names):
        where = f"{name!r} goes to {mapping(name)!r}, which"
        image = model.number_of_item.get(mapping(name))
        if image is None:
            raise NotASymmetry(number, f"{where} is no item")
        if (item < compiled.n_primary) != (image < compiled.n_primary):
            raise NotASymmetry(number, f"{where} is of another kind")
        if item < compiled.n_primary and compiled.multiple:
            bounds = compiled.low[item], compiled.high[item]
            if bounds != (compiled.low[image], compiled.high[image]):
                raise NotASymmetry(number, f"{where} has another multiplicity")
        goes[item] = image
    missed = set(range(compiled.n_items)) - set(goes.tolist())
    if missed:
        raise NotASymmetry(number, f"no item goes to {model.item_names[min(missed)]!r}")
    return goes, _of_options(statement, number, recoloured, goes)


def _of_options(statement: Statement, number: int, recoloured: dict[Any, Any], goes: Any) -> Any:
    """Where each option goes."""
    model = statement.model
    compiled = model.compiled
    colours: dict[tuple[int, int], int] = {}

    def entry(item: int, colour: int) -> tuple[int, int]:
        """Where an item in a colour goes."""
        if not colour:
            return int(goes[item]), 0
        known = colours.get((item, colour))
        if known is None:
            stated = Coloured(model.item_names[item], model.colour_names[colour])
            image = recoloured.get(stated)
            known = colour
            if image is not None:
                image = image if isinstance(image, Coloured) else Coloured(stated.item, image)
                known = model._number_of_colour.get(image.colour, -1)
                if model.number_of_item.get(image.item) != goes[item] or known < 0:
                    raise NotASymmetry(number, f"{stated!r} goes to {image!r}, which no option has")
            colours[item, colour] = known
        return int(goes[item]), known

    # Options that name the same are taken in their order, those given and forbidden apart.
    given, forbidden = set(statement.given), set(statement.forbidden)
    alike: dict[Any, list[int]] = {}
    rank = []

    def kind(option: int) -> tuple[bool, bool]:
        return option in given, option in forbidden

    for option in range(compiled.n_options):
        same = alike.setdefault((frozenset(compiled.option(option)), *kind(option)), [])
        rank.append(len(same))
        same.append(option)
    every = {named for named, *_ in alike}
    moved = np.zeros(compiled.n_options, np.int32)
    for option in range(compiled.n_options):
        named = frozenset(entry(*each) for each in compiled.option(option))
        image = alike.get((named, *kind(option)), [])
        name = model.option_names[option]
        if rank[option] < len(image):
            moved[option] = image[rank[option]]
            continue
        items = ", ".join(repr(model.item_names[goes[item]]) for item, _ in compiled.option(option))
        how = [
            word for word, is_so in zip(("given", "forbidden"), kind(option), strict=True) if is_so
        ]
        if named in every and (how or rank[option] == 0):
            what = f"is {' and '.join(how) or 'neither given nor forbidden'}"
            raise NotASymmetry(
                number, f"option {name!r} {what}, and goes to one of {items}, which is not"
            )
        raise NotASymmetry(number, f"option {name!r} goes to one of {items}, and there is none")
    return moved
