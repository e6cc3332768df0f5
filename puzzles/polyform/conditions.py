"""What a file says besides its board and its pieces: ``given:``, ``forbidden:``, ``holes:``,
``optional:``, ``colour NAME:`` and ``touching:``.

They name pieces and cells, so they are read when all pieces and the board are known.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..shared.cell_names import cell_name
from .grids import Cell
from .polyforms import Placement, PolyformPuzzle, numbers
from .words import Text, cells_in, names_in, number_range, option_words, placements_in

__all__ = ["Conditions"]


@dataclass
class Conditions:
    """The lines of a file with these words, unread."""

    given: list[Text] = field(default_factory=list)
    forbidden: list[Text] = field(default_factory=list)
    optional: list[Text] = field(default_factory=list)
    holes: Text | None = None
    touching: Text | None = None
    #: What stands behind ``colour NAME:``, by name.
    colours: dict[str, Text] = field(default_factory=dict)

    def added_to(self, puzzle: PolyformPuzzle) -> PolyformPuzzle:
        """The puzzle with the conditions. Raises :class:`exactcover.FileFault`."""
        cells = {cell_name(*cell): cell for cell in puzzle.board}
        optional = _optional(self.optional, cells)
        holes = None
        if self.holes is not None:
            holes = number_range(self.holes, len(optional or cells))
        given, forbidden = (
            _placements(puzzle, texts, cells) for texts in (self.given, self.forbidden)
        )
        _check_given(puzzle, given, forbidden)
        return dataclasses.replace(
            puzzle,
            given=tuple(given),
            forbidden=tuple(forbidden),
            holes=holes,
            optional=tuple(sorted(optional)),
            colours=self._colours_of(puzzle),
        )

    def _colours_of(self, puzzle: PolyformPuzzle) -> dict[str, str]:
        touching = self.touching
        if touching is not None and touching.text != "different":
            raise touching.fault(f"cannot read {touching.text[:40]!r}", "different")
        if touching is not None and not self.colours:
            raise touching.fault("no piece has a colour", "'colour NAME:' with names of pieces")
        found: dict[str, str] = {}
        for colour, text in self.colours.items():
            if touching is None:
                raise text.fault("a colour without 'touching:'", "also 'touching: different'")
            for name, where in names_in(text, puzzle.pieces):
                if name in found:
                    raise where.fault(f"{name!r} has the colour {found[name]!r}", "one colour")
                found[name] = colour
        return found


def _optional(texts: Iterable[Text], cells: Mapping[str, Cell]) -> set[Cell]:
    found: set[Cell] = set()
    for text in texts:
        named = cells_in(text, cells)
        if again := found.intersection(named):
            raise text.fault(f"{cell_name(*min(again))} is named on two lines", "it once")
        found.update(named)
    return found


def _placements(
    puzzle: PolyformPuzzle, texts: Iterable[Text], cells: Mapping[str, Cell]
) -> dict[Placement, Text]:
    """The placements on all these lines, each with its place."""
    found: dict[Placement, Text] = {}
    for text in texts:
        for placement, where in placements_in(text, puzzle.pieces, cells):
            if not puzzle.fits(*placement):
                size = len(puzzle.pieces[placement.piece])
                expected = f"{size} cells that the piece covers when it is turned"
                raise where.fault(f"{placement.piece!r} cannot lie on these cells", expected)
            if placement in found:
                raise where.fault("a placement that is stated before", "it once")
            found[placement] = where
    return found


def _check_given(
    puzzle: PolyformPuzzle, given: Mapping[Placement, Text], forbidden: Mapping[Placement, Text]
) -> None:
    """Refuse given placements that contradict each other, or what is forbidden."""
    copies = Counter[str]()
    covers: dict[Cell, Placement] = {}
    for placement, where in given.items():
        if placement in forbidden:
            found = f"a placement that line {forbidden[placement].line} forbids"
            raise where.fault(found, "placements that are allowed")
        copies[placement.piece] += 1
        bounds = puzzle.bounds[placement.piece]
        if copies[placement.piece] > bounds[1]:
            expected = f"at most {numbers((bounds[1], bounds[1]))} of it"
            raise where.fault(f"more of {placement.piece!r} than there are", expected)
        for cell in placement.cells:
            if cell in covers:
                found = f"{cell_name(*cell)} is covered by {option_words(covers[cell])}"
                raise where.fault(found, "placements that do not overlap")
            covers[cell] = placement
