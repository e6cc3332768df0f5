"""Names of items, options and colours: plain ones, odd ones, and those that the engine makes up."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from decimal import Decimal
from fractions import Fraction

__all__ = ["KINDS", "colours_of", "names_of"]

#: Kinds of names, and how many cases have them.
KINDS = {"text": 4, "number": 3, "tuple": 2, "odd": 4, "internal": 2}

#: Any hashable value may be a name.
ODD: tuple[Hashable, ...] = (
    None, True, False, Ellipsis, int, b"", b"p0", frozenset(), frozenset({"p0"}),
    frozenset({None, (1, b"x")}), "", " ", "None", "True", "|:é\n", "a|b:c", "1", "<b>&\"'",
    "\u202ep", "\ud800", (), (None,), ("p0",), 10**30, -1, 0.5, float("inf"), 1j, Fraction(1, 3),
    Decimal("0.25"), range(2),
)  # fmt: skip

#: What the engine calls what it adds, or might.
INTERNAL: tuple[Hashable, ...] = (
    *(f"rule {k}: {name}" for k in (1, 2) for name in (
        "step 1", "step 2", "step 1, state", "how many", "at most one", "cannot be kept", "end",
        "sum 1, step 1", "sum 2, end", "the total", "the total 0", "the total 2",
        "read at place 1", "option 0 or not", "not option 0", "step 1: 0 in state 0",
        "step 2: 1 in state 0",
    )),
    "(rule 1: step 1)", "rule 1", "colour 1", "colour 2", ("given", 0), ("given", "o0"),
    ("given", "rule 1: step 1"), ("times", "o0"), ("times", 0), ("item", 0), "item 0", "option 0",
)  # fmt: skip


def names_of(draw: random.Random, kind: str, prefix: str, number: int) -> list[Hashable]:
    """So many different names of a kind. Names with other prefixes may be equal to them."""
    if kind == "text":
        return [f"{prefix}{k}" for k in range(number)]
    if kind == "tuple":
        return [(prefix, k, (k, None)) for k in range(number)]
    if kind == "number":
        return [-k - 1 if prefix == "s" else k for k in range(number)]
    pool = draw.sample(ODD, len(ODD))
    if kind == "internal":
        pool = draw.sample(INTERNAL, len(INTERNAL)) + pool
    share = draw.choice([0.5, 1.0])
    return [
        pool[k] if k < len(pool) and draw.random() < share else f"{prefix}{k}"
        for k in range(number)
    ]


def colours_of(
    draw: random.Random, kind: str, colours: Iterable[Hashable], names: list[Hashable]
) -> dict[Hashable, Hashable]:
    """Colour -> what it is called: like an item or an option in some cases, but never None."""
    colours = list(colours)
    others = {"text": [], "number": [*range(70)]}.get(kind, [*ODD, *INTERNAL])
    pool = [name for name in dict.fromkeys([*names, *others]) if name is not None]
    if kind == "text" and draw.random() < 0.5:
        pool = []
    draw.shuffle(pool)
    return {colour: pool[k] if k < len(pool) else colour for k, colour in enumerate(colours)}
