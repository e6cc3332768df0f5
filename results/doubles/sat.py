"""Counting the solutions of a framed jigsaw by SAT: a check that shares nothing with the engines.

The formula. A variable for each piece on each place in each turn that the border allows; a variable
for each seam and each shape that its upper or left side may show. Each seam shows one shape at
most; a piece on a place implies the shapes of its seams; each place has a piece and each piece a
place. A solution found is forbidden, by the shapes that it shows, together with its images on the
turned board, and the solver goes on. So twins are not told apart, and solutions are counted up to
turning the board, as the engines count them.

The solver is Glucose (G. Audemard and L. Simon) by way of python-sat, the extra ``sat``.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from importlib import import_module
from typing import Any

import exactcover as xc
from exactcover_puzzles.borders.board import BOTTOM, LEFT, RIGHT, TOP, Board
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.pieces import Jigsaw, Shapes, turned

#: More variables for pieces than this would take memory for gigabytes of clauses.
_MOST_VARIABLES = 1_500_000
#: Conflicts between two looks at the clock.
_CONFLICTS = 5_000


def count_by_sat(jigsaw: Jigsaw, limit: int, seconds: float | None = None) -> int | None:
    """The number of solutions up to turning the board, at most ``limit``; None if it was stopped,
    or the board is too large. Raises :class:`exactcover.MissingLibrary`.

    For jigsaws with a frame, tabs and blanks, and nothing given.
    """
    try:
        solvers = import_module("pysat.solvers")
        cards = import_module("pysat.card")
    except ImportError:
        raise xc.MissingLibrary("python-sat", "sat") from None
    deadline = xc.Deadline(seconds)
    sides = Sides(jigsaw.columns, jigsaw.rows)
    variables = _variables(sides, [jigsaw.pieces[k] for k in range(sides.n_pieces)])
    if variables is None:
        return None
    laid, shown = variables
    top = len(laid) + sum(map(len, shown))
    with solvers.Solver(name="glucose4") as solver:
        of_place, of_piece = defaultdict(list), defaultdict(list)
        for variable, (place, piece, shapes) in enumerate(laid, 1):
            if variable % 10_000 == 0 and deadline.passed():
                return None
            of_place[place].append(variable)
            of_piece[piece].append(variable)
            for seam, shape in _seams_of(sides, place, shapes):
                solver.add_clause([-variable, shown[seam][shape]])
        for clause in itertools.chain(of_place.values(), of_piece.values()):
            solver.add_clause(clause)
        if len(of_place) < sides.n_pieces or len(of_piece) < sides.n_pieces:
            return 0
        # Two pieces that look the same may lie on a place as far as its shapes go.
        looks: dict[tuple[int, Shapes], list[int]] = defaultdict(list)
        for variable, (place, _, shapes) in enumerate(laid, 1):
            looks[place, shapes].append(variable)
        at_most_one = [list(group.values()) for group in shown]
        at_most_one += [group for group in looks.values() if len(group) > 1]
        for group in at_most_one:
            if deadline.passed():
                return None
            clauses = cards.CardEnc.atmost(group, 1, top, encoding=cards.EncType.ladder)
            top = max(top, clauses.nv)
            solver.append_formula(clauses.clauses)
        return _count(solver, sides, laid, shown, limit, deadline)


#: A variable for each of these: a place, a piece, and its shapes as it lies there.
_Laid = list[tuple[int, int, Shapes]]
#: For each seam, the variable of each shape on its upper or left side.
_Shown = list[dict[int, int]]


def _variables(sides: Sides, pieces: list[Shapes]) -> tuple[_Laid, _Shown] | None:
    border = sides.border.reshape(-1, 4)
    by_frame: dict[tuple[bool, ...], list[tuple[int, Shapes]]] = defaultdict(list)
    for piece, shapes in enumerate(pieces):
        for view in sorted({turned(shapes, turn) for turn in range(4)}):
            by_frame[tuple(shape == 0 for shape in view)].append((piece, view))
    frames = [tuple(row) for row in border.tolist()]
    if sum(len(by_frame[frame]) for frame in frames) > _MOST_VARIABLES:
        return None
    laid = [
        (place, piece, view)
        for place, frame in enumerate(frames)
        for piece, view in by_frame[frame]
    ]
    seen: list[set[int]] = [set() for _ in range(sides.n_sides)]
    for place, _, view in laid:
        for seam, shape in _seams_of(sides, place, view):
            seen[seam].add(shape)
    count = itertools.count(len(laid) + 1)
    return laid, [{shape: next(count) for shape in sorted(group)} for group in seen]


def _seams_of(sides: Sides, place: int, shapes: Shapes) -> list[tuple[int, int]]:
    """The seams of a place, by the number of the upper or left side, with what that side shows."""
    facing = sides.facing
    seams = []
    for s, sign in ((LEFT, -1), (TOP, -1), (RIGHT, 1), (BOTTOM, 1)):
        side = 4 * place + s
        other = int(facing[side])
        if other != side:
            seams.append((side if sign > 0 else other, sign * shapes[s]))
    return seams


def _count(
    solver: Any, sides: Sides, laid: _Laid, shown: _Shown, limit: int, deadline: xc.Deadline
) -> int | None:
    found = 0
    while found < limit:
        answer = None
        while answer is None:
            if deadline.passed():
                return None
            solver.conf_budget(_CONFLICTS)
            answer = solver.solve_limited(expect_interrupt=True)
        if not answer:
            return found
        found += 1
        model = solver.get_model()
        views: list[Shapes] = [(0, 0, 0, 0)] * sides.n_pieces
        for variable, (place, _, shapes) in enumerate(laid):
            if model[variable] > 0:
                views[place] = shapes
        for image in _images(sides, views):
            seams = {
                seam: shape
                for place, shapes in enumerate(image)
                for seam, shape in _seams_of(sides, place, shapes)
            }
            solver.add_clause([-shown[seam][shape] for seam, shape in seams.items()])
    return found


def _images(sides: Sides, views: list[Shapes]) -> list[list[Shapes]]:
    """What is seen after each turn of the board that fits it; as it stands first."""
    board, images = Board(sides.columns, sides.rows), []
    for quarters in range(4):
        goes_to = board.turned(quarters)
        if goes_to is not None:
            seen = dict(zip(goes_to, views, strict=True))
            images.append([turned(seen[place], quarters) for place in range(sides.n_pieces)])
    return images
