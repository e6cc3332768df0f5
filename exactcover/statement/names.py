"""The names that users give to items, colours and options."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from difflib import get_close_matches
from operator import eq
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypedDict

from ..common.arguments import pairs_of
from ..errors import shown

if TYPE_CHECKING:
    # A type for type checkers alone: `Problem` without a parameter is `Problem[Any]`.
    from typing_extensions import TypeVar

    #: The type of the names of options.
    OptionName = TypeVar("OptionName", default=Any, covariant=True)
else:
    from typing import TypeVar

    OptionName = TypeVar("OptionName", covariant=True)

#: Near spellings are looked for among this many names in one problem, all looks taken together. A
#: comparison with a similar name takes some 30 microseconds.
MOST_NAMES_COMPARED = 20_000


@dataclass(frozen=True, slots=True)
class Coloured:
    """A secondary item with the colour that an option gives it.

    Parameters
    ----------
    item, colour : hashable
        Their names. The colour None raises TypeError, since None means "no colour".
    """

    item: Hashable
    colour: Hashable

    def __post_init__(self) -> None:
        if self.colour is None:
            raise TypeError("a colour can be any hashable value except None, which means no colour")


@dataclass(frozen=True, slots=True, repr=False)
class Added:
    """The name of an item, an option or a colour that a rule has added: it equals no user's name.

    It equals that of the same part of the same rule, also in another process. No two that are added
    to a problem have one ``text``, which no string among its names has either, for files.
    """

    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return repr(self.text)


ItemsOfOption = Iterable[Hashable] | Mapping[Hashable, Hashable]


@dataclass(frozen=True, slots=True)
class Option(Generic[OptionName]):
    """A named option, perhaps with a cost, for :class:`Problem`.

    Parameters
    ----------
    name : hashable
    items : iterable or mapping
        Names of items and :class:`Coloured` ones; or item -> colour, None for no colour.
    cost : number, optional
        The cost of choosing it. Default: none.
    """

    name: OptionName
    items: ItemsOfOption
    cost: Any = None


#: How often an item is covered: a number; the least and the most, None for no limit; or a set.
Multiplicity = int | tuple[int, int | None] | AbstractSet[int] | range

#: The costs of options: by name, in order, or by a function of the name.
Costs = Mapping[Hashable, Any] | Iterable[Any] | Callable[[Any], Any]


class Rows(NamedTuple):
    """Options as arrays (see ``Compiled``); their names differ, and so do the items of each."""

    names: Sequence[Hashable]
    starts: array[int]
    items: array[int]
    colours: array[int]
    #: Those of the colours from 1.
    colour_names: Sequence[Hashable] = ()


OptionsArgument = Mapping[Any, ItemsOfOption] | Iterable[Option[Any] | ItemsOfOption] | Rows


class More(TypedDict, total=False):
    """The further arguments of a problem, besides its items and options."""

    secondary: Iterable[Hashable]
    multiplicity: Mapping[Hashable, Multiplicity] | Multiplicity | None
    repeat: bool
    costs: Costs | None
    penalties: Mapping[Hashable, Any] | None
    inexact: bool


def text_of(name: Hashable) -> Hashable:
    """The name itself; of one that a rule has added its text."""
    return name.text if type(name) is Added else name


def near_names(name: Hashable, names: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """Up to three names that are spelled like ``name``, the nearest first; none if ``names`` are
    too many to be compared. O(names)."""
    if len(names) > MOST_NAMES_COMPARED:
        return ()
    try:
        by_text: dict[str, Hashable] = {}
        for known in names:
            by_text.setdefault(str(known), known)
        near = get_close_matches(str(name), by_text)
    except Exception:  # a name's own __str__; suggestions are not worth an error
        return ()
    # A name that reads the same and yet differs (1 and "1", or a NaN) is shown by its repr.
    return tuple(by_text[text] for text in near if shown(by_text[text]) != shown(name))


def perhaps(expected: str, near: Iterable[Hashable]) -> str:
    """What was expected, with the names that may have been meant."""
    meant = " or ".join(map(shown, near))
    return f"{expected}, perhaps {meant}" if meant else expected


def named_options(options: Any) -> Iterator[tuple[Hashable, ItemsOfOption, Any]]:
    """Name, items and cost of each."""
    named = pairs_of(options)
    if named is not None:
        for name, stated in named:
            yield name, stated, None
        return
    if isinstance(options, str | bytes):
        raise TypeError("options: expected a mapping or an iterable of options, not a string")
    for number, option in enumerate(each_of(options, "the options")):
        if isinstance(option, Option):
            yield option.name, option.items, option.cost
        else:
            yield number, option, None


def compact(names: Sequence[Any]) -> Sequence[Any]:
    """The names themselves; a range, which takes no memory, for numbers in order."""
    if not names or {*map(type, names)} != {int}:
        return names
    numbers = range(names[0], names[0] + len(names))
    return numbers if all(map(eq, names, numbers)) else names


def each_of(values: Any, what: str) -> Iterator[Any]:
    """Iterate, with an error that says what should have been iterable."""
    try:
        return iter(values)
    except TypeError:
        raise TypeError(f"{what}: expected an iterable, not {shown(values)}") from None


def lookup(numbers: Mapping[Hashable, int], name: Any, what: str) -> int | None:
    """The number of a name, with an error that says which name cannot be one."""
    try:
        return numbers.get(name)
    except TypeError:
        raise TypeError(f"{what}: {shown(name)} is not hashable, so it cannot be a name") from None


def entries(option: Hashable, stated: ItemsOfOption) -> Iterator[tuple[Hashable, Hashable]]:
    """The items of an option with their colours (None: no colour)."""
    coloured = pairs_of(stated)
    if coloured is not None:
        yield from coloured
        return
    for entry in each_of(stated, f"the items of option {shown(option)}"):
        kind: Any = type(entry)
        if kind is Coloured:
            yield entry.item, entry.colour
            continue
        if kind.__hash__ is None:
            message = f"the items of option {shown(option)}: {shown(entry)} is not hashable"
            message += ", so it cannot be an item"
            if isinstance(entry, list) and isinstance(stated, tuple | list) and len(stated) == 2:
                message += "; name an option by a mapping, {name: items}, or xc.Option(name, items)"
            raise TypeError(message)
        yield entry, None


def string_hint(what: str, text: str) -> str:
    return (
        f"({what} were given as the string {shown(text)}, which counts as its characters;"
        " write a list for names of several characters.)"
    )
