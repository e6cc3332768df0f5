"""All 4 x 4 boards of up to a number of pieces, with their beams, to look puzzles up in.

A :class:`Table` has the boards of k pieces as arrays, sorted by pieces, beams and board. Tables are
kept as files that are mapped into memory, so that many processes share them and opening takes no
time: 12 bytes a board and 6 more for its group and pieces, 450 MB for 7 pieces. A file of digests
goes with them, one for the boards of each set of pieces; they are compared when boards of these
pieces are first looked up.
"""

from __future__ import annotations

import hashlib
import io
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import exactcover as xc
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.puzzle import ALL, READINGS, STRICT, BeamPuzzle

from . import packed
from .census import n_boards
from .packed import Multiset, multisets

__all__ = ["Index", "Table", "all_puzzles", "build_index"]

#: Rows that are scanned at once, and ranges of rows that are looked up at most.
_FEW_ROWS, _MOST_RANGES = 20_000, 64
_TYPES = {"groups": np.uint32, "boards": np.uint32, "beams": np.uint64, "pieces": np.uint16}
_COLUMNS = tuple(_TYPES)
#: With them stands a row of 32 bytes (SHA-256) for the boards of each set of pieces, in order.
_DIGESTS = "digests"


def used_pieces(pieces: tuple[int, int, int], reading: str) -> list[tuple[int, int, int]]:
    """What a solution may use of these pieces, in a reading."""
    if reading == ALL:
        return [pieces]
    slashes, backslashes, balls = (range(k + 1) for k in pieces)
    return list(product(slashes, backslashes, balls))


@dataclass(frozen=True)
class Table:
    """The boards with one number of pieces, sorted by pieces, then beams, then board."""

    #: 0 for a board whose beams no other of the same pieces has; the number of the group, from 1,
    #: for boards that share pieces and beams. uint32.
    groups: Any
    #: The boards (see ``packed_kernel.py``); uint32.
    boards: Any
    #: Their beams; uint64.
    beams: Any
    #: Their pieces, ``/`` + 32 x ``\\`` + 1024 x ``o``; uint16.
    pieces: Any

    def __len__(self) -> int:
        return len(self.boards)

    def place(self, multiset: Multiset) -> slice:
        """Where the boards of some pieces are."""
        return packed.place(self.pieces, multiset)

    def digest(self, multiset: Multiset) -> bytes:
        """SHA-256 of all that there is of the boards of some pieces."""
        hasher, place = hashlib.sha256(), self.place(multiset)
        for name in _COLUMNS:
            hasher.update(getattr(self, name)[place])
        return hasher.digest()


def all_puzzles(pieces: int) -> Table:
    """The table of one number of pieces. 7 take seconds and some GB while they are sorted."""
    parts = []
    for multiset in multisets(pieces):
        boards = packed.boards_of(multiset)
        ends = packed.beams(boards)
        order = np.lexsort((boards, ends))
        parts.append((boards[order], ends[order]))
    boards, ends = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    kinds = packed.packed_pieces(boards)
    same = np.zeros(len(boards) + 1, bool)
    same[1:-1] = (ends[1:] == ends[:-1]) & (kinds[1:] == kinds[:-1])
    first, member = same[1:] & ~same[:-1], same[1:] | same[:-1]
    groups = np.where(member, np.cumsum(first), 0).astype(np.uint32)
    return Table(groups, boards, ends, kinds)


class Index:
    """Tables of 0 pieces and more. Raises OSError if the folder has none."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self._tables: dict[int, Table] = {}
        #: Pieces whose boards were compared with their digest.
        self._sound: set[Multiset] = set()
        #: The most pieces that there are tables for.
        self.most = -1
        while all(self._file(name, self.most + 1).is_file() for name in (*_COLUMNS, _DIGESTS)):
            self.most += 1
        if self.most < 0:
            raise FileNotFoundError(2, "there is no index (python -m results index)", str(folder))

    def _file(self, name: str, pieces: int) -> Path:
        return self.folder / f"{name}-{pieces}.npy"

    def table(self, pieces: int) -> Table:
        """The table of boards with this number of pieces. Raises ValueError if it is not there."""
        if pieces > self.most:
            raise ValueError(f"{pieces} pieces; the index has tables of up to {self.most}")
        if pieces not in self._tables:
            columns = [_loaded(self._file(name, pieces), name, pieces) for name in _COLUMNS]
            self._tables[pieces] = Table(*columns)
        return self._tables[pieces]

    def _check(self, table: Table, multiset: Multiset) -> None:
        """Raise :class:`exactcover.FileFault` unless the boards of some pieces are those that were
        written."""
        if multiset in self._sound:
            return
        pieces = sum(multiset)
        digests = _loaded(self._file(_DIGESTS, pieces), _DIGESTS, pieces)
        if table.digest(multiset) != digests[multisets(pieces).index(multiset)].tobytes():
            raise _fault(
                self._file("boards", pieces),
                f"the boards of {'/'.join(map(str, multiset))} pieces do not have their digest",
            )
        self._sound.add(multiset)

    def boards(
        self, puzzle: BeamPuzzle, reading: str = ALL, clock: xc.Deadline | None = None
    ) -> Iterator[Board]:
        """The boards that solve a 4 x 4 puzzle, until the clock stops it. Raises ValueError for
        others, or too many pieces.

        Complexity: all boards of its pieces are scanned, and those of fewer if they are allowed.
        """
        from .packed_kernel import scan

        if puzzle.n != 4:
            raise ValueError(f"{puzzle.n} x {puzzle.n} cells; the index is of 4 x 4")
        if reading not in READINGS:
            raise ValueError(f"reading={reading!r}: expected one of {', '.join(READINGS)}")
        mask = sum(15 << 4 * place for place in puzzle.beams)
        wanted = sum(end << 4 * place for place, end in puzzle.beams.items())
        pairs = [pair for pair in puzzle.beams.items() if pair[0] < pair[1]]
        asked = (
            np.uint64(mask),
            np.uint64(wanted),
            np.array(pairs, np.int64).reshape(-1, 2),
            reading == STRICT,
        )
        for multiset in sorted(used_pieces(puzzle.pieces, reading), key=sum, reverse=True):
            table = self.table(sum(multiset))
            self._check(table, multiset)
            found = np.empty(64, np.int64)
            for begin, end in _ranges(table, table.place(multiset), puzzle, reading):
                while begin < end:
                    if clock is not None and clock.passed():
                        return
                    n, begin = scan(table.beams, begin, end, *asked, found)
                    for number in found[:n].tolist():
                        board = packed.unpack(int(table.boards[number]))
                        if not puzzle.is_solved_by(board, reading):
                            place = self._file("boards", sum(multiset))
                            raise _fault(place, f"board {number} does not have its beams")
                        yield board


def _ranges(table: Table, place: slice, puzzle: BeamPuzzle, reading: str) -> list[tuple[int, int]]:
    """Where in a part of the table boards with these beams can be.

    The table is sorted by where the beam of the last edge place ends, then by the place before it,
    and so on. If the puzzle shows a letter at the place, the end is known. Otherwise all ends are
    looked up, as long as the ranges stay few.
    """
    ranges = [(place.start, place.stop, 0)]
    for edge in range(15, -1, -1):
        if edge in puzzle.beams:
            ends = {puzzle.beams[edge]} | ({edge} if reading == STRICT else set())
        else:
            ends = set(range(16))
        rows = sum(end - begin for begin, end, _ in ranges)
        if rows <= _FEW_ROWS or len(ranges) * len(ends) > _MOST_RANGES:
            break
        narrower = []
        for begin, end, prefix in ranges:
            lows = [prefix | each << 4 * edge for each in sorted(ends)]
            highs = [low + (1 << 4 * edge) - 1 for low in lows]
            part = table.beams[begin:end]
            first = np.searchsorted(part, np.array(lows, np.uint64)).tolist()
            after = np.searchsorted(part, np.array(highs, np.uint64), "right").tolist()
            narrower += [
                (begin + a, begin + b, low)
                for a, b, low in zip(first, after, lows, strict=True)
                if a < b
            ]
        ranges = narrower
    return [(begin, end) for begin, end, _ in ranges]


def _loaded(path: Path, name: str, pieces: int) -> Any:
    """A column of a table, mapped into memory. Raises :class:`exactcover.FileFault`."""
    shape: tuple[int, ...] = (n_boards(4, pieces),)
    if name == _DIGESTS:
        shape = len(multisets(pieces)), 32
    kind = np.dtype(_TYPES.get(name, np.uint8))
    stated = io.BytesIO()
    head = {"descr": kind.str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stated, head)
    expected = stated.getvalue()
    found = "it is not what it should be"
    with path.open("rb") as stream, xc.cli.damage(lambda _: _fault(path, found)):
        # (Where numpy reads a header, it warns of some damages and forgives others.)
        begin = stream.read(10)
        header = stream.read(int.from_bytes(begin[8:], "little"))
        size = len(begin) + len(header) + math.prod(shape) * kind.itemsize
        same = begin[:8] == expected[:8] and header.split() == expected[10:].split()
        if not same or os.fstat(stream.fileno()).st_size != size:
            raise ValueError
        return np.memmap(path, kind, "r", len(begin) + len(header), shape)


def _fault(path: Path, found: str) -> xc.FileFault:
    expected = "a column of an index; delete it, and make the index anew"
    return xc.FileFault(str(path), 0, 0, found, expected)


def build_index(folder: str | Path, most: int) -> None:
    """Write the tables of 0 to ``most`` pieces into a folder, those that are not there yet."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for pieces in range(most + 1):
        files = {name: folder / f"{name}-{pieces}.npy" for name in (*_COLUMNS, _DIGESTS)}
        if all(file.is_file() for file in files.values()):
            for name, file in files.items():
                _loaded(file, name, pieces)
            continue
        table = all_puzzles(pieces)
        digests = b"".join(map(table.digest, multisets(pieces)))
        for name, file in files.items():
            # Renamed when it is whole: an interrupted run leaves no half of a table behind.
            stream = io.BytesIO()
            rows = np.frombuffer(digests, np.uint8).reshape(-1, 32)
            np.save(stream, rows if name == _DIGESTS else getattr(table, name))
            xc.cli.write_bytes(stream.getbuffer(), str(file))
