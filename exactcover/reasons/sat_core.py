"""Which members of a part a SAT solver needs to see that it has no solution (python-sat).

Every member has a switch: its clauses hold if the switch is on. A SAT solver that finds no solution
names the switches that it used (N. Eén and N. Sörensson, "Temporal induction by incremental SAT
solving", 2003).
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

from ..arrays.compiled import UNLIMITED
from ..common.deadline import Deadline, ticking
from .parts import Member, Parts

__all__ = ["core"]

#: Rounds in which the members of the last core are tested again; each often leaves out some more.
_ROUNDS = 5
#: Seconds for a core at most; then a search takes over.
_SECONDS = 2.0


def core(parts: Parts, part: list[Member], deadline: Deadline) -> list[Member] | None:
    """A subset of a part, in its order, that has no solution either.

    None if the part has a solution, or no subset is found.
    """
    solvers: Any = import_module("pysat.solvers")
    clauses, switches = _formula(parts, part)
    rest = deadline.left()
    deadline = Deadline(_SECONDS if rest is None else min(_SECONDS, rest))
    with solvers.Solver(name="glucose4") as solver:
        for clause in ticking(clauses, parts.tick):
            solver.add_clause(clause)
        found = list(part)
        for _ in range(_ROUNDS):
            left = deadline.left()
            if not left:
                break
            timer = threading.Timer(left, solver.interrupt)
            timer.start()
            try:
                switched = [switches[member] for member in found]
                satisfied = solver.solve_limited(assumptions=switched, expect_interrupt=True)
            finally:
                timer.cancel()
                timer.join()  # an interruption under way must not meet the next round, or the end
                solver.clear_interrupt()
            if satisfied is not False:
                return None if len(found) == len(part) else found
            used = set(solver.get_core() or ())
            less = [member for member in found if switches[member] in used]
            if len(less) == len(found):
                break
            found = less
    return found


def _formula(parts: Parts, part: list[Member]) -> tuple[list[list[int]], dict[Member, int]]:
    """Clauses, and the switch of each member. Variable k + 1 chooses the k-th option."""
    card: Any = import_module("pysat.card")
    compiled = parts.compiled
    options = parts.options
    variable = {option: k for k, option in enumerate(options, 1)}
    lows, highs = compiled.bounds
    top = len(options)
    clauses: list[list[int]] = []
    switches: dict[Member, int] = {}
    choosing: dict[int, list[tuple[int, int]]] = {}
    for option in ticking(options, parts.tick):
        for item, colour in parts.entries[option]:
            choosing.setdefault(item, []).append((variable[option], colour))

    def guarded(made: Any, switch: int) -> int:
        clauses.extend([*clause, -switch] for clause in made.clauses)
        return max(top, int(made.nv))

    for member in part:
        parts.tick()
        top += 1
        switch = switches[member] = top
        kind, number = member
        if kind == "given":
            # One that is forbidden as well cannot be.
            clauses.append([variable[number], -switch] if number in variable else [-switch])
            continue
        uses = choosing.get(number, [])
        if number < compiled.n_primary:
            chosen = [each for each, _ in uses]
            low, high = lows[number], highs[number]
            if low > len(chosen):
                clauses.append([-switch])
                continue
            if low == 1:
                clauses.append([*chosen, -switch])
            elif low > 1:
                top = guarded(card.CardEnc.atleast(chosen, low, top_id=top), switch)
            if high != UNLIMITED and high < len(chosen):
                top = guarded(card.CardEnc.atmost(chosen, high, top_id=top), switch)
            continue
        # One colour at most; without a colour, one option and nothing else.
        of_colour: dict[int, int] = {}
        kinds = []
        for each, colour in uses:
            if not colour:
                kinds.append(each)
                continue
            if colour not in of_colour:
                top += 1
                of_colour[colour] = top
                kinds.append(top)
            clauses.append([-each, of_colour[colour], -switch])
        if len(kinds) > 1:
            top = guarded(card.CardEnc.atmost(kinds, 1, top_id=top), switch)
    return clauses, switches
