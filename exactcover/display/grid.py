"""Pictures of solutions whose options cover cells of a grid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from itertools import product
from operator import index
from typing import TYPE_CHECKING, Any

from ..errors import shown
from ..text import markup
from .html import WIDEST

if TYPE_CHECKING:
    from ..statement.results import Solution

__all__ = ["grid_picture"]

Cell = tuple[int, int]
CellsOf = Callable[[Any], Iterable[Cell]] | Mapping[Any, Iterable[Cell]]

#: Cells of the box around a board, at most.
_MOST_CELLS = 40_000
#: Grounds of options: pale, and different for every kind of colour vision by their lightness too.
_COLOURS = (
    "#a9cbe8", "#f6c98f", "#b5dfb2", "#f2a7a0", "#d4c1e3", "#fff0a6",
    "#9fd8d2", "#e3c7a8", "#f5c2dc", "#c9d77e", "#c4c9d2", "#8fb1d9",
)  # fmt: skip
_INK = "#22262b"


def grid_picture(
    cells_of: CellsOf | None = None,
    *,
    text_of: Callable[[Any], object] | None = None,
    colour_of: Callable[[Any], Hashable] | None = None,
    board: Iterable[Cell] | None = None,
) -> Callable[[Solution], str]:
    """Make a function that draws solutions on a grid, for :meth:`Problem.drawn_by`.

    Parameters
    ----------
    cells_of : callable or mapping, optional
        From the name of an option to its cells, pairs (row, column) of whole numbers. Default: the
        items of the option that are such pairs.
    text_of : callable, optional
        From the name of an option to its label. Default: no label.
    colour_of : callable, optional
        From the name of an option to any value; options with equal values get one colour. Default:
        by the first item that is not a cell, such as the piece, with different colours for
        neighbours. Thick lines separate options.
    board : iterable of pairs, optional
        All cells. Default: those that the options of the problem cover.

    Examples
    --------
    >>> row = xc.Problem([(0, 0), (0, 1)], {"domino": [(0, 0), (0, 1)]})
    >>> xc.grid_picture(text_of=str)(row.first())[:4]
    '<svg'
    """
    for argument, value in (("text_of", text_of), ("colour_of", colour_of)):
        if value is not None and not callable(value):
            raise TypeError(f"{argument}={shown(value)}: expected a function of an option, or None")
    if cells_of is not None and not callable(cells_of) and not hasattr(cells_of, "__getitem__"):
        expected = "expected a function of an option, a mapping, or None"
        raise TypeError(f"cells_of={shown(cells_of)}: {expected}")
    every = None if board is None else frozenset(_cells(board, "the board"))
    return GridPicture(cells_of, text_of, colour_of, every)


class GridPicture:
    """Draws solutions on a grid. Made by :func:`grid_picture`."""

    def __init__(
        self,
        cells_of: CellsOf | None,
        text_of: Callable[[Any], object] | None,
        colour_of: Callable[[Any], Hashable] | None,
        board: frozenset[Cell] | None,
    ):
        self._cells_of, self._text_of, self._colour_of = cells_of, text_of, colour_of
        self._board = board

    def __call__(self, solution: Solution) -> str:
        """The solution as SVG."""
        return self.faded(solution, ())

    def faded(self, solution: Solution, faint: Collection[Hashable]) -> str:
        """The solution as SVG, with some options in grey."""
        options = solution.options
        cells_of = [self._cells(option, solution) for option in options]
        owner = {cell: number for number, cells in enumerate(cells_of) for cell in cells}
        board = owner.keys() | self._frame(solution)
        if not board:
            raise ValueError("no option covers a cell; cells_of says which cells it covers")
        top, left = (min(cell[k] for cell in board) for k in (0, 1))
        rows = 1 + max(r for r, _ in board) - top
        columns = 1 + max(c for _, c in board) - left
        if rows * columns > _MOST_CELLS:
            raise ValueError(
                f"a grid of {rows:,} x {columns:,} cells; up to {_MOST_CELLS:,} are drawn"
            )
        owner = {(r - top, c - left): number for (r, c), number in owner.items()}
        empty = {(r - top, c - left) for r, c in board} - owner.keys()
        placed: list[list[Cell]] = [[] for _ in options]
        for cell, number in owner.items():
            placed[number].append(cell)
        edge = min(28.0, max(3.0, WIDEST / max(rows, columns)))
        ground_of = {"#ffffff": sorted(empty)}
        colours = self._colours(solution, placed, owner)
        for option, colour, cells in zip(options, colours, placed, strict=True):
            ground_of.setdefault("#eceef1" if option in faint else colour, []).extend(cells)
        elements = [path for ground in ground_of.items() for path in _filled(*ground, edge)]
        elements += _walls(owner, empty, rows, columns, edge)
        if self._text_of is not None:
            for option, cells in zip(options, placed, strict=True):
                if cells:
                    elements += _written(str(self._text_of(option)), cells, edge)
        width, height = edge * columns, edge * rows
        box = f"-2 -2 {width + 4:g} {height + 4:g}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        size = f' width="{width + 4:g}" height="{height + 4:g}">'
        return "\n".join([head + size, *elements, "</svg>"])

    def _cells(self, option: Hashable, solution: Solution) -> list[Cell]:
        """The cells of an option."""
        if self._cells_of is None:
            return [item for item in solution.items_of(option) if _is_cell(item)]  # type: ignore[misc]
        found: Any = self._cells_of(option) if callable(self._cells_of) else self._cells_of[option]
        return _cells(found, f"cells_of({shown(option)})")

    def _frame(self, solution: Solution) -> Collection[Cell]:
        """All cells of the board, so that it looks the same however much of it is covered."""
        if self._board is not None:
            return self._board
        model = solution._model
        if self._cells_of is None:
            return [item for item in model.item_names if _is_cell(item)]  # type: ignore[misc]
        return {
            cell for option in model.option_names[:5_000]
            for cell in self._cells(option, solution)
        }  # fmt: skip

    def _colours(
        self, solution: Solution, placed: list[list[Cell]], owner: dict[Cell, int]
    ) -> list[str]:
        """The colour of each option."""
        if self._colour_of is not None:
            values = [self._colour_of(option) for option in solution.options]
            numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
            return [_COLOURS[numbers[value] % len(_COLOURS)] for value in values]
        model = solution._model
        chosen: list[int] = []
        for number, (option, cells) in enumerate(zip(solution.options, placed, strict=True)):
            others = [item for item in solution.items_of(option) if not _is_cell(item)]
            first = model.number_of_item[others[0]] if others else number
            near = {
                chosen[other]
                for r, c in cells
                for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if (other := owner.get(cell, number)) < number
            }
            turns = (first + step for step in range(len(_COLOURS)))
            free = (turn % len(_COLOURS) for turn in turns if turn % len(_COLOURS) not in near)
            chosen.append(next(free, first % len(_COLOURS)))
        return [_COLOURS[each] for each in chosen]


def _is_cell(item: Any) -> bool:
    """Whether an item is a pair of whole numbers."""
    return (
        isinstance(item, tuple)
        and len(item) == 2
        and all(isinstance(each, int) and not isinstance(each, bool) for each in item)
    )


def _cells(found: Any, what: str) -> list[Cell]:
    try:
        return [(index(r), index(c)) for r, c in found]
    except (TypeError, ValueError):
        raise TypeError(f"{what}: expected pairs (row, column), not {shown(found)}") from None


def _filled(colour: str, cells: Iterable[Cell], edge: float) -> list[str]:
    """Cells in one colour."""
    steps = [f"M{c * edge:g} {r * edge:g}h{edge:g}v{edge:g}h-{edge:g}z" for r, c in cells]
    return [f'<path fill="{colour}" d="{"".join(steps)}"/>'] if steps else []


def _walls(
    owner: Mapping[Cell, int], empty: Collection[Cell], rows: int, columns: int, edge: float
) -> list[str]:
    """Thin lines between cells of one option, thick ones between others."""
    lines: dict[bool, list[str]] = {False: [], True: []}
    for r, c in product(range(rows + 1), range(columns + 1)):
        for beside, step in (((r - 1, c), "h"), ((r, c - 1), "v")):
            here, there = ((owner.get(k, -1 if k in empty else None)) for k in ((r, c), beside))
            if here is not None or there is not None:
                lines[here != there].append(f"M{c * edge:g} {r * edge:g}{step}{edge:g}")
    return [
        f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="square"'
        f' d="{"".join(lines[thick])}"/>'
        for thick, colour, width in ((False, "#9aa3ad", 0.6), (True, _INK, 2.2 if edge > 10 else 1))
        if lines[thick]
    ]


def _written(words: str, cells: list[Cell], edge: float) -> list[str]:
    """A text on the cell of an option that is nearest to its middle."""
    if not words:
        return []
    middle = [sum(cell[k] for cell in cells) / len(cells) for k in (0, 1)]
    r, c = min(
        cells, key=lambda cell: ((cell[0] - middle[0]) ** 2 + (cell[1] - middle[1]) ** 2, cell)
    )
    mine, reach = set(cells), 0
    while reach < 3 and mine.issuperset(_square(r, c, reach + 1)):
        reach += 1
    size = (2 * reach + 1) * edge * min(0.6, 1.5 / min(12, len(words)))
    x, y = (c + 0.5) * edge, (r + 0.5) * edge + 0.35 * size
    return [
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="sans-serif" fill="{_INK}"'
        f' text-anchor="middle">{markup(words, 12)}</text>'
    ]


def _square(r: int, c: int, reach: int) -> Iterable[Cell]:
    """The cells around a cell, up to so many steps away."""
    return product(range(r - reach, r + reach + 1), range(c - reach, c + reach + 1))
