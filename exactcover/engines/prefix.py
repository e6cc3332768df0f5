"""A part of a search that is still to be done."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["OpenPrefix"]

#: What is below some options, and about which part of the search that is, if all branches of a node
#: are alike. In a problem with multiplicities an entry ``~o`` of the prefix leaves option *o* out.
#: (Stated so that the programs of one file, which carry no annotations, have it too.)
OpenPrefix = NamedTuple("OpenPrefix", [("prefix", tuple[int, ...]), ("share", float)])  # noqa: UP014
