"""Derive the terms of a result again and compare them."""

from __future__ import annotations

import argparse
import inspect
import operator
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from exactcover import ExactCoverError, FileFault, Interrupted, Problem, cli
from exactcover.parallel.journal import read_status
from exactcover.text import in_one_line, printable

from .ledger import MOST_BITS, Place, Result, Sequence, Way, read_result

#: Seconds from one look at Ctrl-C to the next.
_LOOK = 0.1


PURPOSE = (
    "Derive the terms of a result again by each of its ways, and compare them with each other, with"
    " the known terms and with the claims. FOLDER is one of results/. This runs its ways.py: only"
    " verify a folder that you trust."
)


def add_arguments(parser: cli.Parser) -> None:
    """Add the folder, and the choice of terms and ways."""
    parser.add_argument("folder", metavar="FOLDER", help="a folder of the ledger")
    some = parser.add_mutually_exclusive_group()
    cli.add_argument(some, "--all", "derive all terms; default: those that take seconds")
    cli.add_argument(some, "--only PLACE", "derive this term alone, such as 9 or 7,5,3", _place)
    cli.add_argument(parser, "--sequence NAME", "only terms of this sequence")
    cli.add_argument(parser, "--way NAME", "only by this way")
    cli.add_answer_arguments(parser, may_stop=False)
    cli.add_worker_arguments(parser, "one; only ways that can divide their work have several")


def _place(text: str) -> Place:
    return tuple(cli.whole_number(part.strip()) for part in text.split(","))


def run(arguments: argparse.Namespace) -> int:
    """Verify a result; returns the exit code."""
    # What ways print is no part of the answer.
    with redirect_stdout(sys.stderr):
        result = read_result(arguments.folder)
    ways = _named(arguments, "--way", arguments.way, result.ways)
    named = {each.name: each for each in result.sequences}
    sequences = list(_named(arguments, "--sequence", arguments.sequence, named).values())
    terms = list(_terms(sequences, arguments))
    divided = sum(map(_divides, ways.values()))
    if not terms:
        expected = "expected known terms or claims, or --only PLACE for another term"
        arguments.parser.error(f"result.toml states no term to derive; {expected}")
    if cli.workers_are_given(arguments) and not divided:
        arguments.parser.error("--workers, --journal, --cluster: no way divides its work")
    if arguments.journal is not None and (len(terms), divided) != (1, 1):
        asked = "expected one term by one way, by --only, --way and --sequence"
        arguments.parser.error(f"--journal: {asked}")
    rows: list[dict[str, Any]] = []
    if not arguments.json:
        print(printable(result.title), flush=True)
    try:
        module = str(Path(arguments.folder) / "ways.py")
        with cli.worker_keywords(arguments, module) as keywords:
            for sequence, place in terms:
                with cli.progress(arguments.quiet) as keywords["progress"]:
                    row = _derived(arguments.folder, result, sequence, place, ways, keywords)
                rows.append(row)
                if not arguments.json:
                    print(_line(row), flush=True)
    finally:
        agree = {row["agrees"] for row in rows}
        verdict = False if False in agree else (True if True in agree else None)
        if arguments.json and rows:
            complete = len(rows) == len(terms)
            cli.print_json(
                {
                    "title": result.title,
                    "terms": list(map(_as_json, rows)),
                    "agree": verdict,
                    "complete": complete,
                }
            )
    if not arguments.json:
        stated = all(row["stated"] is not None for row in rows)
        words = {
            True: "all agree" if stated else "the ways agree",
            False: "they do not agree",
            None: "there was nothing to compare",
        }
        print(words[verdict])
    return cli.NO_SOLUTION if verdict is False else cli.ANSWERED


def _named(
    arguments: argparse.Namespace, option: str, name: str | None, among: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The one that is asked for, or all."""
    if name is None:
        return among
    if name not in among:
        known = ", ".join(filter(None, among)) or "nothing: there is one without a name"
        arguments.parser.error(f"{option} {name!r}: expected one of {known}")
    return {name: among[name]}


def _terms(
    sequences: list[Sequence], arguments: argparse.Namespace
) -> Iterator[tuple[Sequence, Place]]:
    """The terms to derive. One that is asked for may be neither known nor claimed."""
    for sequence in sequences:
        if arguments.only is not None:
            places = [arguments.only]
        else:
            everything = [*sequence.known, *sequence.claims]
            places = everything if arguments.all else sequence.small_terms()
        for place in places:
            yield sequence, place


def _derived(
    folder: str,
    result: Result,
    sequence: Sequence,
    place: Place,
    ways: Mapping[str, Way],
    keywords: Mapping[str, Any],
) -> dict[str, Any]:
    """A term by each of the ways."""
    called = sequence.arguments(place)
    claim = sequence.claims.get(place)
    digest = _digest(folder, result.problem, called)
    if claim and claim.digest != digest:
        where = ", ".join(map(str, place))
        found = f"the digest of the term {where} is {claim.digest}"
        raise FileFault(str(Path(folder) / "result.toml"), 0, 0, found, str(digest))
    values, nodes, seconds = {}, {}, {}
    for name, way in ways.items():
        began = time.perf_counter()
        given = keywords if _divides(way) else {}
        found = _called(folder, way, called, given)
        took = time.perf_counter() - began
        if given.get("journal") is not None:
            took = read_status(given["journal"]).elapsed  # of all sessions
        seconds[name] = round(took, 2)
        pair = _pair(found)
        if pair is None:
            told = f"{_call(way, called)} gives {in_one_line(found)}"
            raise _fault(folder, told, "the value and the number of nodes")
        values[name], nodes[name] = pair
    stated = claim.value if claim else sequence.known.get(place)
    compared = [*values.values(), *([] if stated is None else [stated])]
    return {
        "sequence": sequence.name,
        "at": list(place),
        "digest": digest,
        "values": values,
        "nodes": nodes,
        "seconds": seconds,
        "stated": stated,
        "new": claim is not None,
        "agrees": len(set(compared)) == 1 if len(compared) > 1 else None,
    }


def _digest(folder: str, problem: Any, arguments: tuple[Any, ...]) -> str | None:
    """The digest of the problem of a term, if ``ways.py`` makes problems."""
    if problem is None:
        return None
    made = _called(folder, problem, arguments, {})
    if not isinstance(made, Problem):
        raise _fault(folder, f"{_call(problem, arguments)} gives {in_one_line(made)}", "a Problem")
    return made.digest


def _as_json(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose numbers every reader keeps exact."""
    values = {name: cli.json_number(value) for name, value in row["values"].items()}
    stated = row["stated"] if row["stated"] is None else cli.json_number(row["stated"])
    return {**row, "values": values, "stated": stated}


def _pair(found: Any) -> tuple[int, int] | None:
    """The value and the nodes that a way gave; None if it is not that."""
    if not isinstance(found, tuple | list) or len(found) != 2:
        return None
    try:
        value, nodes = map(_whole, found)
    except (TypeError, ValueError):
        return None
    return (value, nodes) if nodes >= 0 else None


def _whole(value: Any) -> int:
    """A whole number, Python's or numpy's. Raises TypeError and ValueError."""
    number = operator.index(value)
    if isinstance(value, bool) or number.bit_length() > MOST_BITS:
        raise ValueError(value)
    return number


def _divides(way: Way) -> bool:
    """Whether it takes ``workers``, ``executor``, ``journal`` and ``progress`` as keywords."""
    kinds = {each.kind for each in inspect.signature(way).parameters.values()}
    return inspect.Parameter.VAR_KEYWORD in kinds


def _called(
    folder: str, function: Any, arguments: tuple[Any, ...], keywords: Mapping[str, Any]
) -> Any:
    """What a function of ``ways.py`` gives.

    It runs in a thread, so that Ctrl-C ends the command at once, unless it divides its work: then
    it hears Ctrl-C itself, and keeps what is done in its journal.
    """
    found: list[Any] = []
    raised: list[BaseException] = []

    def derive() -> None:
        try:
            found.append(function(*arguments, **keywords))
        except BaseException as error:
            raised.append(error)

    with redirect_stdout(sys.stderr):
        if _divides(function):
            derive()
        else:
            thread = threading.Thread(target=derive, daemon=True)
            thread.start()
            while thread.is_alive():
                thread.join(_LOOK)
    if not raised:
        return found[0]
    error = raised[0]
    if isinstance(error, Interrupted):
        # What was found so far need not be a part of the value.
        raise KeyboardInterrupt
    if isinstance(error, ExactCoverError | MemoryError | KeyboardInterrupt):
        raise error
    journal = keywords.get("journal")
    if journal is not None and isinstance(error, OSError) and error.filename == journal:
        raise error
    told = f"{_call(function, arguments)} raised {in_one_line(error)}"
    raise _fault(folder, told, "a place that has a term") from error


def _call(function: Any, arguments: tuple[Any, ...]) -> str:
    return f"{function.__name__}({', '.join(map(repr, arguments))})"


def _fault(folder: str, found: str, expected: str) -> FileFault:
    return FileFault(str(Path(folder) / "ways.py"), 0, 0, found, expected)


def _line(row: dict[str, Any]) -> str:
    ways = ", ".join(
        f"{value:,} by {way} ({row['seconds'][way]} s, {row['nodes'][way]:,} nodes)"
        for way, value in row["values"].items()
    )
    if row["stated"] is None:
        told = "neither known nor claimed" + f"; digest {row['digest']}" * bool(row["digest"])
    else:
        where = "claimed" if row["new"] else "known"
        told = f"as {where}" if row["agrees"] else f"but {row['stated']:,} is {where}"
    name = printable(row["sequence"])
    return f"{name}{' ' if name else ''}({', '.join(map(str, row['at']))}): {ways}; {told}"
