"""The figures of docs/explanation: ``python docs/_ext/figures.py``.

A search tree of Algorithm X; a diagram of all solutions of the same problem; a frontier on its way
over a board; the border sets of a jigsaw sweep by sweep; pictures of the results of the ledger.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log
from pathlib import Path

import exactcover as xc
import exactcover_puzzles as puzzles
from results.ledger import read_result

__all__ = ["FIGURES", "FOLDER"]

FOLDER = Path(__file__).parents[1] / "pictures" / "figures"

_LEDGER = Path(__file__).parents[2] / "results"

#: Colours of rectangles, and for each size of a cube those of its three faces, the darkest first.
_SHADES = ("#e8f1f5", "#cfe3d6", "#f6e7c8", "#f3d5cf", "#dcd7ea")
_FACES = (
    ("#b9c4cb", "#d3dce1", "#eef3f5"),
    ("#7fa8bf", "#a3c4d6", "#cfe3ee"),
    ("#86b892", "#abd1b4", "#d2e8d7"),
    ("#cf9a8f", "#e4bbb2", "#f3d9d3"),
)

#: Dominoes on a board of 2 x 5 cells, a to e above f to j.
_DOMINOES = {
    **{a + b: a + b for a, b in zip("abcd", "bcde", strict=True)},
    **{a + b: a + b for a, b in zip("fghi", "ghij", strict=True)},
    **{a + b: a + b for a, b in zip("abcde", "fghij", strict=True)},
}


@dataclass
class Node:
    """A visit of the search: the option chosen last, the item to branch on, and what came of it."""

    chosen: str
    item: str | None
    below: list[Node] = field(default_factory=list)
    y: float = 0.0

    @property
    def is_solution(self) -> bool:
        """Whether everything is covered here."""
        return self.item is None


def tree(items: str, options: dict[str, str], chosen: str = "") -> Node:
    """The search tree of Algorithm X, with the item of the fewest options next."""
    if not items:
        return Node(chosen, None)
    of = {item: [name for name in options if item in options[name]] for item in items}
    item = min(items, key=lambda each: len(of[each]))
    node = Node(chosen, item)
    for name in of[item]:
        covered = options[name]
        left = {each: cells for each, cells in options.items() if not set(cells) & set(covered)}
        node.below.append(tree("".join(x for x in items if x not in covered), left, name))
    return node


def tree_svg() -> str:
    """The search tree, drawn from left to right."""
    root = tree("abcdefghij", _DOMINOES)
    depth_step, row = 88, 30
    boxes: list[str] = []
    lines: list[str] = []
    leaves = 0
    deepest = 0

    def place(node: Node, depth: int) -> None:
        nonlocal leaves, deepest
        deepest = max(deepest, depth)
        for each in node.below:
            place(each, depth + 1)
        if node.below:
            node.y = sum(each.y for each in node.below) / len(node.below)
        else:
            node.y = 34 + row * leaves
            leaves += 1
        x = 50 + depth_step * depth
        for each in node.below:
            middle = (node.y + each.y) / 2
            lines.append(
                f'<path d="M{x} {node.y}L{x + depth_step} {each.y}" stroke="#9aa5ad"/>'
                f'<text x="{x + depth_step // 2}" y="{middle - 5}" fill="#1b2a33">'
                f"{each.chosen}</text>"
            )
        fill = "#7cc68d" if node.is_solution else "#e8f1f5" if node.below else "#f0a9a0"
        word = "✓" if node.is_solution else f"{node.item}?"
        boxes.append(
            f'<circle cx="{x}" cy="{node.y}" r="13" fill="{fill}" stroke="#2a6f97"/>'
            f'<text x="{x}" y="{node.y + 4}" fill="#1b2a33">{word}</text>'
        )

    place(root, 0)
    width, height = 100 + depth_step * deepest, 40 + row * leaves
    return _svg(width, height, "The search tree of dominoes on 2 x 5 cells", [*lines, *boxes])


def diagram_svg() -> str:
    """The diagram of the same problem."""
    return xc.Problem("abcdefghij", _DOMINOES).zdd().to_svg()


# -- a frontier ------------------------------------------------------------------------------------

_ROWS, _COLUMNS = 4, 6


def frontier() -> list[tuple[set[int], int]]:
    """For each number of settled cells, row by row: the open cells that may be covered already, and
    how many states there are. A state is which of them are."""
    states = {frozenset[int]()}
    found = [(set[int](), 1)]
    for cell in range(_ROWS * _COLUMNS):
        after = set()
        for covered in states:
            if cell in covered:
                after.add(covered - {cell})
                continue
            if (cell + 1) % _COLUMNS and cell + 1 not in covered:
                after.add(covered | {cell + 1})
            if cell + _COLUMNS < _ROWS * _COLUMNS:
                after.add(covered | {cell + _COLUMNS})
        states = after
        found.append((set().union(*states), len(states)))
    return found


def frontier_svg() -> str:
    """Boards on the way, and below them the number of states after each cell."""
    steps = frontier()
    edge, gap = 24, 30
    parts = []
    for number, settled in enumerate((5, 9, 14)):
        left = 10 + number * (_COLUMNS * edge + gap)
        touched, states = steps[settled]
        for cell in range(_ROWS * _COLUMNS):
            row, column = divmod(cell, _COLUMNS)
            fill = "#c4c9d2" if cell < settled else "#f6c98f" if cell in touched else "#ffffff"
            parts.append(
                f'<rect x="{left + column * edge}" y="{10 + row * edge}" width="{edge}"'
                f' height="{edge}" fill="{fill}" stroke="#2a6f97"/>'
            )
        words = f"{settled} cells settled, {states} states"
        middle = left + _COLUMNS * edge / 2
        parts.append(f'<text x="{middle}" y="{28 + _ROWS * edge}" fill="#1b2a33">{words}</text>')
    top, height, width = 150, 60, 3 * _COLUMNS * edge + 2 * gap
    most = max(states for _, states in steps)
    step = width / len(steps)
    for number, (_, states) in enumerate(steps):
        tall = height * states / most
        marked = "#2a6f97" if number in (5, 9, 14) else "#9cc4dc"
        parts.append(
            f'<rect x="{10 + number * step:.1f}" y="{top - tall + height:.1f}"'
            f' width="{step - 3:.1f}" height="{tall:.1f}" fill="{marked}"/>'
        )
    words = f"states after 0, 1, …, {len(steps) - 1} cells: never more than {most}"
    parts.append(
        f'<text x="{10 + width / 2}" y="{top + height + 18}" fill="#1b2a33">{words}</text>'
    )
    return _svg(width + 20, top + height + 30, "A frontier moving over a board", parts)


# -- border sets -----------------------------------------------------------------------------------

_SWEEPS = (0, 1, 2, 3, 5)


def border_sets_svg() -> str:
    """How many candidates each cell of a jigsaw has left after some of the sweeps."""
    (puzzle,) = puzzles.read("jigsaw", "six-by-five")
    jigsaw = puzzle.jigsaw  # type: ignore[attr-defined]
    corner = puzzle.options_of(puzzle.problem.first())[0]  # type: ignore[arg-type,index]
    sets = jigsaw.propagation()
    sets.restrict(0, 1 << corner)
    live: list[list[int]] = []

    def note() -> bool:
        live.append([each.bit_count() for each in sets.live])
        return False

    sets.run(note)
    edge, gap = 22, 18
    side, tall = jigsaw.columns * edge, jigsaw.rows * edge
    most = log(max(max(each) for each in live))
    parts = []
    for number, sweep in enumerate(_SWEEPS):
        left = 10 + number * (side + gap)
        for cell, candidates in enumerate(live[sweep]):
            row, column = divmod(cell, jigsaw.columns)
            x, y, share = left + column * edge, 10 + row * edge, log(candidates) / most
            blue = _between((255, 255, 255), (106, 164, 202), share)
            fill = "#7cc68d" if candidates == 1 else blue
            parts.append(
                f'<rect x="{x}" y="{y}" width="{edge}" height="{edge}" fill="{fill}"'
                f' stroke="#2a6f97" stroke-width="0.5"/><text x="{x + edge / 2:g}"'
                f' y="{y + 15}" font-size="10" fill="#1b2a33">{candidates}</text>'
            )
        total = f"{sum(live[sweep]):,} candidates"
        words = f"sweep {sweep}: {total}" if sweep else f"the frame: {total}"
        parts.append(f'<text x="{left + side / 2}" y="{28 + tall}" fill="#1b2a33">{words}</text>')
    width = len(_SWEEPS) * (side + gap) - gap + 20
    return _svg(width, tall + 40, "Candidates left in each cell of a jigsaw", parts)


def rectangles_svg() -> str:
    """A 9 x 9 square cut into as many rectangles of different areas as can be."""
    step, margin = 34, 3
    ways = read_result(_LEDGER / "rectangles-no-two-alike")
    assert ways.problem is not None
    stated = ways.problem("areas", 9)
    options = {option: stated.items_of(option) for option in stated.options}
    best = xc.Problem(
        stated.primary, options, secondary=stated.secondary, costs=dict.fromkeys(options, 1)
    ).maximize()
    parts = []
    assert best.complete
    for row, column, height, width in best.solution or ():
        x, y = margin + step * column, margin + step * row
        fill = _SHADES[height * width % len(_SHADES)]
        parts.append(
            f'<rect x="{x}" y="{y}" width="{step * width}" height="{step * height}" fill="{fill}"'
            ' stroke="#1b2a33" stroke-width="2"/>'
            f'<text x="{x + step * width / 2:g}" y="{y + step * height / 2 + 4:g}"'
            f' fill="#1b2a33">{height * width}</text>'
        )
    side = 2 * margin + 9 * step
    return _svg(side, side, "A 9 x 9 square cut into twelve rectangles of different areas", parts)


def cubes_svg() -> str:
    """A box of 5 x 4 x 4 cells cut into cubes, seen from a corner."""
    step, box = 40, (5, 4, 4)
    ways = read_result(_LEDGER / "boxes-of-cubes")
    assert ways.problem is not None
    (solution,) = ways.problem(*box).zdd().sample(1, seed=350)

    def point(x: float, y: float, z: float) -> str:
        right, down = (y - x) * 0.866 + box[0] * 0.866, (x + y) / 2 - z + box[2]
        return f"{5 + step * right:.1f},{5 + step * down:.1f}"

    parts = []
    for corner, size in solution:
        ends = [at + size for at in corner]
        # The three faces that are seen: the axis across them, and how light they are.
        for axis, light in ((0, 0), (1, 1), (2, 2)):
            if ends[axis] < box[axis]:
                continue
            others = [each for each in range(3) if each != axis]
            points = []
            for there in ((0, 0), (1, 0), (1, 1), (0, 1)):
                at = [float(each) for each in ends]
                for other, end in zip(others, there, strict=True):
                    at[other] = ends[other] if end else corner[other]
                points.append(point(*at))
            fill = _FACES[size - 1][light]
            parts.append(
                f'<polygon points="{" ".join(points)}" fill="{fill}" stroke="#1b2a33"'
                ' stroke-linejoin="round"/>'
            )
    width = 10 + step * 0.866 * (box[0] + box[1])
    height = 10 + step * ((box[0] + box[1]) / 2 + box[2])
    return _svg(width, height, "A box of 5 x 4 x 4 cells cut into cubes", parts)


def sphinx_svg() -> str:
    """A sphinx of order 6 cut into 34 sphinxes and a flacon."""
    step, order = 26, 6
    ways = read_result(_LEDGER / "sphinxes")
    assert ways.problem is not None
    (solution,) = ways.problem("one flacon", order).zdd(order="fixed").sample(1, seed=7)

    def point(corner: tuple[int, int]) -> str:
        x, y = corner[0] + corner[1] / 2, 2 * order - corner[1]
        return f"{5 + step * x:.1f},{5 + step * y * 0.866:.1f}"

    parts: list[str] = []
    outlines: list[str] = []
    for number, (piece, *triangles) in enumerate(sorted(solution)):
        fill = "#2a6f97" if piece == "flacon" else _SHADES[number % len(_SHADES)]
        edges: set[frozenset[tuple[int, int]]] = set()
        for x, y, down in triangles:
            corners = (x + down, y + down), (x + 1, y), (x, y + 1)
            points = " ".join(map(point, corners))
            parts.append(f'<polygon points="{points}" fill="{fill}" stroke="{fill}"/>')
            # An edge inside of the piece comes twice, and is gone.
            edges ^= set(map(frozenset, itertools.combinations(corners, 2)))
        drawn = " ".join("M" + "L".join(map(point, each)) for each in sorted(map(sorted, edges)))
        outlines.append(f'<path d="{drawn}" stroke="#1b2a33" stroke-width="1.5"/>')
    title = f"A sphinx of order {order} cut into sphinxes and a flacon"
    # Outlines come last, or the next piece would hide half of them.
    return _svg(10 + step * 3 * order, 10 + step * 2 * order * 0.866, title, parts + outlines)


def pentominoes_svg() -> str:
    """The ten boards with all symmetries of the square that the pentominoes fill."""
    drawn, counts = _boards("square", "pentominoes", "ten-boards.txt", scale=0.27, columns=5)
    stated = len(counts), sum(counts), counts.count(1), min(counts), max(counts)
    assert _claimed("pentominoes", 29) == stated
    return drawn


def tetrahexes_svg() -> str:
    """The boards with threefold rotation on which the tetrahexes have one solution."""
    drawn, counts = _boards("hexagonal", "tetrahexes", "twelve-boards.txt", scale=0.25, columns=4)
    _, _, unique, fewest, _ = _claimed("tetrahexes", 9)
    assert (unique, fewest) == (len(counts), 1)
    assert set(counts) == {1}
    return drawn


def _claimed(kind: str, place: int) -> tuple[int, ...]:
    """What the ledger says of the boards of some pieces, but for how many there are."""
    told = {each.name: each for each in read_result(_LEDGER / "symmetric-boards").sequences}
    asked = ("filled", "solutions", "with one solution", "fewest solutions", "most solutions")
    return tuple(told[f"{kind}: {each}"].claims[place,].value for each in asked)


def _boards(
    grid: str, pieces: str, file: str, *, scale: float, columns: int
) -> tuple[str, list[int]]:
    """The boards of a file with a solution, and how many they have up to symmetry."""
    drawings = (FOLDER.parent / file).read_text(encoding="utf-8").split("\n\n")
    counts, solved = [], []
    for board in drawings:
        text = f"grid: {grid}\npieces: {pieces}\n\nboard:\n{board}"
        (puzzle,) = puzzles.read("polyform", text=text)
        counts.append(puzzle.count(None).free)
        svg = puzzle.svg([next(iter(puzzle.problem.solutions()))])
        size = re.search(r'viewBox="0 0 (\S+) (\S+)"', svg)
        assert size is not None
        inner = svg[svg.index("<g transform") : svg.rindex("</svg>")]
        solved.append((float(size[1]), float(size[2]), inner))
    wide, high = (scale * max(each[axis] for each in solved) for axis in (0, 1))
    parts = []
    for k, ((width, height, inner), count) in enumerate(zip(solved, counts, strict=True)):
        x, y = wide * (k % columns + 0.5), (high + 20) * (k // columns) + high / 2
        left, upper = x - scale * width / 2, y - scale * height / 2
        parts.append(
            f'<svg x="{left:.1f}" y="{upper:.1f}" width="{scale * width:.1f}"'
            f' height="{scale * height:.1f}" viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
        )
        if len(set(counts)) > 1:
            parts.append(f'<text x="{x:.1f}" y="{y + high / 2 + 10:.1f}">{count:,}</text>')
    title = f"Boards filled by the {pieces}"
    return _svg(columns * wide, -(-len(solved) // columns) * (high + 20), title, parts), counts


def _between(one: tuple[int, ...], other: tuple[int, ...], share: float) -> str:
    """A colour between two."""
    mixed = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
            f' width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="12"'
            ' text-anchor="middle">',
            f"<title>{title}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


#: What makes each figure.
FIGURES = {
    "tree.svg": tree_svg,
    "diagram.svg": diagram_svg,
    "frontier.svg": frontier_svg,
    "border-sets.svg": border_sets_svg,
    "rectangles.svg": rectangles_svg,
    "sphinx.svg": sphinx_svg,
    "cubes.svg": cubes_svg,
    "pentominoes.svg": pentominoes_svg,
    "tetrahexes.svg": tetrahexes_svg,
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in FIGURES.items():
        (FOLDER / name).write_text(drawn(), encoding="utf-8")
