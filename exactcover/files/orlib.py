"""Set partitioning and set covering as in the OR-Library of J. E. Beasley.

A text is a list of whole numbers, and of costs, apart by white space. Lines do not matter. Items
and options have no names; they are called 1, 2, 3, …, in their order. ``spp`` and ``rail`` have the
same layout: the numbers of items and options; then for each option its cost, how many items it has,
and these.

    2 3
    5 1 1
    7 1 2
    11 2 1 2

``scp`` has the numbers of items and options; the costs of all options; then for each item how many
options cover it, and these.

    2 3
    5 7 11
    2 1 3
    2 2 3

In ``spp`` each item is covered exactly once (the files ``sppnw…`` and ``sppaa…`` of airlines), in
``scp`` and ``rail`` at least once (``scp…``, and ``rail…`` of railways).

Source: J. E. Beasley, OR-Library: distributing test problems by electronic mail, Journal of the
Operational Research Society 41, 1990.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from ..common.costs import decimal_text, parsed_decimal
from ..common.textfiles import LINE_ENDS
from ..errors import FileFault, ProblemFault, UnwritableProblem, shown
from ..problem import Problem
from ..statement.names import Multiplicity, Option
from .dlx import WORD, Slip, faults_of, require_writable_given

_WHOLE = re.compile(r"[0-9]{1,18}")
#: A text of few numbers may have so many items that no option covers.
_ITEMS = 100_000


@dataclass(frozen=True)
class Layout:
    """A format of the OR-Library: what it is called, and how numbers are arranged."""

    name: str
    #: How often each item is covered; None for no limit.
    bounds: tuple[int, int | None]
    #: Whether the options of each item are listed, and not the items of each option.
    by_items: bool = False

    def parse_leniently(
        self, text: str, path: str = "text", *, repeat: bool = False
    ) -> tuple[Problem | None, list[FileFault]]:
        """The problem; or None and the faults of the text: the first that is no such number, or all
        of the problem that the numbers state."""
        numbers = _Numbers(text)
        try:
            n_items = numbers.whole("the number of items", _ITEMS)
            n_options = numbers.whole("the number of options")
            take = _by_items if self.by_items else _by_options
            places, costs, covers = take(numbers, n_items, n_options)
            numbers.end()
        except Slip as slip:
            return None, [FileFault(path, *numbers.place(slip.word), slip.found, slip.expected)]
        items = range(1, n_items + 1)
        options = (
            Option(k, covered, cost or None)
            for k, (covered, cost) in enumerate(zip(covers, costs, strict=True), 1)
        )
        multiplicity: dict[Hashable, Multiplicity] = {}
        if self.bounds != (1, 1):
            multiplicity = dict.fromkeys(items, self.bounds)
        problem = Problem(items, options, multiplicity=multiplicity, repeat=repeat)

        def place_of(fault: ProblemFault) -> tuple[int, int]:
            option = fault.option
            return numbers.place(places[option - 1]) if isinstance(option, int) else (0, 0)

        faults = faults_of(problem, path, place_of)
        return (None, faults) if faults else (problem, [])

    def format_problem(self, problem: Problem) -> str:
        """A problem as numbers; what was given or forbidden is applied to the options, and names
        are left out.

        Raises :class:`UnwritableProblem` for secondary items, penalties, multiplicities other than
        those of the format, options that may be repeated, given options with multiplicities, and
        costs that are not finite decimals; :class:`ProblemFault` for a problem with faults.
        """
        problem.require_sound()
        cannot = f"the format for {self.name} cannot hold"
        if problem.secondary:
            raise UnwritableProblem(f"{cannot} the secondary item {shown(problem.secondary[0])}")
        if problem.repeat:
            raise UnwritableProblem(f"{cannot} options that may be repeated")
        for item in problem.primary:
            if problem.multiplicity.get(item, (1, 1)) != self.bounds:
                often = "exactly" if self.bounds == (1, 1) else "at least"
                raise UnwritableProblem(
                    f"{cannot} item {shown(item)}: expected that it is covered {often} once"
                )
        for item in problem.penalties:
            raise UnwritableProblem(f"{cannot} the penalty of item {shown(item)}")
        require_writable_given(problem, f"the format for {self.name}")
        number = {item: k for k, item in enumerate(problem.primary, 1)}
        live = problem.live_options
        covers = [[number[item] for item in problem.items_of(option)] for option in live]
        stated, costs = problem.costs, []
        for option in live:
            text = decimal_text(Fraction(stated.get(option, 0)))
            if text is None:
                raise UnwritableProblem(f"{cannot} the cost of {shown(option)}, not a decimal")
            costs.append(text)
        lines = [f"{len(number)} {len(live)}"]
        if self.by_items:
            options_of: list[list[int]] = [[] for _ in number]
            for k, covered in enumerate(covers, 1):
                for item in covered:
                    options_of[item - 1].append(k)
            lines += [" ".join(costs), *map(_counted, options_of)]
        else:
            lines += [f"{cost} {_counted(each)}" for cost, each in zip(costs, covers, strict=True)]
        return "\n".join(lines) + "\n"


#: The formats by their names.
LAYOUTS = {
    "spp": Layout("set partitioning", (1, 1)),
    "scp": Layout("set covering", (1, None), by_items=True),
    "rail": Layout("rail covering", (1, None)),
}


#: Where the cost of each option stands, these costs, and the items of each.
_Options = tuple[Sequence[int], list[Decimal], list[list[int]]]


def _by_options(numbers: _Numbers, n_items: int, n_options: int) -> _Options:
    items = {str(k): k for k in range(1, n_items + 1)}
    places, costs, covers = [], [], []
    for option in range(1, n_options + 1):
        places.append(numbers.position)
        costs.append(numbers.cost(f"the cost of option {option}"))
        covers.append(numbers.listed(items, f"the items of option {option}", "item"))
    return places, costs, covers


def _by_items(numbers: _Numbers, n_items: int, n_options: int) -> _Options:
    options = {str(k): k for k in range(1, n_options + 1)}
    first = numbers.position
    costs = [numbers.cost(f"the cost of option {option}") for option in options]
    covers: list[list[int]] = [[] for _ in options]
    for item in range(1, n_items + 1):
        for option in numbers.listed(options, f"the options of item {item}", "option"):
            covers[option - 1].append(item)
    return range(first, first + n_options), costs, covers


class _Numbers:
    """The words of a text, taken one after the other."""

    def __init__(self, text: str):
        self._text = text
        self._words = text.split()
        self.position = 0

    def _next(self, what: str) -> str:
        if self.position == len(self._words):
            raise Slip(self.position, "the end of the text", what)
        self.position += 1
        return self._words[self.position - 1]

    def whole(self, what: str, always: int = 0) -> int:
        """A whole number from 0, up to ``always`` or as many as there are numbers in the text."""
        word = self._next(what)
        most = max(len(self._words), always)
        if not _WHOLE.fullmatch(word) or int(word) > most:
            expected = f"{what}, from 0 to {most:,}"
            raise Slip(self.position - 1, shown(word), expected)
        return int(word)

    def cost(self, what: str) -> Decimal:
        """A cost, exactly."""
        word = self._next(what)
        value = parsed_decimal(word)
        if value is None:
            raise Slip(self.position - 1, shown(word), f"{what}, a number such as 12 or 2.5")
        return value

    def listed(self, known: dict[str, int], what: str, kind: str) -> list[int]:
        """A number, and as many of those that are known, all different."""
        length = self.whole(f"how many are {what}")
        first = self.position
        words = self._words[first : first + length]
        try:
            found = [known[word] for word in words]
        except KeyError:
            found = []
        if len(found) == len(set(found)) == length:
            self.position += length
            return found
        seen: dict[int, None] = {}
        for _ in range(length):
            number = self.whole(what)
            if not 1 <= number <= len(known) or number in seen:
                slip = f"{kind} {number}" + " a second time" * (number in seen)
                expected = f"{what}, different numbers from 1 to {len(known):,}"
                raise Slip(self.position - 1, slip, expected)
            seen[number] = None
        return list(seen)

    def end(self) -> None:
        """Nothing may follow."""
        if self.position < len(self._words):
            found = shown(self._words[self.position])
            raise Slip(self.position, found, "the end of the text")

    @cached_property
    def _starts(self) -> list[int]:
        """Where each word begins, and the end of the text."""
        return [*(found.start() for found in WORD.finditer(self._text)), len(self._text)]

    @cached_property
    def _lines(self) -> list[int]:
        """Where each line begins."""
        return [0, *(found.end() for found in LINE_ENDS.finditer(self._text))]

    def place(self, number: int) -> tuple[int, int]:
        """The line and the column of a word, from 1; of the end, if there are no more."""
        start = self._starts[number]
        line = bisect_right(self._lines, start)
        return line, start - self._lines[line - 1] + 1


def _counted(numbers: list[int]) -> str:
    return " ".join(map(str, [len(numbers), *numbers]))
