"""The order in which the pieces of a solid can be inserted from above.

A piece that comes straight down from above meets whatever stands above its place. So each piece has
to come before every piece that has a cell above one of its cells.
"""

from __future__ import annotations

from collections.abc import Iterable

from .polyforms import Placement


def assembly(placements: Iterable[Placement]) -> list[tuple[Placement, bool]]:
    """The pieces in an order in which to put them in, each with whether it goes in from above.

    Of the pieces that can be next, the one that ends lowest comes first. If pieces hold each other
    from above in a circle, no order has them all go in from above. Then the order goes on with
    the piece that has the fewest below it.
    """
    left = sorted(placements)
    below: dict[Placement, set[Placement]] = {}
    for placement in left:
        columns = {cell[1:]: cell[0] for cell in sorted(placement.cells, reverse=True)}
        below[placement] = {
            other
            for other in left
            if other != placement
            and any(layer > columns.get(tuple(cell), layer) for layer, *cell in other.cells)
        }
    order: list[tuple[Placement, bool]] = []
    while left:
        # Layers count from the top, so the lowest has the greatest numbers.
        chosen = min(left, key=lambda each: (len(below[each]), -each.cells[0][0]))
        left.remove(chosen)
        order.append((chosen, not below[chosen]))
        for others in below.values():
            others.discard(chosen)
    return order
