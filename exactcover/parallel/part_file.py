"""Plans and parts as files: a line of JSON that ends with its own checksum.

A plan is a search that has been divided: what was found on the way, and open prefixes with the
share of the work that each is estimated to be. A part of it is the same again, a search that begins
with some of the prefixes; so it can be divided like a plan. ``docs/reference/parts.md`` explains
the entries.
"""

from __future__ import annotations

import json
import math
import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from stat import S_ISREG
from typing import Any

from ..common.textfiles import damage, read_bytes, write_bytes
from ..engines.contract import OpenPrefixes
from ..errors import FileFault
from ..version import __version__
from .row_text import OpenRow, numbers_of, prefixes_of, text_of_numbers
from .tasks import Tally, Wanted

#: The version of the format, and of how a part is made of a plan.
FORMAT = 1
#: Parts of a plan at most; the names of parts.
MOST_PARTS = 10**8
NAME = re.compile(r"(0|[1-9][0-9]{0,10})(\.(0|[1-9][0-9]{0,10}))*")
#: What is asked, and with which arguments.
QUESTIONS = {
    "gather": "options sample seed best listed engine order reduce",
    "minimize": "k within reduce", "maximize": "k within reduce", "classes": "generators most",
}  # fmt: skip
#: What is always found.
_ALWAYS = ("count", "nodes", "seconds")
#: How all files begin, and those of journals.
START = b'{"exactcover": "'
JOURNAL = START + b"journal"
#: What comes before the 64 digits of the checksum and the end of the line.
_BEFORE, _AFTER = b', "checksum": "', b'"}\n'


@dataclass
class Part:
    """A part of a plan as it is in its file, or a plan: that has a question and a problem."""

    #: The checksum of the plan; "" for a plan, of which it is not known before it is written.
    plan: str
    #: The part: "17", or "17.3" for part 3 of part 17; "" for the plan.
    name: str
    #: Of a part of a part the checksum of that part, as it was divided.
    above: str = ""
    found: dict[str, Any] = field(default_factory=dict)
    open: list[OpenRow] = field(default_factory=list)
    #: In how many parts what is open was divided; 0 if it was not.
    into: int = 0
    question: dict[str, Any] = field(default_factory=dict)
    problem: str = ""
    engine: str = ""
    #: Of a line of a journal what it changes (``journal.py``).
    log: dict[str, Any] = field(default_factory=dict)
    version: str = __version__
    machine: str = field(default_factory=platform.node)
    updated: str = ""
    #: The file that it was read from, and its checksum.
    path: str = ""
    checksum: str = ""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be searched."""
        return not self.open

    @property
    def share(self) -> float:
        """About which part of the work of the plan is open; of a plan a sum of nodes."""
        return sum(share for *_, share in self.open)

    def rows(self) -> list[OpenPrefixes]:
        """What is open. Raises ValueError."""
        return list(map(prefixes_of, self.open))

    def check(self, kind: str) -> None:
        """Raise ValueError, or another error, if what it states makes no sense."""
        found = self.found
        for each in (found["count"], found["nodes"], self.into):
            if type(each) is not int or each < 0:
                raise ValueError(f"expected a whole number, not {each!r}")
        shares = [share for *_, share in self.open]
        if not all(0 <= each < math.inf for each in (found["seconds"], sum(shares), *shares)):
            raise ValueError("expected finite numbers")
        if self.into > MOST_PARTS or (self.into and shares and not sum(shares)):
            raise ValueError("expected a share of the work for each part")
        if not all(isinstance(text, str) for *texts, _ in self.open for text in texts):
            raise ValueError("expected open prefixes as texts")
        if kind == "part" and not NAME.fullmatch(self.name):
            raise ValueError(f"no part is called {self.name!r}")
        for each in (self.version, self.engine, self.machine, self.above, self.updated):
            if not isinstance(each, str):
                raise ValueError(f"expected a word, not {each!r}")
        if kind == "plan":
            self._check_question()
        if kind != "journal" and len(found) > len(_ALWAYS):
            self.tally(Wanted())

    def _check_question(self) -> None:
        question, asked = self.question, self.question["asked"]
        if not set(asked) <= set(QUESTIONS[question["kind"]].split()):
            raise ValueError(f"no such question: {question['kind']} with {', '.join(asked)}")
        for name, each in asked.items():
            if name != "generators" and not isinstance(each, str | int | float | None):
                raise ValueError(f"{name}={each!r}")
        for name in ("fingerprint", "problem", "engine"):
            if not isinstance(question.get(name, ""), str):
                raise ValueError(f"{name}={question[name]!r}")
        if not 0 <= question.get("seconds", 0) < math.inf:
            raise ValueError(f"expected a number, not {question['seconds']!r}")
        Fraction(asked.get("within") or 0)
        wanted_of(question)

    def check_asked(self, question: Mapping[str, Any]) -> None:
        """Raise DamagedPart if it holds what the plan does not ask for."""
        if len(self.found) > len(_ALWAYS):
            asked = {name for name, each in vars(wanted_of(question)).items() if each}
            others = self.found.keys() - asked - set(_ALWAYS)
            if others:
                found = f"it holds {', '.join(sorted(others))}, which the plan does not ask for"
                raise DamagedPart(self.path, 0, 0, found, "a part of this plan")

    def tally(self, wanted: Wanted) -> Tally:
        """What was found. Raises ValueError and other errors of its content."""
        found = self.found
        sample, best = (
            [(int(rank), numbers_of(row)) for rank, row in found.get(kind, ())]
            for kind in ("sample", "best")
        )
        options = {int(key): int(number) for key, number in found.get("options", ())}
        listed = list(map(numbers_of, found.get("listed", ())))
        numbers = int(found["count"]), int(found["nodes"]), float(found["seconds"])
        return Tally(wanted, *numbers, options, sample, best, listed)

    def note(self, tally: Tally) -> None:
        """Make this what was found."""
        found: dict[str, Any] = {
            "count": tally.count, "nodes": tally.nodes, "seconds": round(tally.seconds, 3),
            "options": sorted(tally.options.items()),
            "sample": [(rank, text_of_numbers(row)) for rank, row in tally.sample],
            "best": [(rank, text_of_numbers(row)) for rank, row in tally.best],
            "listed": list(map(text_of_numbers, sorted(tally.listed))),
        }  # fmt: skip
        self.found = {key: each for key, each in found.items() if each or key in _ALWAYS}

    def answer(self, of_costs: bool) -> bytes:
        """What is the same whoever searches this part, in whatever order, as 16 bytes.

        ``of_costs``: of the cheapest solutions, which of one cost are found depends on the search.
        """
        found = self.found
        same: Any = [found.get(key) for key in ("count", "options", "sample", "best", "listed")]
        if of_costs:
            same = [rank for rank, _ in found.get("best", ())]
        plain = len(found) == len(_ALWAYS) and not of_costs
        text = str(found["count"]) if plain else json.dumps(same)
        return sha256(text.encode()).digest()[:16]

    def write(self, path: str) -> None:
        """Write it, whole or not at all. Raises OSError."""
        write_bytes(self.encoded(), path)

    def encoded(self) -> bytes:
        """What its file holds."""
        self.updated = datetime.now(UTC).isoformat(timespec="seconds")
        stated = {
            "exactcover": "journal" if self.log else "part" if self.name else "plan",
            "format": FORMAT,
            **{key: each for key, each in vars(self).items() if each and key in _KEYS},
            "found": self.found, "open": self.open,
        }  # fmt: skip
        body = json.dumps(stated).encode()[:-1]
        self.checksum = sha256(body).hexdigest()
        return body + _BEFORE + self.checksum.encode() + _AFTER


#: Entries besides those that every file has.
_KEYS = {
    "plan", "name", "above", "into", "question", "problem", "engine", "log", "version", "machine",
    "updated",
}  # fmt: skip


class DamagedPart(FileFault):
    """A file that was a part or a plan, or that is empty: nothing in it is to be believed."""


def read_part(path: str, plan: str | None = None) -> Part:
    """The part in a file, or the plan if ``plan``, the checksum that a part must name, is None.

    Raises OSError, :class:`DamagedPart`, and :class:`exactcover.FileFault` for any other file.
    """
    return part_of(bytes_of(path) if plan else read_bytes(path), path, plan)


def bytes_of(path: str) -> bytes:
    """What a file of a part holds. Raises OSError, and FileFault where it would be waited for."""
    flags = (getattr(os, name, 0) for name in ("O_NONBLOCK", "O_BINARY"))
    file = os.open(path, sum(flags, os.O_RDONLY))
    try:
        status = os.fstat(file)
        if not S_ISREG(status.st_mode):
            raise FileFault(path, 0, 0, "it is not a regular file", "a file of a part")
        data = os.read(file, status.st_size + 1)
        while more := len(data) > status.st_size and os.read(file, 2**20):
            data += more
        return data
    finally:
        os.close(file)


def part_of(data: bytes, path: str, plan: str | None = None, kind: str = "") -> Part:
    """The same, from what the file holds; or a line of a journal after one with that checksum."""
    kind = kind or ("plan" if plan is None else "part")
    expected = f"a {kind} of a search, as exactcover {'split' if plan is None else 'run'} writes it"

    def fault(found: str, what: type[FileFault] = FileFault) -> FileFault:
        return what(path, 0, 0, found, expected)

    if not data:
        raise fault("it is empty", DamagedPart)
    if not data.startswith(START):
        raise fault("this is another kind of file")
    end = len(data) - len(_AFTER) - 64
    if not (data.endswith(_AFTER) and data[:end].endswith(_BEFORE)):
        raise fault("it is cut short or damaged", DamagedPart)
    body, checksum = data[: end - len(_BEFORE)], data[end : end + 64]
    if sha256(body).hexdigest().encode() != checksum:
        raise fault("it is damaged: its checksum is another", DamagedPart)
    with damage(
        lambda error: fault(f"it is damaged: {type(error).__name__}: {error}", DamagedPart)
    ):
        stated: Mapping[str, Any] = json.loads(str(body + b"}", "utf-8"))
        if stated["format"] != FORMAT:
            raise fault(f"it has format {stated['format']}; this program reads {FORMAT}")
        if stated["exactcover"] != kind:
            raise fault(f"this is a {stated['exactcover']}")
        if plan is not None and stated.get("plan", "") != plan:
            if kind == "journal":
                raise fault("it is damaged: it does not follow on the line before")
            raise fault(f"it belongs to another plan, {stated['plan'][:16]}, not {plan[:16]}")
        named = {key: stated[key] for key in _KEYS if key in stated}
        part = Part(**{"plan": "", "name": "", **named}, path=path, checksum=checksum.decode())
        part.found = stated["found"]
        part.open = [(texts, shares, float(share)) for texts, shares, share in stated["open"]]
        part.check(kind)
        return part


def wanted_of(question: Mapping[str, Any]) -> Wanted:
    """What is gathered, as far as tallies need it."""
    stated, names = question.get("wanted", {}), {each.name for each in fields(Wanted)}
    known = {name: each for name, each in stated.items() if name in names}
    if not all(isinstance(each, int) for each in known.values()):
        raise ValueError(f"expected numbers, not {known}")
    return Wanted(**known)
