"""A rule with finitely many states as a chain of items and options.

A rule reads places one after the other (``conditions.py``). What it has read is a *state*. At each
place the option that is chosen there leads to the next state, or is refused. This is a finite
automaton, and the constraint that it accepts is *regular* (G. Pesant, "A regular language
membership constraint for finite sequences of variables", CP 2004). It becomes part of the matrix by
the decomposition of C.-G. Quimper and T. Walsh ("Global grammar constraints", CP 2006):

* Each place has a secondary item, whose colour says what was read there. The options of the problem
  get these colours. Options that act alike in every state share one.
* Between two places is a secondary item, whose colour is the state.
* Each place has a primary item, the *step*. Its options are the transitions: a colour read, the
  state before, and the state after.

States from which the end cannot be reached are dropped, and states with the same future are one. So
the automaton is the smallest one, and each solution of the problem has exactly one chain.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ..errors import RuleTooLarge
from ..statement.additions import Additions
from .conditions import Place

#: Transitions of a rule at most; each becomes an option. And where a rule is stated alone.
_MOST, _MOST_ALONE = 1_000_000, 50_000

#: Items, each with a colour, or 0 for none.
Entries = tuple[tuple[int, int], ...]
#: The state after a place, or None if what is read there is refused. The arguments: the number of
#: the place, the state before, and the symbol read, or None for an option that is not read there.
Step = Callable[[int, Any, Any], Hashable]

#: At a place: (state, symbol) -> the state after it, all by number.
_Moves = dict[tuple[int, int], int]


def add_chain(
    more: Additions,
    places: Sequence[Place],
    start: Hashable,
    step: Step,
    finish: Callable[[Any], Entries | None],
    symbol: Callable[[int], Hashable] = lambda option: option,
    name: str = "",
) -> None:
    """Add the chain of a rule.

    ``finish``: what the last transition to a state covers as well; None if a solution must not end
    there. ``symbol``: what is read of an option. ``name``: comes before the names of the parts.
    Raises :class:`RuleTooLarge`.
    """
    read = [_read(place, symbol) for place in places]
    symbols = [list(dict.fromkeys(each.values())) for each in read]
    last, moves = _forward(more, symbols, start, step)
    ends = {k: end for k, state in enumerate(last) if (end := finish(state)) is not None}
    possible, kinds, moves = _smallest(symbols, moves, ends)
    if not possible:
        more.primary(f"{name}cannot be kept")  # no option covers it
        return
    if not places:
        more.option(f"{name}end", [(more.primary(f"{name}end"), 0), *ends[0]])
        return
    displays = []
    for k, place in enumerate(places):
        kind_of = dict(zip(symbols[k], kinds[k], strict=True))
        displays.append(_display(more, place, {o: kind_of[each] for o, each in read[k].items()}))
    between, steps = _short_cuts(moves, displays, any(ends.values()))
    for k in steps:
        label = f"{name}step {k + 1}"
        if k + 1 < len(places) and k + 1 not in between:
            states = set(moves[k].values())
            between[k + 1] = more.secondary(f"{label}, state"), {each: each for each in states}
        item, shown = more.primary(label), displays[k]
        for (state, kind), target in moves[k].items():
            entries = [(item, 0)] if shown is None else [(item, 0), (shown, kind + 1)]
            for place_before, each in ((k, state), (k + 1, target)):
                if place_before in between:
                    at, colours = between[place_before]
                    entries.append((at, colours[each] + 1))
            if k + 1 == len(places):
                entries += ends[target]
            more.option(f"{label}: {kind} in state {state}", entries)


def _short_cuts(
    moves: Sequence[_Moves], displays: Sequence[int | None], ends: bool
) -> tuple[dict[int, tuple[int, dict[int, int]]], list[int]]:
    """Steps that are needed, and states that are what is read at the first or the last place.

    Place -> an item that shows the state before it, and the colour of each state. ``ends``: whether
    something is covered at the end.
    """
    # (Not where the same place is read again beside it: no option may name an item twice.)
    steps = list(range(len(displays)))
    between: dict[int, tuple[int, dict[int, int]]] = {}
    first, last = displays[0], displays[-1]
    if len(steps) > 1 and first is not None and first != displays[1]:
        # There is one state before the first place, so what is read there is the state after it.
        between[1] = first, {state: kind for (_, kind), state in moves[0].items()}
        del steps[0]
    read = dict(moves[-1].keys())
    beside = [
        displays[-2] if len(steps) > 1 else None,
        first if len(displays) == 3 and 1 in between else None,
    ]
    determined = len(read) == len(moves[-1]) and not ends
    if len(steps) > 1 and determined and last is not None and last not in beside:
        # In each state the last place must read one thing, and another one in each.
        between[len(displays) - 1] = last, read
        del steps[-1]
    return between, steps


def _read(place: Place, symbol: Callable[[int], Hashable]) -> dict[int, Hashable]:
    """What is read of each option of a place; -1 stands for the absence of the only one."""
    options = place.options if place.item is not None else (*place.options, -1)
    return {each: symbol(each) if each in place.read else None for each in options}


def _display(more: Additions, place: Place, colours: dict[int, int]) -> int | None:
    """An item whose colour says what is read at a place; None if all options read alike."""
    if len(set(colours.values())) == 1:
        return None
    if place.item is None:
        colours[more.absence(place.options[0])] = colours.pop(-1)
    return more.display(place.item, colours)


def _forward(
    more: Additions, symbols: Sequence[Sequence[Hashable]], start: Hashable, step: Step
) -> tuple[list[Hashable], list[_Moves]]:
    """The states after the last place, and the moves at all places."""
    most = _MOST_ALONE if more.alone else _MOST
    layer, moves, total = [start], [], 0
    for k, read in enumerate(symbols):
        number: dict[Hashable, int] = {}
        here: _Moves = {}
        for before, state in enumerate(layer):
            for which, each in enumerate(read):
                after = step(k, state, each)
                if after is not None:
                    here[before, which] = number.setdefault(after, len(number))
            if total + len(here) > most:
                raise RuleTooLarge(more.rule, most, k + 1, len(symbols))
        total += len(here)
        moves.append(here)
        layer = list(number)
    return layer, moves


def _smallest(
    symbols: Sequence[Sequence[Hashable]], moves: Sequence[_Moves], ends: dict[int, Entries]
) -> tuple[bool, list[list[int]], list[_Moves]]:
    """The smallest automaton: whether it accepts anything, the kinds of the symbols at each place,
    and the moves by kinds. ``ends`` gets the entries of its states at the end.
    """
    number: dict[Any, int] = {}
    kind_of = {state: number.setdefault(end, len(number)) for state, end in ends.items()}
    ends.clear()
    ends.update((k, end) for end, k in number.items())
    kinds: list[list[int]] = []
    smallest: list[_Moves] = []
    for read, here in zip(reversed(symbols), reversed(moves), strict=True):
        live = {move: kind_of[after] for move, after in here.items() if after in kind_of}
        futures: dict[int, list[tuple[int, int]]] = {}
        for (state, which), after in live.items():
            futures.setdefault(state, []).append((which, after))
        number = {}
        kind_of = {
            state: number.setdefault(tuple(future), len(number))
            for state, future in sorted(futures.items())
        }
        columns: list[list[tuple[int, int]]] = [[] for _ in read]
        for future, state in number.items():
            for which, after in future:
                columns[which].append((state, after))
        alike: dict[Any, int] = {}
        kinds.append([alike.setdefault(tuple(column), len(alike)) for column in columns])
        smallest.append(
            {(state, kind): after for column, kind in alike.items() for state, after in column}
        )
    return 0 in kind_of, kinds[::-1], smallest[::-1]
