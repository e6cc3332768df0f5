"""Random problems with plain names, and the truth about them by the fuzzer's brute force."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

import exactcover as xc
from tests.fuzz.brute_force import Bag, Case, solutions


@dataclass(frozen=True)
class Statement:
    """A problem in plain data: each option is a mapping from item to colour or None."""

    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[dict[str, str | None], ...]
    #: (least, most) for each primary item; most None for no limit. Empty: every one once.
    bounds: tuple[tuple[int, int | None], ...] = ()
    repeat: bool = False

    @property
    def multiplicity(self) -> dict[str, tuple[int, int | None]]:
        return dict(zip(self.primary, self.bounds, strict=False))

    def problem(self, **more) -> xc.Problem:
        return xc.Problem(
            self.primary, self.options, secondary=self.secondary, multiplicity=self.multiplicity,
            repeat=self.repeat, **more,
        )  # fmt: skip


@st.composite
def statements(draw, most_primary=6, most_secondary=4, most_options=11):
    """A random statement, biased towards problems that have solutions."""
    primary = tuple(f"p{k}" for k in range(draw(st.integers(0, most_primary))))
    secondary = tuple(f"s{k}" for k in range(draw(st.integers(0, most_secondary))))
    colours = st.sampled_from([None, None, "red", "blue", "green"])
    if not primary and not secondary:
        return Statement(primary, secondary, ())

    def dressed(cell):
        """An option of these primary items, with secondary ones that may clash or not."""
        option = dict.fromkeys(sorted(cell) or [draw(st.sampled_from(secondary or primary))])
        return option | {item: draw(colours) for item in secondary if draw(st.booleans())}

    # A partition of the primary items, and other options.
    labels = [draw(st.integers(0, 3)) for _ in primary]
    cells = [{item for item, own in zip(primary, labels, strict=True) if own == label}
             for label in sorted(set(labels))]  # fmt: skip
    for _ in range(draw(st.integers(0, max(0, most_options - len(cells))))):
        cells.append(
            set(draw(st.lists(st.sampled_from(primary), max_size=3))) if primary else set()
        )
    return Statement(primary, secondary, tuple(draw(st.permutations(list(map(dressed, cells))))))


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
    """All solutions as ascending numbers of options, each as often as it is chosen."""
    options = tuple(tuple(option.items()) for option in statement.options)
    return set(solutions(Case(
        statement.primary, statement.secondary, options, bounds=statement.multiplicity,
        repeat=statement.repeat,
    )))  # fmt: skip


def brute_force(statement: Statement) -> set[frozenset[int]]:
    """All solutions as sets of numbers of options."""
    return set(map(frozenset, bags(statement)))


def is_solution(statement: Statement, subset) -> bool:
    """Whether these options are a solution."""
    return frozenset(subset) in brute_force(statement)
