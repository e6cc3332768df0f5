"""From names to numbers: the arrays of a stated problem, and all its faults.

A :class:`Model` is the part of a problem that never changes. Problems that differ only in the
options forced or forbidden share one; a :class:`Statement` is a model together with those options.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .. import errors
from ..arrays.compiled import UNLIMITED, Compiled
from ..common.arguments import pairs_of, to_int
from ..common.costs import LARGEST_TERM, CostsOf, exact_cost, is_float
from ..common.displayed import Picture
from ..common.slots import Fixed, kept
from ..errors import Note, ProblemFault, shown
from ..text import counted
from .check import Check
from .names import (
    MOST_NAMES_COMPARED,
    Coloured,
    Costs,
    ItemsOfOption,
    Multiplicity,
    OptionsArgument,
    Rows,
    compact,
    each_of,
    entries,
    lookup,
    named_options,
    near_names,
    perhaps,
    string_hint,
    text_of,
)

#: Where options may be repeated, a solution lists each as often as it is chosen. A larger bound of
#: an item, or of all items together, would be a mistake and fill the memory.
_MOST_REPEATED, _MOST_REPEATED_IN_ALL = 1_000_000, 2_000_000


def bounds_of(stated: Any) -> tuple[int, int] | None:
    """A multiplicity as its two bounds, or None if it is none; UNLIMITED for no limit."""
    if isinstance(stated, set | frozenset | range):
        numbers = [stated[0], stated[-1]] if isinstance(stated, range) and stated else stated
        known = [to_int(each) for each in numbers]
        if not known or None in known:
            return None
        return bounds_of((min(known), max(known)))  # type: ignore[type-var]
    pair = isinstance(stated, tuple | list) and len(stated) == 2
    low = to_int(stated[0] if pair else stated)
    high = to_int(stated[1] if pair else stated)
    if low is None or low < 0:
        return None
    if pair and stated[1] is None and low < UNLIMITED:
        return low, UNLIMITED
    return (low, high) if high is not None and low <= high < UNLIMITED else None


def endless(compiled: Compiled, entries: Iterable[tuple[int, int]]) -> bool:
    """Whether nothing bounds how often an option with these items and colours is chosen."""
    return all(
        compiled.high[item] == UNLIMITED if item < compiled.n_primary else colour != 0
        for item, colour in entries
    )


def _twice(numbers: Sequence[int]) -> list[int]:
    """The numbers that occur several times, by the place where they occur again."""
    seen: set[int] = set()
    again: dict[int, None] = {}
    for number in numbers:
        if number in seen:
            again[number] = None
        seen.add(number)
    return list(again)


class Model:
    """Names, numbers, array form and faults of a stated problem."""

    def __init__(
        self,
        primary: Iterable[Hashable],
        secondary: Iterable[Hashable],
        options: OptionsArgument,
        multiplicity: Mapping[Hashable, Multiplicity] | Multiplicity | None = None,
        repeat: bool = False,
        costs: Costs | None = None,
        penalties: Mapping[Hashable, Any] | None = None,
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
        #: Option number -> name; a range if they are numbers in order. (Type checkers know their
        #: type by the parameter of the problem.)
        self.option_names: Sequence[Any] = ()
        #: Colour number -> name; 0 is "no colour".
        self.colour_names: list[Hashable] = [None]
        self._number_of_colour: dict[Hashable, int] = {}
        self._names_compared = 0
        self.compiled, stated_costs = self._compile(n_primary, options)
        #: Items whose multiplicity is stated as a set, which a rule sees to, by number.
        self.allowed: dict[int, frozenset[int]] = {}
        if multiplicity is not None:
            self._bound(multiplicity, repeat)
        #: The penalties of items that may stay open, by number, ascending. The lower bounds of
        #: these items are 0; their upper bounds say how often they are to be covered.
        self.penalties: dict[int, int | Fraction] = {}
        #: What the options cost as stated; None if no option has a cost.
        self.option_costs: CostsOf | None = None
        #: What solutions cost, penalties included; None if nothing has a cost.
        self.costs: CostsOf | None = None
        self._add_costs(costs, stated_costs)
        self._read_costs(stated_costs, self._soften(penalties), inexact)
        #: What draws the solutions; None if nothing does.
        self.picture: Picture | None = None
        #: The model that was stated, if rules have added items and options to it; else None.
        self.stated: Model | None = None
        #: The rules that have done so, in words, and the items of each.
        self.rules: tuple[str, ...] = ()
        self.items_of_rule: tuple[frozenset[int], ...] = ()
        #: These rules themselves; and for each the primary items whose bounds it uses.
        self.conditions: tuple[Any, ...] = ()
        self.bounds_used: tuple[frozenset[int], ...] = ()
        if self.faults:
            self.faults[0].others = len(self.faults) - 1

    def drawn_by(self, picture: Picture | None) -> Model:
        """The same model, whose solutions are drawn by this."""
        other = copy(self)
        other.picture = picture
        if other.stated is not None:
            other.stated = other.stated.drawn_by(picture)
        return other

    @property
    def names(self) -> tuple[list[Hashable], Sequence[Any], list[Hashable]]:
        """The names of items, options and colours."""
        return self.item_names, self.option_names, self.colour_names

    @kept
    def number_of_option(self) -> Mapping[Hashable, int]:
        """Option name -> number; made when an option is first looked up by its name."""
        return Fixed(zip(self.option_names, range(len(self.option_names)), strict=True))

    def name(self, items: list[Any], options: Sequence[Any], colours: list[Any]) -> None:
        """Set all names of a new model, those of colours from 0, which is no colour."""
        self.item_names, self.option_names, self.colour_names = items, options, colours
        self.number_of_item = {name: k for k, name in enumerate(items)}
        self._number_of_colour = {name: k for k, name in enumerate(colours) if k}

    @property
    def shown(self) -> Model:
        """The model that solutions show: without what rules have added (``additions.py``)."""
        return self.stated or self

    @property
    def priced(self) -> CostsOf:
        """What solutions cost; 0 if nothing has a cost."""
        return self.costs or CostsOf([0] * self.compiled.n_options)

    @property
    def n_stated(self) -> int:
        """The number of options that were stated; those that rules have added follow them."""
        return self.shown.compiled.n_options

    @kept
    def rule_of_item(self) -> Mapping[int, int]:
        """Items that rules have added -> the first rule, by its place in ``rules``."""
        found: dict[int, int] = {}
        for rule, items in enumerate(self.items_of_rule):
            for item in items:
                found.setdefault(item, rule)
        return found

    def shown_item(self, item: int) -> Hashable:
        """The name of an item; of one that a rule has added, the rule in words."""
        rule = self.rule_of_item.get(item)
        return self.item_names[item] if rule is None else self.rules[rule]

    def whole(self) -> Model:
        """The same model, whose solutions show what rules have added, as if that was stated."""
        other = copy(self)
        if other.stated is not None:
            other.name(*([text_of(name) for name in names] for names in self.names))
        other.stated, other.rules, other.conditions = None, (), ()
        other.items_of_rule, other.bounds_used = (), ()
        return other

    def without_additions(self, options: Iterable[int]) -> tuple[int, ...]:
        """These options without those that rules have added."""
        n_stated = self.n_stated
        return tuple([option for option in options if option < n_stated])

    def same(self, other: Model) -> bool:
        """Whether both state the same items, options, bounds, costs and penalties in one order.

        The order of the items of an option means nothing. Faulty models are the same as no other.
        """
        mine, others = self.compiled, other.compiled
        if self.faults or other.faults or self.penalties != other.penalties:
            return False
        if (self.costs, self.option_costs) != (other.costs, other.option_costs):
            return False
        if mine.n_primary != others.n_primary or mine.repeat != others.repeat:
            return False
        if self.item_names != other.item_names:
            return False
        names, theirs = self.option_names, other.option_names  # one may be a range
        if names != theirs and [*names] != [*theirs]:
            return False
        if (mine.low, mine.high) != (others.low, others.high) or mine.starts != others.starts:
            return False
        if (mine.items, mine.colours) == (others.items, others.colours) and (
            self.colour_names == other.colour_names
        ):
            return True  # as nearly always; else the items may be in another order
        return all(
            self._coloured(option) == other._coloured(option) for option in range(mine.n_options)
        )

    def _coloured(self, option: int) -> dict[int, Hashable]:
        """The items of an option with their colours."""
        return {item: self.colour_names[colour] for item, colour in self.compiled.option(option)}

    def _declare(self, items: Iterable[Hashable], kind: str) -> None:
        n_primary = len(self.item_names) if kind == "secondary" else None
        hint = ""
        if isinstance(items, str) and len(items) > 1:
            self._declared_strings.append(items)
            hint = string_hint(f"The {kind} items", items)
        for item in each_of(items, f"the {kind} items"):
            number = lookup(self.number_of_item, item, f"the {kind} items")
            if number is None:
                self.number_of_item[item] = len(self.item_names)
                self.item_names.append(item)
            else:
                first = "primary" if n_primary is None or number < n_primary else "secondary"
                self.faults.append(errors.RepeatedItem(item, first, kind, hint))

    def _compile(self, n_primary: int, options: OptionsArgument) -> tuple[Compiled, dict[int, Any]]:
        """Name the options. Returns the array form, and the costs stated with them, by number."""
        if isinstance(options, Rows):
            self.name(self.item_names, compact(options.names), [None, *options.colour_names])
            return Compiled(n_primary, len(self.item_names), *options[1:4]), {}
        starts, nodes, colours = array("q", [0]), array("i"), array("i")
        names: list[Any] = []
        taken: dict[Hashable, int] = {}
        costs: dict[int, Any] = {}
        number_of = self.number_of_item.__getitem__
        plain = () if Coloured in map(type, self.item_names) else (list, tuple, str)
        for name, stated, cost in named_options(options):
            if cost is not None:
                costs[len(names)] = cost
            if type(options) is not dict:
                if lookup(taken, name, "the names of options") is not None:
                    self.faults.append(errors.RepeatedOption(name))
                taken[name] = 0
            names.append(name)
            begin = len(nodes)
            if type(stated) in plain:
                # Nearly all options are so: known items without colours, each once.
                try:
                    nodes.extend(map(number_of, stated))
                    if len(set(stated)) == len(nodes) - begin > 0:
                        starts.append(len(nodes))
                        continue
                except (KeyError, TypeError):  # which one?
                    pass
                del nodes[begin:]
            colours.frombytes(bytes(4 * (begin - len(colours))))
            unknown = False
            for item, colour in entries(name, stated):
                number = self.number_of_item.get(item)
                if number is None:
                    unknown = True
                    hint = self._hint(item, stated)
                    near = () if hint else self._near_items(item)
                    self.faults.append(errors.UnknownItem(item, name, near, hint))
                    continue
                nodes.append(number)
                colours.append(0 if colour is None else self._colour(colour))
                if colour is not None and number < n_primary:
                    self.faults.append(errors.ColourOnPrimary(item, name, colour))
            starts.append(len(nodes))
            covered = nodes[begin:]
            if len(set(covered)) < len(covered):
                self.faults += [
                    errors.ItemTwiceInOption(self.item_names[number], name)
                    for number in _twice(covered)
                ]
            if not covered and not unknown:
                self.faults.append(errors.EmptyOption(name))
        colours.frombytes(bytes(4 * (len(nodes) - len(colours))))
        self.option_names = compact(names)
        return Compiled(n_primary, len(self.item_names), starts, nodes, colours), costs

    def _bound(
        self, multiplicity: Mapping[Hashable, Multiplicity] | Multiplicity, repeat: bool
    ) -> None:
        """Give the primary items their bounds."""
        pairs = pairs_of(multiplicity)
        if pairs is None:
            if isinstance(multiplicity, list) or bounds_of(multiplicity) is None:
                expected = "item -> bounds; or for all items a number, or (least, most)"
                raise TypeError(f"multiplicity={shown(multiplicity)}: expected {expected}")
            pairs = dict.fromkeys(self.item_names[: self.compiled.n_primary], multiplicity).items()
        low, high = (array("i", [1]) * self.compiled.n_primary for _ in range(2))
        instead = "one that may be covered k times is primary, with (0, k)"
        for number, item, stated in self._primary_once(pairs, errors.BadMultiplicity, instead):
            bounds = bounds_of(stated)
            if bounds is None:
                expected = f"a whole number from 0 to {UNLIMITED - 1:,}, or (least, most) of these"
                expected += " with None for no limit, or a set of these"
                self.faults.append(errors.BadMultiplicity(item, shown(stated), expected))
            elif repeat and _MOST_REPEATED < max(bounds) != UNLIMITED:
                expected = f"at most {_MOST_REPEATED:,} where options may be repeated"
                self.faults.append(errors.BadMultiplicity(item, shown(stated), expected))
            elif repeat and isinstance(stated, set | frozenset | range):
                expected = "a number or (least, most) where options may be repeated"
                self.faults.append(errors.BadMultiplicity(item, shown(stated), expected))
            else:
                low[number], high[number] = bounds
                a_set = isinstance(stated, set | frozenset | range)
                if a_set and len(stated) <= bounds[1] - bounds[0]:
                    self.allowed[number] = frozenset(map(int, stated))
        if set(low) | set(high) <= {1}:
            return  # an exact cover after all
        self.compiled = replace(self.compiled, low=low, high=high, repeat=repeat)
        if repeat:
            bounded = [each for each in high if each < UNLIMITED]
            if sum(bounded) > _MOST_REPEATED_IN_ALL:
                item = self.item_names[high.index(max(bounded))]
                expected = f"at most {_MOST_REPEATED_IN_ALL:,} for all items together"
                expected += " where options may be repeated"
                self.faults.append(errors.BadMultiplicity(item, f"{max(bounded):,}", expected))
            self.faults += [
                errors.EndlessOption(self.option_names[option])
                for option in range(self.compiled.n_options)
                if self.choosable[option] and endless(self.compiled, self.compiled.option(option))
            ]

    def _primary_once(
        self,
        pairs: Iterable[tuple[Hashable, Any]],
        fault: type[errors.BadMultiplicity | errors.BadPenalty],
        instead: str,
    ) -> Iterator[tuple[int, Hashable, Any]]:
        """The number and the name of each primary item, and what is stated of it.

        Other items, and those that come again, are faults. ``instead``: how to state what a
        secondary item cannot have.
        """
        seen: set[int] = set()
        for item, stated in pairs:
            number = self.number_of_item.get(item)
            if number is None:
                expected = perhaps("a primary item", self._near_items(item))
                self.faults.append(fault(item, "it is not declared", expected))
            elif number >= self.compiled.n_primary:
                expected = f"a primary item; {instead}"
                self.faults.append(fault(item, "it is a secondary item", expected))
            elif number in seen:
                self.faults.append(fault(item, "it is stated twice", "it once"))
            else:
                seen.add(number)
                yield number, item, stated

    def _soften(self, penalties: Mapping[Hashable, Any] | None) -> dict[int, Any]:
        """Let items with a penalty stay open. Returns the penalties as stated, by item number."""
        pairs = pairs_of(penalties)
        if penalties is not None and pairs is None:
            raise TypeError(f"penalties={shown(penalties)}: expected item -> cost")
        low, high = (array("i", bounds) for bounds in self.compiled.bounds)
        soft: dict[int, Any] = {}
        instead = "a secondary one may stay open anyway, and costs nothing then"
        for number, item, stated in self._primary_once(pairs or (), errors.BadPenalty, instead):
            if low[number] != high[number]:
                most = "without limit" if high[number] == UNLIMITED else f"to {high[number]:,}"
                found = f"its multiplicity is {low[number]:,} {most}"
                expected = "an item that is covered a fixed number of times"
                self.faults.append(errors.BadPenalty(item, found, expected))
                continue
            low[number] = 0
            soft[number] = stated
        if soft:
            self.compiled = replace(self.compiled, low=low, high=high)
        return dict(sorted(soft.items()))

    def _add_costs(self, costs: Costs | None, stated: dict[int, Any]) -> None:
        """Add the costs of options that are stated apart from them, by number."""
        if callable(costs) and pairs_of(costs) is None:
            costs = [costs(name) for name in self.option_names]
        pairs = pairs_of(costs)
        if costs is not None and pairs is None:
            if isinstance(costs, set | frozenset):
                raise TypeError(f"costs={shown(costs)}: a set has no order; expected a list")
            each = list(each_of(costs, "the costs"))
            if len(each) != len(self.option_names):
                options = counted(len(self.option_names), "option")
                found = f"{counted(len(each), 'cost')} for {options}"
                raise TypeError(f"{found}: expected one for each, or a mapping, option -> cost")
            numbered: Iterable[Any] = zip(self.option_names, range(len(each)), each, strict=True)
        else:
            known = self.number_of_option if pairs else {}
            numbered = ((name, known.get(name), cost) for name, cost in pairs or ())
        for name, number, cost in numbered:
            if number is None:
                expected = perhaps("the name of an option", near_names(name, self.option_names))
                self.faults.append(errors.BadCost(name, "there is no such option", expected))
            elif number in stated:
                found = f"{shown(stated[number])} and {shown(cost)}"
                self.faults.append(errors.BadCost(name, found, "it once"))
            else:
                stated[number] = cost

    def _read_costs(self, stated: dict[int, Any], penalties: dict[int, Any], inexact: bool) -> None:
        """Read costs and penalties exactly, both by number.

        An item that is to be covered n times costs n penalties, and each option that covers it
        takes one of them back. So the cost of a solution is a constant and a sum over its options.
        """
        denominator = 1
        exact: dict[int, int | Fraction] = {}
        named: list[tuple[dict[int, int | Fraction], int, Any, Any, Hashable]] = [
            *((exact, k, cost, errors.BadCost, self.option_names[k]) for k, cost in stated.items()),
            *((self.penalties, k, cost, errors.BadPenalty, self.item_names[k])
              for k, cost in penalties.items()),
        ]  # fmt: skip
        broken = []
        for values, number, cost, fault, name in named:
            value = exact_cost(cost, inexact)
            if isinstance(value, str):
                self.faults.append(fault(name, shown(cost), value))
                continue
            values[number] = value
            if value.denominator > 1:
                broken.append(cost)
            denominator = math.lcm(denominator, value.denominator)
            if denominator > LARGEST_TERM:
                expected = "no more than 1,000 digits in the common denominator of all costs"
                self.faults.append(fault(name, shown(cost), expected))
                break
        # Costs are exact, unless there is a float among them.
        floats = any(map(is_float, (*stated.values(), *penalties.values())))
        decimal = bool(broken) and all(isinstance(cost, Decimal) for cost in broken)
        each = [exact.get(option, 0) for option in range(len(self.option_names))]
        if stated:
            self.option_costs = self.costs = CostsOf(each, floats, decimal, inexact)
        if self.penalties:
            soft, compiled = self.penalties, self.compiled
            each = [
                cost - sum(soft.get(item, 0) for item, _ in compiled.option(option))
                for option, cost in enumerate(each)
            ]
            constant = sum(compiled.high[item] * penalty for item, penalty in soft.items())
            self.costs = CostsOf(each, floats, decimal, inexact, constant)

    def _hint(self, item: Hashable, stated: ItemsOfOption) -> str:
        """What may have been meant by an item that is not declared, or ""."""
        if isinstance(stated, str) and len(stated) > 1:
            return string_hint("Its items", stated)
        if not isinstance(stated, Mapping) and pairs_of(stated) is not None:
            kind = type(stated).__name__
            return f"(A {kind} is read as a mapping, item -> colour; list(…) gives its values.)"
        if isinstance(item, str) and item in self._declared_strings:
            return string_hint("The items", item)
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
        number = lookup(self._number_of_colour, colour, "the colours of items")
        if number is None:
            number = self._number_of_colour[colour] = len(self.colour_names)
            self.colour_names.append(colour)
        return number

    def _near_items(self, item: Hashable) -> tuple[Hashable, ...]:
        self._names_compared += len(self.item_names)
        if self._names_compared > MOST_NAMES_COMPARED:
            return ()
        return near_names(item, self.item_names)

    @kept
    def options_of_item(self) -> list[array[int]]:
        """Item number -> numbers of the options that cover it, ascending."""
        found = [array("i") for _ in self.item_names]
        for option in range(self.compiled.n_options):
            for item, _ in self.compiled.option(option):
                found[item].append(option)
        return found

    @kept
    def choosable(self) -> bytes:
        """For each option 1 if it has a primary item, and so can be chosen, and 0 otherwise."""
        compiled = self.compiled
        if not compiled.small:
            from ..arrays.views import primary_lengths

            return bytes((primary_lengths(compiled) > 0).astype("u1"))
        n_primary, items = compiled.n_primary, compiled.items
        return bytes(
            any(item < n_primary for item in items[begin:end])
            for begin, end in pairwise(compiled.starts)
        )

    def require_sound(self) -> None:
        """Raise the first fault, if there is one."""
        if self.faults:
            raise self.faults[0].with_traceback(None)

    def check(self) -> Check:
        """Every fault; or, if there is none, notes on what may not have been meant."""
        if self.faults:
            return Check(tuple(self.faults), ())
        compiled, n_primary = self.compiled, self.shown.compiled.n_primary
        uses = Counter(compiled.items)
        # How many different options each primary item needs at least.
        needed = [min(1, low) if compiled.repeat else low for low in compiled.bounds[0]]
        notes: list[Note] = [] if n_primary else [errors.NoPrimaryItems()]
        notes += [
            errors.UncoverableItem(self.shown_item(item), uses[item], least)
            for item, least in enumerate(needed)
            if uses[item] < least
        ]
        notes += [
            errors.OptionOnlySecondary(self.option_names[option])
            for option, flag in enumerate(self.choosable)
            if not flag and compiled.starts[option] < compiled.starts[option + 1]
        ]
        return Check((), tuple(notes))

    def numbers_of(self, options: Iterable[Hashable]) -> list[int]:
        """The numbers of options by their names. Raises :class:`UnknownOption`, and TypeError."""
        options = list(options)
        if not options:
            return []
        known = self.number_of_option
        try:
            return [known[option] for option in options]
        except (KeyError, TypeError):  # which one?
            pass
        numbers = []
        for option in options:
            try:
                number = self.number_of_option.get(option)
            except TypeError:
                message = f"{shown(option)} cannot be the name of an option"
                message += "; give each as an argument of its own: given(*options)"
                raise TypeError(message) from None
            if number is None:
                raise errors.UnknownOption(option, near_names(option, self.shown.option_names))
            numbers.append(number)
        return numbers

    def givable(self, options: Iterable[Hashable]) -> list[int]:
        """The numbers of options to be forced. Also raises :class:`NeverChosen`."""
        numbers, choosable = self.numbers_of(options), self.choosable
        if 0 in choosable:
            never = [number for number in numbers if not choosable[number]]
            if never:
                raise errors.NeverChosen(self.option_names[never[0]])
        return numbers
