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
place, ``row 1``. A variable is in no more than one of the sections ``Binary`` and ``General``;
without either it may be a fraction, and that is a fault.

Source: IBM ILOG CPLEX, File formats reference manual, LP file format.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from ..common.costs import parsed_decimal
from ..errors import FileFault, UnwritableProblem
from ..problem import Problem
from .dlx import MOST_FAULTS, Slip
from .mps import Column, Program, Row, decimal, unused_name

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
_HEAD = re.compile(r"[ \t]*([A-Za-z.]+(?:[ \t]+(?:to|that)\b)?)(?![^\s:])[ \t]*(?!:)", re.I)
_TOKEN = re.compile(
    r"(?P<skip>\\.*|\s+)|(?P<sense>[<>]=?|=[<>]?)|(?P<sign>[-+])|(?P<colon>:)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?![^\s<>=+:\\-]))"
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
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._objective = "objective"
        found = [*self._sections()]
        if "rows" not in {name for name, _ in found}:
            self._fault(1, "a text without constraints", "the section 'Subject To'", 1)
        for name, tokens in found:
            for statement in self._statements(name, tokens):
                try:
                    getattr(self, f"_read_{name}")(statement)
                except Slip as slip:  # its "word" is a place of the text
                    line, column = self._place(slip.word)
                    self._fault(line, slip.found, slip.expected, column)
                if len(self.faults) >= MOST_FAULTS:
                    return

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect(self._lines, at)
        return line, at - self._lines[line - 1] + 1

    def _sections(self) -> Iterator[tuple[str, list[_Token]]]:
        """The sections and their tokens; what follows ``End`` is not read."""
        name, tokens, at = "", list[_Token](), 0
        for line in self._text.splitlines(keepends=True):
            head = _HEAD.match(line)
            section = head and _SECTIONS.get(" ".join(head[1].lower().split()))
            if section and head:
                if name:
                    yield name, tokens
                if section == "end":
                    return
                name, tokens = section, []
            start = head.end() if section and head else 0
            for each in _TOKEN.finditer(line, start):
                if each.lastgroup != "skip" and not name:
                    found = repr(each[0]), "'Minimize' or 'Maximize' first"
                    self._fault(*self._place(at + each.start())[:1], *found, each.start() + 1)
                    return
                if each.lastgroup != "skip":
                    tokens.append(_Token(str(each.lastgroup), each[0], at + each.start()))
            at += len(line)
        if name:
            yield name, tokens

    def _statements(self, name: str, tokens: list[_Token]) -> Iterator[list[_Token]]:
        """The constraints and bounds one by one; other sections as a whole."""
        if name not in ("rows", "bounds"):
            yield tokens
            return
        begin, compared = 0, False
        for k, token in enumerate(tokens):
            before = tokens[k - 1].kind if k else ""
            after = tokens[k + 1].kind if k + 1 < len(tokens) else ""
            # A statement ends with a number, or with the word of a bound such as "x free".
            whole = compared and after != "sense"
            compared |= token.kind == "sense"
            ends = token.kind == "number" and before in ("sense", "sign") and whole
            ends |= bool(_INFINITE.fullmatch(token.text)) and before in ("sense", "sign") and whole
            ends |= name == "bounds" and (
                token.text.lower() == "free"
                or (token.kind == "name" and before == "sense" and after not in ("sense", "sign"))
            )
            if ends:
                yield tokens[begin : k + 1]
                begin, compared = k + 1, False
        if begin < len(tokens):
            yield tokens[begin:]

    def _terms(self, tokens: list[_Token]) -> Iterator[_Term]:
        """The terms of a sum."""
        sign, number, at = 1, None, -1
        for k, token in enumerate(tokens):
            at = token.at if at < 0 else at
            if k and tokens[k - 1].kind == "name" and token.kind != "sign":
                raise Slip(token.at, repr(token.text), "+ or - between two terms")
            if k and tokens[k - 1].kind == token.kind == "sign":
                raise Slip(token.at, repr(token.text), "one sign before a term")
            if token.kind == "sign":
                if number is not None:
                    yield _Term(sign * number, "", at)
                    sign, number, at = 1, None, token.at
                sign *= -1 if token.text == "-" else 1
            elif token.kind == "number" and number is None:
                number = parsed_decimal(token.text)
                if number is None:
                    raise Slip(token.at, f"{token.text!r} is not a number", "one such as 2.5")
            elif token.kind == "name":
                yield _Term(sign * (Decimal(1) if number is None else number), token.text, at)
                sign, number, at = 1, None, -1
            else:
                raise Slip(token.at, repr(token.text), "a sum such as x + y")
        if number is not None:
            yield _Term(sign * number, "", at)
        elif tokens and tokens[-1].kind == "sign":
            raise Slip(tokens[-1].at, repr(tokens[-1].text), "a term after it")

    def _named(self, tokens: list[_Token]) -> tuple[str, list[_Token]]:
        """The name before a colon, and what follows."""
        if len(tokens) > 1 and tokens[1].kind == "colon":
            return tokens[0].text, tokens[2:]
        return "", tokens

    def _column(self, name: str, at: int) -> Column:
        return self._columns.setdefault(name, Column(self._place(at)[0], False))

    def _read_costs(self, tokens: list[_Token]) -> None:
        for number, name, at in self._terms(self._named(tokens)[1]):
            if not name:
                self._constant += number
                continue
            column = self._column(name, at)
            column.cost = number + (column.cost or 0)

    def _read_rows(self, tokens: list[_Token]) -> None:
        called, tokens = self._named(tokens)
        name = called or unused_name(f"row {len(self._rows) + 1}", self._rows)
        if name in self._rows:
            raise Slip(tokens[0].at, f"constraint {name!r} is stated twice", "different names")
        senses = [k for k, token in enumerate(tokens) if token.kind == "sense"]
        if len(senses) not in (1, 2) or senses[-1] == len(tokens) - 1:
            found = " ".join(each.text for each in tokens)[:40]
            raise Slip(tokens[0].at, repr(found), "a sum, =, <= or >=, and a whole number")
        kinds = [_KINDS[tokens[k].text] for k in senses]
        first, last = senses[0], senses[-1]
        if first == 0:
            raise Slip(tokens[0].at, repr(tokens[0].text), "a sum before it, or a whole number")
        bounds = [self._whole(tokens[last + 1 :])]
        terms = tokens[:last]
        if len(senses) == 2:  # 1 <= x + y <= 3
            terms = tokens[first + 1 : last]
            bounds.insert(0, self._whole(tokens[:first]))
            kinds[0] = _TURNED[kinds[0]]
        if not terms:
            raise Slip(tokens[first].at, repr(tokens[first].text), "a sum such as x + y")
        members = [each for each in self._terms(terms) if each.number]
        if members and {each.number for each in members} == {-1}:
            members = [each._replace(number=Decimal(1)) for each in members]
            kinds, bounds = [_TURNED[kind] for kind in kinds], [-each for each in bounds]
        line = self._place(tokens[0].at)[0]
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
                found = (
                    f"the coefficient {number} of {member!r}" if member else f"the number {number}"
                )
                raise Slip(at, found, "0 or 1: an option covers an item once, or not at all")
            covered = self._column(member, at).rows
            if name in covered:
                raise Slip(at, f"{member!r} occurs twice in a constraint", "it once")
            covered[name] = None

    def _whole(self, tokens: list[_Token]) -> int:
        terms = [*self._terms(tokens)]
        if len(terms) != 1 or terms[0].name or terms[0].number % 1:
            raise Slip(tokens[0].at, "".join(each.text for each in tokens), "a whole number")
        return int(terms[0].number)

    def _read_bounds(self, tokens: list[_Token]) -> None:
        """``x <= 1``, ``0 <= x <= 1``, ``x = 1``, ``x free``."""
        named = (k for k, each in enumerate(tokens)
                 if each.kind == "name" and not _INFINITE.fullmatch(each.text))  # fmt: skip
        at = next(named, len(tokens))
        before, after = tokens[:at], tokens[at + 1 :]
        if (not before and not after) or at == len(tokens):
            raise Slip(tokens[0].at, repr(tokens[0].text), "a bound such as x <= 1, or x free")
        column = self._column(tokens[at].text, tokens[at].at)
        column.bounded = True
        if not before and [each.text.lower() for each in after] == ["free"]:
            column.low = column.high = None
            return
        for side, sense, turned in (
            (before[:-1], before[-1:], True),
            (after[1:], after[:1], False),
        ):
            if not sense:
                continue
            if sense[0].text not in _KINDS or not side:
                raise Slip(sense[0].at, repr(sense[0].text), "<=, >= or =, and a number")
            kind = _KINDS[sense[0].text]
            kind = _TURNED[kind] if turned else kind
            value = None if _INFINITE.fullmatch(side[-1].text) else self._whole(side)
            if kind in ("G", "E"):
                column.low = value
            if kind in ("L", "E"):
                column.high = value

    def _read_binary(self, tokens: list[_Token]) -> None:
        for token in tokens:
            column = self._column(token.text, token.at)
            column.integer, column.high = True, 1 if column.high is None else min(1, column.high)

    def _read_general(self, tokens: list[_Token]) -> None:
        for token in tokens:
            self._column(token.text, token.at).integer = True


# -- writing ---------------------------------------------------------------------------------------


def format_problem(problem: Problem) -> str:
    """A problem as an integer program; see :func:`exactcover.files.mps.format_problem`."""
    from .linear import linear_of  # which takes numpy

    linear = linear_of(problem)
    if linear.needs or linear.constant or len({*linear.first_copy}) < len(linear.names):
        what = "colours, penalties or options chosen repeatedly"
        raise UnwritableProblem(f"LP files cannot hold {what}; MPS files can")
    options, rows = _names(linear.names, "x"), _names(linear.row_names, "r")

    def summed(terms: Iterable[str]) -> str:
        """Terms with their signs, some on a line."""
        text = "\n   ".join(map(" ".join, _batched([*terms], _ON_A_LINE)))
        return text.removeprefix("+ ") or f"0 {options[0]}"

    name = dict(enumerate(options, 1))
    cost = {k: decimal(each, f"the cost {each} of {name[k]}") for k, each in linear.costs.items()}
    terms = (f"{'-' if text[0] == '-' else '+'} {text.lstrip('-')} {name[k]}"
             for k, text in cost.items())  # fmt: skip
    lines = ["Minimize", f" cost: {summed(terms)}", "Subject To"]
    for called, row in zip(rows, linear.rows, strict=True):
        members = summed(f"+ {name[member]}" for member in row.members)
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
    found = [
        each if _NAME.fullmatch(each) and each.lower() not in _SECTIONS else f"{letter}{each}"
        for each in names
    ]
    wrong = next((each for each in found if not _NAME.fullmatch(each)), None)
    if wrong is not None or len({*found}) < len(found):
        raise UnwritableProblem(
            f"LP files cannot hold the name {wrong or found[0]!r}; MPS files can"
        )
    return found


def _batched(terms: list[str], size: int) -> Iterator[list[str]]:
    """The terms in batches."""
    return (terms[k : k + size] for k in range(0, len(terms), size))
