"""Graphs with coloured vertices: automorphisms and canonical forms, by bliss.

bliss (T. Junttila and P. Kaski, "Engineering an efficient canonical labeling tool for large and
sparse graphs", ALENEX 2007) is part of the library igraph, which only this module imports. Ctrl-C
stops it between two nodes of its search: within 0.2 s in a graph of two million edges.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from tempfile import TemporaryFile
from threading import Lock
from typing import Any

import numpy as np

from ..common.lazy_names import library
from ..errors import GroupTooLarge
from ..kernels.bits.array_types import Int32s, Int64Rows, Int64s

#: What another process does, because only a process can be stopped when the time is over.
_PROGRAM = "from exactcover.symmetries.coloured_graph import _main; _main()"
#: The vertices to split are those joined to most others in part. The default, the largest set,
#: takes twice as long where options are alike; the smallest does not end on projective planes.
_SPLITTING = "fm"
#: igraph reads the order of a group from decimal digits, and Python limits these, for all threads.
_DIGITS = Lock()
#: Bytes of what generators take at most, and of an image of a point where igraph hands them over.
MOST_BYTES, _BYTES_OF_POINT = 2_000_000_000, 40


def check_generators(number: int, size: int) -> None:
    """Raise GroupTooLarge for so many generators, of so many bytes each, if they do not fit."""
    if number * size > MOST_BYTES:
        raise GroupTooLarge(MOST_BYTES // size, f"some {number:,} generators")


def has_bliss() -> bool:
    """Whether igraph is installed."""
    return find_spec("igraph") is not None


@dataclass(frozen=True, eq=False)
class ColouredGraph:
    """A graph without loops and double edges; automorphisms keep the colours of its vertices."""

    #: Two vertices each; a number for each vertex.
    edges: Int64Rows
    colours: Int64s

    def __reduce__(self) -> Any:
        return ColouredGraph, (self.edges, self.colours)

    def with_more(self, edges: Int64Rows, colours: Int64s) -> ColouredGraph:
        """The graph with more edges, and more vertices of these colours."""
        made = ColouredGraph(
            np.concatenate([self.edges, edges]), np.concatenate([self.colours, colours])
        )
        graph = self._graph.copy()
        graph.add_vertices(len(colours))
        graph.add_edges(edges.tolist())
        vars(made)["_graph"] = graph  # in a fourth of the time
        return made

    def with_colours(self, colours: Int64s) -> ColouredGraph:
        """The graph in other colours."""
        made = ColouredGraph(self.edges, colours)
        vars(made)["_graph"] = self._graph
        return made

    @cached_property
    def _graph(self) -> Any:
        edges = zip(*self.edges.T.tolist(), strict=True)
        return library("igraph", "symmetry").Graph(len(self.colours), list(edges))

    @cached_property
    def _ranks(self) -> list[int]:
        """Colours as small numbers, in the same order."""
        ranks: list[int] = np.unique(self.colours, return_inverse=True)[1].tolist()
        return ranks

    def _by_bliss(self, method: str) -> Any:
        try:
            return getattr(self._graph, method)(sh=_SPLITTING, color=self._ranks)
        except SystemError as error:  # in place of what a signal raised, such as KeyboardInterrupt
            raise error.__cause__ or error from None

    def generators(self) -> list[Int32s]:
        """Automorphisms that generate all others. Raises GroupTooLarge."""
        n = len(self.colours)
        if n * n > MOST_BYTES // _BYTES_OF_POINT:
            check_generators(min(n, self.order().bit_length()), _BYTES_OF_POINT * n)
        return [np.array(goes, np.int32) for goes in self._by_bliss("automorphism_group")]

    def order(self) -> int:
        """The number of automorphisms."""
        with _DIGITS:
            most = sys.get_int_max_str_digits()
            sys.set_int_max_str_digits(0)
            try:
                return int(self._by_bliss("count_automorphisms"))
            finally:
                sys.set_int_max_str_digits(most)

    def certificate(self) -> bytes:
        """Equal for two graphs exactly if they are isomorphic, with these colours."""
        order = np.array(self._by_bliss("canonical_permutation"), np.int64)
        place = np.empty_like(order)
        place[order] = np.arange(len(order))  # (igraph before 1.0 gives the places.)
        one, other = place[self.edges.T]
        edges = np.sort(np.minimum(one, other) * len(order) + np.maximum(one, other))
        return self.colours[order].tobytes() + edges.tobytes()

    def automorphisms(self, tick: Callable[[], None] | None) -> tuple[list[Int32s], int]:
        """The generators and the order; if there is a ``tick``, it may end that by raising.

        bliss then runs in another process, which ends with this call however it ends.
        """
        if tick is None:
            return self.generators(), self.order()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        # (From a pipe, what is not read before the first tick would never be written.)
        with TemporaryFile() as asked:
            pickle.dump(self, asked)
            asked.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM], env=environment,
                stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        with process:
            answer = None
            try:
                while answer is None:
                    with suppress(subprocess.TimeoutExpired):
                        answer, _ = process.communicate(timeout=0.05)
                    tick()
            finally:
                process.kill()
                process.wait()  # leaving the block after a Ctrl-C waits a quarter of a second only
        if process.returncode:
            raise RuntimeError(f"the process that ran bliss ended with {process.returncode}")
        found: tuple[list[Int32s], int] = pickle.loads(answer)
        return found


def _main() -> None:
    graph = pickle.load(sys.stdin.buffer)
    pickle.dump(graph.automorphisms(None), sys.stdout.buffer)
