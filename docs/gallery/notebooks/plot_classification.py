"""
Designs up to isomorphism
=========================

A design theorist does not ask how many Steiner triple systems there are, but how many *different*
ones: two are the same if a permutation of the points makes one of the other. There may be billions
of systems, and two classes.
"""

# %%
# Steiner triple systems
# ----------------------
#
# Every pair of points lies in just one triple. The pairs are the items, the triples the options.
# The smallest system is the Fano plane. A row of the picture is a point, a column a triple.

import exactcover_puzzles as puzzles


def steiner(points):
    (system,) = puzzles.read("steiner", str(points))
    return system.problem


steiner(7).first()

# %%
# The symmetries are the permutations of the points, but the problem does not know points: its items
# are pairs. bliss finds the group all the same (T. Junttila and P. Kaski, 2007).

symmetry = steiner(13).symmetry(detect=True)
print(f"{symmetry.order:,}")

# %%
# There are 13! of them, too many for a table. Partial systems are found level by level, and of
# those that are the same up to a permutation only one goes on. So 91 partial systems lead to the
# two classes of the 1,197,504,000 systems on 13 points (De Pasquale 1899).

count = symmetry.count()
print(count, "-", count.nodes, "nodes, by", count.method)
assert (count.free, count.fixed) == (2, 1_197_504_000)

# %%
# The *stabiliser* of a system contains the permutations that leave it as it is. One of the two has
# 39, the cyclic one, and the other has 6. The orbit of a system has 13! divided by that many
# systems, and the orbits together must have as many systems as there are. This number is known by a
# second way, from the weights of the partial systems (``exactcover/symmetries/classes.py``).

print(count.stabilisers)
assert (
    sum(symmetry.order // own * number for own, number in count.stabilisers.items()) == count.check
)

# %%
# Tell two designs apart
# ----------------------
#
# ``certificate`` gives the same text for two solutions if and only if they are isomorphic. The
# Latin squares of order 4 fall into two main classes: rows, columns and symbols may be permuted,
# and may change places.


(squares,) = puzzles.read("latin", "4")
symmetry = squares.problem.symmetry(detect=True)
first_of_class = {}
for square in squares.problem.solutions():
    first_of_class.setdefault(symmetry.certificate(square), square)
cyclic, klein = first_of_class.values()
print(symmetry.stabiliser(cyclic), symmetry.stabiliser(klein))
cyclic

# %%
# The other one is the table of the Klein four-group.

klein

# %%
# One of each class
# -----------------
#
# ``solutions`` gives one solution of each class. K8, the complete graph on eight vertices, has
# 6,240 one-factorizations, the timetables of a tournament of eight teams. Six of them are different
# (Dickson and Safford 1906).


import itertools

import exactcover as xc


def matchings(vertices):
    if not vertices:
        yield []
        return
    first, *others = vertices
    for other in others:
        for rest in matchings([each for each in others if each != other]):
            yield [(first, other), *rest]


pairs = itertools.combinations(range(8), 2)
tournament = xc.Problem(pairs, list(matchings(range(8))))
symmetry = tournament.symmetry(detect=True)
for each in symmetry.solutions():
    print(f"{each.size:>5,} tournaments with {each.stabiliser} symmetries each")
assert symmetry.count().free == 6
