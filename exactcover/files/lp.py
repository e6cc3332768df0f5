r"""Integer programs in the LP format of CPLEX.

    \ two dogs, two dens
    Minimize
     cost: 1.5 dog + 2 den
    Subject To
     across: dog + den = 1
    Binary
     dog den
    End

A variable is an option and a constraint an item, as in ``mps.py``, which also says what is refused.
The coefficients of a constraint are all 1 or all -1. A constraint without a name is called by its
place, ``row 1``. Each constraint and each bound begins a line, or is named. A variable must be in
the section ``Binary`` or ``General``, since it may be a fraction otherwise; a binary one is 0 or 1
whatever its bounds say. Sections for other kinds of variables and constraints must be empty.

Source: IBM ILOG CPLEX, File formats reference manual, LP file format.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from ..common.costs import exact_sum, parsed_decimal
from ..common.textfiles import LINE_ENDS
from ..errors import FileFault, UnwritableProblem
from ..problem import Problem
from .dlx import MOST_FAULTS, Slip
from .mps import Bounds, Program, Row, decimal, unused_name, whole_of

#: The words that begin a section, in small letters, and what is in it.
_SECTIONS = {
    **dict.fromkeys(("minimize", "minimise", "minimum", "min"), "costs"),
    **dict.fromkeys(("maximize", "maximise", "maximum", "max"), "costs"),
    **dict.fromkeys(("subject to", "such that", "st", "s.t.", "st."), "rows"),
    **dict.fromkeys(("bounds", "bound"), "bounds"),
    **dict.fromkeys(("binary", "binaries", "bin"), "binary"),
    **dict.fromkeys(("general", "generals", "gen", "integer", "integers", "int"), "general"),
    "end": "end",
}
#: Sections of CPLEX, Gurobi and lp_solve for what is no exact cover problem.
_REFUSED = re.compile(
    r"[ \t]*(semi-(?:continuous|integer|cont|int)|semis?|sos[12]?|lazy[ \t]+constraints?|ranges"
    r"|user[ \t]+cuts?|gen(?:eral)?[ \t]+constr(?:aint)?s?|pwlobj|scenarios?|sec|sin)"
    r"[ \t]*(?=[\r\n\\]|$)",
    re.I,
)
_HEAD = re.compile(r"[ \t]*([A-Za-z.]+(?:[ \t]+(?:to|that)\b)?)(?![^\s:])[ \t]*(?!:)", re.I)
_TOKEN = re.compile(
    r"(?P<skip>\\.*|\s+)|(?P<sense>[<>]=?|=[<>]?)|(?P<sign>[-+])|(?P<colon>:)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?![^\s<>=+:\\A-DF-Za-df-z_-]))"
    r"|(?P<name>[^\s<>=+:\\-]+)"
)
_NAME = re.compile(r"[^\s<>=+:\\0-9.-][^\s<>=+:\\-]*")
#: Terms on a line.
_ON_A_LINE = 10
_KINDS = {"<": "L", "<=": "L", "=<": "L", ">": "G", ">=": "G", "=>": "G", "=": "E"}
_TURNED = {"L": "G", "G": "L", "E": "E"}
_INFINITE = re.compile(r"inf(inity)?", re.I)
# (Each line is matched in one way only, or a text of empty lines would take for ever.)
_BEGINS = re.compile(
    r"(?:[^\S\n]*(?:\\.*)?\n)*[^\S\n]*(?:min|max)(?:imi[sz]e|imum)?[^\S\n]*(?:\\.*)?$", re.I | re.M
)


def is_lp(text: str) -> bool:
    """Whether a text begins as this format does."""
    return _BEGINS.match(text) is not None


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Term(NamedTuple):
    """A number of a variable; of none for a constant. ``at``: where it stands."""

    number: Decimal
    name: str
    at: int


@dataclass(slots=True)
class _Column:
    line: int
    integer: bool = False
    low: int | None = 0
    high: int | None = None
    cost: Decimal | None = None
    rows: dict[str, None] = field(default_factory=dict)


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and the faults of the text, in order of place (the first hundred)."""
    reader = _Reader(path, text)
    problem = None if reader.faults else reader.problem(repeat)
    return problem, sorted(reader.faults, key=lambda fault: (fault.line, fault.column))


class _Reader(Program):
    """Reads the sections of a program."""

    integers = "an integer, in the section Binary or General"

    def __init__(self, path: str, text: str):
        super().__init__(path)
        self._text = text
        #: Where the lines begin.
        self._lines = [0, *(found.end() for found in LINE_ENDS.finditer(text))]
        self._variables: dict[str, _Column] = {}
        #: The variables of the section Binary, and those of it and General, with their places.
        self._binary: set[str] = set()
        self._integer: dict[str, int] = {}
        #: The variables of other sections.
        self._used: set[str] = set()
        try:
            self._read([*self._sections()])
        except Slip as slip:
            self._slip(slip)
        number_of = {name: number for number, name in enumerate(self._rows)}
        for name, column in self._variables.items():
            self._begin(name, column.line, Bounds(column.integer, column.low, column.high))
            self._entries.extend(number_of[row] for row in column.rows)
            if column.cost:
                self._costs[len(self._columns) - 1] = column.cost

    def _read(self, sections: list[tuple[str, list[_Token]]]) -> None:
        names = [name for name, _ in sections]
        if "rows" not in names:
            raise Slip(0, "a text without constraints", "the section 'Subject To'")
        if names[-1] != "end":
            raise Slip(len(self._text), "the end of the text", "'End' in a line before it")
        for name, tokens in sections:
            for statement in self._statements(name, tokens):
                try:
                    getattr(self, f"_read_{name}")(statement)
                except Slip as slip:
                    self._slip(slip)
                if len(self.faults) >= MOST_FAULTS:
                    return
        unused = set[str]() if self.faults else self._integer.keys() - self._used
        for name, at in self._integer.items():
            column = self._variables[name]
            if name in unused:
                expected = "a variable of a constraint, of the objective or of a bound"
                self._slip(Slip(at, f"{name!r} occurs nowhere else", expected))
            if name in self._binary:
                column.low = 0 if column.low is None else max(0, column.low)
                column.high = 1 if column.high is None else min(1, column.high)

    def _slip(self, slip: Slip) -> None:
        """Note a fault whose "word" is a place of the text."""
        line, column = self._place(slip.word)
        self._fault(line, slip.found, slip.expected, column)

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect(self._lines, at)
        return line, at - self._lines[line - 1] + 1

    def _sections(self) -> Iterator[tuple[str, list[_Token]]]:
        """The sections and their tokens."""
        name, tokens = "", list[_Token]()
        refused: re.Match[str] | None = None
        for begin, end in pairwise([*self._lines, len(self._text)]):
            line = self._text[begin:end]
            if other := _REFUSED.match(line):
                refused, refused_at, line = other, begin + other.start(1), ""
            head = _HEAD.match(line)
            section = head and _SECTIONS.get(" ".join(head[1].lower().split()))
            if section:
                refused = None
            if section and head:
                if name:
                    yield name, tokens
                if section == "costs" and name:
                    raise Slip(begin + head.start(1), f"{head[1]!r}", "one objective")
                name, tokens = section, []
            for each in _TOKEN.finditer(line, head.end() if section and head else 0):
                if each.lastgroup == "skip":
                    continue
                at = begin + each.start()
                if refused:
                    expected = "objective, constraints, bounds, binary and general variables alone"
                    raise Slip(refused_at, f"the section {refused[1]!r}", expected)
                if not name:
                    raise Slip(at, repr(each[0]), "'Minimize' or 'Maximize' first")
                if name == "end":
                    raise Slip(at, f"{each[0]!r} after 'End'", "the end of the text")
                if each.lastgroup == "name" and not _NAME.fullmatch(each[0]):
                    expected = "a name that does not begin with a digit or a period"
                    raise Slip(at, repr(each[0]), expected)
                tokens.append(_Token(str(each.lastgroup), each[0], at))
        if name:
            yield name, tokens

    def _statements(self, name: str, tokens: list[_Token]) -> Iterator[list[_Token]]:
        """The constraints and bounds one by one; other sections as a whole."""
        begin = 0
        while begin < len(tokens):
            is_one = name not in ("rows", "bounds")
            end = len(tokens) if is_one else self._end(tokens, begin, name == "bounds")
            yield tokens[begin:end]
            begin = end

    def _end(self, tokens: list[_Token], begin: int, is_bound: bool) -> int:
        """Where the statement ends that begins at a token: before a name with a colon, or behind
        its right side if the next one begins a line."""
        senses = names = 0  # so far; names of variables
        whole = False
        for k in range(begin, len(tokens)):
            kind, text, at = tokens[k]
            after = tokens[k + 1].kind if k + 1 < len(tokens) else ""
            if after == "colon" and k > begin:
                return k
            if whole and self._place(at)[0] > self._place(tokens[k - 1].at)[0]:
                return k
            if kind == "sense":
                senses += 1
            elif kind == "name" and not _INFINITE.fullmatch(text) and after != "colon":
                names += 1
                # 0 <= x, and x free; a bound is short, 0 <= x <= 1 may go on.
                whole |= is_bound and after != "sense" and bool(senses or names == 2)
            elif kind in ("number", "name") and after != "sense":
                whole |= senses == 2 or (senses == 1 and names > 0)
        return len(tokens)

    def _terms(self, tokens: list[_Token]) -> Iterator[_Term]:
        """The terms of a sum. (A product with the sign might be rounded.)"""
        sign, number, at = 1, None, -1
        for k, token in enumerate(tokens):
            at = token.at if at < 0 else at
            if k and tokens[k - 1].kind == "name" and token.kind != "sign":
                raise Slip(token.at, repr(token.text), "+ or - between two terms")
            if k and tokens[k - 1].kind == token.kind == "sign":
                raise Slip(token.at, repr(token.text), "one sign before a term")
            if token.kind == "sign":
                if number is not None:
                    yield _Term(number.copy_sign(sign), "", at)
                    sign, number, at = 1, None, token.at
                sign *= -1 if token.text == "-" else 1
            elif token.kind == "number" and number is None:
                number = parsed_decimal(token.text)
                if number is None:
                    raise Slip(token.at, f"{token.text!r} is not a number", "one such as 2.5")
            elif token.kind == "name":
                number = Decimal(1) if number is None else number
                yield _Term(number.copy_sign(sign), token.text, at)
                sign, number, at = 1, None, -1
            else:
                raise Slip(token.at, repr(token.text), "a sum such as x + y")
        if number is not None:
            yield _Term(number.copy_sign(sign), "", at)
        elif tokens and tokens[-1].kind == "sign":
            raise Slip(tokens[-1].at, repr(tokens[-1].text), "a term after it")

    def _named(self, tokens: list[_Token]) -> tuple[str, list[_Token]]:
        """The name before a colon, and what follows."""
        if len(tokens) > 1 and tokens[1].kind == "colon":
            return tokens[0].text, tokens[2:]
        return "", tokens

    def _column(self, name: str, at: int) -> _Column:
        self._used.add(name)
        return self._variables.setdefault(name, _Column(self._place(at)[0]))

    def _read_costs(self, tokens: list[_Token]) -> None:
        for number, name, at in self._terms(self._named(tokens)[1]):
            if not name:
                self._constant = exact_sum(self._constant, number)
                continue
            column = self._column(name, at)
            column.cost = exact_sum(number, column.cost or Decimal(0))

    def _read_rows(self, tokens: list[_Token]) -> None:
        start = tokens[0].at
        called, tokens = self._named(tokens)
        name = called or unused_name(f"row {len(self._rows) + 1}", self._rows)
        if name in self._rows:
            raise Slip(start, f"constraint {name!r} is stated twice", "different names")
        senses = [k for k, token in enumerate(tokens) if token.kind == "sense"]
        if len(senses) not in (1, 2) or senses[-1] == len(tokens) - 1:
            found = " ".join(each.text for each in tokens)[:40]
            raise Slip(start, repr(found), "a sum, =, <= or >=, and a whole number")
        kinds = [_KINDS[tokens[k].text] for k in senses]
        first, last = senses[0], senses[-1]
        if first == 0:
            raise Slip(start, repr(tokens[0].text), "a sum before it, or a whole number")
        bounds = [self._whole(tokens[last + 1 :])]
        terms = tokens[:last]
        if len(senses) == 2:  # 1 <= x + y <= 3
            terms = tokens[first + 1 : last]
            bounds.insert(0, self._whole(tokens[:first]))
            kinds[0] = _TURNED[kinds[0]]
        if not terms:
            raise Slip(tokens[first].at, repr(tokens[first].text), "a sum such as x + y")
        members = [*self._terms(terms)]
        self._used.update(each.name for each in members)
        members = [each for each in members if each.number]
        if members and {each.number for each in members} == {-1}:
            members = [each._replace(number=Decimal(1)) for each in members]
            kinds, bounds = [_TURNED[kind] for kind in kinds], [-each for each in bounds]
        line = self._place(start)[0]
        row = Row(kinds[-1], line, bounds[-1])
        if len(kinds) == 2:
            if kinds[0] == kinds[1] or "E" in kinds:
                raise Slip(tokens[first].at, "two bounds of one kind", "one below and one above")
            low, high = bounds if kinds[0] == "G" else bounds[::-1]
            if low > high:
                raise Slip(tokens[first].at, f"no number from {low} to {high}", "the smaller first")
            row = replace(row, range=high - low)
        self._rows[name] = row
        for number, member, at in members:
            if number != 1 or not member:
                found = f"coefficient {number} of {member!r}" if member else f"number {number}"
                expected = "0 or 1: an option covers an item once, or not at all"
                raise Slip(at, f"the {found}", expected)
            covered = self._column(member, at).rows
            if name in covered:
                raise Slip(at, f"{member!r} occurs twice in a constraint", "it once")
            covered[name] = None

    def _whole(self, tokens: list[_Token]) -> int:
        terms = [*self._terms(tokens)]
        whole = whole_of(terms[0].number) if len(terms) == 1 and not terms[0].name else None
        if whole is None:
            found = " ".join(each.text for each in tokens)[:40]
            raise Slip(tokens[0].at, repr(found), "a whole number")
        return whole

    def _read_bounds(self, tokens: list[_Token]) -> None:
        """``x <= 1``, ``0 <= x <= 1``, ``x = 1``, ``x free``."""
        named = (k for k, each in enumerate(tokens)
                 if each.kind == "name" and not _INFINITE.fullmatch(each.text))  # fmt: skip
        at = next(named, len(tokens))
        before, after = tokens[:at], tokens[at + 1 :]
        if (not before and not after) or at == len(tokens):
            raise Slip(tokens[0].at, repr(tokens[0].text), "a bound such as x <= 1, or x free")
        column = self._column(tokens[at].text, tokens[at].at)
        if not before and [each.text.lower() for each in after] == ["free"]:
            column.low = column.high = None
            return
        sides = (before[:-1], before[-1:], True), (after[1:], after[:1], False)
        for side, sense, turned in sides:
            if not sense:
                continue
            if sense[0].text not in _KINDS or not side:
                raise Slip(sense[0].at, repr(sense[0].text), "<=, >= or =, and a number")
            kind = _KINDS[sense[0].text]
            kind = _TURNED[kind] if turned else kind
            is_infinite = bool(_INFINITE.fullmatch(side[-1].text)) and len(side) <= 2
            value = None if is_infinite else self._whole(side)
            if kind in ("G", "E"):
                column.low = value
            if kind in ("L", "E"):
                column.high = value

    def _read_binary(self, tokens: list[_Token]) -> None:
        self._read_general(tokens)
        self._binary.update(token.text for token in tokens)

    def _read_general(self, tokens: list[_Token]) -> None:
        for kind, text, at in tokens:
            if kind != "name":
                raise Slip(at, repr(text), "names of variables, or a section such as 'Bounds'")
            self._variables.setdefault(text, _Column(self._place(at)[0])).integer = True
            self._integer.setdefault(text, at)


# -- writing ---------------------------------------------------------------------------------------


def format_problem(problem: Problem) -> str:
    """A problem as an integer program; see :func:`exactcover.files.mps.format_problem`."""
    from .linear import linear_of  # which takes numpy

    linear = linear_of(problem)
    if linear.needs or linear.constant or len({*linear.first_copy}) < len(linear.names):
        what = "colours, penalties or options chosen repeatedly"
        raise UnwritableProblem(f"LP files cannot hold {what}; MPS files can")
    options, rows = _names(linear.names, "x"), _names(linear.row_names, "r")

    def summed(terms: list[str]) -> str:
        """Terms with their signs, some on a line."""
        lines = (terms[k : k + _ON_A_LINE] for k in range(0, len(terms), _ON_A_LINE))
        text = "\n   ".join(map(" ".join, lines))
        return text.removeprefix("+ ") or f"0 {options[0]}"

    name = dict(enumerate(options, 1))
    cost = {k: decimal(each, f"the cost {each} of {name[k]}") for k, each in linear.costs.items()}
    terms = [f"{'-' if text[0] == '-' else '+'} {text.lstrip('-')} {name[k]}"
             for k, text in cost.items()]  # fmt: skip
    lines = ["Minimize", f" cost: {summed(terms)}", "Subject To"]
    for called, row in zip(rows, linear.rows, strict=True):
        members = summed([f"+ {name[member]}" for member in row.members])
        low = f"{row.low} <= " if 0 < row.low != row.high else ""
        high = "" if row.high is None else f" {'=' if row.low == row.high else '<='} {row.high}"
        if low and not high:
            low, high = "", f" >= {row.low}"
        lines.append(f" {called}: {low}{members}{high}")
    fixed = [*((k, 1) for k in linear.true), *((k, 0) for k in linear.false)]
    lines += ["Bounds", *(f" {name[k]} = {value}" for k, value in fixed)]
    return "\n".join([*lines, "Binary", *(f" {each}" for each in options), "End"]) + "\n"


def _names(names: Sequence[str], letter: str) -> list[str]:
    """The names, with a letter before those that could be numbers or words of the format."""

    def is_word(name: str) -> bool:
        is_known = name.lower() in (*_SECTIONS, "free")
        return is_known or any(each.fullmatch(name) for each in (_REFUSED, _INFINITE))

    found = [each if _NAME.fullmatch(each) and not is_word(each) else letter + each
             for each in names]  # fmt: skip
    wrong = next((each for each in found if not _NAME.fullmatch(each)), "")
    if wrong or len({*found}) < len(found):
        name = wrong or found[0]
        raise UnwritableProblem(f"LP files cannot hold the name {name!r}; MPS files can")
    return found
