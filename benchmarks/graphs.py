"""Seeded random graphs, covers of their vertices, and some independently known counts.

All numbers are integers, and the generators draw from :class:`random.Random` alone. So a seed gives
the same graph on every machine.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Sequence

import exactcover as xc

__all__ = [
    "cubic", "delaunay", "matchings_of", "planar_matchings", "stars", "stars_of_a_tree", "tree",
    "with_far_edges", "with_roads",
]  # fmt: skip

Edge = tuple[int, int]
Triangle = tuple[int, int, int]

#: A prime larger than twice any count that is computed modulo it.
_PRIME = 2**521 - 1


def _sorted(edge: Sequence[int]) -> Edge:
    return min(edge), max(edge)


def _turn(a: Edge, b: Edge, c: Edge) -> int:
    """Positive if the way from a by b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _in_circle(a: Edge, b: Edge, c: Edge, d: Edge) -> bool:
    """Whether d is within the circle through a, b and c, which turn left."""
    rows = [(p[0] - d[0], p[1] - d[1]) for p in (a, b, c)]
    (ax, ay), (bx, by), (cx, cy) = rows
    a2, b2, c2 = (x * x + y * y for x, y in rows)
    return a2 * (bx * cy - cx * by) - b2 * (ax * cy - cx * ay) + c2 * (ax * by - bx * ay) > 0


def delaunay(n: int, seed: int) -> list[Triangle]:
    """The triangles of n random points, each turning left. It takes time O(n²).

    Each edge is followed by the point on its left whose circle is empty, beginning with a point and
    the one nearest to it, which a triangle always joins.
    """
    draw = random.Random(seed)
    points = [(draw.randrange(2**24), draw.randrange(2**24)) for _ in range(n)]

    def apex(a: int, b: int) -> int | None:
        best = None
        for c, point in enumerate(points):
            if _turn(points[a], points[b], point) > 0 and (
                best is None or _in_circle(points[a], points[b], points[best], point)
            ):
                best = c
        return best

    x, y = points[0]
    near = min(range(1, n), key=lambda c: (points[c][0] - x) ** 2 + (points[c][1] - y) ** 2)
    open_edges, seen, triangles = [(0, near), (near, 0)], set[Edge](), []
    while open_edges:
        a, b = open_edges.pop()
        c = None if (a, b) in seen else apex(a, b)
        if c is not None:
            seen.update([(a, b), (b, c), (c, a)])
            triangles.append((a, b, c))
            open_edges += [(c, b), (a, c), (b, a)]
    return triangles


def edges_of(triangles: Sequence[Triangle]) -> list[Edge]:
    """Their sides, each once."""
    return sorted({_sorted(pair) for each in triangles for pair in itertools.combinations(each, 2)})


def planar_matchings(triangles: Sequence[Triangle]) -> int:
    """The perfect matchings of a connected graph whose inner faces are these triangles.

    P. W. Kasteleyn, Physica 27 (1961): the edges get directions such that the sides of each inner
    face that go clockwise are odd in number. The count is the Pfaffian of the matrix of directions.
    """
    near: dict[int, set[int]] = {}
    for a, b in edges_of(triangles):
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    directed: set[Edge] = set()
    reached, queue = {0}, [0]
    for a in queue:  # a spanning tree, in any directions
        new = sorted(near[a] - reached)
        reached.update(new)
        queue += new
        directed.update((a, b) for b in new)
    open_faces = list(triangles)
    while open_faces:
        # The other edges make a tree of the faces. Its leaves have one open side.
        left = []
        for a, b, c in open_faces:
            sides = [(a, b), (b, c), (c, a)]
            unknown = [(p, q) for p, q in sides if not {(p, q), (q, p)} & directed]
            if len(unknown) > 1:
                left.append((a, b, c))
            elif unknown:
                clockwise = sum((q, p) in directed for p, q in sides)
                p, q = unknown[0]
                directed.add((p, q) if clockwise % 2 else (q, p))
        assert len(left) < len(open_faces)
        open_faces = left
    return _pfaffian({a: {b: 1 if (a, b) in directed else -1 for b in near[a]} for a in near})


def _pfaffian(rows: dict[int, dict[int, int]]) -> int:
    """Its absolute value, of a sparse antisymmetric matrix, if that is less than half the prime."""
    product = 1
    while rows:
        i = min(rows, key=lambda k: len(rows[k]))
        if not rows[i]:
            return 0
        j = min(rows[i], key=lambda k: len(rows[k]))
        row_i, row_j = rows.pop(i), rows.pop(j)
        product = product * row_i.pop(j) % _PRIME
        factor = pow(row_j.pop(i), -1, _PRIME)
        for each, row in ((i, row_i), (j, row_j)):
            for k in row:
                del rows[k][each]
        for k, m in itertools.product(row_i, row_j):
            if k != m:
                change = factor * row_i[k] * row_j[m]
                for p, q, sign in ((k, m, 1), (m, k, -1)):
                    rows[p][q] = (rows[p].get(q, 0) + sign * change) % _PRIME
                    if not rows[p][q]:
                        del rows[p][q]
    return min(product, _PRIME - product)


def cubic(n: int, seed: int) -> list[Edge]:
    """A random graph with three edges at each vertex: random pairs of ends, until it is simple."""
    draw = random.Random(seed)
    while True:
        ends = [v for v in range(n) for _ in range(3)]
        draw.shuffle(ends)
        edges = {_sorted(pair) for pair in zip(ends[::2], ends[1::2], strict=True)}
        if len(edges) == 3 * n // 2 and all(a != b for a, b in edges):
            return sorted(edges)


def tree(n: int, seed: int) -> list[Edge]:
    """A random tree, each equally likely, by its Prüfer code."""
    draw = random.Random(seed)
    code = [draw.randrange(n) for _ in range(n - 2)]
    degree = [1] * n
    for v in code:
        degree[v] += 1
    leaves = [v for v in range(n) if degree[v] == 1]
    edges = []
    for v in code:
        edges.append(_sorted((heapq.heappop(leaves), v)))
        degree[v] -= 1
        if degree[v] == 1:
            heapq.heappush(leaves, v)
    return [*edges, _sorted((heapq.heappop(leaves), heapq.heappop(leaves)))]


def _neighbours(edges: Sequence[Edge]) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(1 + max(itertools.chain(*edges)))]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return [sorted(each) for each in near]


def with_roads(edges: Sequence[Edge], more: int, seed: int) -> list[Edge]:
    """A tree, and so many edges more, from a random vertex two random steps along the tree."""
    draw, near, found = random.Random(seed), _neighbours(edges), set(edges)
    while len(found) < len(edges) + more:
        a = draw.randrange(len(near))
        b = draw.choice(near[draw.choice(near[a])])
        if a != b:
            found.add(_sorted((a, b)))
    return sorted(found)


def with_far_edges(edges: Sequence[Edge], more: int, seed: int) -> list[Edge]:
    """A tree, and so many random edges between any two vertices."""
    draw, found = random.Random(seed), set(edges)
    while len(found) < len(edges) + more:
        found.add(_sorted(draw.sample(range(len(edges) + 1), 2)))
    return sorted(found)


def matchings_of(edges: Sequence[Edge]) -> xc.Problem:
    """The perfect matchings of a graph: its edges are the options."""
    return xc.Problem(sorted({*itertools.chain(*edges)}), edges)


def stars(edges: Sequence[Edge]) -> xc.Problem:
    """Partitions of the vertices into stars: a vertex and any of its neighbours.

    A star of two vertices is one option, whichever is its middle.
    """
    options = [
        (middle, *rays)
        for middle, near in enumerate(_neighbours(edges))
        for size in range(len(near) + 1)
        for rays in itertools.combinations(near, size)
        if size != 1 or middle < rays[0]
    ]
    return xc.Problem(range(1 + max(itertools.chain(*edges))), options)


def stars_of_a_tree(edges: Sequence[Edge]) -> int:
    """The partitions of a tree's vertices into stars, from the leaves to the root.

    Of a vertex and all below it there are three counts: all is covered; all but the vertex; and
    the vertex is the middle of a star that has some vertex below and waits for the one above.
    """
    near = _neighbours(edges)
    parent, order = [-1] * len(near), [0]
    for v in order:
        below = [u for u in near[v] if u != parent[v]]
        order += below
        for u in below:
            parent[u] = v
    counts: dict[int, tuple[int, int, int]] = {}
    for v in reversed(order):
        without = middle = 1
        hung = 0  # ways in which a star whose middle is below takes the vertex
        for u in near[v]:
            if u != parent[v]:
                covered, open_, waiting = counts.pop(u)
                hung = hung * covered + without * waiting
                without *= covered
                middle *= covered + open_
        counts[v] = middle + hung, without, middle - without
    return counts[0][0]
