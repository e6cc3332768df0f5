"""Diagrams for other programs (Graphviz, ``dd``, Graphillion), and small ones as SVG pictures.

Other programs hold sets of sets, so they cannot take solutions that repeat an option. They have no
products: the sets of the children are joined, each with each.

In a picture the root is on top, the end below, and an option on every edge; products and cases have
their sign in the node, and nothing on their edges. Nodes stand in layers by their longest path from
the root. Within a layer they are sorted, a few times downwards and upwards, by the middle of their
neighbours, so that few edges cross (K. Sugiyama, S. Tagawa and M. Toda, "Methods for visual
understanding of hierarchical system structures", 1981).
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..common.lazy_names import library
from ..kernels.graphs.graphs import CASES, PRODUCT
from ..text import markup
from .graph import Graph

#: What a node says in a picture if it is no choice.
SIGNS = {PRODUCT: "\N{MULTIPLICATION SIGN}", CASES: "\N{UNION}"}
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


def dot(graph: Graph, names: Sequence[Hashable], taken: Sequence[int]) -> str:
    """The graph in the language of Graphviz."""
    lines = ["digraph solutions {", '  node [shape=circle, label="", width=0.2];']
    lines.append("  0 [shape=square, style=filled, fillcolor=black];")
    if taken:
        always = ", ".join(str(names[option]) for option in taken)
        lines.append(f"  label={_quoted('in all solutions: ' + always)};")
    for node in range(graph.n_nodes - 1, 0, -1):
        edges = list(graph.edges(node))
        if edges[0][0] in SIGNS:
            lines.append(f'  {node} [label="{SIGNS[edges[0][0]]}"];')
            lines += [f"  {node} -> {child};" for _, child in edges]
            continue
        for option, child in edges:
            label = "none" if option < 0 else str(names[option])
            style = ", style=dashed" if option < 0 else ""
            lines.append(f"  {node} -> {child} [label={_quoted(label)}{style}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def variable_names(names: Sequence[Hashable]) -> list[str]:
    """A different text for each option: ``str`` of its name, or ``repr``, or else its number."""
    for text_of in (str, repr):
        texts = [text_of(name) for name in names]
        if len(set(texts)) == len(texts):
            return texts
    return [str(number) for number in range(len(names))]


def dd_function(
    graph: Graph, names: Sequence[Hashable], taken: Sequence[int], manager: Any = None
) -> Any:
    """A function of ``dd`` with a variable for each option, true for the solutions alone.

    Without a ``manager`` it is in a new ``dd.cudd.BDD``, or in a ``dd.autoref.BDD`` where ``dd``
    has been built without CUDD; the function's ``.bdd`` is the manager.
    """
    texts = variable_names(names)
    if manager is None:
        try:
            manager = import_module("dd.cudd").BDD()
        except ImportError:
            library("dd", "diagrams")
            manager = import_module("dd.autoref").BDD()
    manager.declare(*[texts[option] for option in _in_order(graph, len(names))])

    def with_option(below: Any, option: int) -> Any:
        return manager.let({texts[option]: False}, below) & manager.var(texts[option])

    def joined(parts: list[tuple[Any, list[int]]]) -> Any:
        # A part says that the variables of the others are false; that must not count.
        found = manager.true
        for place, (part, _) in enumerate(parts):
            others = [scope for k, (_, scope) in enumerate(parts) if k != place]
            found &= manager.exist({texts[option] for scope in others for option in scope}, part)
        return found

    end = manager.cube(dict.fromkeys(texts, False))
    return _from_the_end(graph, taken, manager.false, end, with_option, joined)


def graphillion_set(graph: Graph, names: Sequence[Hashable], taken: Sequence[int]) -> Any:
    """A ``setset`` of Graphillion over the options, which become its universe, for all setsets."""
    setset = library("graphillion", "diagrams").setset
    if len({type(name) for name in names}) > 1:
        names = variable_names(names)  # Graphillion sorts its universe
    setset.set_universe([names[option] for option in _in_order(graph, len(names))])

    def with_option(below: Any, option: int) -> Any:
        sets = below.copy()
        sets.flip(names[option])
        return sets

    def joined(parts: list[tuple[Any, list[int]]]) -> Any:
        return functools.reduce(lambda one, other: one.join(other), [sets for sets, _ in parts])

    return _from_the_end(graph, taken, setset([]), setset([set()]), with_option, joined)


def _in_order(graph: Graph, n_options: int) -> list[int]:
    """Options in the order in which paths from the root come to them, the others behind."""
    nodes = range(graph.root, 0, -1)
    found = [option for node in nodes for option, _ in graph.edges(node) if option >= 0]
    return list(dict.fromkeys([*found, *range(n_options)]))


def _from_the_end(
    graph: Graph, taken: Sequence[int], none: Any, end: Any,
    with_option: Callable[[Any, int], Any],
    joined: Callable[[list[tuple[Any, list[int]]]], Any],
) -> Any:  # fmt: skip
    """The sets of another program, made for one node after the other, and those of the root.

    ``none``: no set; ``end``: the empty set alone. ``with_option`` adds an option to each of some
    sets without it. ``joined``: all unions of one set of each part; a part comes with the options
    of its sets, which no other part has. The sets of a node are dropped when all its parents have
    theirs.
    """
    scopes = _scopes(graph) if graph.multiplies else []
    uses: list[int] = np.bincount(graph.child, minlength=graph.n_nodes).tolist()
    uses[graph.root] += 1
    sets = {0: end, -1: none}
    for node in range(1, graph.root + 1):
        found = none
        edges = list(graph.edges(node))
        if edges[0][0] == PRODUCT:
            found = joined([(sets[child], _options(scopes[child])) for _, child in edges])
        for option, child in edges:
            if option != PRODUCT:
                found = found | (sets[child] if option < 0 else with_option(sets[child], option))
            uses[child] -= 1
            if not uses[child]:
                del sets[child]
        sets[node] = found
    result = sets[graph.root]
    for option in taken:
        result = with_option(result, option)
    return result


def _scopes(graph: Graph) -> list[int]:
    """For each node the options that are mentioned below it, as bits."""
    scopes = [0]
    for node in range(1, graph.n_nodes):
        scope = 0
        for option, child in graph.edges(node):
            scope |= scopes[child] | (1 << option if option >= 0 else 0)
        scopes.append(scope)
    return scopes


def _options(scope: int) -> list[int]:
    """The options of a scope."""
    return [option for option, bit in enumerate(reversed(f"{scope:b}")) if bit == "1"]


def svg(graph: Graph, names: Sequence[Hashable], taken: Sequence[int], title: str) -> str:
    """The picture. Raises ValueError for a graph that is too large to be read as one."""
    if graph.n_nodes > MOST_NODES or graph.n_edges > 3 * MOST_NODES:
        raise ValueError(
            f"a diagram of {graph.n_nodes:,} nodes and {graph.n_edges:,} edges is too large for"
            f" a picture; up to {MOST_NODES} nodes are drawn"
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
