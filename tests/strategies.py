"""Random coloured problems, and the brute force that tells the truth about them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

from hypothesis import strategies as st

import exactcover as xc


@dataclass(frozen=True)
class Statement:
    """A problem in plain data: each option is a mapping from item to colour or None."""

    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[dict[str, str | None], ...]
    #: (least, most) for each primary item; most None for no limit. Empty: every one once.
    bounds: tuple[tuple[int, int | None], ...] = ()
    repeat: bool = False

    def problem(self) -> xc.Problem:
        return xc.Problem(
            self.primary,
            self.options,
            secondary=self.secondary,
            multiplicity=dict(zip(self.primary, self.bounds, strict=False)),
            repeat=self.repeat,
        )


@st.composite
def statements(draw, most_primary=6, most_secondary=4, most_options=11):
    """A random statement, biased towards problems that have solutions."""
    primary = tuple(f"p{k}" for k in range(draw(st.integers(0, most_primary))))
    secondary = tuple(f"s{k}" for k in range(draw(st.integers(0, most_secondary))))
    colours = st.sampled_from([None, None, "red", "blue", "green"])
    if not primary and not secondary:
        return Statement(primary, secondary, ())

    @st.composite
    def options(draw, items):
        if not items:
            items = {draw(st.sampled_from(secondary or primary))}
        option = dict.fromkeys(sorted(items))
        for item in secondary:
            if draw(st.booleans()):
                option[item] = draw(colours)
        return option

    found = []
    if primary:
        # A partition of the primary items, dressed with secondary items that may clash or not.
        labels = [draw(st.integers(0, 3)) for _ in primary]
        for label in sorted(set(labels)):
            cell = {item for item, own in zip(primary, labels, strict=True) if own == label}
            found.append(draw(options(cell)))
    rest = draw(st.integers(0, max(0, most_options - len(found))))
    for _ in range(rest):
        cell = set(draw(st.lists(st.sampled_from(primary), max_size=3))) if primary else set()
        found.append(draw(options(cell)))
    return Statement(primary, secondary, tuple(draw(st.permutations(found))))


def brute_force(statement: Statement) -> set[frozenset[int]]:
    """All solutions as sets of option numbers, by trying every subset of the options."""
    primary = set(statement.primary)
    choosable = [
        number for number, option in enumerate(statement.options) if primary & option.keys()
    ]
    return {
        frozenset(subset)
        for size in range(len(choosable) + 1)
        for subset in itertools.combinations(choosable, size)
        if is_solution(statement, subset)
    }


def is_solution(statement: Statement, subset) -> bool:
    """Whether these options cover every primary item once, and the secondary ones in peace."""
    uses: dict[str, list[str | None]] = {}
    for number in subset:
        for item, colour in statement.options[number].items():
            uses.setdefault(item, []).append(colour)
    for item in statement.primary:
        if len(uses.get(item, ())) != 1:
            return False
    for item in statement.secondary:
        colours = uses.get(item, [])
        if len(colours) > 1 and (None in colours or len(set(colours)) > 1):
            return False
    return True


# -- multiplicities ------------------------------------------------------------------------------

#: A multiset of option numbers, ascending.
Bag = tuple[int, ...]


@st.composite
def multiples(draw, most_options=7, repeat=None):
    """A random statement with multiplicities, perhaps with options that may be repeated."""
    plain = draw(statements(most_primary=4, most_secondary=2, most_options=most_options))
    again = draw(st.booleans()) if repeat is None else repeat
    bounds = []
    for _ in plain.primary:
        low = draw(st.sampled_from([0, 0, 1, 1, 1, 2, 3]))
        high = draw(st.sampled_from([low, low, low + 1, low + 2, None]))
        bounds.append((low, low + 1 if again and high is None else high))
    return replace(plain, bounds=tuple(bounds), repeat=again)


def bags(statement: Statement) -> set[Bag]:
    """All solutions of a statement with multiplicities, by trying every multiset of options."""
    primary = set(statement.primary)
    choosable = [
        number for number, option in enumerate(statement.options) if primary & option.keys()
    ]
    most = {
        number: _most_times(statement, number) if statement.repeat else 1 for number in choosable
    }
    return {
        tuple(
            sorted(
                itertools.chain.from_iterable(
                    [k] * n for k, n in zip(choosable, times, strict=True)
                )
            )
        )
        for times in itertools.product(*[range(most[number] + 1) for number in choosable])
        if _fits(statement, dict(zip(choosable, times, strict=True)))
    }


def _most_times(statement: Statement, number: int) -> int:
    bounds = dict(zip(statement.primary, statement.bounds, strict=True))
    return min(bounds[item][1] for item in statement.options[number] if item in bounds)


def _fits(statement: Statement, times: dict[int, int]) -> bool:
    """Whether options chosen so many times each cover every item as often as they must."""
    uses: dict[str, list[str | None]] = {}
    for number, often in times.items():
        for item, colour in statement.options[number].items():
            uses.setdefault(item, []).extend([colour] * often)
    for item, (low, high) in zip(statement.primary, statement.bounds, strict=True):
        often = len(uses.get(item, ()))
        if often < low or (high is not None and often > high):
            return False
    return all(
        len(uses.get(item, ())) < 2 or (None not in uses[item] and len(set(uses[item])) == 1)
        for item in statement.secondary
    )
