"""Items that are covered at most once, merged: cliques of options that exclude each other.

The idea. Of some options a solution has one at most if any two of them exclude each other, whatever
items say so. Stated by pairs, that is much weaker in a linear program: halves of three options
satisfy three pairs, and not the clique. So each item of few options grows to a maximal clique that
a greedy search finds, unless cliques found before say what it says.
(Clique merging: T. Achterberg, R. Bixby, Z. Gu, E. Rothberg and D. Weninger, "Presolve reductions
in mixed integer programming", INFORMS Journal on Computing 32, 2020, section 4.2.)

Sets of options are Python ints, bit o for option o.
"""

from __future__ import annotations

from collections.abc import Sequence


def merged(short: Sequence[Sequence[int]], long: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cliques that say what the short rows say, and often more.

    A row is given by its options, of which a solution has at most one. With n options, O(n / 64)
    for each entry of a row and each option of a clique.
    """
    beside: dict[int, int] = {}
    said: dict[int, int] = {}
    for row in (*short, *long):
        members = _set(row)
        for option in row:
            beside[option] = beside.get(option, 0) | members
    for row in long:
        members = _set(row)
        for option in row:
            said[option] = said.get(option, 0) | members
    cliques: list[list[int]] = []
    for row in sorted(short, key=len, reverse=True):
        members, common = _set(row), -1
        if all(members & ~said.get(option, 1 << option) == 0 for option in row):
            continue
        for option in row:
            common &= beside[option]
        clique = list(row)
        while common := common & ~members:
            option = (common & -common).bit_length() - 1
            clique.append(option)
            members |= 1 << option
            common &= beside[option]
        for option in clique:
            said[option] = said.get(option, 0) | members
        cliques.append(sorted(clique))
    return cliques


def _set(row: Sequence[int]) -> int:
    members = 0
    for option in row:
        members |= 1 << option
    return members
