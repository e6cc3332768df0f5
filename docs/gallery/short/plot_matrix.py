"""
A problem as a matrix
=====================

An exact cover problem is a matrix of zeros and ones. A row is an option, a column an item. Choose
rows with exactly one 1 in each column. This is the example of Knuth's *Dancing Links* (2000).
"""

import exactcover as xc

knuth = xc.Problem("abcdefg", ["ce", "adg", "bcf", "adf", "bg", "deg"])
knuth

# %%
# It has one solution.

knuth.is_unique()

# %%
# Secondary items may be covered once or not at all. With a colour, options may share them.

coloured = xc.Problem(
    ["p", "q", "r"],
    {
        1: ["p", "q", "x", xc.Coloured("y", "A")],
        2: ["p", "r", xc.Coloured("x", "A"), "y"],
        3: ["p", xc.Coloured("x", "B")],
        4: ["q", xc.Coloured("x", "A")],
        5: ["r", xc.Coloured("y", "B")],
    },
    secondary=["x", "y"],
)
coloured
