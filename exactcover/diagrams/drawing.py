"""A small diagram as an SVG picture: the root on top, the end below, an option on every edge.

Products and cases have their sign in the node, and nothing on their edges.

Nodes stand in layers by their longest path from the root. Within a layer they are sorted, a few
times downwards and upwards, by the middle of their neighbours, so that few edges cross (K.
Sugiyama, S. Tagawa and M. Toda, "Methods for visual understanding of hierarchical system
structures", 1981).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from ..text import markup
from .export import SIGNS
from .graph import Graph

#: A graph of more nodes, or of more than three times as many edges, is not drawn.
MOST_NODES = 200

#: What an edge without an option says.
_NO_OPTION = "\N{EMPTY SET}"

_LAYER, _RADIUS, _TEXT, _MARGIN = 90.0, 8.0, 13.0, 24.0
_STYLE = (
    "text{font:13px sans-serif;text-anchor:middle;fill:#222}"
    "text.halo{fill:none;stroke:#fff;stroke-width:4px;stroke-linejoin:round}line{stroke:#667;stroke-width:1.4}circle{fill:#dbe7f5;stroke:#335;"
    "stroke-width:1.4}rect.end{fill:#335}line.none{stroke-dasharray:4 4}"
)


def svg(graph: Graph, names: Sequence[Hashable], taken: Sequence[int], title: str) -> str:
    """The picture. Raises ValueError for a graph that is too large to be read as one."""
    if graph.n_nodes > MOST_NODES or graph.n_edges > 3 * MOST_NODES:
        raise ValueError(
            f"a diagram of {graph.n_nodes:,} nodes and {graph.n_edges:,} edges cannot be read as a"
            f" picture; up to {MOST_NODES} nodes are drawn"
        )
    # Several options that lead to the same node share one line.
    labels: dict[tuple[int, int], list[str]] = defaultdict(list)
    signs: dict[int, str] = {}
    for node in range(graph.root, 0, -1):
        for option, child in graph.edges(node):
            if option in SIGNS:
                signs[node] = SIGNS[option]
                labels[node, child] = []
            else:
                labels[node, child].append(_NO_OPTION if option < 0 else str(names[option]))
    texts = {pair: " | ".join(found) for pair, found in labels.items()}
    layer = _layers(graph.root, texts)
    rows = _sorted_rows(layer, texts)
    gap = max([44.0, *[_width(text) + 16 for text in texts.values()]])
    widest = max((len(row) for row in rows), default=1)
    always = ", ".join(str(names[option]) for option in taken)
    below = f"in every solution: {always}" if taken else ""
    width = max(widest * gap, _width(title), _width(below)) + 2 * _MARGIN
    place = {
        node: (
            width / 2 + (column - (len(row) - 1) / 2) * gap,
            2 * _MARGIN + _TEXT + number * _LAYER,
        )
        for number, row in enumerate(rows)
        for column, node in enumerate(row)
    }
    height = 3 * _MARGIN + _TEXT + max(0, len(rows) - 1) * _LAYER + (2 * _TEXT if below else 0)

    def written(text: str, x: float, y: float, kind: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}"{kind}>{markup(text, len(text))}</text>'

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' width="{width:.0f}" height="{height:.0f}">',
        f"<title>{markup(title, len(title))}</title><style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        written(title, width / 2, _MARGIN),
    ]
    for (parent, child), text in texts.items():
        (x1, y1), (x2, y2) = place[parent], place[child]
        kind = ' class="none"' if text == _NO_OPTION else ""
        lines.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{kind}/>')
    for node, (x, y) in place.items():
        if node:
            lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}"/>')
            if node in signs:
                lines.append(written(signs[node], x, y + _TEXT / 3))
        else:
            corner, side = f'x="{x - _RADIUS:.1f}" y="{y - _RADIUS:.1f}"', 2 * _RADIUS
            lines.append(f'<rect class="end" {corner} width="{side}" height="{side}"/>')
    said = {pair: text for pair, text in texts.items() if text}
    for text, (x, y) in zip(said.values(), _label_places(said, place), strict=True):
        # Twice, since not every program knows how to paint the outline of a text below it.
        lines += [written(text, x, y, ' class="halo"'), written(text, x, y)]
    if below:
        lines.append(written(below, width / 2, height - _TEXT))
    return "\n".join([*lines, "</svg>", ""])


def _label_places(
    texts: dict[tuple[int, int], str], place: dict[int, tuple[float, float]]
) -> list[tuple[float, float]]:
    """Where each label stands on its line: the first of some places that is free."""
    boxes: list[tuple[float, float, float, float]] = []
    places = []
    for (parent, child), text in texts.items():
        (x1, y1), (x2, y2) = place[parent], place[child]
        half = _width(text) / 2 + 2
        # Parts of the way to the next layer: nearer to the parent, where lines to the same child
        # have not yet met.
        for part in (0.45, 0.6, 0.3, 0.72, 0.5):
            near = part * _LAYER / (y2 - y1)
            x, y = x1 + near * (x2 - x1), y1 + near * (y2 - y1) + _TEXT / 3
            left, top, right, bottom = box = x - half, y - _TEXT, x + half, y + 1
            if all(a >= right or b >= bottom or c <= left or d <= top for a, b, c, d in boxes):
                break
        boxes.append(box)
        places.append((x, y))
    return places


def _layers(root: int, texts: dict[tuple[int, int], str]) -> dict[int, int]:
    """For each node the length of its longest path from the root; the end is below all others."""
    layer = {root: 0} if root >= 0 else {}
    for parent, child in sorted(texts, reverse=True):
        layer[child] = max(layer.get(child, 0), layer[parent] + 1)
    return layer


def _sorted_rows(layer: dict[int, int], texts: dict[tuple[int, int], str]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(1 + max(layer.values(), default=-1))]
    for node in sorted(layer, reverse=True):
        rows[layer[node]].append(node)
    above, below = defaultdict(list), defaultdict(list)
    for parent, child in texts:
        above[child].append(parent)
        below[parent].append(child)
    column: dict[int, float] = {}

    def note(row: list[int]) -> None:
        column.update({node: place - (len(row) - 1) / 2 for place, node in enumerate(row)})

    def middle(nodes: list[int]) -> float:
        return sum(column[node] for node in nodes) / len(nodes)

    for row in rows:
        note(row)
    for sweep in range(8):
        beside, in_order = (above, rows) if sweep % 2 == 0 else (below, rows[::-1])
        for row in in_order:
            row.sort(key=lambda node: (middle(beside[node] or [node]), -node))
            note(row)
    return rows


def _width(text: str) -> float:
    """About how wide a text is."""
    return 0.56 * _TEXT * len(text)
