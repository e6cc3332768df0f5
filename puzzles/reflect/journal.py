"""Rows of a census in a file, so that an interrupted one goes on where it was."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import exactcover as xc

from .board import n_boards
from .census import MOST_PIECES, CensusRow, burnside

__all__ = ["read_rows", "write_rows"]


def read_rows(path: str) -> dict[int, CensusRow]:
    """The rows of a file, by their number of pieces; none if there is no such file. Raises
    :class:`exactcover.FileFault` for anything else."""
    if not Path(path).exists():
        return {}
    rows = {}
    for number, line in enumerate(xc.textfiles.read_text(path).splitlines(), 1):
        try:
            row = CensusRow(**json.loads(line))
            sound = _is_sound(row)
        except (TypeError, ValueError, RecursionError):
            sound = False
        if not sound:
            raise xc.FileFault(
                path, number, 0, "this is no row of a census", "one as it writes them"
            )
        rows[row.pieces] = row
    return rows


def _is_sound(row: CensusRow) -> bool:
    """Whether a row can be one of the census."""
    if any(type(value) is not int for value in asdict(row).values()):
        return False
    if not 0 <= row.pieces <= MOST_PIECES:
        return False
    return (
        row.boards == n_boards(4, row.pieces)
        and row.distinct == burnside(4, row.pieces)
        and 0 <= row.clear <= row.unique <= row.distinct
    )


def write_rows(path: str, rows: dict[int, CensusRow]) -> None:
    """Replace a file by these rows, in one step."""
    lines = [json.dumps(asdict(rows[pieces])) for pieces in sorted(rows)]
    xc.textfiles.write_text("\n".join(lines) + "\n", path)
