"""Ideal jigsaws: perfect doubled, with exactly two solutions and no pieces that are alike."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np

from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.scrambles import coarsest, scramble_of, with_second
from exactcover_puzzles.doubles.sides import Sides, alike_turned, duplicates, repeats
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import read_jigsaw
from exactcover_puzzles.jigsaw.pieces import Jigsaw

WAYS = ("bitset", "cells", "alone")

#: The shapes of a piece at the left, top, right and bottom.
Piece = tuple[int, ...]


def bitset(name: str, c: int, r: int) -> tuple[int, int]:
    """By this project, with its engine ``bitset``."""
    return _by_engine("bitset", name, c, r)


def cells(name: str, c: int, r: int) -> tuple[int, int]:
    """By this project, with its engine ``cells``."""
    return _by_engine("cells", name, c, r)


def alone(name: str, c: int, r: int) -> tuple[int, int]:
    """Without this project: files are read, scrambles enumerated and solutions counted anew."""
    if name == "certificates":
        pieces, second = _read(c, r)
        return _solutions(pieces, c, r) if _is_ideal(pieces, second, c, r) else (0, 0)
    return _listed(c, r)


# What follows uses this project.


def _by_engine(engine: str, name: str, c: int, r: int) -> tuple[int, int]:
    if name == "certificates":
        jigsaw = read_jigsaw(str(_path(c, r)))
        return _count(jigsaw, engine) if _seems_ideal(jigsaw, c, r) else (0, 0)
    sides = Sides(c, r)
    found = nodes = 0
    for corner in range(sides.n_classes):
        search = PerfectSearch(sides, corner)
        while not search.done:
            for scramble in search.scrambles(10_000_000):
                p = coarsest(scramble)
                if duplicates(p) or alike_turned(p):
                    continue
                solutions, steps = _count(with_second(scramble), engine, 3)
                found += solutions == 2
                nodes += steps
        nodes += search.nodes
    return found, nodes


def _count(jigsaw: Jigsaw, engine: str, limit: int | None = None) -> tuple[int, int]:
    """The solutions up to turning the board, and nodes."""
    count = JigsawSearch(jigsaw).count(limit, engine=engine)
    return count.free, count.nodes


def _seems_ideal(jigsaw: Jigsaw, c: int, r: int) -> bool:
    """Whether it is all that an ideal jigsaw is, but for a third solution."""
    sides = Sides(c, r)
    p = [shape for piece in jigsaw.pieces for shape in piece]
    framed = (jigsaw.fit, jigsaw.border, jigsaw.turn) == ("opposite", "frame", True)
    if not framed or jigsaw.given or (jigsaw.columns, jigsaw.rows) != (c, r):
        return False
    scramble = scramble_of(jigsaw)
    solved = sides.verify(p) and sides.keeps_border(p) and scramble.verify(p)
    doubled = scramble.is_perfect() and set(repeats(p).values()) == {2}
    return bool(solved and doubled and not duplicates(p) and not alike_turned(p))


# What follows does not.


def _path(c: int, r: int) -> Path:
    folder = Path(__file__).resolve().parent
    # Some come with the project.
    shipped = folder.parents[1] / "data" / "jigsaws" / f"ideal-{c}x{r}.txt"
    return shipped if shipped.exists() else folder / f"{c}x{r}.txt"


def _read(c: int, r: int) -> tuple[list[Piece], list[tuple[int, int]]]:
    """The pieces of a file, and the second solution: piece and turn, place by place."""
    lines = _path(c, r).read_text(encoding="utf-8").splitlines()
    stated = {f"size: {c}x{r}", "fit: opposite", "border: frame", "turn: yes"}
    if not stated <= set(lines) or any(line.startswith(("given", "sides")) for line in lines):
        raise ValueError(f"{c}x{r}.txt is not a framed jigsaw of that size")
    pieces = [
        tuple(map(int, line.split())) for line in lines if re.fullmatch(r"-?\d+( -?\d+){3}", line)
    ]
    placed = [word for line in lines if line.startswith("second:") for word in line.split()[1:]]
    second = [(int(word.split("@")[0]) - 1, int((word + "@0").split("@")[1])) for word in placed]
    return pieces, second


def _turned(piece: Piece, turn: int) -> Piece:
    """Clockwise by quarters: after one, what was at the left is at the top."""
    return piece[4 - turn :] + piece[: 4 - turn]


def _is_solved(board: list[Piece], c: int, r: int) -> bool:
    """Whether shapes that meet add up to 0, and the border alone is flat."""
    for place, (left, top, right, bottom) in enumerate(board):
        row, column = divmod(place, c)
        flat = [column == 0, row == 0, column == c - 1, row == r - 1]
        if flat != [shape == 0 for shape in (left, top, right, bottom)]:
            return False
        if column < c - 1 and right + board[place + 1][0]:
            return False
        if row < r - 1 and bottom + board[place + c][1]:
            return False
    return len(board) == c * r


def _meetings(sides: list[Piece], c: int, r: int) -> set[frozenset[int]]:
    """The pairs of sides that meet, for a board of the names of sides."""
    across = [{sides[k][2], sides[k + 1][0]} for k in range(c * r) if k % c < c - 1]
    down = [{sides[k][3], sides[k + c][1]} for k in range(c * (r - 1))]
    return set(map(frozenset, across + down))


def _are_distinct(pieces: list[Piece]) -> bool:
    """Whether no two pieces are alike, and none looks the same when it is turned."""
    return len({_turned(piece, turn) for piece in pieces for turn in range(4)}) == 4 * len(pieces)


def _is_ideal(pieces: list[Piece], second: list[tuple[int, int]], c: int, r: int) -> bool:
    """Whether it is all that an ideal jigsaw is, but for a third solution."""
    names = [tuple(range(4 * k, 4 * k + 4)) for k in range(c * r)]
    laid = [_turned(pieces[piece], turn) for piece, turn in second]
    named = [_turned(names[piece], turn) for piece, turn in second]
    uses = Counter(abs(shape) for piece in pieces for shape in piece if shape)
    return (
        _is_solved(pieces, c, r)
        and _is_solved(laid, c, r)
        and {piece for piece, _ in second} == set(range(c * r))
        and not _meetings(names, c, r) & _meetings(named, c, r)
        and set(uses.values()) == {4}
        and _are_distinct(pieces)
    )


def _order(c: int, r: int) -> list[int]:
    """The places, so that the squares in the upper-left corner of the board are filled in turn."""
    return sorted(range(c * r), key=lambda k: (max(divmod(k, c)), k // c >= k % c, k))


def _solutions(pieces: list[Piece], c: int, r: int, limit: int = 10**9) -> tuple[int, int]:
    """The solutions up to turning the board, at most ``limit``, and pieces laid.

    What a piece must show at its left and top is always known. Pieces must be distinct: then
    turning the board makes 4 solutions of each one, or 2 on a rectangle.
    """
    views: dict[Piece, list[tuple[int, Piece]]] = defaultdict(list)
    for number, piece in enumerate(pieces):
        for turn in range(4):
            view = _turned(piece, turn)
            views[view[:2]].append((number, view))
    order = _order(c, r)
    shown: list[Piece] = [()] * (c * r)
    lies = [-1] * (c * r)
    used = [False] * (c * r)
    images = 4 if c == r else 2
    found = nodes = 0

    def fitting(place: int) -> Iterator[tuple[int, Piece]]:
        row, column = divmod(place, c)
        left = -shown[place - 1][2] if column else 0
        top = -shown[place - c][3] if row else 0
        flat = column == c - 1, row == r - 1
        for number, view in views.get((left, top), ()):
            if not used[number] and (view[2] == 0, view[3] == 0) == flat:
                yield number, view

    levels = [fitting(order[0])]
    while levels and found < limit * images:
        place = order[len(levels) - 1]
        if lies[place] >= 0:
            used[lies[place]] = False
            lies[place] = -1
        number, shown[place] = next(levels[-1], (-1, ()))
        if number < 0:
            levels.pop()
            continue
        nodes += 1
        used[number], lies[place] = True, number
        if len(levels) == c * r:
            found += 1
        else:
            levels.append(fitting(order[len(levels)]))
    return found // images, nodes


def _listed(c: int, r: int) -> tuple[int, int]:
    """How many scrambles make ideal jigsaws: all that may do so are tried.

    On a square four of them differ by turning the board, on a rectangle two.
    """
    names = [tuple(range(4 * k, 4 * k + 4)) for k in range(c * r)]
    meets = list(range(4 * c * r))
    for one, other in _meetings(names, c, r):
        meets[one], meets[other] = other, one
    scrambles, nodes = _scrambles(*map(np.array, (meets, *_tables(names, meets, c, r))))
    found = 0
    for codes in scrambles.tolist():
        second = [divmod(code, 4) for code in codes]
        after = _meetings([_turned(names[k], turn) for k, turn in second], c, r)
        pieces = _cut(meets, after)
        if _is_ideal(pieces, second, c, r):
            solutions, laid = _solutions(pieces, c, r, 3)
            found += solutions == 2
            nodes += laid
    images = 4 if c == r else 2
    if found % images:
        raise AssertionError("a jigsaw is there without its images")
    return found // images, nodes


def _tables(names: list[Piece], meets: list[int], c: int, r: int) -> tuple[Any, Any]:
    """What the kernel needs besides ``meets``."""
    flat = [tuple(meets[side] == side for side in name) for name in names]
    views = [_turned(each, turn) for each in flat for turn in range(4)]
    may_lie = [[view == each for view in views] for each in flat]
    return may_lie, _order(c, r)


def _cut(meets: list[int], after: set[frozenset[int]]) -> list[Piece]:
    """The pieces with the most different shapes that fit as they meet before and after."""
    then = {one: other for pair in after for one, other in itertools.permutations(pair)}
    shapes = [0] * len(meets)
    for start, other in enumerate(meets):
        side = start
        while other != start and not shapes[side]:
            shapes[side], shapes[meets[side]] = start + 1, -start - 1
            side = then[meets[side]]
    return [tuple(shapes[k : k + 4]) for k in range(0, len(shapes), 4)]


@numba.njit(nogil=True)
def _scrambles(meets: Any, may_lie: Any, order: Any) -> tuple[Any, int]:
    """The scrambles in which no seam is a seam again and each shape has two seams; and nodes.

    Rows of 4 piece + turn for each place; ``may_lie`` says where these keep to the border. Say that
    sides s and t meet after the scramble, and that a and b met them before. As the shape has two
    seams alone, a and b must meet after the scramble too. So if one of them lies beside an empty
    place, it is known what comes there. Such a place is filled next, if there is one.
    """
    n = len(order)
    found = np.zeros((64, n), np.int64)
    size = nodes = level = 0
    #: The side of a piece on each side of a place, and the side that a side meets afterwards.
    shown, after = np.full(4 * n, -1), np.full(4 * n, -1)
    lies, used = np.full(n, -1), np.zeros(n, np.bool_)
    #: Of each level: the place that is filled, and what is tried next, up to what.
    places, following, last = np.zeros((3, n + 1), np.int64)
    places[0], last[0] = order[0], 4 * n
    while level >= 0:
        place = places[level]
        laid = False
        while not laid:
            code = lies[place]
            if code >= 0:
                # Take it back.
                for x in range(4 * place, 4 * place + 4):
                    if after[shown[x]] >= 0:
                        after[after[shown[x]]] = -1
                        after[shown[x]] = -1
                    shown[x] = -1
                used[code // 4] = False
                lies[place] = -1
            code = following[level]
            if code == last[level]:
                break
            following[level] += 1
            if used[code // 4] or not may_lie[place, code]:
                continue
            lies[place] = code
            used[code // 4] = True
            for x in range(4 * place, 4 * place + 4):
                s = shown[x] = code // 4 * 4 + (x - code) % 4
                t = shown[meets[x]]
                if meets[x] != x and t >= 0:
                    after[s], after[t] = t, s
            laid = True
            for x in range(4 * place, 4 * place + 4):
                s, t = shown[x], after[shown[x]]
                if t >= 0:
                    a, b = meets[s], meets[t]
                    # If both of these pieces lie, they cannot meet any more.
                    meet = after[a] == b and after[b] == a
                    free = after[a] < 0 and after[b] < 0 and not (used[a // 4] and used[b // 4])
                    laid = laid and a != t and (meet or free)
        if not laid:
            level -= 1
            continue
        nodes += 1
        if level == n - 1:
            if size == len(found):
                found = np.concatenate((found, np.zeros((size, n), np.int64)))
            found[size] = lies
            size += 1
            continue
        level += 1
        places[level] = -1
        for x in range(4 * n):
            y, s = meets[x], shown[x]
            if s >= 0 and y != x and shown[y] < 0 and after[meets[s]] >= 0:
                b = meets[after[meets[s]]]
                places[level], following[level] = y // 4, b // 4 * 4 + (y - b) % 4
                last[level] = following[level] + 1
                break
        if places[level] < 0:
            for place in order:
                if lies[place] < 0:
                    places[level] = place
                    break
            following[level], last[level] = 0, 4 * n
    return found[:size], nodes
