"""Readers of what is written for other solvers, a few lines each, and what the files say."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from typing import NamedTuple

import numpy as np


class Clauses(NamedTuple):
    """A file in DIMACS CNF."""

    n_variables: int
    shown: list[int]
    clauses: list[list[int]]


def clauses_of(text: str) -> Clauses:
    """The clauses of a text, whose header and comments must agree with them."""
    lines = text.splitlines()
    clauses = [[int(each) for each in line.split()] for line in lines if line[0] not in "cp"]
    assert all(clause.pop() == 0 and clause and 0 not in clause for clause in clauses)
    (header,) = re.findall(r"^p cnf (\d+) (\d+)$", text, re.M)
    (shown,) = re.findall(r"^c p show (.*\b)0$", text, re.M)
    n_variables, shown = int(header[0]), [int(each) for each in shown.split()]
    assert int(header[1]) == len(clauses)
    assert all(abs(each) <= n_variables for clause in clauses for each in clause)
    auxiliary = re.findall(r"^c (\d+) to (\d+) auxiliary$", text, re.M)
    rest = (str(len(shown) + 1), str(n_variables))
    assert auxiliary == ([rest] if n_variables > len(shown) else [])
    assert shown == list(range(1, len(shown) + 1)) == list(meanings(text))
    return Clauses(n_variables, shown, clauses)


def meanings(text: str) -> dict[int, str]:
    """What comments say of each variable, or the names of columns in MPS."""
    if text.startswith("NAME"):
        columns = re.findall(r"^ (?:BV|UP|FX) bounds (\S+)", text, re.M)
        kind = {name: "colour " if ":" in name else "option " for name in columns}
        said = [kind[name] + name.replace("|", " copy ") for name in columns]
        return dict(enumerate(said, 1))
    found = re.findall(r"^[c*] x?(\d+) ((?:option|colour) .*)$", text, re.M)
    return {int(number): meaning for number, meaning in found}


class Program(NamedTuple):
    """Variables from 1, and rows: their terms, the least and the most of their sum. ``most``: how
    large variables may be, if not 1."""

    n_variables: int
    rows: list[tuple[dict[int, int], int | None, int | None]]
    costs: dict[int, Fraction]
    constant: Fraction = Fraction(0)
    most: dict[int, int] = {}  # noqa: RUF012

    def solutions(self) -> list[tuple[list[int], Fraction]]:
        """The variables that are chosen in each solution, some of them several times, and its cost,
        by trying all."""
        n = self.n_variables
        values = [range(self.most.get(x, 1) + 1) for x in range(1, n + 1)]
        all_of_them = np.array(list(itertools.product(*values)), int)
        fine = np.ones(len(all_of_them), bool)
        for terms, low, high in self.rows:
            total = sum((k * all_of_them[:, x - 1] for x, k in terms.items()), start=0 * fine)
            fine &= (total >= (low if low is not None else total)) & (
                total <= (high if high is not None else total)
            )
        found = [np.repeat(np.arange(1, n + 1), row).tolist() for row in all_of_them[fine]]
        return [(each, sum((self.costs.get(x, 0) for x in each), self.constant)) for each in found]


def program_of_opb(text: str) -> Program:
    """The program that a text in OPB states."""
    (size,) = re.findall(r"\A\* #variable= (\d+) #constraint= (\d+)\n", text)
    factor = Fraction(1)
    for found in re.findall(r"^\* costs times (\d+)$", text, re.M):
        factor = Fraction(int(found))
    constant = Fraction(0)
    for found in re.findall(r"^\* constant ([+-]\d+)$", text, re.M):
        constant = int(found) / factor
    rows, costs = [], {}
    for line in text.splitlines():
        if line[0] == "*":
            continue
        *words, end = line.split()
        assert end == ";"
        if words[0] == "min:":
            costs = {x: k / factor for x, k in terms_of(words[1:]).items()}
            continue
        *words, relation, bound = words
        assert relation in (">=", "=")
        assert words
        rows.append((terms_of(words), int(bound), int(bound) if relation == "=" else None))
    assert len(rows) == int(size[1])
    assert all(0 < x <= int(size[0]) for terms, *_ in rows for x in terms)
    return Program(int(size[0]), rows, costs, constant)


def terms_of(words: list[str]) -> dict[int, int]:
    pairs = zip(words[::2], words[1::2], strict=True)
    return {int(x.removeprefix("x")): int(k) for k, x in pairs}


def program_of_mps(text: str) -> Program:
    """The program that a text in free MPS states."""
    section, kinds, terms, right, ranges, bounds = "", {}, {}, {}, {}, {}
    columns: list[str] = []
    several, between = set(), False
    for line in text.splitlines():
        words = line.split()
        if line[0] != " ":
            section = words[0]
        elif section == "ROWS":
            kinds[words[1]], terms[words[1]] = words[0], {}
        elif words[1] == "'MARKER'":
            between = words[2] == "'INTORG'"
        elif section == "COLUMNS":
            if columns[-1:] != [words[0]]:
                columns.append(words[0])
            terms[words[1]][len(columns)] = Fraction(words[2])
            several |= {words[0]} if between else set()
        elif section in ("RHS", "RANGES"):
            (right if section == "RHS" else ranges)[words[1]] = Fraction(words[2])
        else:
            assert section == "BOUNDS"
            bounds.setdefault(words[2], {})[words[0]] = int(words[3]) if words[3:] else 1
    assert section == "ENDATA"
    assert columns == list(bounds)
    objective = next(iter(kinds))
    costs = terms.pop(objective)
    assert kinds.pop(objective) == "N"
    rows = []
    for name, kind in kinds.items():
        bound = right.get(name, 0)
        low, high = {"E": (bound, bound), "G": (bound, None), "L": (None, bound)}[kind]
        if name in ranges:
            assert kind == "G"
            high = bound + ranges[name]
        rows.append((terms[name], low, high))
    constant = -right.pop(objective, Fraction(0))
    most = {}
    for number, (name, stated) in enumerate(bounds.items(), 1):
        assert set(stated) <= {"BV", "FX"} or (name in several and set(stated) <= {"LO", "UP"})
        most[number] = stated.get("UP", 1)
        for kind in stated.keys() & {"FX", "LO"}:
            rows.append(({number: 1}, stated[kind], stated[kind] if kind == "FX" else None))
    return Program(len(columns), rows, costs, constant, most)
