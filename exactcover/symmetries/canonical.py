"""Canonical forms, equal for partial solutions that a symmetry maps to each other.

A partial solution is a set of options; so is a solution. There are two ways to its canonical form:

* :class:`GraphForms`. A graph is made whose automorphisms are the group. The certificate of this
  graph with the options chosen added to it, by nauty (B. McKay and A. Piperno, "Practical graph
  isomorphism, II", J. Symbolic Comput. 60, 2014). It does not matter how large the group is.
* :class:`TableForms`. The least image under all elements of the group, from a table of them. It
  needs no library, and a small group.

Both have a ``name``, which distinguishes them from other forms of the same group; the ``form`` of a
set of options, the same for two if and only if a symmetry makes one of the other; the order of its
``stabiliser``, the symmetries that leave it as it is; and for each option the least of its orbit
under these (``orbits``), None if only the identity is one.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..kernels.bits.array_types import Int32s, Int64s
from .entries import Entries, OptionGraph
from .permutations import orbits, order_of

#: Bytes of a form.
_BYTES = 16
#: nauty gives the order of a group as a float. It is exact below this.
_EXACT = 1e10


class TableForms:
    """Canonical forms by a table of the group: elements x options, the identity first."""

    name = "table"

    def __init__(self, group: Any):
        self._group = group

    def _images(self, chosen: Int32s) -> Any:
        return np.sort(self._group[:, chosen], axis=1)

    def _same(self, chosen: Int32s) -> Any:
        return (self._images(chosen) == np.sort(chosen)).all(axis=1)

    def form(self, chosen: Int32s) -> bytes:
        """The digest of the least image."""
        images = self._images(chosen)
        # (numpy cannot sort by no columns.)
        least = images[np.lexsort(images.T[::-1])[0]] if images.shape[1] else chosen
        return hashlib.blake2b(least.tobytes(), digest_size=_BYTES).digest()

    def stabiliser(self, chosen: Int32s) -> int:
        """The number of elements that leave a set of options as it is."""
        return int(np.count_nonzero(self._same(chosen)))

    def orbits(self, chosen: Int32s) -> Int64s | None:
        """For each option the least of its orbit under these elements."""
        same = self._same(chosen)
        if np.count_nonzero(same) == 1:
            return None
        least: Int64s = self._group[same].min(axis=0).astype(np.int64)
        return least


class GraphForms:
    """Canonical forms by nauty. Made by :meth:`of`.

    In the graph by options those chosen are marked. To the other one they are added, as vertices. A
    group may be smaller than the automorphisms of the second graph, or of both.
    """

    def __init__(self, graph: OptionGraph, kinds: list[int]):
        """``kinds``: a number for each option; options of different kinds are not exchanged."""
        self._graph, self._kinds = graph, kinds
        #: Automorphisms that leave all options where they are.
        self._still = 1

    #: (A module does not travel to other processes.)
    _nauty: Any = property(lambda self: import_module("pynauty"))

    @property
    def name(self) -> str:
        """The version of pynauty, and the graph."""
        version = getattr(self._nauty, "__version__", "?")
        return f"pynauty {version} {'options' if self._graph.by_options else 'entries'}"

    @classmethod
    def of(
        cls, compiled: Compiled, items: Sequence[Int32s], options: Sequence[Int32s], order: int
    ) -> GraphForms | None:
        """Canonical forms under the group with these generators, and of this order.

        None if neither graph has just these automorphisms. Raises ImportError without pynauty.
        """
        entries = Entries(compiled)
        kinds = orbits(options, compiled.n_options).tolist()
        cells = defaultdict(set)
        moves = entries.moves(items, options)
        for k, least in enumerate(orbits(moves, entries.number).tolist()):
            cells[least].add(k)
        for by_options in (False, True) if entries.distinct else (True,):
            forms = cls(OptionGraph(entries, kinds, cells.values(), by_options), kinds)
            if forms._fits(order):
                return forms
        return None

    def _fits(self, order: int) -> bool:
        """Whether the automorphisms permute the options just as a group of this order does.

        The group is a part of them. Some of them may leave all options where they are.
        """
        nothing = np.zeros(0, np.int32)
        moved, mantissa, exponent, *_ = self._automorphisms(nothing)
        if abs(math.log10(mantissa) + exponent - math.log10(order)) < 0.1:
            return True
        goes = self._graph.options_under(moved)
        if goes is None or order_of(goes, len(self._kinds)) != order:
            return False
        self._still = self.stabiliser(nothing) // order
        return True

    def form(self, chosen: Int32s) -> bytes:
        """The digest of nauty's certificate."""
        graph, about = self._with(chosen)
        certificate = self._nauty.certificate(graph)
        return hashlib.blake2b(about + certificate, digest_size=_BYTES).digest()

    def stabiliser(self, chosen: Int32s) -> int:
        """The order of the automorphism group of the graph, as permutations of options."""
        moved, mantissa, exponent, *_ = self._automorphisms(chosen)
        if exponent == 0 and mantissa < _EXACT:
            exact: int = round(mantissa)
            return exact // self._still
        n = len(self._graph.edges)
        known = math.log10(mantissa) + exponent
        order = order_of([np.array(each[:n], np.int32) for each in moved], n, known)
        return order // self._still

    def orbits(self, chosen: Int32s) -> Int64s | None:
        """For each option the least of its orbit under these automorphisms."""
        moved, *_ = self._automorphisms(chosen)
        goes = self._graph.options_under(moved)
        return orbits(goes, len(self._kinds)) if goes else None

    def _automorphisms(self, chosen: Int32s) -> Any:
        return self._nauty.autgrp(self._with(chosen)[0])

    def _with(self, chosen: Int32s) -> tuple[Any, bytes]:
        """The graph of a set of options, and what else distinguishes it."""
        by_kind = defaultdict(list)
        for option, times in Counter(chosen.tolist()).items():
            by_kind[times, self._kinds[option]].append(option)
        named = [by_kind[kind] for kind in sorted(by_kind)]
        entries, edges, cells = self._graph.entries, dict(self._graph.edges), self._graph.cells
        n, number = len(edges), entries.number
        if self._graph.by_options:
            marked = [{number + option for option in options} for options in named]
            taken = set().union(*marked)
            cells = [*filter(None, (cell - taken for cell in cells)), *marked]
        else:
            cells = list(cells)
            for options in named:
                cells.append(set(range(n, n + len(options))))
                for option in options:
                    edges[n] = entries.of_option[option]
                    n += 1
        # (Options that are chosen once have digests as they had before options were repeated.)
        shown = [(kind, len(by_kind[times, kind]), times) for times, kind in sorted(by_kind)]
        about = repr([each[: 2 + (each[2] > 1)] for each in shown]).encode()
        return self._nauty.Graph(n, adjacency_dict=edges, vertex_coloring=cells), about


Forms = TableForms | GraphForms
