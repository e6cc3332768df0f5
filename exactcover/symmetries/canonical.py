"""Canonical forms, equal for partial solutions that a symmetry maps to each other.

A partial solution is a set of options; so is a solution. There are two ways to its canonical form:

* :class:`GraphForms`. A graph is made whose automorphisms are the group. The form is that of this
  graph with the options chosen added to it (``coloured_graph.py``). It does not matter how large
  the group is.
* :class:`TableForms`. The least image under all elements of the group, from a table of them. It
  needs no library, and a small group.

Both have a ``name``, which distinguishes them from other forms of the same group; the ``form`` of a
set of options, the same for two if and only if a symmetry makes one of the other; the order of its
``stabiliser``, the symmetries that leave it as it is; and for each option the least of its orbit
under these (``orbits``), None if only the identity is one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..kernels.bits.array_types import Int32s, Int64s
from .entries import Entries, OptionGraph
from .permutations import orbits

#: Bytes of a form.
_BYTES = 16


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
    """Canonical forms by bliss, in a graph with the options chosen marked. Made by :meth:`of`.

    A group may be smaller than the automorphisms of the small graph, or of both.
    """

    def __init__(self, graph: OptionGraph, n_options: int, still: int):
        """``still``: the number of automorphisms that leave all options where they are."""
        self._graph, self._n_options, self._still = graph, n_options, still

    @property
    def name(self) -> str:
        """The version of igraph, and the graph."""
        return f"igraph {version('igraph')} {'options' if self._graph.by_options else 'entries'}"

    @classmethod
    def of(
        cls, compiled: Compiled, items: Sequence[Int32s], options: Sequence[Int32s], order: int
    ) -> GraphForms | None:
        """Canonical forms under the group with these generators, and of this order.

        None if neither graph has just these automorphisms. Raises MissingLibrary without igraph.
        """
        entries = Entries(compiled)
        colours = orbits(entries.moves(items, options), entries.number)
        still = entries.still(colours)
        for graph in OptionGraph.all(entries, colours, orbits(options, compiled.n_options)):
            # The group is a part of the automorphisms, as permutations of options.
            if graph.graph.order() == order * still:
                return cls(graph, compiled.n_options, still)
        return None

    def form(self, chosen: Int32s) -> bytes:
        """The digest of bliss's certificate."""
        certificate = self._graph.marked(chosen).certificate()
        return hashlib.blake2b(certificate, digest_size=_BYTES).digest()

    def stabiliser(self, chosen: Int32s) -> int:
        """The order of the automorphism group of the graph, as permutations of options."""
        return self._graph.marked(chosen).order() // self._still

    def orbits(self, chosen: Int32s) -> Int64s | None:
        """For each option the least of its orbit under these automorphisms."""
        goes = self._graph.options_under(self._graph.marked(chosen).generators())
        return orbits(goes, self._n_options) if goes else None


Forms = TableForms | GraphForms
