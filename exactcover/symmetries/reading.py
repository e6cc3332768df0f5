"""Reading a permutation that the user gives, and checking that it is a symmetry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from ..common.arguments import pairs_of
from ..common.deadline import ticking
from ..errors import NotASymmetry
from ..kernels.bits.array_types import Int32s
from ..statement.model import Model
from ..statement.names import Coloured
from ..statement.statement import Statement

#: A permutation of items: a mapping or a function. Items that a mapping does not name stay. Colours
#: stay too, unless the mapping has an entry Coloured -> Coloured.
Motion = Mapping[Any, Any] | Callable[[Any], Any]


def read(
    statement: Statement, number: int, motion: Motion, tick: Callable[[], None]
) -> tuple[Int32s, Int32s]:
    """A permutation of items as arrays: of items, and of options. Raises NotASymmetry.

    ``tick`` is called now and then, and may end it by raising.
    """
    model = statement.model
    if model.stated is not None:
        return _of_additions(model, number, *read(statement.shown, number, motion, tick))
    compiled = model.compiled
    pairs = pairs_of(motion)
    if pairs is not None:
        stated = _stated(model, number, pairs)
    elif callable(motion):
        stated = {name: motion(name) for name in model.item_names}
    else:
        raise TypeError(f"symmetry(): {motion!r}: expected a mapping or a function of items")
    goes = np.zeros(compiled.n_items, np.int32)
    for item, name in enumerate(ticking(model.item_names, tick)):
        to = stated.get(name, name)
        where = f"{name!r} maps to {to!r}, which"
        image = _number_of(model, number, to)
        if image is None:
            raise NotASymmetry(number, f"{where} is not an item")
        if (item < compiled.n_primary) != (image < compiled.n_primary):
            raise NotASymmetry(number, f"{where} is not of the same kind")
        if item < compiled.n_primary and compiled.multiple:
            bounds = compiled.low[item], compiled.high[item]
            if bounds != (compiled.low[image], compiled.high[image]):
                raise NotASymmetry(number, f"{where} has another multiplicity")
        goes[item] = image
    missed = set(range(compiled.n_items)) - set(goes.tolist())
    if missed:
        raise NotASymmetry(number, f"no item maps to {model.item_names[min(missed)]!r}")
    return goes, _of_options(statement, number, stated, goes, tick)


def _of_additions(model: Model, number: int, goes: Int32s, moved: Int32s) -> tuple[Int32s, Int32s]:
    """The permutation with the items that rules have added, which are known by their options."""
    stated, compiled = model.shown.compiled, model.compiled
    shift = compiled.n_primary - stated.n_primary
    place = [k + shift * (k >= stated.n_primary) for k in range(stated.n_items)]
    covers: dict[int, set[tuple[int, int]]] = {
        item: set() for item in set(range(compiled.n_items)) - set(place)
    }
    for option in range(compiled.n_options):
        for item, colour in compiled.option(option):
            if item in covers:
                covers[item].add((option, colour))
    low, high = compiled.bounds

    def kind(item: int) -> tuple[int, int]:
        return (low[item], high[item]) if item < compiled.n_primary else (-1, -1)

    alike: defaultdict[Any, list[int]] = defaultdict(list)
    for item, options in covers.items():
        alike[kind(item), frozenset(options)].append(item)
    whole = np.zeros(compiled.n_items, np.int32)
    whole[place] = np.array(place, np.int32)[goes]
    for (bounds, options), items in alike.items():
        named = frozenset((int(moved[option]), colour) for option, colour in options)
        images = alike.get((bounds, named), [])
        if len(images) != len(items):
            rule = str(model.item_names[items[0]]).partition(":")[0]
            raise NotASymmetry(number, f"{rule} does not go to a rule")
        whole[items] = images
    return whole, moved


def _number_of(model: Model, number: int, name: Any) -> int | None:
    """The number of an item; None if it is none. Raises NotASymmetry for what cannot be one."""
    try:
        return model.number_of_item.get(name)
    except TypeError:
        raise NotASymmetry(number, f"{name!r} cannot be the name of an item") from None


def _stated(model: Model, number: int, pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Where items and coloured items go, as a mapping states it. Raises NotASymmetry."""
    stated: dict[Any, Any] = {}
    for name, to in pairs:
        if name in stated:
            raise NotASymmetry(number, f"{name!r} is named twice")
        stated[name] = to
    for name in stated:
        known = _number_of(model, number, name.item if isinstance(name, Coloured) else name)
        if known is None:
            raise NotASymmetry(number, f"{name!r} is not an item of the problem")
        if isinstance(name, Coloured) and known < model.compiled.n_primary:
            raise NotASymmetry(number, f"{name!r}: a primary item has no colours")
    return stated


def _of_options(
    statement: Statement,
    number: int,
    stated: dict[Any, Any],
    goes: Int32s,
    tick: Callable[[], None],
) -> Int32s:
    """Where each option goes. Raises NotASymmetry."""
    model = statement.model
    compiled = model.compiled

    @cache
    def entry(item: int, colour: int) -> tuple[int, int]:
        """Where an item in a colour goes."""
        if not colour:
            return int(goes[item]), 0
        name = Coloured(model.item_names[item], model.colour_names[colour])
        image = stated.get(name)
        if image is None:
            return int(goes[item]), colour
        if not isinstance(image, Coloured):
            image = Coloured(name.item, image)
        known = model._number_of_colour.get(image.colour, -1)
        if model.number_of_item.get(image.item) != goes[item] or known < 0:
            raise NotASymmetry(number, f"{name!r} maps to {image!r}, which no option has")
        return int(goes[item]), known

    # Options that name the same are taken in their order, those given and forbidden apart.
    listed = {"given": set(statement.given), "forbidden": set(statement.forbidden)}
    kinds = [
        " and ".join(word for word, options in listed.items() if option in options)
        for option in ticking(range(compiled.n_options), tick)
    ]
    alike: defaultdict[Any, list[int]] = defaultdict(list)
    rank = []
    for option, kind in enumerate(ticking(kinds, tick)):
        same = alike[frozenset(compiled.option(option)), kind]
        rank.append(len(same))
        same.append(option)
    moved = np.zeros(compiled.n_options, np.int32)
    for option, kind in enumerate(ticking(kinds, tick)):
        named = frozenset(entry(*each) for each in compiled.option(option))
        images = alike.get((named, kind), [])
        if rank[option] < len(images):
            moved[option] = images[rank[option]]
            continue
        name = model.option_names[option]
        items = ", ".join(repr(model.item_names[goes[item]]) for item, _ in compiled.option(option))
        if any(each == named for each, _ in alike) and (kind or rank[option] == 0):
            what = f"is {kind or 'neither given nor forbidden'}"
            raise NotASymmetry(
                number, f"option {name!r} {what}, but maps to one of {items}, which is not"
            )
        raise NotASymmetry(number, f"option {name!r} maps to one of {items}, but there is none")
    times = np.bincount(moved, minlength=len(moved))
    if len(moved) and times.max() > 1:
        name = model.option_names[int(times.argmax())]
        raise NotASymmetry(number, f"two options map to option {name!r} (are colours mapped back?)")
    return moved
