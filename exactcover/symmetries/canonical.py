"""Canonical forms: what two partial solutions have in common if a symmetry makes one of the other.

A partial solution is a set of options; so is a solution. There are two ways to its canonical form:

* :class:`GraphForms`. A graph is made whose automorphisms are the group. The certificate of this
  graph with the options chosen added to it, by nauty (B. McKay and A. Piperno, "Practical graph
  isomorphism, II", J. Symbolic Comput. 60, 2014). It does not matter how large the group is.
* :class:`TableForms`. The least image under all elements of the group, from a table of them. It
  needs no library, and a small group.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from ..arrays.compiled import Compiled
from ..kernels.array_types import Int32s, Int64s
from .chain import order_of
from .entries import Entries
from .permutations import orbits

__all__ = ["Forms", "GraphForms", "TableForms"]

#: Bytes of a form.
_BYTES = 16
#: nauty gives the order of a group as a float. It is exact below this.
_EXACT = 1e10


class Forms(Protocol):
    """What knows canonical forms, and stabilisers."""

    @property
    def name(self) -> str:
        """What distinguishes these forms from others of the same group."""
        ...

    def form(self, chosen: Int32s) -> bytes:
        """The same for two sets of options if and only if a symmetry makes one of the other."""
        ...

    def stabiliser(self, chosen: Int32s) -> int:
        """The number of symmetries that leave a set of options as it is."""
        ...

    def orbits(self, chosen: Int32s) -> Int64s | None:
        """For each option the least of its orbit under these symmetries; None: they are trivial."""
        ...


class TableForms:
    """Canonical forms by a table of the group: elements x options, the identity first."""

    name = "table"

    def __init__(self, group: Any):
        self._group = group

    def _images(self, chosen: Int32s) -> Any:
        return np.sort(self._group[:, chosen], axis=1)

    def form(self, chosen: Int32s) -> bytes:
        """The digest of the least image."""
        images = self._images(chosen)
        # (numpy cannot sort by no columns.)
        least = images[np.lexsort(images.T[::-1])[0]] if images.shape[1] else chosen
        return hashlib.blake2b(least.tobytes(), digest_size=_BYTES).digest()

    def stabiliser(self, chosen: Int32s) -> int:
        """The number of elements that leave a set of options as it is."""
        return int(np.count_nonzero((self._images(chosen) == np.sort(chosen)).all(axis=1)))

    def orbits(self, chosen: Int32s) -> Int64s | None:
        """For each option the least of its orbit under these elements."""
        same = (self._images(chosen) == np.sort(chosen)).all(axis=1)
        if np.count_nonzero(same) == 1:
            return None
        least: Int64s = self._group[same].min(axis=0).astype(np.int64)
        return least


class GraphForms:
    """Canonical forms by nauty. Made by :meth:`of`.

    Options consist of *entries*: an item, or an item in a colour. The entries are vertices, and the
    neighbours of an option. In the graph *by options* every option is a vertex, and those chosen
    are marked. In the other one two entries are neighbours if an option has both, and only the
    options chosen are vertices. It is several times smaller. A group may be smaller than the
    automorphisms of the second graph, or of both.
    """

    def __init__(self, made: Entries, kinds: list[int], cells: list[list[int]], by_options: bool):
        """``kinds``: a number for each option; options of different kinds are not exchanged.
        ``cells``: the entries that may be exchanged."""
        self._made, self._kinds, self._by_options = made, kinds, by_options
        number = made.number
        self._cells = [set(cell) for cell in cells]
        #: Vertex -> later neighbours.
        self._edges = made.graph(together=not by_options)
        if by_options:
            self._edges.update(enumerate(made.of_option, number))
            named = defaultdict(set)
            for vertex, kind in enumerate(kinds, number):
                named[kind].add(vertex)
            self._cells += [named[kind] for kind in sorted(named)]
        #: Automorphisms that leave all options where they are.
        self._still = 1
        self._nauty: Any = import_module("pynauty")

    @property
    def name(self) -> str:
        """The version of pynauty, and the graph."""
        version = getattr(self._nauty, "__version__", "?")
        return f"pynauty {version} {'options' if self._by_options else 'entries'}"

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_nauty"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _nauty=import_module("pynauty"))

    @classmethod
    def of(
        cls, compiled: Compiled, items: Sequence[Int32s], options: Sequence[Int32s], order: int
    ) -> GraphForms | None:
        """Canonical forms under the group with these generators, and of this order.

        None if neither graph has just these automorphisms. Raises ImportError without pynauty.
        """
        made = Entries.of(compiled)
        kinds = orbits(options, compiled.n_options).tolist()
        cells = made.orbits(compiled, items, options)
        for by_options in (False, True) if made.distinct else (True,):
            forms = cls(made, kinds, cells, by_options)
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
        goes = self._of_options(moved)
        if goes is None or order_of(goes, len(self._kinds)) != order:
            return False
        self._still = self.stabiliser(nothing) // order
        return True

    def form(self, chosen: Int32s) -> bytes:
        """The digest of nauty's certificate."""
        graph, about = self._graph(chosen)
        certificate = self._nauty.certificate(graph)
        return hashlib.blake2b(about + certificate, digest_size=_BYTES).digest()

    def stabiliser(self, chosen: Int32s) -> int:
        """The order of the automorphism group of the graph, as permutations of options."""
        moved, mantissa, exponent, *_ = self._automorphisms(chosen)
        if exponent == 0 and mantissa < _EXACT:
            exact: int = round(mantissa)
            return exact // self._still
        n = len(self._edges)
        known = math.log10(mantissa) + exponent
        order = order_of([np.array(each[:n], np.int32) for each in moved], n, known)
        return order // self._still

    def orbits(self, chosen: Int32s) -> Int64s | None:
        """For each option the least of its orbit under these automorphisms."""
        moved, *_ = self._automorphisms(chosen)
        goes = self._of_options(moved)
        return orbits(goes, len(self._kinds)) if goes else None

    def _of_options(self, moved: Sequence[Sequence[int]]) -> list[Int32s] | None:
        """Where automorphisms take the options; None if one takes an option to no option."""
        first, last = self._made.number, self._made.number + len(self._kinds)
        if self._by_options:
            return [np.array(each[first:last], np.int32) - first for each in moved]
        goes = []
        for each in moved:
            there = self._made.options_under(np.array(each[:first]))
            if there is None:
                return None
            goes.append(there)
        return goes

    def _automorphisms(self, chosen: Int32s) -> Any:
        return self._nauty.autgrp(self._graph(chosen)[0])

    def _graph(self, chosen: Int32s) -> tuple[Any, bytes]:
        """The graph of a set of options, and what else distinguishes it."""
        by_kind = defaultdict(list)
        for option, times in Counter(chosen.tolist()).items():
            by_kind[times, self._kinds[option]].append(option)
        named = [by_kind[kind] for kind in sorted(by_kind)]
        n, number = len(self._edges), self._made.number
        edges, cells = dict(self._edges), self._cells
        if self._by_options:
            marked = [{number + option for option in options} for options in named]
            taken = set().union(*marked)
            cells = [*filter(None, (cell - taken for cell in cells)), *marked]
        else:
            cells = list(cells)
            for options in named:
                cells.append(set(range(n, n + len(options))))
                for option in options:
                    edges[n] = self._made.of_option[option]
                    n += 1
        # (Options that are chosen once have digests as they had before options were repeated.)
        shown = [(kind, len(by_kind[times, kind]), times) for times, kind in sorted(by_kind)]
        about = repr([each[: 2 + (each[2] > 1)] for each in shown]).encode()
        return self._nauty.Graph(n, adjacency_dict=edges, vertex_coloring=cells), about
