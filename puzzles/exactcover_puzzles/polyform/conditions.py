"""The further conditions in a file: ``given:``, ``forbidden:``, ``holes:``, ``optional:``,
``open NAME:``, ``colour NAME:``, ``touching:``, and what ``turn:`` and ``reflect:`` say of some
pieces.

They name pieces and cells, so they are read after all pieces and the board.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..shared.cell_names import cell_name
from ..shared.source import Text
from .grids import Cell
from .polyforms import Hole, Placement, PolyformPuzzle
from .words import cells_in, names_in, number_range, option_words, options_in


@dataclass
class Conditions:
    """The lines of a file with these words, unread."""

    given: list[Text] = field(default_factory=list)
    forbidden: list[Text] = field(default_factory=list)
    optional: list[Text] = field(default_factory=list)
    holes: Text | None = None
    touching: Text | None = None
    #: The values of ``colour NAME:``, by name.
    colours: dict[str, Text] = field(default_factory=dict)
    #: The values of ``turn:`` and of ``reflect:``, with the pieces that they are about.
    turned: list[tuple[str, Text]] = field(default_factory=list)
    reflected: list[tuple[str, Text]] = field(default_factory=list)
    #: The values of ``open NAME:``, by name.
    one_open: dict[str, Text] = field(default_factory=dict)

    def added_to(self, puzzle: PolyformPuzzle) -> PolyformPuzzle:
        """The puzzle with the conditions. Raises :class:`exactcover.FileFault`."""
        cells = {cell_name(*cell): cell for cell in puzzle.board}
        groups = {name: cells_in(text, cells) for name, text in self.one_open.items()}
        optional = _optional([*self.optional, *self.one_open.values()], cells)
        holes = None
        if self.holes is not None:
            holes = number_range(self.holes, len(optional or cells), len(groups))
            if holes == (0, 0):
                holes, optional = None, set()
        colours, moving = self._colours_of(puzzle), self._moving(puzzle)
        puzzle = dataclasses.replace(
            puzzle,
            holes=holes,
            optional=tuple(sorted(optional.difference(*groups.values()))),
            colours=colours,
            one_open=groups,
            moving=moving,
        )
        given, forbidden = (
            _options(puzzle, texts, cells) for texts in (self.given, self.forbidden)
        )
        _check_given(puzzle, given, forbidden)
        return dataclasses.replace(puzzle, given=tuple(given), forbidden=tuple(forbidden))

    def _moving(self, puzzle: PolyformPuzzle) -> dict[str, tuple[str, bool]]:
        """Which pieces may be moved otherwise than the rest."""
        turned, reflected = (_of_some(each, puzzle) for each in (self.turned, self.reflected))
        found = {}
        for name in [*dict.fromkeys([*turned, *reflected])]:
            turn = turned[name][0] if name in turned else puzzle.turn
            reflect = reflected[name][0] == "yes" if name in reflected else puzzle.reflect
            if turn == "no" and name in reflected and reflect:
                found_here = f"{name!r} may be turned over, but not turned"
                raise reflected[name][1].fault(found_here, "a piece that may be turned")
            found[name] = turn, reflect
        return found

    def _colours_of(self, puzzle: PolyformPuzzle) -> dict[str, str]:
        touching = self.touching
        if touching is not None and touching.text != "different":
            raise touching.fault(f"cannot read {touching.text[:40]!r}", "different")
        if touching is not None and not self.colours:
            raise touching.fault("no piece has a colour", "'colour NAME:' with names of pieces")
        for text in self.colours.values() if touching is None else ():
            raise text.fault("a colour without 'touching:'", "also 'touching: different'")
        return {
            name: colour for name, (colour, _) in _of_some(self.colours.items(), puzzle).items()
        }


def _of_some(
    stated: Iterable[tuple[str, Text]], puzzle: PolyformPuzzle
) -> dict[str, tuple[str, Text]]:
    """What is said of each piece of these lists, and where."""
    found: dict[str, tuple[str, Text]] = {}
    for value, text in stated:
        for name, where in names_in(text, puzzle.pieces):
            if name in found:
                raise where.fault(f"{name!r} is already {found[name][0]!r}", "it once")
            found[name] = value, where
    return found


def _optional(texts: Iterable[Text], cells: Mapping[str, Cell]) -> set[Cell]:
    found: set[Cell] = set()
    for text in texts:
        named = cells_in(text, cells)
        if again := found.intersection(named):
            raise text.fault(f"{cell_name(*min(again))} is named on two lines", "it once")
        found.update(named)
    return found


def _options(
    puzzle: PolyformPuzzle, texts: Iterable[Text], cells: Mapping[str, Cell]
) -> dict[Placement | Hole, Text]:
    """The placements and open cells on all these lines, each with its place."""
    found: dict[Placement | Hole, Text] = {}
    may_stay_open = set(puzzle.may_stay_open)
    for text in texts:
        for option, where in options_in(text, puzzle.pieces, cells):
            if isinstance(option, Hole):
                if option.cell not in may_stay_open:
                    name = cell_name(*option.cell)
                    raise where.fault(f"{name} may not stay open", "a cell that may stay open")
            elif not puzzle.fits(*option):
                size = len(puzzle.pieces[option.piece])
                expected = f"{size} cells that the piece can cover"
                raise where.fault(f"{option.piece!r} cannot cover these cells", expected)
            if option in found:
                raise where.fault(f"{where.text[:40]!r} is repeated", "it once")
            found[option] = where
    return found


def _check_given(
    puzzle: PolyformPuzzle,
    given: Mapping[Placement | Hole, Text],
    forbidden: Mapping[Placement | Hole, Text],
) -> None:
    """Reject given placements that contradict each other or are forbidden."""
    copies = Counter[str]()
    covers: dict[Cell, Placement | Hole] = {}
    for option, where in given.items():
        if option in forbidden:
            found = f"a placement that line {forbidden[option].number} forbids"
            raise where.fault(found, "placements that are allowed")
        if isinstance(option, Placement):
            copies[option.piece] += 1
            most = puzzle.bounds[option.piece][1]
            if copies[option.piece] > most:
                found = f"more of {option.piece!r} than there are"
                raise where.fault(found, f"at most {most:,} of it")
        for cell in option.cells if isinstance(option, Placement) else (option.cell,):
            if cell in covers:
                found = f"{cell_name(*cell)} is covered by {option_words(covers[cell])}"
                raise where.fault(found, "placements that do not overlap")
            covers[cell] = option
