"""``exactcover verify-result``: derive the terms of a result again, and compare."""

from __future__ import annotations

import argparse
import inspect
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from ... import cli
from ...errors import ExactCoverError, FileFault
from ...files.ledger import Place, Sequence, Way, read_result
from ...text import printable

#: Seconds from one look at Ctrl-C to the next.
_LOOK = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Derive the terms of a result again by each of its ways, and compare them with each other,"
        " with what is known and with what is claimed. FOLDER is one of results/. Its ways.py is"
        " run: only verify a folder that you trust."
    )
    parser.add_argument("folder", metavar="FOLDER", help="a folder of the ledger")
    some = parser.add_mutually_exclusive_group()
    cli.add_argument(some, "--all", "all terms; default: those that take seconds")
    cli.add_argument(some, "--only PLACE", "this term alone, such as 9 or 7,5,3", _place)
    cli.add_argument(parser, "--sequence NAME", "of this sequence alone")
    cli.add_argument(parser, "--way NAME", "by this way alone")
    cli.add_answer_arguments(parser, may_stop=False)
    cli.add_worker_arguments(parser, "one; only ways that can divide their work have several")


def _place(text: str) -> Place:
    return tuple(cli.whole_number(part.strip()) for part in text.split(","))


def run(arguments: argparse.Namespace) -> int:
    result = read_result(arguments.folder)
    ways = _named(arguments, "--way", arguments.way, result.ways)
    named = {each.name: each for each in result.sequences}
    sequences = list(_named(arguments, "--sequence", arguments.sequence, named).values())
    if cli.workers_are_given(arguments) and not any(map(_divides, ways.values())):
        arguments.parser.error("--workers, --journal, --cluster: no way divides its work")
    rows = []
    if not arguments.json:
        print(printable(result.title))
    with cli.worker_keywords(arguments) as keywords:
        for sequence, place in _terms(sequences, arguments):
            row = _derived(sequence, place, ways, keywords)
            rows.append(row)
            if not arguments.json:
                print(_line(row), flush=True)
    if not rows:
        arguments.parser.error("there is no such term")
    agree = all(row["agrees"] for row in rows)
    if arguments.json:
        cli.print_json({"title": result.title, "terms": rows, "agree": agree})
    else:
        print("all agree" if agree else "they do not agree")
    return cli.ANSWERED if agree else cli.NO_SOLUTION


def _named(
    arguments: argparse.Namespace, option: str, name: str | None, among: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The one that is asked for, or all."""
    if name is None:
        return among
    if name not in among:
        known = ", ".join(filter(None, among)) or "nothing: there is one without a name"
        arguments.parser.error(f"{option} {name}: expected one of {known}")
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
    sequence: Sequence, place: Place, ways: Mapping[str, Way], keywords: Mapping[str, Any]
) -> dict[str, Any]:
    """A term by each of the ways."""
    values, nodes, seconds = {}, {}, {}
    for name, way in ways.items():
        began = time.perf_counter()
        values[name], nodes[name] = _value(
            way, sequence.arguments(place), keywords if _divides(way) else {}
        )
        seconds[name] = round(time.perf_counter() - began, 2)
    claim = sequence.claims.get(place)
    stated = claim.value if claim else sequence.known.get(place)
    return {
        "sequence": sequence.name,
        "at": list(place),
        "values": values,
        "nodes": nodes,
        "seconds": seconds,
        "stated": stated,
        "new": claim is not None,
        "agrees": len({*values.values(), *([] if stated is None else [stated])}) == 1,
    }


def _divides(way: Way) -> bool:
    """Whether it takes ``workers``, ``executor`` and ``journal`` as keywords."""
    kinds = {each.kind for each in inspect.signature(way).parameters.values()}
    return inspect.Parameter.VAR_KEYWORD in kinds


def _value(way: Way, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> tuple[int, int]:
    """A term by one way. It runs in a thread, so that Ctrl-C ends the command at once."""
    found: list[tuple[int, int]] = []
    raised: list[Exception] = []

    def derive() -> None:
        try:
            value, nodes = way(*arguments, **keywords)
            found.append((int(value), int(nodes)))
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=derive, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LOOK)
    if raised:
        if isinstance(raised[0], ExactCoverError):
            raise raised[0]
        called = f"{way.__name__}({', '.join(map(repr, arguments))})"
        told = f"{called} raised {type(raised[0]).__name__}: {raised[0]}"
        raise FileFault("ways.py", 0, 0, told, "two whole numbers") from raised[0]
    return found[0]


def _line(row: dict[str, Any]) -> str:
    ways = ", ".join(
        f"{value:,} by {way} ({row['seconds'][way]} s)" for way, value in row["values"].items()
    )
    if row["stated"] is None:
        told = "neither known nor claimed"
    else:
        where = "claimed" if row["new"] else "known"
        told = f"as {where}" if row["agrees"] else f"but {row['stated']:,} is {where}"
    name = printable(row["sequence"])
    return f"{name}{' ' if name else ''}({', '.join(map(str, row['at']))}): {ways}; {told}"
