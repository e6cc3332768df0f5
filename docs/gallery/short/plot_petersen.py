"""
Colouring a graph
=================

Each vertex has one colour, and neighbours have different ones. A vertex is a primary item. An edge
with a colour is a secondary item: at most one of its ends may use it. Any function that returns SVG
can draw the solutions.
"""

from math import cos, pi, sin

import exactcover as xc

EDGES = [(k, (k + 1) % 5) for k in range(5)]
EDGES += [(k, k + 5) for k in range(5)] + [(5 + k, 5 + (k + 2) % 5) for k in range(5)]
COLOURS = {"red": "#f2a7a0", "blue": "#a9cbe8", "green": "#b5dfb2"}
PLACES = [
    (100 + radius * sin(2 * pi * k / 5), 100 - radius * cos(2 * pi * k / 5))
    for radius in (90, 45)
    for k in range(5)
]

petersen = xc.Problem(
    range(10),
    {
        (vertex, colour): [vertex, *((edge, colour) for edge in EDGES if vertex in edge)]
        for vertex in range(10)
        for colour in COLOURS
    },
    secondary=[(edge, colour) for edge in EDGES for colour in COLOURS],
)


def drawn(solution):
    parts = [
        '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#22262b"/>'.format(*PLACES[a], *PLACES[b])
        for a, b in EDGES
    ]
    for vertex, colour in solution.options:
        x, y = PLACES[vertex]
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="10" fill="{COLOURS[colour]}" stroke="#22262b"/>'
        )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{"".join(parts)}</svg>'


petersen = petersen.drawn_by(drawn)
petersen.first()

# %%
# The Petersen graph has 120 colourings with three colours, which is the value of its chromatic
# polynomial at 3. Here are three of them, drawn at random.

petersen.gather(sample=3)
