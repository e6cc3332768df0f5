"""A diagram on disk: numpy's ``.npz`` with the arrays of its graph, and the digest of its problem.

The entries: ``format`` (this file's name for itself), ``digest`` (of the problem without its
costs, which a diagram does not depend on), ``method``, ``taken`` (options in every solution),
``root``, and ``begin``, ``option``, ``child`` as in ``graph.py``; with ``whole_...`` the same of
the diagram that this one was filtered out of, if it was; and ``checksum``, the SHA-256 of all of
these, so that no diagram is read but the one that was written.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..common.textfiles import write_bytes
from ..errors import ExactCoverError, FileFault, OtherProblem
from ..statement.digest import digest
from ..statement.statement import Statement
from .graph import Graph

__all__ = ["read_graph", "write_graph"]

_FORMAT = "exactcover zdd 2"
_ARRAYS = ("begin", "option", "child")


def write_graph(
    path: str | os.PathLike[str],
    statement_digest: str,
    graph: Graph,
    whole: Graph,
    taken: tuple[int, ...],
    method: str,
) -> None:
    """Write it, ``-`` to standard output. A file that was there is replaced in one step, or left as
    it was (OSError)."""
    stream = io.BytesIO()
    entries: dict[str, Any] = {
        "format": _FORMAT,
        "digest": statement_digest,
        "method": method,
        "taken": np.array(taken, np.int32),
        "root": np.array([graph.root, whole.root], np.int64),
    }
    for name in _ARRAYS:
        entries[name] = getattr(graph, name)
        if whole is not graph:
            entries["whole_" + name] = getattr(whole, name)
    np.savez(stream, **entries, checksum=_checksum(entries))
    write_bytes(stream.getbuffer(), os.fspath(path))


def read_graph(
    path: str | os.PathLike[str], statement: Statement
) -> tuple[Graph, Graph, tuple[int, ...], str]:
    """The graph, the whole graph, the options taken, the method.

    Raises :class:`UnwritableProblem` for a problem that no file can be about,
    :class:`FileFault` for a file that is damaged or something else, :class:`OtherProblem` for a
    diagram of another problem, and OSError.
    """
    name = os.fspath(path)
    n_options = statement.model.compiled.n_options
    try:
        with Path(name).open("rb") as stream:
            if stream.read(4) != b"PK\3\4":
                raise ValueError("another kind of file")
            stream.seek(0)
            entries = np.load(stream, allow_pickle=False)
            # Written as they are, they are no larger than the file.
            size = sum(each.file_size for each in entries.zip.infolist())
            if size > os.fstat(stream.fileno()).st_size:
                raise ValueError("its entries are compressed")
            if str(entries["format"]) != _FORMAT:
                raise ValueError(f"format {str(entries['format'])!r}, not {_FORMAT!r}")
            noted = {each: entries[each] for each in entries.files if each != "checksum"}
            if str(entries["checksum"]) != _checksum(noted):
                raise ValueError("its arrays do not have the checksum that is noted")
            found, expected = str(entries["digest"]), digest(statement, costs=False)
            if found != expected:
                raise OtherProblem(name, found, expected)
            roots, taken = _numbers(entries["root"], np.int64), _numbers(entries["taken"], np.int32)
            whole = graph = _graph(entries, "", roots[0], n_options)
            if "whole_begin" in entries:
                whole = _graph(entries, "whole_", roots[1], n_options)
            method = str(entries["method"])
            repeat = statement.model.compiled.repeat
            if not all(0 <= option < n_options for option in taken) or (
                len(set(taken)) < len(taken) and not repeat
            ):
                raise ValueError("options that the problem does not have")
    except (ExactCoverError, OSError):
        raise
    except Exception as error:
        # Readers of zip files and of arrays raise a dozen kinds of errors.
        found = f"not a whole diagram ({error})"
        raise FileFault(name, 0, 0, found, "a file that ZDD.save wrote") from None
    return graph, whole, tuple(taken), method


def _checksum(entries: Mapping[str, Any]) -> str:
    """Of the names, types and numbers of all entries."""
    hasher = hashlib.sha256()
    for name in sorted(entries):
        array = np.asarray(entries[name])
        hasher.update(repr((name, array.dtype.str, array.shape)).encode())
        hasher.update(array.tobytes())
    return hasher.hexdigest()


def _graph(entries: Any, prefix: str, root: int, n_options: int) -> Graph:
    """A graph in which walks stay within the arrays and come to an end; or ValueError."""
    begin, option, child = (entries[prefix + name] for name in _ARRAYS)
    kinds = [each.dtype for each in (begin, option, child)]
    if kinds != [np.int64, np.int32, np.int32] or any(each.ndim != 1 for each in (begin, option)):
        raise ValueError("arrays of another kind")
    n_nodes, n_edges = len(begin) - 1, len(option)
    # The root is the last node, and every other one is a child.
    sound = n_nodes >= 1 and child.shape == option.shape
    sound = sound and root == (n_nodes - 1 if n_nodes > 1 else max(-1, min(0, root)))
    sound = sound and begin[0] == begin[1] == 0 and begin[-1] == n_edges
    sound = sound and bool(np.all(np.diff(begin[1:]) > 0))
    if sound:
        parent = np.repeat(np.arange(n_nodes), np.diff(begin))
        sound = bool(np.all((child >= 0) & (child < parent)))
        sound = sound and bool(np.all((option >= -1) & (option < n_options)))
        sound = sound and bool(np.all(np.bincount(child, minlength=n_nodes)[: n_nodes - 1] > 0))
    if not sound:
        raise ValueError("its nodes and edges do not fit together")
    return Graph(begin, option, child, root)


def _numbers(array: Any, kind: Any) -> list[int]:
    """Whole numbers of a kind, as a list; or ValueError."""
    if array.dtype != kind or array.ndim != 1:
        raise ValueError("numbers of another kind")
    found: list[int] = array.tolist()
    return found
