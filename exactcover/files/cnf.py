"""Problems as DIMACS CNF, for SAT solvers and model counters.

    c t pmc
    c 1 option DOG
    c 2 option DEN
    c 3 colour corner:D
    p cnf 3 5
    c p show 1 2 3 0
    1 0
    2 0
    -3 1 2 0
    -1 3 0
    -2 3 0

Comments say what the variables are. The variables of ``c p show`` are those to project on, as in
the Model Counting Competition: with them there is one model for each solution. All others are
auxiliary.

How bounds are written is told in ``arrays/clauses.py``.

What is read are constraints of exactly one, at least one and at most one: clauses of positive
literals, pairs of negative ones, and single negative ones, which forbid an option. Variables are
the options; a clause with all its pairs is an item to be covered once, any other one to be covered
at least once, and a pair of no such clause a secondary item. A model is a solution only if each
variable is in some positive clause or forbidden, so anything else is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, count

from ..arrays.clauses import Clauses
from ..common.textfiles import LINE_ENDS
from ..errors import FileFault, UnwritableProblem
from ..problem import Problem
from ..statement.names import Multiplicity, Option
from ..text import counted
from .dlx import MOST_FAULTS, WORD
from .mps import unused_name

#: Clauses of a file, at most: some 300 MB.
_MOST_CLAUSES = 20_000_000
_HEAD = re.compile(r"\s*p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})\s*")
_NAMED = re.compile(r"c ([0-9]+) option (\S.*)")
#: A longer clause is not compared with pairs.
_LONGEST = 3_000
#: What helps against too many, where the encoding can be chosen.
_ADVICE = "; at_most_one='product' (--at-most-one product) may take fewer"


class _Texts(Clauses):
    """Clauses as text. ``advice`` is for too many."""

    def __init__(self, n_variables: int, tick: Callable[[], None], advice: str):
        super().__init__(n_variables, tick)
        self.advice = advice
        self.texts: list[str] = []

    def add(self, *clauses: Sequence[int]) -> None:
        super().add(*clauses)
        self.texts += [f"{' '.join(map(str, clause))} 0" for clause in clauses]

    def expect(self, number: int) -> None:
        """Count clauses. Raises :class:`UnwritableProblem` if there are too many."""
        super().expect(number)
        if self.n_clauses > _MOST_CLAUSES:
            limit = counted(_MOST_CLAUSES, "clause")
            raise UnwritableProblem(f"the problem takes more than {limit}{self.advice}")

    def pairwise(self, some: Sequence[int]) -> None:
        """At most one, by the pairs."""
        self.expect(len(some) * (len(some) - 1) // 2)
        negated = [str(-each) for each in some]
        for k, one in enumerate(negated[:-1], 1):
            self.tick()
            self.texts.append("\n".join([f"{one} {other} 0" for other in negated[k:]]))


def format_problem(
    problem: Problem,
    at_most_one: str = "pairwise",
    advice: str = _ADVICE,
    tick: Callable[[], None] = lambda: None,
) -> str:
    """A problem as clauses; ``at_most_one`` is one of :data:`formats.AT_MOST_ONE`. ``advice`` is
    added to the sentence that there are too many. ``tick`` is called now and then.

    Raises :class:`UnwritableName` if two names would read the same, :class:`UnwritableProblem` if
    there are more than 20 million clauses, and :class:`ProblemFault` for a problem with faults.
    """
    from .linear import linear_of  # which takes numpy

    linear = linear_of(problem, tick)
    stated = len(linear.meanings)
    clauses = _Texts(stated, tick, "" if at_most_one == "product" else advice)
    clauses.add(*[(each,) for each in linear.true], *[(-each,) for each in linear.false])
    for row in linear.rows:
        clauses.row(row, getattr(clauses, at_most_one))
    clauses.add(*[(-user, *some) for user, some in linear.needs])
    lines = ["c t pmc", *linear.comments("c")]
    tick()
    if clauses.n_variables > stated:
        lines.append(f"c {stated + 1} to {clauses.n_variables} auxiliary")
    lines.append(f"p cnf {clauses.n_variables} {clauses.n_clauses}")
    lines.append(" ".join(["c p show", *map(str, range(1, stated + 1)), "0"]))
    return "\n".join([*lines, *clauses.texts]) + "\n"


# -- reading ---------------------------------------------------------------------------------------


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and the faults of the text, in order of place (the first hundred)."""
    faults: list[FileFault] = []

    def fault(line: int, column: int, found: str, expected: str) -> None:
        faults.append(FileFault(path, line, column, found, expected))

    head: re.Match[str] | None = None
    names: dict[int, str] = {}
    clause: list[int] = []
    positive: list[tuple[tuple[int, ...], int]] = []
    pairs: dict[tuple[int, int], int] = {}
    false: set[int] = set()
    number, head_line, n_clauses = 1, 0, 0
    for number, line in enumerate(LINE_ENDS.split(text), 1):
        if line[:1] in ("c", "%") or not line.strip() or len(faults) >= MOST_FAULTS:
            if named := _NAMED.fullmatch(line):
                names[int(named[1])] = named[2]
            continue
        if head is None:
            head = _HEAD.fullmatch(line)
            if head is None:
                fault(number, 1, repr(line[:20]), "'p cnf VARIABLES CLAUSES'")
                break
            head_line = number
            continue
        for word in WORD.finditer(line):
            literal = int(word[0]) if re.fullmatch(r"-?[0-9]{1,9}", word[0]) else None
            if literal is None or abs(literal) > int(head[1]):
                expected = f"a variable from 1 to {head[1]}, or 0"
                fault(number, word.start() + 1, repr(word[0]), expected)
            elif literal:
                clause.append(literal)
                continue
            elif clause and min(clause) > 0:
                positive.append((tuple(dict.fromkeys(clause)), number))
            elif clause and len({*clause}) == 1:
                false.add(-clause[0])
            elif clause and max(clause) < 0 and len({*clause}) == 2:
                one, other = sorted({-each for each in clause})
                pairs.setdefault((one, other), number)
            else:
                expected = "positive literals alone, or one or two negative ones"
                fault(number, 1, f"a clause of {counted(len(clause), 'literal')}", expected)
            clause = []
            n_clauses += literal == 0
    if head is None and not faults:
        fault(1, 1, "no clauses", "'p cnf VARIABLES CLAUSES', and clauses")
    if clause:
        fault(number, 1, "a clause without its end", "a 0 after its literals")
    if head is not None and not faults and n_clauses != int(head[2]):
        found = counted(n_clauses, "clause")
        fault(head_line, head.start(2) + 1, f"{head[2]} for {found}", "the number of clauses")
    covered = false.union(*(members for members, _ in positive))
    if head and not faults and len(covered) < int(head[1]):
        # (No range of all variables: few words may say that there are many.)
        loose = next(each for each in count(1) if each not in covered)
        found = f"variable {loose} is in no clause of positive literals"
        fault(number, 1, found, "each variable in one, or forbidden")
    if faults:
        return None, faults
    return _problem(positive, pairs, false, names, repeat), []


def _problem(
    positive: Sequence[tuple[tuple[int, ...], int]],
    pairs: dict[tuple[int, int], int],
    false: set[int],
    names: dict[int, str],
    repeat: bool,
) -> Problem:
    """The problem of clauses; items are called by their lines."""
    covered: dict[int, list[Hashable]] = {}
    primary: dict[Hashable, None] = {}
    multiplicity: dict[Hashable, Multiplicity] = {}
    used: set[tuple[int, int]] = set()
    for members, line in positive:
        item = unused_name(f"clause {line}", primary)
        primary[item] = None
        within = [*combinations(sorted(members), 2)] if len(members) <= _LONGEST else []
        if len(members) > 1 and not (within and all(pair in pairs for pair in within)):
            multiplicity[item] = (1, None)
        else:
            used.update(within)
        for variable in members:
            covered.setdefault(variable, []).append(item)
    secondary: list[Hashable] = []
    for pair, line in pairs.items():
        if pair not in used and not false.intersection(pair):
            secondary.append(f"pair {pair[0]} {pair[1]}, line {line}")
            for variable in pair:
                covered[variable].append(secondary[-1])
    is_named = len({*names.values()}) == len(names) and names.keys() >= covered.keys()
    options = [Option(names[k] if is_named else k, covered[k])
               for k in sorted(covered) if k not in false]  # fmt: skip
    return Problem(
        [*primary], options, secondary=secondary, multiplicity=multiplicity, repeat=repeat
    )
