"""Pictures are read back: characters and colours from the text, outlines from the SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from exactcover_puzzles.polyform.grids import SQUARE

ANSI = re.compile("\x1b\\[([0-9;]*)m")

SVG = "{http://www.w3.org/2000/svg}"

EDGE = 48


class Screen:
    """Characters and backgrounds of a picture, found by the cells of the grid."""

    def __init__(self, grid, board, text, size):
        self.size = size
        rows, columns = zip(*board, strict=True)
        if grid is SQUARE:
            self.top, self.left = 2 * min(rows), size * min(columns)
        else:
            top_row = [cell for cell in board if cell[0] == min(rows)]
            self.top = size * min(rows) - any(sum(cell) % 2 for cell in top_row)
            self.left = size * (min(columns) - 1)
        self.characters = []
        self.backgrounds = []
        for line in text.split("\n"):
            characters, backgrounds, background = [], [], None
            for k, part in enumerate(ANSI.split(line)):
                if k % 2:
                    background = part.split(";")[-1] if ";48;5;" in part else None
                else:
                    characters += part
                    backgrounds += [background] * len(part)
            assert background is None, "a colour runs over the end of a line"
            self.characters.append(characters)
            self.backgrounds.append(backgrounds)

    def _at(self, table, line, column, default):
        row = table[line - self.top]
        place = column - self.left
        assert place >= 0
        return row[place] if place < len(row) else default

    def character(self, line, column):
        return self._at(self.characters, line, column, " ")

    def background(self, line, column):
        return self._at(self.backgrounds, line, column, None)

    def square_edge(self, cell, near):
        """The characters between two cells, without those at the ends of the edge."""
        (y, x), size = max(cell, near), self.size
        if cell[0] == near[0]:
            return [self.character(2 * y + 1, size * x)]
        return [self.character(2 * y, size * x + k) for k in range(1, size)]

    def triangular_edge(self, cell, near):
        (y, x), size = cell, self.size
        up = sum(cell) % 2 == 0
        if near[0] != y:
            line = size * (y + 1 if up else y) - 1
            # The columns next to the corners may belong to slanted walls.
            return [self.character(line, size * x + k) for k in range(1 - size, size - 1)]
        right = near[1] > x
        found = []
        for k in range(size):
            far = k if up else size - 1 - k
            found.append(self.character(size * y + k, size * x + (far if right else -1 - far)))
        return found

    def background_of(self, grid, cell):
        (y, x), size = cell, self.size
        if grid is SQUARE:
            return self.background(2 * y + 1, size * x + 1)
        return self.background(size * y + (size - 1 if sum(cell) % 2 == 0 else 0), size * x - 1)


def contrast(*colours):
    """The contrast of two colours by WCAG 2: 1 to 21; 4.5 is asked of text, 7 is better."""
    lights = []
    for levels in colours:
        parts = [each / 255 for each in levels]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lights) / min(lights)


def parsed(text):
    return ElementTree.fromstring(text.encode("utf-8"))


def paths(root, kind="piece"):
    return [path for path in root.iter(SVG + "path") if path.get("class") == kind]


def loops(path):
    """The loops of path data as lists of points."""
    return [
        [tuple(map(float, pair.split())) for pair in loop[1:].split("L")]
        for loop in path.get("d").split("Z")
        if loop
    ]


def area(loop):
    ahead = [*loop[1:], loop[0]]
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(loop, ahead, strict=True)) / 2


def is_inside(spot, all_loops):
    """By the even-odd rule: whether a ray to the right crosses an odd number of walls."""
    x, y = spot
    crossings = 0
    for loop in all_loops:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


def centres(grid, board):
    """The centre of each cell in the units of a large picture."""
    corners = {cell: grid.corners(cell) for cell in board}
    left = min(x for points in corners.values() for x, _ in points)
    top = min(y for points in corners.values() for _, y in points)
    return {
        cell: (
            (sum(x for x, _ in points) / len(points) - left) * grid.unit[0] * EDGE,
            (sum(y for _, y in points) / len(points) - top) * grid.unit[1] * EDGE,
        )
        for cell, points in corners.items()
    }
