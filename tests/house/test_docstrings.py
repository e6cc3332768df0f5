"""Docstrings in numpydoc's sections document each parameter of the signature, and no other."""

from __future__ import annotations

import re
from inspect import getdoc, isfunction, signature

import pytest

import exactcover as xc
from exactcover.search.batch import Batch
from exactcover.search.solutions import Solutions

#: What has been converted. Of a class: its public methods, except those of modules still to do.
CONVERTED = (
    xc.Problem, xc.divide, xc.Work, xc.Subtree, xc.Found, xc.Divided, Batch, Solutions, xc.Estimate,
    xc.Times, xc.Total, xc.EqualTotals, xc.DifferentTotals, xc.Automaton, xc.Runs, xc.Connected,
    xc.Condition, xc.by_chunk,
    xc.ZDD,
)  # fmt: skip
TO_DO = ("exactcover.statement", "exactcover.common", "exactcover.parallel.tasks", "typing")

SECTIONS = (
    "Parameters", "Attributes", "Returns", "Yields", "Raises", "See Also", "Notes", "References",
    "Examples",
)  # fmt: skip


def documented():
    """Functions, methods, and classes that users make, by name."""
    for each in CONVERTED:
        if isfunction(each) or "\nParameters\n" in getdoc(each):
            yield each.__qualname__, each
        for name in dir(each) if isinstance(each, type) else ():
            method = getattr(each, name)
            public = not name.startswith("_") and isfunction(method)
            if public and not method.__module__.startswith(TO_DO):
                yield f"{each.__name__}.{name}", method


@pytest.mark.parametrize("shown", [pytest.param(each, id=name) for name, each in documented()])
def test_a_docstring_has_the_parameters_of_its_signature(shown):
    first, *parts = re.split(r"^(\w[\w ]+)\n-{3,}\n", getdoc(shown), flags=re.M)
    assert len(first.splitlines()[0]) < 80
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(sections) == [name for name in SECTIONS if name in sections]
    named = re.findall(r"^(\*?\w+(?:, \w+)*) : ", sections.get("Parameters", ""), re.M)
    said = [name.lstrip("*") for names in named for name in names.split(", ")]
    assert said == [name for name in signature(shown).parameters if name != "self"]
