"""Problems in files: the name says the format.

It is ``.json``, or else the TAOCP text format. For other solvers problems are written, and not
read, as ``.cnf``, ``.opb`` and ``.mps``.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import IO, Any

from ..common.textfiles import LINE_ENDS, UNPACKED, read_text, shown_path, write_text
from ..errors import FileFault, MethodConflict, shown
from ..problem import Problem
from . import dlx as dlxfile
from . import json as jsonfile

__all__ = ["AT_MOST_ONE", "FORMATS", "format_of", "is_json", "read", "read_leniently", "write"]

#: The formats that problems are written in. Those behind JSON take numpy, and are imported when
#: they are used.
FORMATS = ("dlx", "json", "cnf", "opb", "mps")
#: How CNF may say that at most one of many is true; the first is the default.
AT_MOST_ONE = ("pairwise", "sequential", "product")


def format_of(path: str) -> str:
    """The format that a path means, one of ``FORMATS``."""
    name = path.lower().removesuffix(".gz")
    return next((form for form in FORMATS if name.endswith(f".{form}")), "dlx")


def is_json(path: str, text: str = "") -> bool:
    """Whether a path means JSON; for standard input, whether the text looks like a JSON problem."""
    if path == "-":
        return text.lstrip().startswith("{") and '"primary"' in text
    return format_of(path) == "json"


def read(
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    repeat: bool = False,
    unpacked: int | str = UNPACKED,
) -> Problem:
    """The problem in a file or a text.

    ``source``: a path, where ``-`` is standard input and ``.gz`` is uncompressed; or an open file,
    of text or of bytes in UTF-8; or the text itself, a string with a line end. JSON is recognised
    by the name ``.json``, and in a text by its first characters.
    ``repeat``: let options be chosen several times, as far as multiplicities allow.
    ``unpacked``: how large a compressed file may become, in bytes or as a text such as ``"2GB"``;
    default: 20 MB.
    Raises :class:`FileFault`, with line and column where the format has them, and OSError.
    """
    if isinstance(source, str) and LINE_ENDS.search(source):
        found = _parsed(source, "text", "-", repeat)
    elif isinstance(source, str | os.PathLike):
        found = read_leniently(os.fspath(source), repeat=repeat, unpacked=unpacked)
    elif callable(getattr(source, "read", None)):
        name = str(getattr(source, "name", "the open file"))
        found = _parsed(_decoded(source.read(), name), name, name if "." in name else "-", repeat)
    else:
        raise TypeError(f"read({shown(source)}): expected a path, an open file, or a text of lines")
    return dlxfile.problem_or_fault(*found)


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
    return _parsed(text, shown_path(path), path, repeat)


def _parsed(
    text: str, name: str, path: str, repeat: bool
) -> tuple[Problem | None, list[FileFault]]:
    """The problem in a text, which errors call ``name``; ``path`` says the format."""
    if format_of(path) not in ("dlx", "json"):
        found = f"a name that ends in .{format_of(path)}, a format that is only written"
        return None, [FileFault(name, 0, 0, found, "the text format, or .json")]
    parse = jsonfile.parse_leniently if is_json(path, text) else dlxfile.parse_leniently
    return parse(text, name, repeat=repeat)


def _decoded(found: Any, name: str) -> str:
    """What an open file gave, as text."""
    if isinstance(found, str):
        return found
    if not isinstance(found, bytes):
        raise TypeError(f"{name}: expected text or bytes from read(), not {shown(found)}")
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise FileFault(name, line, 0, "bytes that are no UTF-8", "UTF-8 text") from None


def write(
    problem: Problem,
    path: str | os.PathLike[str],
    to: str | None = None,
    *,
    at_most_one: str | None = None,
) -> None:
    """Write a problem; ``to`` is ``"dlx"``, ``"json"``, or for other solvers ``"cnf"``, ``"opb"``
    or ``"mps"``. The default is what the path says.

    ``at_most_one``: the encoding of items in CNF: ``"pairwise"`` (the default), ``"sequential"`` or
    ``"product"`` (see ``exactcover/files/cnf.py``).

    Raises :class:`UnwritableName` or :class:`UnwritableProblem` before anything is written,
    and OSError; then a file that was there is left as it was. Raises :class:`MethodConflict` if
    ``at_most_one`` is given for another format, and ValueError for an unknown format or encoding.
    """
    path = os.fspath(path)
    form = format_of(path) if to is None else to
    if form not in FORMATS:
        raise ValueError(f"to={shown(to)}: expected one of {', '.join(FORMATS)}")
    if at_most_one is None:
        text = import_module(f".{form}", __package__).format_problem(problem)
    elif form != "cnf":
        raise MethodConflict("at_most_one", f"to={form!r}")
    elif at_most_one not in AT_MOST_ONE:
        expected = ", ".join(AT_MOST_ONE)
        raise ValueError(f"at_most_one={shown(at_most_one)}: expected one of {expected}")
    else:
        from .cnf import format_problem

        text = format_problem(problem, at_most_one)
    write_text(text, path)
