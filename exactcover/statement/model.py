"""From names to numbers: reading what the user stated, and finding every fault in it.

A :class:`Model` is the part of a problem that never changes: its names, its array form, its
faults. Problems that differ only in the options forced or forbidden share one; a
:class:`Statement` is a model together with those.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..arrays.compiled import UNLIMITED, Compiled
from ..common.arguments import pairs_of, whole
from ..common.costs import LARGEST, CostsOf, exact_cost, is_float
from ..common.slots import Slots
from ..errors import (
    BadCost,
    BadMultiplicity,
    ColourOnPrimary,
    EmptyOption,
    EndlessOption,
    ItemTwiceInOption,
    NeverChosen,
    NoPrimaryItems,
    Note,
    OptionOnlySecondary,
    ProblemFault,
    RepeatedItem,
    RepeatedOption,
    UncoverableItem,
    UnknownItem,
    UnknownOption,
    shown,
)
from ..text import counted

__all__ = [
    "MOST_NAMES_COMPARED",
    "Coloured",
    "ItemsOfOption",
    "Model",
    "Multiplicity",
    "Option",
    "OptionsArgument",
    "Statement",
    "near_names",
]

#: Near spellings are looked for among so many names in one problem, all looks taken together:
#: comparing a name with one that is like it takes some 30 microseconds.
MOST_NAMES_COMPARED = 20_000


#: Where options may be repeated, a solution lists each as often as it is chosen; more would be a
#: mistake, and would fill the memory.
_MOST_REPEATED = 1_000_000
#: So much together for all items with a bound.
_MOST_REPEATED_IN_ALL = 2_000_000


@dataclass(frozen=True, slots=True)
class Coloured:
    """A secondary item together with the colour an option gives it."""

    item: Hashable
    colour: Hashable

    def __post_init__(self) -> None:
        if self.colour is None:
            raise TypeError("a colour can be any hashable value but None, which means no colour")


ItemsOfOption = Iterable[Hashable] | Mapping[Hashable, Hashable]


@dataclass(frozen=True, slots=True)
class Option:
    """A named option. ``items`` are item names and :class:`Coloured` ones, or item -> colour."""

    name: Hashable
    items: ItemsOfOption
    #: What choosing it costs; None for nothing.
    cost: Any = None


#: How often an item is covered: exactly so often; or at least and at most, None for no limit.
Multiplicity = int | tuple[int, int | None]

OptionsArgument = Mapping[Hashable, ItemsOfOption] | Iterable[Option | ItemsOfOption]


def near_names(name: Hashable, names: Iterable[Hashable], most: int = 3) -> tuple[Hashable, ...]:
    """Names that are spelled like ``name``, the nearest first. O(names)."""
    try:
        by_text: dict[str, Hashable] = {}
        for known in names:
            by_text.setdefault(str(known), known)
        near = get_close_matches(str(name), by_text, n=most)
    except Exception:  # a name's own __str__; suggestions are not worth an error
        return ()
    # A name that reads the same and yet differs (1 and "1", or a NaN) is shown by its repr.
    return tuple(by_text[text] for text in near if shown(by_text[text]) != shown(name))


def _named_options(options: OptionsArgument) -> Iterator[tuple[Hashable, ItemsOfOption, Any]]:
    """Name, items and cost of each."""
    named = pairs_of(options)
    if named is not None:
        for name, stated in named:
            yield name, stated, None
        return
    if isinstance(options, str | bytes):
        raise TypeError("options: expected a mapping or an iterable of options, not a string")
    for number, option in enumerate(_each(options, "the options")):
        if isinstance(option, Option):
            yield option.name, option.items, option.cost
        else:
            yield number, option, None


def _each(values: Any, what: str) -> Iterator[Any]:
    """Iterate, with an error that says what should have been iterable."""
    try:
        return iter(values)
    except TypeError:
        raise TypeError(f"{what}: expected an iterable, not {shown(values)}") from None


def _lookup(numbers: dict[Hashable, int], name: Any, what: str) -> int | None:
    """The number of a name, with an error that says which name cannot be one."""
    try:
        return numbers.get(name)
    except TypeError:
        raise TypeError(f"{what}: {shown(name)} is not hashable, so it cannot be a name") from None


def _entries(option: Hashable, stated: ItemsOfOption) -> Iterator[tuple[Hashable, Hashable]]:
    """The items of an option with their colours (None: no colour)."""
    coloured = pairs_of(stated)
    if coloured is not None:
        yield from coloured
        return
    for entry in _each(stated, f"the items of option {shown(option)}"):
        if type(entry) is Coloured:
            yield entry.item, entry.colour
            continue
        if type(entry).__hash__ is None:
            message = f"the items of option {shown(option)}: {shown(entry)} is not hashable"
            message += ", so it is no item"
            if isinstance(entry, list) and isinstance(stated, tuple | list) and len(stated) == 2:
                message += "; name an option by a mapping, {name: items}, or xc.Option(name, items)"
            raise TypeError(message)
        yield entry, None


def _string_hint(what: str, text: str) -> str:
    return (
        f"({what} were given as the string {shown(text)}, which counts as its characters;"
        " write a list for names of several characters.)"
    )


def _bounds(stated: Any) -> tuple[int, int] | None:
    """A multiplicity as its two bounds, or None if it is none; UNLIMITED for no limit."""
    pair = isinstance(stated, tuple | list) and len(stated) == 2
    low = whole(stated[0] if pair else stated)
    high = whole(stated[1] if pair else stated)
    if low is None or low < 0:
        return None
    if pair and stated[1] is None and low < UNLIMITED:
        return low, UNLIMITED
    return (low, high) if high is not None and low <= high < UNLIMITED else None


class Model:
    """Names, numbers, array form and faults of a stated problem."""

    def __init__(
        self,
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable],
        options: OptionsArgument,
        multiplicity: Mapping[Hashable, Multiplicity] | None = None,
        repeat: bool = False,
        costs: Mapping[Hashable, Any] | Iterable[Any] | None = None,
        inexact: bool = False,
    ):
        for name, flag in (("repeat", repeat), ("inexact", inexact)):
            if flag not in (True, False):
                raise TypeError(f"{name}={shown(flag)}: expected True or False")
        #: Faults found, in order of the statement: items first, then option by option.
        self.faults: list[ProblemFault] = []
        #: Item number -> name; primary items first.
        self.item_names: list[Hashable] = []
        self.number_of_item: dict[Hashable, int] = {}
        #: Strings given where a list of names was expected, for hints.
        self._declared_strings: list[str] = []
        self._declare(primary, "primary")
        n_primary = len(self.item_names)
        self._declare(secondary, "secondary")
        #: Option number -> name.
        self.option_names: list[Hashable] = []
        self.number_of_option: dict[Hashable, int] = {}
        #: Colour number -> name; 0 is "no colour".
        self.colour_names: list[Hashable] = [None]
        self._number_of_colour: dict[Hashable, int] = {}
        self._names_compared = 0
        #: Costs stated with the options, by option number.
        self._stated_costs: dict[int, Any] = {}
        self.compiled = self._compile(n_primary, options)
        if multiplicity is not None:
            self._bound(multiplicity, repeat)
        #: None if no option has a cost.
        self.costs = self._read_costs(costs, inexact)
        if self.faults:
            self.faults[0].others = len(self.faults) - 1

    def _declare(self, items: Iterable[Hashable], kind: str) -> None:
        n_primary = len(self.item_names) if kind == "secondary" else None
        hint = ""
        if isinstance(items, str) and len(items) > 1:
            self._declared_strings.append(items)
            hint = _string_hint(f"The {kind} items", items)
        for item in _each(items, f"the {kind} items"):
            number = _lookup(self.number_of_item, item, f"the {kind} items")
            if number is None:
                self.number_of_item[item] = len(self.item_names)
                self.item_names.append(item)
            else:
                first = "primary" if n_primary is None or number < n_primary else "secondary"
                self.faults.append(RepeatedItem(item, first, kind, hint))

    def _compile(self, n_primary: int, options: OptionsArgument) -> Compiled:
        starts, nodes, colours = array("q", [0]), array("i"), array("i")
        for name, stated, cost in _named_options(options):
            if cost is not None:
                self._stated_costs[len(self.option_names)] = cost
            if _lookup(self.number_of_option, name, "the names of options") is not None:
                self.faults.append(RepeatedOption(name))
            else:
                self.number_of_option[name] = len(self.option_names)
            self.option_names.append(name)
            begin = len(nodes)
            unknown = False
            for item, colour in _entries(name, stated):
                number = self.number_of_item.get(item)
                if number is None:
                    unknown = True
                    hint = self._hint(item, stated)
                    near = () if hint else self._near_items(item)
                    self.faults.append(UnknownItem(item, name, near, hint))
                    continue
                nodes.append(number)
                if colour is None:
                    colours.append(0)
                    continue
                colours.append(self._colour(colour))
                if number < n_primary:
                    self.faults.append(ColourOnPrimary(item, name, colour))
            starts.append(len(nodes))
            covered = nodes[begin:]
            if len(set(covered)) < len(covered):
                self._report_twice(name, covered)
            if not covered and not unknown:
                self.faults.append(EmptyOption(name))
        return Compiled(n_primary, len(self.item_names), starts, nodes, colours)

    def _bound(self, multiplicity: Mapping[Hashable, Multiplicity], repeat: bool) -> None:
        """Give the primary items their bounds."""
        pairs = pairs_of(multiplicity)
        if pairs is None:
            raise TypeError(f"multiplicity={shown(multiplicity)}: expected item -> bounds")
        low, high = (array("i", [1]) * self.compiled.n_primary for _ in range(2))
        seen: set[int] = set()
        for item, stated in pairs:
            number = self.number_of_item.get(item)
            if number is None or number >= self.compiled.n_primary:
                near = self._near_items(item) if number is None else ()
                found = "it is not declared" if number is None else "it is a secondary item"
                expected = "a primary item"
                if number is not None:
                    expected += "; one that may be covered k times is primary, with (0, k)"
                if near:
                    expected += f", perhaps {' or '.join(map(shown, near))}"
                self.faults.append(BadMultiplicity(item, found, expected))
                continue
            bounds = _bounds(stated)
            if number in seen:
                self.faults.append(BadMultiplicity(item, "it is stated twice", "it once"))
            elif bounds is None:
                expected = f"a whole number from 0 to {UNLIMITED - 1:,}, or (least, most) of such"
                expected += " with most None for no limit"
                self.faults.append(BadMultiplicity(item, shown(stated), expected))
            elif repeat and _MOST_REPEATED < max(bounds) != UNLIMITED:
                expected = f"at most {_MOST_REPEATED:,} where options may be repeated"
                self.faults.append(BadMultiplicity(item, shown(stated), expected))
            else:
                low[number], high[number] = bounds
            seen.add(number)
        if set(low) | set(high) <= {1}:
            return  # an exact cover after all
        self.compiled = replace(self.compiled, low=low, high=high, repeat=repeat)
        if repeat:
            bounded = [each for each in high if each < UNLIMITED]
            if sum(bounded) > _MOST_REPEATED_IN_ALL:
                item = self.item_names[high.index(max(bounded))]
                expected = f"at most {_MOST_REPEATED_IN_ALL:,} for all items together"
                expected += " where options may be repeated"
                self.faults.append(BadMultiplicity(item, f"{max(bounded):,}", expected))
            self.faults += [
                EndlessOption(self.option_names[option])
                for option in range(self.compiled.n_options)
                if self.choosable[option] and self._endless(option)
            ]

    def _read_costs(
        self, costs: Mapping[Hashable, Any] | Iterable[Any] | None, inexact: bool
    ) -> CostsOf | None:
        stated = self._stated_costs
        pairs = pairs_of(costs)
        if costs is not None and pairs is None:
            if isinstance(costs, set | frozenset):
                raise TypeError(f"costs={shown(costs)}: a set has no order; expected a list")
            each = list(_each(costs, "the costs"))
            if len(each) != len(self.option_names):
                options = counted(len(self.option_names), "option")
                found = f"{counted(len(each), 'cost')} for {options}"
                raise TypeError(f"{found}: expected one for each, or a mapping, option -> cost")
            pairs = dict(zip(self.option_names, each, strict=True)).items()
        for name, cost in pairs or ():
            number = self.number_of_option.get(name)
            if number is None:
                names = self.option_names
                near = near_names(name, names) if len(names) <= MOST_NAMES_COMPARED else ()
                expected = "the name of an option"
                if near:
                    expected += f", perhaps {' or '.join(map(shown, near))}"
                self.faults.append(BadCost(name, "there is no such option", expected))
            elif number in stated:
                found = f"{shown(stated[number])} and {shown(cost)}"
                self.faults.append(BadCost(name, found, "it once"))
            else:
                stated[number] = cost
        if not stated:
            return None
        denominator = 1
        exact: list[int | Fraction] = [0] * len(self.option_names)
        for number, cost in stated.items():
            value = exact_cost(cost, inexact)
            if isinstance(value, str):
                self.faults.append(BadCost(self.option_names[number], shown(cost), value))
                continue
            exact[number] = value
            denominator = math.lcm(denominator, value.denominator)
            if denominator > LARGEST:
                expected = "no more than 1,000 digits in the common denominator of all costs"
                self.faults.append(BadCost(self.option_names[number], shown(cost), expected))
                break
        # Costs are exact, unless there is a float among them.
        floats = any(map(is_float, stated.values()))
        broken = [cost for number, cost in stated.items() if exact[number] != int(exact[number])]
        decimal = bool(broken) and all(isinstance(cost, Decimal) for cost in broken)
        return CostsOf(exact, floats, decimal, inexact)

    def _endless(self, option: int) -> bool:
        """Whether nothing bounds how often an option is chosen."""
        compiled = self.compiled
        return all(
            compiled.high[item] == UNLIMITED if item < compiled.n_primary else colour != 0
            for item, colour in compiled.option(option)
        )

    def _hint(self, item: Hashable, stated: ItemsOfOption) -> str:
        """What may have been meant by an item that is not declared, or ""."""
        if isinstance(stated, str) and len(stated) > 1:
            return _string_hint("Its items", stated)
        if not isinstance(stated, Mapping) and pairs_of(stated) is not None:
            kind = type(stated).__name__
            return f"(A {kind} is read as a mapping, item -> colour; list(…) gives its values.)"
        if isinstance(item, str) and item in self._declared_strings:
            return _string_hint("The items", item)
        if isinstance(stated, tuple) and stated in self.item_names:
            text = shown(stated)
            return f"(The tuple {text} is an item itself; write [{text}] to name it.)"
        parts: tuple[Any, ...] = ()
        if isinstance(item, str) and ":" in item:
            parts = tuple(item.split(":", 1))
        elif isinstance(item, tuple) and len(item) == 2:
            parts = item
        if parts and parts[0] in self.number_of_item:
            return f"(A colour is written xc.Coloured({shown(parts[0])}, {shown(parts[1])}).)"
        return ""

    def _colour(self, colour: Hashable) -> int:
        number = _lookup(self._number_of_colour, colour, "the colours of items")
        if number is None:
            number = self._number_of_colour[colour] = len(self.colour_names)
            self.colour_names.append(colour)
        return number

    def _near_items(self, item: Hashable) -> tuple[Hashable, ...]:
        self._names_compared += len(self.item_names)
        if self._names_compared > MOST_NAMES_COMPARED:
            return ()
        return near_names(item, self.item_names)

    def _report_twice(self, option: Hashable, covered: Sequence[int]) -> None:
        seen: set[int] = set()
        reported: set[int] = set()
        for number in covered:
            if number in seen and number not in reported:
                reported.add(number)
                self.faults.append(ItemTwiceInOption(self.item_names[number], option))
            seen.add(number)

    @cached_property
    def choosable(self) -> bytes:
        """For each option 1 if it has a primary item, and so can be chosen, and 0 otherwise."""
        compiled = self.compiled
        if not compiled.small:
            from ..arrays.views import primary_lengths

            return bytes((primary_lengths(compiled) > 0).astype("u1"))
        n_primary, items, starts = compiled.n_primary, compiled.items, compiled.starts
        flags = bytearray(compiled.n_options)
        for option in range(compiled.n_options):
            for node in range(starts[option], starts[option + 1]):
                if items[node] < n_primary:
                    flags[option] = 1
                    break
        return bytes(flags)

    def require_sound(self) -> None:
        """Raise the first fault, if there is one."""
        if self.faults:
            raise self.faults[0].with_traceback(None)

    def notes(self) -> list[Note]:
        """What a sound problem's author may not have meant."""
        compiled = self.compiled
        if compiled.n_primary == 0:
            notes: list[Note] = [NoPrimaryItems()]
        else:
            uses = Counter(compiled.items)
            notes = [
                UncoverableItem(self.item_names[item], uses[item], self._needed(item))
                for item in range(compiled.n_primary)
                if uses[item] < self._needed(item)
            ]
        notes += [
            OptionOnlySecondary(self.option_names[option])
            for option, flag in enumerate(self.choosable)
            if not flag and compiled.starts[option] < compiled.starts[option + 1]
        ]
        return notes

    def _needed(self, item: int) -> int:
        """How many different options a primary item needs at least."""
        compiled = self.compiled
        if not compiled.multiple:
            return 1
        return min(1, compiled.low[item]) if compiled.repeat else compiled.low[item]

    def numbers_of(self, options: Iterable[Hashable]) -> list[int]:
        """The numbers of options by their names. Raises :class:`UnknownOption`, and TypeError."""
        numbers = []
        for option in options:
            try:
                number = self.number_of_option.get(option)
            except TypeError:
                message = (
                    f"{shown(option)} cannot be the name of an option; give each as an argument"
                )
                raise TypeError(f"{message} of its own: given(*options)") from None
            if number is None:
                names = self.option_names
                near = near_names(option, names) if len(names) <= MOST_NAMES_COMPARED else ()
                raise UnknownOption(option, near)
            numbers.append(number)
        return numbers

    def givable(self, options: Iterable[Hashable]) -> list[int]:
        """The same for options that are to be forced. Raises :class:`NeverChosen` as well."""
        numbers = self.numbers_of(options)
        for number in numbers:
            if not self.choosable[number]:
                raise NeverChosen(self.option_names[number])
        return numbers


@dataclass(frozen=True, eq=False)
class Statement:
    """A model with some options forced and some forbidden: all that decides the answers."""

    model: Model
    #: Numbers of the options forced, ascending.
    given: tuple[int, ...] = ()
    #: Numbers of the options forbidden, ascending.
    forbidden: tuple[int, ...] = ()
    #: What was worked out about it before and need not be again; it never changes an answer.
    memo: Slots = field(default_factory=Slots, init=False, repr=False)

    def live(self) -> bytearray:
        """For each option 1 if it can be chosen and is not forbidden, and 0 otherwise."""
        flags = bytearray(self.model.choosable)
        for number in self.forbidden:
            flags[number] = 0
        return flags

    def with_given(self, numbers: Iterable[int]) -> Statement:
        """A statement with these options forced as well."""
        return Statement(self.model, tuple(sorted({*self.given, *numbers})), self.forbidden)

    def without(self, numbers: Iterable[int]) -> Statement:
        """A statement with these options forbidden as well."""
        return Statement(self.model, self.given, tuple(sorted({*self.forbidden, *numbers})))
