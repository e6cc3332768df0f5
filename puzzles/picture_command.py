"""What ``puzzles picture`` reads, prints and returns."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import exactcover as xc

from .border_sets import BorderSets
from .picture import LARGEST_BOARD, LARGEST_PIECE, PictureFault, PicturePuzzle, decode, parse
from .picture_solve import other_picture, reason
from .seam_search import Exact, arrangement, exact_cover

__all__ = ["picture_command"]

#: Nodes that a second picture is looked for, once the first one is printed.
_NODES_FOR_ANOTHER = 20_000


def picture_command(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """``puzzles picture``; returns the exit code."""
    if arguments.limit is not None and not (arguments.count or arguments.all):
        parser.error("--limit goes with --count or --all")
    if arguments.standalone:
        from .bundle import bundle

        title = "Solves CodinGame's Picture Puzzle from standard input."
        _write(bundle("puzzles.picture_standalone", title).rstrip("\n"))
        return xc.console.ANSWERED
    if arguments.make is not None:
        return _make(arguments, parser.error)
    return _Solving(arguments).run()


def _make(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    from .picture_maker import format_puzzle, make_puzzle

    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", arguments.make)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not (1 <= columns <= LARGEST_BOARD and 1 <= rows <= LARGEST_BOARD):
        error(f"--make {arguments.make}: expected columns x rows, such as 8x4, up to 100x100")
    if not 2 <= arguments.size <= LARGEST_PIECE:
        error(f"--size {arguments.size}: expected 2 to {LARGEST_PIECE}")
    if not 0 <= arguments.ink <= 1:
        error(f"--ink {arguments.ink}: expected a number from 0 to 1")
    puzzle, _ = make_puzzle(
        columns,
        rows,
        arguments.size,
        arguments.seed,
        turn=not arguments.no_turns,
        ink=arguments.ink,
        twins=arguments.twins,
    )
    _write(format_puzzle(puzzle).rstrip("\n"))
    return xc.console.ANSWERED


class _Solving:
    """One puzzle, and what is asked of it."""

    def __init__(self, arguments: argparse.Namespace):
        self.arguments = arguments
        self.name = xc.textfiles.shown_path(arguments.file)
        #: The last search asked for.
        self.search: Any = None

    def run(self) -> int:
        arguments = self.arguments
        data = _read(arguments.file, arguments.quiet)
        try:
            puzzle = parse(decode(data))
        except PictureFault as fault:
            text = f"{self.name}:{fault.line}: {fault.found}; expected {fault.expected}"
            xc.console.say(f"puzzles: {text}")
            return xc.console.BAD_INPUT
        sets = puzzle.propagation(not arguments.no_fixed_piece)
        possible = sets.run()
        if arguments.trace:
            trace(sets)
        if not possible:
            return self._impossible(sets)
        with xc.console.progress(arguments.quiet) as callback:
            self.keywords = xc.console.search_arguments(arguments, callback)
            if arguments.count:
                return self._count(sets)
            if arguments.all:
                return self._all(puzzle, sets)
            return self._one(puzzle, sets)

    def _ask(self, exact: Exact, limit: int | None, nodes: int | None) -> Any:
        keywords = self.keywords if nodes is None else {**self.keywords, "nodes": nodes}
        self.search = _problem(exact).solutions(limit, **keywords)
        return self.search

    def _one(self, puzzle: PicturePuzzle, sets: BorderSets) -> int:
        if sets.settled:
            _write("\n".join(puzzle.picture(arrangement(sets))))
            return xc.console.ANSWERED
        exact = exact_cover(sets)
        search = self._ask(exact, 1, None)
        first = next(search, None)
        if first is None:
            return self._impossible(sets) if search.complete else self._stopped(search.stopped)
        _write("\n".join(puzzle.picture(arrangement(sets, first))))
        nodes = search.nodes + _NODES_FOR_ANOTHER
        remark = other_picture(puzzle, sets, exact, self._ask, nodes)
        if remark and not self.arguments.quiet:
            xc.console.say(f"puzzles: {self.name}: {remark}")
        return xc.console.ANSWERED

    def _count(self, sets: BorderSets) -> int:
        if sets.settled:
            print(1 if self.arguments.limit != 0 else "at least 0")
            return xc.console.ANSWERED if self.arguments.limit != 0 else xc.console.STOPPED
        count = _problem(exact_cover(sets)).count(self.arguments.limit, **self.keywords)
        print(count)
        if not count.complete:
            return self._stopped(count.stopped)
        return xc.console.ANSWERED if count else self._impossible(sets, count=False)

    def _all(self, puzzle: PicturePuzzle, sets: BorderSets) -> int:
        number = 0
        for number, options in enumerate(self._options(sets), 1):
            _write(("\n" if number > 1 else "") + "\n".join(puzzle.picture(options)))
        stopped = None if self.search is None else self.search.stopped
        if stopped not in (None, "limit"):
            return self._stopped(stopped)
        return xc.console.ANSWERED if number or stopped else self._impossible(sets)

    def _options(self, sets: BorderSets) -> Iterator[Any]:
        if sets.settled:
            yield arrangement(sets)
            return
        for options in self._ask(exact_cover(sets), self.arguments.limit, None):
            yield arrangement(sets, options)

    def _impossible(self, sets: BorderSets, count: bool = True) -> int:
        if self.arguments.count and count:
            print(0)
        if not self.arguments.quiet or not self.arguments.count:
            xc.console.say(f"puzzles: {self.name}: no solution: {reason(sets)}")
        return xc.console.NO_SOLUTION

    def _stopped(self, stopped: str | None) -> int:
        if not self.arguments.quiet:
            how = "at the limit" if stopped == "limit" else f"by the budget of {stopped}"
            xc.console.say(f"puzzles: {self.name}: stopped {how}")
        return xc.console.STOPPED


def trace(sets: BorderSets) -> None:
    """What each sweep removed, on standard error."""
    n_cells = sets.board.n_cells
    xc.console.say("sweep  rule       removed      left")
    for number, sweep in enumerate(sets.sweeps):
        xc.console.say(f"{number:5}  {sweep.rule:<9}  {sweep.removed:7,}  {sweep.left:8,}")
    if sets.contradiction is None:
        cells = sum(1 for candidates in sets.live if not candidates & (candidates - 1))
        xc.console.say(f"{cells:,} of {n_cells:,} cells are settled")


def _problem(exact: Exact) -> xc.Problem:
    return xc.Problem(
        exact.primary, exact.options, secondary=exact.secondary, multiplicity=exact.multiplicity
    )


def _read(path: str, quiet: bool) -> bytes:
    if path != "-":
        return Path(path).read_bytes()
    if sys.stdin is None:
        raise OSError(9, "it is closed", "standard input")
    if sys.stdin.isatty() and not quiet:
        xc.console.say("puzzles: give the puzzle line by line, and Ctrl-D at the end")
    return sys.stdin.buffer.read()


def _write(text: str) -> None:
    """Print as UTF-8, as the input is, whatever the terminal's encoding, with every space."""
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        print(text)
        return
    sys.stdout.flush()
    stream.write(text.encode("utf-8") + b"\n")
    stream.flush()
