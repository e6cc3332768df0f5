"""Pictures of Reflect boards: SVG, and text for a terminal, each beam in a colour of its own.

Beams that the puzzle shows are drawn in full colour with their letters; the others are pale. What
no beam reaches is drawn as it is.
"""

from __future__ import annotations

from colorsys import hls_to_rgb

from ..shared.svg_page import INK, Drawing, moved, text_element
from ..shared.svg_text import escaped, line
from ..shared.svg_text import number as _n
from .board import BACKSLASH, BALL, DOWN, EMPTY, LEFT, PIECES, RIGHT, SLASH, UP, Board, entry
from .puzzle import BeamPuzzle
from .view import way

#: The edge of a cell, the room for letters around the board.
_CELL, _RING = 48.0, 40.0
#: How far apart the kinds of pieces to place stand.
_KIND = 1.75 * _CELL
_LINE, _PALE = "#d3d7dc", "#c3c8ce"
#: The middle of each side of a cell of size 1: up, right, down, left.
_MIDDLE = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
#: The radius of a ball; half a mirror.
_BALL, _MIRROR = 0.2, 0.3
#: Colours of text on light and dark terminals alike, of the 256.
_TERMINAL = (33, 208, 34, 162, 136, 99, 37, 167, 70, 244, 26, 172, 28, 126)


def _drawn(puzzle: BeamPuzzle, board: Board) -> list[int]:
    """An end of each beam; those that are not shown first, below the others."""
    return sorted((place for place, _ in board.beam_ends()), key=lambda k: puzzle.letters[k] != "")


def _colour(number: int) -> str:
    hue = (number * 0.6180339887) % 1.0
    light = 0.40 if number % 2 else 0.48
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, light, 0.8))


def drawn_board(puzzle: BeamPuzzle, board: Board | None = None) -> Drawing:
    """A puzzle as a drawing, with the beams and pieces of a board if one is given."""
    n = puzzle.n
    size = n * _CELL + 2 * _RING
    lines = []
    for k in range(n + 1):
        at = _n(_RING + k * _CELL)
        far = _n(_RING + n * _CELL)
        lines.append(
            f'<path d="M{at} {_n(_RING)}V{far}M{_n(_RING)} {at}H{far}" stroke="{_LINE}"'
            f' stroke-width="{2 if k in (0, n) else 1}" fill="none"/>'
        )
    letters = sorted({letter for letter in puzzle.letters if letter})
    colours = {letter: _colour(k) for k, letter in enumerate(letters)}
    if board is not None:
        for place in _drawn(puzzle, board):
            letter = puzzle.letters[place]
            colour = colours.get(letter, _PALE)
            dashes = "" if letter else ' stroke-dasharray="5 4"'
            lines.append(
                f'<path d="{_path(board, place)}" fill="none" stroke="{colour}"'
                f' stroke-width="{3 if letter else 1.5}" stroke-linejoin="round"{dashes}/>'
            )
        lines += _pieces(board)
    for place, letter in enumerate(puzzle.letters):
        if letter:
            x, y = _spot(n, place)
            lines.append(
                f'<text x="{_n(x)}" y="{_n(y + 6.5)}" font-size="19" font-weight="bold"'
                f' text-anchor="middle" fill="{colours[letter]}">{escaped(letter)}</text>'
            )
    width = height = size
    if board is None and any(puzzle.pieces):
        height += _RING
        width = max(size, sum(map(bool, puzzle.pieces)) * _KIND)
        lines += _listed_as_svg(puzzle, size)
    return Drawing(width, height, moved(lines, (width - size) / 2, 0))


def _listed_as_svg(puzzle: BeamPuzzle, size: float) -> list[str]:
    """The pieces to place, drawn below the board: each kind, and how many."""
    kinds = [(kind, number) for kind, number in enumerate(puzzle.pieces, 1) if number]
    lines = []
    for k, (kind, number) in enumerate(kinds):
        x = size / 2 + (k - (len(kinds) - 1) / 2) * _KIND
        lines += _piece(kind, x - 0.4 * _CELL, size + 4)
        lines.append(text_element(f"× {number}", x, size + 10, 17))
    return lines


def _spot(n: int, place: int) -> tuple[float, float]:
    """Where the letter of an edge place stands."""
    row, column, side = entry(n, place)
    x, y = _MIDDLE[side]
    outward = 0.36
    return (
        _RING + _CELL * (column + x + (x - 0.5) * 2 * outward),
        _RING + _CELL * (row + y + (y - 0.5) * 2 * outward),
    )


def _path(board: Board, place: int) -> str:
    """The path of a beam, to its other end or to the ball that sends it back."""
    points: list[tuple[float, float]] = []
    for row, column, side, out in board.steps(place):
        content = board.cells[row * board.n + column]
        steps = way(row, column, side, out, content)
        points += [steps[0][:2]] * (not points) + [step[2:] for step in steps]
        if content == BALL:
            break
    return line((_RING + _CELL * x, _RING + _CELL * y) for x, y in points)


def _pieces(board: Board) -> list[str]:
    lines = []
    for cell, content in enumerate(board.cells):
        row, column = divmod(cell, board.n)
        lines += _piece(content, _RING + _CELL * (column + 0.5), _RING + _CELL * (row + 0.5))
    return lines


def _piece(content: int, x: float, y: float) -> list[str]:
    """A piece around a spot; of an empty cell nothing."""
    reach = _MIRROR * _CELL
    if content in (SLASH, BACKSLASH):
        up = -reach if content == SLASH else reach
        return [
            f'<path d="M{_n(x - reach)} {_n(y - up)}L{_n(x + reach)} {_n(y + up)}"'
            f' stroke="{INK}" stroke-width="4" stroke-linecap="round"/>'
        ]
    if content == BALL:
        return [f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(_BALL * _CELL)}" fill="{INK}"/>']
    return []


def reflect_text(
    puzzle: BeamPuzzle,
    board: Board | None = None,
    *,
    colour: bool = False,
    ascii_only: bool = False,
) -> str:
    """A puzzle as text, with the beams and pieces of a board if one is given.

    Beams that the puzzle does not show are dashed.
    """
    n = puzzle.n
    # Across and down, shown and not shown; crossing.
    lines = list("-|.:+" if ascii_only else "─│╌╎┼")
    ball, crossing = "o" if ascii_only else "●", lines[4]
    mirrors = {SLASH: "/" if ascii_only else "╱", BACKSLASH: "\\" if ascii_only else "╲"}
    letters = sorted({letter for letter in puzzle.letters if letter})
    numbers = {letter: _TERMINAL[k % len(_TERMINAL)] for k, letter in enumerate(letters)}
    # A cell is three characters wide and, with the line above it, two lines high.
    canvas = [[(" ", "")] * (4 * n + 3) for _ in range(2 * n + 3)]

    def put(line: int, at: int, text: str, letter: str) -> None:
        canvas[line][at] = (text, letter)

    for cell in range(n**2):
        row, column = divmod(cell, n)
        put(2 * row + 2, 4 * column + 3, " " if ascii_only else "·", "")
    if board is not None:
        for place in _drawn(puzzle, board):
            letter = puzzle.letters[place]
            across, down = lines[:2] if letter else lines[2:4]
            for row, column, side, out in board.steps(place):
                line, at = 2 * row + 2, 4 * column + 3
                for each in (side, out):
                    if each in (LEFT, RIGHT):
                        step = -1 if each == LEFT else 1
                        put(line, at + step, across, letter)
                        put(line, at + 2 * step, across, letter)
                    else:
                        put(line + (-1 if each == UP else 1), at, down, letter)
                content = board.cells[row * n + column]
                if content == EMPTY:
                    through = across if out in (LEFT, RIGHT) else down
                    crossed = canvas[line][at][0] in lines
                    put(line, at, crossing if crossed else through, letter)
        for cell, content in enumerate(board.cells):
            row, column = divmod(cell, n)
            if content != EMPTY:
                put(2 * row + 2, 4 * column + 3, ball if content == BALL else mirrors[content], "")
    for place, letter in enumerate(puzzle.letters):
        row, column, side = entry(n, place)
        line, at = 2 * row + 2, 4 * column + 3
        if side in (UP, DOWN):
            line += 2 if side == DOWN else -2
        else:
            at += 3 if side == RIGHT else -3
        if letter:
            put(line, at, letter, letter)
    rows = []
    for cells in canvas:
        text = ""
        for character, letter in cells:
            if colour and letter:
                text += f"\x1b[38;5;{numbers[letter]}m{character}\x1b[0m"
            else:
                text += character
        rows.append(text.rstrip())
    text = "\n".join(rows).rstrip("\n") + "\n"
    return text if board is not None else f"{text}\n  {listed(puzzle)}\n"


def listed(puzzle: BeamPuzzle) -> str:
    """The pieces to place."""
    counts = zip(PIECES[1:], puzzle.pieces, strict=True)
    return "  ".join(f"{piece} x {number}" for piece, number in counts if number)
