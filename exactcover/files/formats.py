"""Reading and writing problem files; the file name decides the format unless one is given."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any

from ..common.textfiles import LINE_ENDS, UNPACKED, decoded, read_text, shown_path, write_text
from ..errors import FileFault, MethodConflict, shown

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = ["AT_MOST_ONE", "FORMATS", "READ", "format_of", "read", "read_leniently", "write"]

#: The formats that problems are read in: the TAOCP text format, JSON, MPS, those of the OR-Library,
#: CNF, matrices of 0 and 1, and LP. Their modules are imported when they are used.
READ = ("dlx", "json", "mps", *(ORLIB := ("spp", "scp", "rail")), "cnf", "csv", "lp")
#: The formats that problems are written in, the last one for other solvers alone.
FORMATS = (*READ, "opb")
#: Ends of names that mean a format of another name.
_ENDINGS = {"dimacs": "cnf"}
#: How CNF may say that at most one of many is true; the first is the default.
AT_MOST_ONE = ("pairwise", "sequential", "product")


def format_of(path: str) -> str | None:
    """The format that the end of a path means; None if it means none."""
    _, _, ending = path.lower().removesuffix(".gz").rpartition(".")
    ending = _ENDINGS.get(ending, ending)
    return ending if ending in (*READ, *FORMATS) else None


def _format_of_text(text: str) -> str:
    """The format of a text, by what it looks like. Numbers of the OR-Library do not say what they
    mean."""
    if re.match(r"\s*\[\s*\[", text) or (text.lstrip()[:1] == "{" and '"primary"' in text):
        return "json"
    if re.match(r"(?:c\b[^\r\n]*[\r\n]+)*p\s+cnf\s", text):
        return "cnf"
    for form, is_meant in (("lp", "is_lp"), ("csv", "is_matrix")):
        if getattr(_module(form), is_meant)(text):
            return form
    # MPS ends as the text format cannot.
    is_mps = text.count("ENDATA") == 1 and re.search(r"[\r\n]ENDATA\s*\Z", text)
    return "mps" if is_mps else "dlx"


def _module(form: str) -> Any:
    """The module of a format. It has the functions ``parse_leniently`` and ``format_problem``."""
    if form in ORLIB:
        return import_module(".orlib", __package__).LAYOUTS[form]
    return import_module(f".{form}", __package__)


def read(
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    form: str | None = None,
    *,
    repeat: bool = False,
    unpacked: int | str = UNPACKED,
) -> Problem:
    r"""Read a problem from a file or a text.

    Parameters
    ----------
    source : path, open file or str
        A path, where "-" is standard input and ".gz" files are decompressed; an open text file, or
        a binary one in UTF-8; or the text itself, a string with a line end.
    form : {"dlx", "json", "mps", "spp", "scp", "rail", "cnf", "csv", "lp"}, optional
        The format; "spp", "scp" and "rail" are the OR-Library's, "csv" is a matrix of 0 and 1,
        with or without commas. Default: by the extension, or else what the text looks like.
    repeat : bool, default False
        Let solutions repeat options, as far as multiplicities allow.
    unpacked : int or str, default 20 MB
        Size limit of a decompressed file, in bytes or as a text such as "2GB".

    Raises
    ------
    FileFault, OSError
        For the first fault, with line and column if the format has them, and the number of further
        faults; if the file cannot be read.
    ValueError, BudgetError, TypeError
        If there is no such format; if ``unpacked`` is invalid; if ``source`` is something else.

    See Also
    --------
    write, from_matrix, from_frame, from_graph

    Examples
    --------
    >>> xc.read("p q\np\nq\np q\n").count()
    2
    """
    if isinstance(source, str) and LINE_ENDS.search(source):
        found = _parsed(source, "text", "-", form, repeat)
    elif isinstance(source, str | os.PathLike):
        found = read_leniently(os.fspath(source), form, repeat=repeat, unpacked=unpacked)
    elif callable(getattr(source, "read", None)):
        name = str(getattr(source, "name", "the open file"))
        path = name if "." in name else "-"
        found = _parsed(_decoded(source.read(), name), name, path, form, repeat)
    else:
        raise TypeError(f"read({shown(source)}): expected a path, an open file, or a text of lines")
    problem: Problem = _module("dlx").problem_or_fault(*found)
    return problem


def read_leniently(
    path: str, form: str | None = None, *, repeat: bool = False, unpacked: int | str = UNPACKED
) -> tuple[Problem | None, list[FileFault]]:
    """Like :func:`read`; but return None and all faults, instead of raising. Raises OSError."""
    try:
        text = read_text(path, unpacked)
    except FileFault as fault:
        return None, [fault]
    return _parsed(text, shown_path(path), path, form, repeat)


def _parsed(
    text: str, name: str, path: str, form: str | None, repeat: bool
) -> tuple[Problem | None, list[FileFault]]:
    """The problem in a text, which errors call ``name``; ``path`` says the format by default."""
    guessed = form is None and format_of(path) is None
    if form is None:
        form = format_of(path) or _format_of_text(text)
        if form not in READ:
            found = f"a name that ends in .{form}, a format that is only written"
            return None, [FileFault(name, 0, 0, found, f"one of {', '.join(READ)}")]
    _require_one_of("form", form, READ)
    problem, faults = _module(form).parse_leniently(text, name, repeat=repeat)
    if faults and guessed and (like := _looks_like(text)):
        first = faults[0]
        expected = f"{first.expected} (this looks like {like}; 'puzzles FILE' reads puzzles)"
        faults[0] = FileFault(name, first.line, first.column, first.found, expected)
    return problem, faults


def _looks_like(text: str) -> str:
    """What a text that states no problem may be; nothing if nobody knows."""
    lines = [line.strip() for line in LINE_ENDS.split(text[:20_000]) if line.strip()]
    if lines and {len(line) for line in lines} == {len(lines)} and len(lines) > 3:
        return f"a grid of {len(lines)} rows, such as a sudoku"
    if lines and lines[0].startswith(("<?xml", "<!")):
        return "XML"
    if lines and re.match(r"https?://", lines[0]):
        return "the address of a puzzle"
    stated = [line for line in lines if re.match(r"[a-z]+( \w+)?:(\s|$)", line)]
    return "a puzzle" if len(stated) > 1 else ""


def _require_one_of(argument: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise ValueError(f"{argument}={shown(given)}: expected one of {', '.join(known)}")


def _decoded(found: Any, name: str) -> str:
    """What an open file gave, as text."""
    if isinstance(found, str):
        return found
    if not isinstance(found, bytes):
        raise TypeError(f"{name}: expected text or bytes from read(), not {shown(found)}")
    return decoded(found, name)


def write(
    problem: Problem,
    path: str | os.PathLike[str],
    to: str | None = None,
    *,
    at_most_one: str | None = None,
) -> None:
    """Write a problem to a file, completely or not at all.

    Parameters
    ----------
    problem : Problem
        Its given and forbidden options are applied.
    path : path
        The file; "-" is standard output, and ".gz" files are compressed.
    to : str, optional
        A format of :func:`read`; or, for other solvers, "cnf" or "opb", which cannot be read.
        Default: by the extension, else "dlx".
    at_most_one : {"pairwise", "sequential", "product"}, optional
        The encoding of at-most-one constraints in CNF (``exactcover/files/cnf.py``). Default:
        "pairwise".

    Raises
    ------
    UnwritableName, UnwritableProblem, ProblemFault
        If two names would read the same; if the format cannot hold the problem; if it has a fault.
    MethodConflict, ValueError, OSError
        If ``at_most_one`` is given for another format; if there is no such format or encoding; if
        the file cannot be written.
    """
    path = os.fspath(path)
    form = (format_of(path) or "dlx") if to is None else to
    _require_one_of("to", form, FORMATS)
    problem = problem._whole
    encoding = {} if at_most_one is None else {"at_most_one": at_most_one}
    if at_most_one is not None:
        if form != "cnf":
            raise MethodConflict("at_most_one", f"to={form!r}")
        _require_one_of("at_most_one", at_most_one, AT_MOST_ONE)
    write_text(_module(form).format_problem(problem, **encoding), path)
