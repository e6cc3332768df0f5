"""Problems in files: the format is told by the name (``.json``, or else the TAOCP text format)."""

from __future__ import annotations

import os

from ..common.textfiles import UNPACKED, read_text, shown_path, write_text
from ..errors import FileFault
from ..problem import Problem
from . import dlx as dlxfile
from . import json as jsonfile

__all__ = ["faults_in", "is_json", "read", "write"]


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
    path = os.fspath(path)
    text = read_text(path, unpacked)
    if not is_json(path, text):
        return dlxfile.parse(text, shown_path(path), repeat=repeat)
    problem = jsonfile.parse(text, shown_path(path), repeat=repeat)
    faults = problem.check().faults
    if faults:
        first, others = faults[0], faults[0].others
        first.others = 0
        fault = FileFault(shown_path(path), 0, 0, str(first), "", first)
        fault.others = others
        raise fault
    return problem


def faults_in(
    path: str, *, repeat: bool = False, unpacked: int | str = UNPACKED
) -> tuple[Problem | None, list[str]]:
    """The problem in a file; or None, and all its faults as sentences. Raises OSError.

    The arguments are those of :func:`read`.
    """
    shown = shown_path(path)
    try:
        text = read_text(path, unpacked)
        if not is_json(path, text):
            problem, found = dlxfile.parse_leniently(text, shown, repeat=repeat)
            return problem, [str(fault) for fault in found]
        problem = jsonfile.parse(text, shown, repeat=repeat)
    except FileFault as fault:
        return None, [str(fault)]
    faults = []
    for each in problem.check().faults:
        each.others = 0  # all are listed, so none needs to speak for the others
        faults.append(f"{shown}: {each}")
    return (None, faults) if faults else (problem, [])


def write(problem: Problem, path: str | os.PathLike[str], to: str | None = None) -> None:
    """Write a problem; ``to`` is ``"dlx"`` or ``"json"``, by default what the path says.

    Raises :class:`UnwritableName` or :class:`UnwritableProblem` before anything is written,
    and OSError; then a file that was there is left as it was.
    """
    path = os.fspath(path)
    form = jsonfile if to == "json" or (to is None and is_json(path)) else dlxfile
    write_text(form.format_problem(problem), path)
