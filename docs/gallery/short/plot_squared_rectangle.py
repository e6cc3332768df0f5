"""
A squared rectangle
===================

Nine squares, all of different sizes, fill a rectangle of 33 by 32 (Z. Moroń 1925). Fewer than nine
different squares fill no rectangle.
"""

import exactcover as xc

WIDTH, HEIGHT = 33, 32
SIDES = (18, 15, 14, 10, 9, 8, 7, 4, 1)


def cells_of(option):
    side, top, left = option
    return [(r, c) for r in range(top, top + side) for c in range(left, left + side)]


squares = [
    (side, top, left)
    for side in SIDES
    for top in range(HEIGHT - side + 1)
    for left in range(WIDTH - side + 1)
]
cells = [(r, c) for r in range(HEIGHT) for c in range(WIDTH)]
rectangle = xc.Problem([*SIDES, *cells], {each: [each[0], *cells_of(each)] for each in squares})
rectangle = rectangle.drawn_by(xc.grid_picture(cells_of, text_of=lambda option: option[0]))
rectangle.first()

# %%
# Turning it over makes four of it, and there are no others.

rectangle.count()
