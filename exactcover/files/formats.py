"""Problems in files: the name says the format (``.json``, or else the TAOCP text format)."""

from __future__ import annotations

import os

from ..common.textfiles import UNPACKED, read_text, shown_path, write_text
from ..errors import FileFault
from ..problem import Problem
from . import dlx as dlxfile
from . import json as jsonfile

__all__ = ["is_json", "read", "read_leniently", "write"]


def is_json(path: str, text: str = "") -> bool:
    """Whether a path means JSON; for standard input, whether the text looks like a JSON problem."""
    if path == "-":
        return text.lstrip().startswith("{") and '"primary"' in text
    return path.lower().removesuffix(".gz").endswith(".json")


def read(
    path: str | os.PathLike[str], *, repeat: bool = False, unpacked: int | str = UNPACKED
) -> Problem:
    """The problem in a file; ``-`` is standard input, ``.gz`` is uncompressed.

    ``repeat``: let options be chosen several times, as far as multiplicities allow.
    ``unpacked``: how large a compressed file may become, in bytes or as a text such as ``"2GB"``;
    default: 20 MB.
    Raises :class:`FileFault`, with line and column where the format has them, and OSError.
    """
    return dlxfile.problem_or_fault(
        *read_leniently(os.fspath(path), repeat=repeat, unpacked=unpacked)
    )


def read_leniently(
    path: str, *, repeat: bool = False, unpacked: int | str = UNPACKED
) -> tuple[Problem | None, list[FileFault]]:
    """The problem in a file; or None and all its faults. Raises OSError.

    The arguments are those of :func:`read`.
    """
    try:
        text = read_text(path, unpacked)
    except FileFault as fault:
        return None, [fault]
    parse = jsonfile.parse_leniently if is_json(path, text) else dlxfile.parse_leniently
    return parse(text, shown_path(path), repeat=repeat)


def write(problem: Problem, path: str | os.PathLike[str], to: str | None = None) -> None:
    """Write a problem; ``to`` is ``"dlx"`` or ``"json"``, by default what the path says.

    Raises :class:`UnwritableName` or :class:`UnwritableProblem` before anything is written,
    and OSError; then a file that was there is left as it was.
    """
    path = os.fspath(path)
    form = jsonfile if to == "json" or (to is None and is_json(path)) else dlxfile
    write_text(form.format_problem(problem), path)
