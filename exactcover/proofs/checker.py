"""Checks a proof that a formula has no models except the listed ones.

It shares nothing with the rest of the project.

    python checker.py FORMULA.cnf PROOF

The formula is in the DIMACS format, the proof in the DRAT format as text (N. Wetzler, M. Heule and
W. Hunt, "DRAT-trim", SAT 2014). Each line of the proof is a clause, or, after a ``d``, one that is
not needed any more. A clause must follow from those before it by reverse unit propagation (RUP): if
all its literals are false, unit propagation finds a contradiction. The last clause is empty. A
clause that needs more than RUP is refused.

In the formula, a comment ``c solution 3 7 12`` and after it the clause ``-3 -7 -12 0`` say that the
assignment in which just 3, 7 and 12 of the variables after ``c p show`` are true is a solution, and
block it. What is checked: the assignment satisfies all clauses but the blocking ones; where all
literals of its blocking clause are false, unit propagation finds this assignment, so that no other
one is blocked; and no two solutions are the same. Together with the proof they say that the formula
without blocking clauses has just these solutions, apart from what the other variables may be.

A line ``c sha256`` at the end of the proof is the checksum of the formula and of the proof before
it. If there is one, both files must be as they were written.

It needs Python 3.9 and nothing else. Exit codes: 0 proven, 1 not proven, 2 bad input.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator

#: Variables of a formula, at most: they take a gigabyte.
MOST_VARIABLES = 10_000_000


class Refused(Exception):
    """The proof proves nothing; says where and why."""


class BadInput(Exception):
    """A file that is not a formula, or not a proof."""


class File:
    """A file, which may be compressed. It is read once: a pipe has nothing to read again."""

    def __init__(self, path: str):
        opened = gzip.open if path.lower().endswith(".gz") else open
        self.path = path
        try:
            with opened(path, "rb") as file:
                self.data: bytes = file.read()
        except (EOFError, gzip.BadGzipFile, zlib.error) as why:
            raise BadInput(f"{path}: damaged ({why})") from None

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines, with their numbers."""
        try:
            for number, line in enumerate(io.TextIOWrapper(io.BytesIO(self.data), "utf-8"), 1):
                yield number, line.strip()
        except UnicodeDecodeError:
            raise BadInput(f"{self.path}: expected text in UTF-8") from None


def clause_of(text: str, path: str, number: int, most: int) -> list[int]:
    """The literals of a line that ends with 0."""
    words = text.split()
    if not all(re.fullmatch(r"-?[0-9]{1,18}", word) for word in words):
        raise BadInput(f"{path}, line {number}: {text[:60]!r}; expected literals and a 0")
    literals = [int(word) for word in words]
    if not literals or literals[-1] != 0 or 0 in literals[:-1]:
        raise BadInput(f"{path}, line {number}: expected literals and one 0, at the end")
    if any(abs(literal) > most for literal in literals):
        raise BadInput(f"{path}, line {number}: expected variables up to {most}")
    return sorted(set(literals[:-1]))


class Formula:
    """The clauses of a file, its solutions, and the clauses that block them."""

    def __init__(self, file: File):
        path = self.path = file.path
        self.variables = 0
        self.clauses: list[list[int]] = []
        self.blocking: list[list[int]] = []
        self.solutions: list[list[int]] = []
        shown_ones: set[int] = set()
        stated = None
        for number, line in file.lines():
            if line.startswith("c solution"):
                if len(self.solutions) > len(self.blocking):
                    raise BadInput(f"{path}, line {number}: the solution before is not blocked")
                self.solutions.append(clause_of(line[10:] + " 0", path, number, self.variables))
            elif line.startswith("c p show"):
                shown_ones |= set(clause_of(line[8:], path, number, sys.maxsize))
            elif not line or line.startswith("c"):
                continue
            elif line.startswith("p"):
                found = re.fullmatch(r"p cnf ([0-9]{1,18}) ([0-9]{1,18})", line)
                if found is None or stated is not None:
                    raise BadInput(
                        f"{path}, line {number}: expected 'p cnf VARIABLES CLAUSES', once"
                    )
                self.variables, stated = int(found[1]), int(found[2])
                if self.variables > MOST_VARIABLES:
                    raise BadInput(
                        f"{path}, line {number}: expected at most {MOST_VARIABLES} variables"
                    )
            elif stated is None:
                raise BadInput(f"{path}, line {number}: expected 'p cnf' before the first clause")
            else:
                clause = clause_of(line, path, number, self.variables)
                blocks = len(self.solutions) > len(self.blocking)
                (self.blocking if blocks else self.clauses).append(clause)
        if stated is None or stated != len(self.clauses) + len(self.blocking):
            raise BadInput(f"{path}: expected as many clauses as 'p cnf' says")
        if len(self.solutions) > len(self.blocking):
            raise BadInput(f"{path}: the last solution is not blocked")
        if not all(0 < variable <= self.variables for variable in shown_ones):
            raise BadInput(f"{path}: expected variables up to {self.variables} after 'c p show'")
        self.shown = shown_ones or set(range(1, self.variables + 1))


class Propagation:
    """Clauses, and what follows from them by unit propagation, with two watched literals each."""

    def __init__(self, formula: Formula):
        variables = formula.variables
        self.value = [0] * (2 * variables + 1)  # of each literal: 1, -1, or 0 for open
        self.watchers: list[list[list[int]]] = [[] for _ in range(2 * variables + 1)]
        self.trail: list[int] = []
        self.done = 0
        self.contradiction = False
        self.places: dict[tuple[int, ...], list[list[int]]] = {}
        for clause in formula.clauses:
            self.add(clause)

    def assign(self, literal: int) -> bool:
        """Let a literal hold; false if its opposite does."""
        if self.value[literal]:
            return self.value[literal] > 0
        self.value[literal], self.value[-literal] = 1, -1
        self.trail.append(literal)
        return True

    def propagate(self) -> bool:
        """Find what follows; false for a contradiction."""
        value, watchers = self.value, self.watchers
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            kept, waiting = [], watchers[false]
            for place, clause in enumerate(waiting):
                if not clause:  # deleted
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                if clause[1] != false or value[clause[0]] > 0:
                    if clause[1] == false:
                        kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if value[clause[k]] >= 0:
                        clause[1], clause[k] = clause[k], false
                        watchers[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if not self.assign(clause[0]):
                        watchers[false] = kept + waiting[place + 1 :]
                        return False
            watchers[false] = kept
        return True

    def add(self, literals: list[int]) -> None:
        """Add a clause, at the root."""
        literals = sorted(literals, key=lambda literal: -self.value[literal])
        if not {-literal for literal in literals}.isdisjoint(literals):
            return
        if len(literals) > 1:
            clause = list(literals)
            self.places.setdefault(tuple(sorted(literals)), []).append(clause)
            for literal in clause[:2]:
                self.watchers[literal].append(clause)
        if (
            not literals
            or (self.value[literals[0]] < 0)
            or (
                (len(literals) == 1 or self.value[literals[1]] < 0)
                and not (self.assign(literals[0]) and self.propagate())
            )
        ):
            self.contradiction = True

    def delete(self, literals: list[int]) -> bool:
        """Take a clause away; what follows from it at the root stays, as it does in DRAT-trim."""
        found = self.places.get(tuple(literals))
        if not found:
            return False
        found.pop().clear()
        return True

    def true_from(self, literals: Iterable[int]) -> set[int] | None:
        """The literals that hold if these do; None for a contradiction."""
        if self.contradiction:
            return None
        before = len(self.trail)
        ok = all(self.assign(literal) for literal in literals) and self.propagate()
        found = set(self.trail) if ok else None
        for literal in self.trail[before:]:
            self.value[literal] = self.value[-literal] = 0
        del self.trail[before:]
        self.done = before
        return found


def check_solutions(formula: Formula, known: Propagation) -> None:
    """That each solution is one, is blocked and no other assignment with it, and comes once."""
    if len({tuple(solution) for solution in formula.solutions}) < len(formula.solutions):
        raise Refused(f"{formula.path}: a solution is there twice")
    for number, solution in enumerate(formula.solutions, 1):
        true = set(solution)
        if not true <= formula.shown:
            raise Refused(f"{formula.path}: solution {number} has variables that are not shown")
        stated = {variable if variable in true else -variable for variable in formula.shown}
        holding = known.true_from(stated)
        if holding is not None:
            # What is open does not matter in the encodings that are written here: it may be false.
            variables = range(1, formula.variables + 1)
            holding.update(-each for each in variables if each not in holding)
        if holding is None or any(holding.isdisjoint(clause) for clause in formula.clauses):
            raise Refused(f"{formula.path}: solution {number} does not satisfy the formula")
        holding = known.true_from(-literal for literal in formula.blocking[number - 1])
        if holding is None or not stated <= holding:
            raise Refused(
                f"{formula.path}: what blocks solution {number} is not just this solution"
            )


def check_seal(formula: File, proof: File) -> None:
    """That both files are as they were written, if the proof says how that is known."""
    before, word, stated = proof.data.rpartition(b"c sha256 ")
    if not word:
        print(
            f"note: {proof.path} has no checksum, which would show whether a file was changed",
            file=sys.stderr,
        )
    both = f"{formula.path} and {proof.path}"
    if word and hashlib.sha256(formula.data + before).hexdigest().encode() != stated.strip():
        raise Refused(f"{both} are not as they were written: the checksum differs")


def check(formula_path: str, proof_path: str) -> tuple[int, int]:
    """Check a proof; the number of solutions, and of the lines of the proof."""
    formula_file, proof_file = File(formula_path), File(proof_path)
    check_seal(formula_file, proof_file)
    formula = Formula(formula_file)
    known = Propagation(formula)
    check_solutions(formula, known)
    for clause in formula.blocking:
        known.add(clause)
    lines, ended = 0, False
    for number, line in proof_file.lines():
        if not line or line.startswith("c"):
            continue
        if ended:
            raise BadInput(f"{proof_path}, line {number}: expected nothing after the empty clause")
        lines += 1
        if line.startswith("d"):
            clause = clause_of(line[1:], proof_path, number, formula.variables)
            if len(clause) > 1 and not known.delete(clause):
                raise Refused(f"{proof_path}, line {number}: there is no such clause to delete")
            continue
        clause = clause_of(line, proof_path, number, formula.variables)
        if known.true_from(-literal for literal in clause) is not None:
            raise Refused(f"{proof_path}, line {number}: the clause does not follow")
        known.add(clause)
        ended = not clause
    if not ended:
        raise Refused(f"{proof_path}: the last clause is not the empty one")
    return len(formula.solutions), lines


def proven(formula_path: str, proof_path: str) -> str:
    """What a proof proves, in a sentence."""
    solutions, lines = check(formula_path, proof_path)
    said = {0: "no solution", 1: "exactly one solution"}.get(
        solutions, f"exactly {solutions} solutions"
    )
    return f"{said} ({lines} {'line' if lines == 1 else 'lines'})"


def run(arguments: list[str], about: str | None, proven: Callable[[str, str], str]) -> int:
    """A checker's command: print what two files prove, or why not; the exit code."""
    if len(arguments) != 2:
        print(about)
        return 2
    try:
        said = proven(*arguments)
    except Refused as why:
        print(f"not proven: {why}")
        return 1
    except OSError as why:
        print(f"bad input: {why.filename}: {why.strerror}", file=sys.stderr)
        return 2
    except (BadInput, MemoryError) as why:
        print(f"bad input: {str(why) or 'out of memory'}", file=sys.stderr)
        return 2
    print(f"proven: {said}")
    return 0


def main(arguments: list[str]) -> int:
    return run(arguments, __doc__, proven)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
