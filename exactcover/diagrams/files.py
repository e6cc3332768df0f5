"""A diagram on disk: numpy's ``.npz`` with the arrays of its graph, and the digest of its problem.

The entries: ``format`` (this file's name for itself), ``digest`` (of the problem without its
costs, which a diagram does not depend on), ``method``, ``taken`` (options in every solution),
``root``, and ``begin``, ``option``, ``child`` as in ``graph.py``. If the diagram was filtered out
of another one, ``place`` are its places there, and ``whole_begin``, ``whole_option`` and
``whole_child`` are that one's. ``checksum`` is the SHA-256 of all of these, so that only what was
written is read.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays.views import repeated
from ..common.textfiles import damage, write_bytes
from ..errors import FileFault, OtherProblem
from ..kernels.bits.array_types import Int32s, Int64s
from ..kernels.graphs import graphs
from ..kernels.graphs.graphs import CASES, PRODUCT
from ..statement.digest import digest
from ..statement.statement import Statement
from .graph import Graph

_FORMAT = "exactcover zdd 3"


def write_graph(
    path: str | os.PathLike[str],
    statement: Statement,
    graph: Graph,
    origin: Graph,
    taken: tuple[int, ...],
    method: str,
) -> None:
    """Write it, ``-`` to standard output. A file that was there is replaced in one step, or left as
    it was (OSError). ``origin``: what ``graph`` was filtered out of, or itself."""
    entries: dict[str, Any] = {
        "format": _FORMAT,
        "digest": digest(statement, costs=False),
        "method": method,
        "taken": np.array(taken, np.int32),
        "root": np.array([graph.root, origin.root], np.int64),
    }
    for name in ("begin", "option", "child"):
        entries[name] = getattr(graph, name)
        if origin is not graph:
            entries["whole_" + name] = getattr(origin, name)
    if origin is not graph:
        entries["place"] = graph.places
    stream = io.BytesIO()
    np.savez(stream, **entries, checksum=_checksum(entries))
    write_bytes(stream.getbuffer(), os.fspath(path))


def read_graph(
    path: str | os.PathLike[str], statement: Statement
) -> tuple[Graph, Graph, tuple[int, ...], str]:
    """The graph, the one it was filtered out of or itself, the options taken, the method.

    Raises :class:`UnwritableProblem` for a problem that no file can be about,
    :class:`FileFault` for a file that is damaged or something else, :class:`OtherProblem` for a
    diagram of another problem, and OSError.
    """
    name = os.fspath(path)
    compiled = statement.model.compiled
    n_options = compiled.n_options

    def damaged(error: Exception) -> FileFault:
        return FileFault(name, 0, 0, f"not a whole diagram ({error})", "a file that ZDD.save wrote")

    with Path(name).open("rb") as stream, damage(damaged):
        if stream.read(4) != b"PK\3\4":
            raise ValueError("another kind of file")
        stream.seek(0)
        entries = np.load(stream, allow_pickle=False)
        # Written as they are, they are no larger than the file.
        size = sum(each.file_size for each in entries.zip.infolist())
        if size > os.fstat(stream.fileno()).st_size:
            raise ValueError("its entries are compressed")
        if wrong := entries.zip.testzip():  # before numpy warns of a damaged header
            raise ValueError(f"its entry {wrong} is damaged")
        if str(entries["format"]) != _FORMAT:
            raise ValueError(f"format {str(entries['format'])!r}, not {_FORMAT!r}")
        noted = {each: entries[each] for each in entries.files if each != "checksum"}
        if str(entries["checksum"]) != _checksum(noted):
            raise ValueError("its arrays do not have the checksum that is noted")
        found, expected = str(entries["digest"]), digest(statement, costs=False)
        if found != expected:
            raise OtherProblem(name, found, expected)
        roots: list[int] = _array(entries, "root", np.int64).tolist()
        taken: list[int] = _array(entries, "taken", np.int32).tolist()
        origin = graph = _graph(entries, "", roots[0], n_options)
        if "whole_begin" in entries:
            origin = _graph(entries, "whole_", roots[1], n_options)
            graph = _part(graph, origin, _array(entries, "place", np.int32))
        elif np.any(graph.option == CASES):
            raise ValueError("cases of nothing")
        method = str(entries["method"])
        once = compiled.repeat or len(set(taken)) == len(taken)
        if not once or not all(0 <= option < n_options for option in taken):
            raise ValueError("options that the problem does not have")
    return graph, origin, tuple(taken), method


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
    begin = _array(entries, prefix + "begin", np.int64)
    option, child = (_array(entries, prefix + name, np.int32) for name in ("option", "child"))
    n_nodes = len(begin) - 1
    sound = (
        n_nodes >= 1
        and len(child) == len(option)
        # The root is the last node, and every other one is a child.
        and root == (n_nodes - 1 if n_nodes > 1 else max(-1, min(0, root)))
        and begin[0] == begin[1] == 0
        and begin[-1] == len(option)
        and np.all(np.diff(begin[1:]) > 0)
        and np.all((child >= 0) & (child < repeated(np.arange(n_nodes), np.diff(begin))))
        and np.all((option >= CASES) & (option < n_options))
        and np.all(np.bincount(child, minlength=n_nodes)[: n_nodes - 1] > 0)
        and _is_marked(begin, option)
    )
    if not sound:
        raise ValueError("its nodes and edges do not fit together")
    return Graph(begin, option, child, root)


def _is_marked(begin: Int64s, option: Int32s) -> bool:
    """Whether nodes with a mark have at least two edges, all with that mark."""
    lengths = np.diff(begin[1:])
    first = option[begin[1:-1]]
    of_first = repeated(first, lengths)
    same = (of_first == option) | ((of_first > PRODUCT) & (option > PRODUCT))
    return bool(np.all(same) and np.all((first > PRODUCT) | (lengths > 1)))


def _part(graph: Graph, origin: Graph, place: Int32s) -> Graph:
    """A graph with its places in its origin; or ValueError."""
    inside = len(place) == graph.n_nodes and np.all((place >= 0) & (place < origin.n_nodes))
    rooted = graph.root < 1 or place[-1] == origin.root
    if not inside or not rooted or not graphs.fits(*graph.arrays, place, *origin.arrays):
        raise ValueError("it is no part of what it was filtered out of")
    return replace(graph, place=place)


def _array(entries: Any, name: str, kind: Any) -> Any:
    """An entry of one dimension, its numbers of that kind; or ValueError."""
    array = entries[name]
    if array.dtype != kind or array.ndim != 1:
        raise ValueError("arrays of another kind")
    return array
