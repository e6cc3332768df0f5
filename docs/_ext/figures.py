"""The figures of docs/explanation/engines.md: ``python docs/_ext/figures.py``.

A search tree of Algorithm X, and a diagram of all solutions of the same problem.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import exactcover as xc

__all__ = ["FIGURES", "FOLDER"]

FOLDER = Path(__file__).parents[1] / "pictures" / "figures"

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
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" font-family="sans-serif" font-size="12"'
            ' text-anchor="middle">',
            "<title>The search tree of dominoes on 2 x 5 cells</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *lines,
            *boxes,
            "</svg>",
            "",
        ]
    )


def diagram_svg() -> str:
    """The diagram of the same problem."""
    return xc.Problem("abcdefghij", _DOMINOES).zdd().to_svg()


#: What makes each figure.
FIGURES = {"tree.svg": tree_svg, "diagram.svg": diagram_svg}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in FIGURES.items():
        (FOLDER / name).write_text(drawn(), encoding="utf-8")
