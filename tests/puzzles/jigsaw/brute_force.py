"""Square pieces laid by brute force, and the images of a board under symmetries."""

from __future__ import annotations

from itertools import product

import numpy as np

from exactcover_puzzles.jigsaw.pieces import turned


def meets(jigsaw, board, cell, shapes):
    """Whether a piece that lies like this fits its neighbours and the edge of the board."""
    row, column = divmod(cell, jigsaw.columns)
    for side, (down, right) in enumerate([(0, -1), (-1, 0), (0, 1), (1, 0)]):
        r, c, shape = row + down, column + right, shapes[side]
        if jigsaw.border == "torus":
            r, c = r % jigsaw.rows, c % jigsaw.columns
        inside = 0 <= r < jigsaw.rows and 0 <= c < jigsaw.columns
        if jigsaw.border == "frame" and inside == (shape == 0):
            return False
        beside = r * jigsaw.columns + c
        other = shapes if beside == cell else board[beside][1] if beside in board else None
        if inside and other and other[side - 2] != (-shape if jigsaw.fit == "opposite" else shape):
            return False
    return True


def layings(jigsaw, cells, board):
    """Every way to lay pieces on these cells around what lies: cell -> piece and shapes."""
    if not cells:
        yield board
        return
    cell, *rest = cells
    given = {g.row * jigsaw.columns + g.column: g for g in jigsaw.given}
    reserved = {g.piece: place for place, g in given.items()} | {p: -1 for p, _ in board.values()}
    for piece in range(len(jigsaw.pieces)):
        if reserved.get(piece, cell) != cell or (cell in given and given[cell].piece != piece):
            continue
        turns = (0,) if not jigsaw.turn else range(4)
        if cell in given and given[cell].turn is not None:
            turns = (given[cell].turn,)
        for shapes in {turned(jigsaw.pieces[piece], turn) for turn in turns}:
            if meets(jigsaw, board, cell, shapes):
                yield from layings(jigsaw, rest, {**board, cell: (piece, shapes)})


def solutions(jigsaw):
    """All solutions, as grids of pieces and their shapes."""
    cells = range(jigsaw.columns * jigsaw.rows)
    return {tuple(board.values()) for board in layings(jigsaw, cells, {})}


def grids(jigsaw):
    """What is seen of them: grids of shapes."""
    return {tuple(shapes for _, shapes in solution) for solution in solutions(jigsaw)}


def orbits(jigsaw, grids):
    """How many classes of solutions turning (and on a torus shifting) the board leaves."""
    return len({min(images(jigsaw, grid)) for grid in grids})


def images(jigsaw, grid):
    """A grid after all turns (and on a torus shifts) of the board."""
    board = np.reshape(grid, (jigsaw.rows, jigsaw.columns, 4))
    torus = jigsaw.border == "torus" and not jigsaw.given
    for quarters in range(4 if jigsaw.turn and not jigsaw.given else 1):
        moved = np.roll(np.rot90(board, -quarters), quarters, axis=2)
        if moved.shape == board.shape:
            for shift in product(*map(range, board.shape[:2])) if torus else [(0, 0)]:
                yield tuple(map(tuple, np.roll(moved, shift, (0, 1)).reshape(-1, 4).tolist()))
