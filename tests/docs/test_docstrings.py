"""Docstrings in numpydoc's sections document each parameter of the signature, and no other."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from inspect import getdoc, isfunction, signature

import pytest

import exactcover as xc
from exactcover.questions.batch import Batch
from exactcover.search.solutions import Solutions
from exactcover.symmetries.orbits import OrbitSolutions

#: What users name, and what questions give that has no public name.
PUBLIC = (*(getattr(xc, name) for name in xc.__all__), Batch, Solutions, OrbitSolutions)

SECTIONS = (
    "Parameters", "Attributes", "Returns", "Yields", "Raises", "See Also", "Notes", "References",
    "Examples",
)  # fmt: skip


def documented():
    """Functions, methods, and classes with sections, by name."""
    for each in PUBLIC:
        is_class = isinstance(each, type)
        if isfunction(each) or (is_class and sections_of(each)):
            yield each.__qualname__, each
        for name in dir(each) if is_class else ():
            method = getattr(each, name)
            if not name.startswith("_") and isfunction(method):
                yield f"{each.__name__}.{name}", method


def sections_of(shown):
    """The sections of a docstring, by their titles."""
    _, *parts = re.split(r"^(\w[\w ]+)\n-{3,}\n", getdoc(shown), flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def stated(text):
    """The names that a section lists."""
    named = re.findall(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : |$)", text, re.M)
    return [name.lstrip("*") for names in named for name in names.split(", ")]


def fields_of(shown):
    """The public fields of a result: of a dataclass that is not an error, or a named tuple."""
    if is_dataclass(shown) and not issubclass(shown, (xc.ExactCoverError, xc.Note)):
        return [each.name for each in fields(shown) if not each.name.startswith("_")]
    return list(getattr(shown, "_fields", ()))


@pytest.mark.parametrize("shown", [pytest.param(each, id=name) for name, each in documented()])
def test_a_docstring_has_the_parameters_of_its_signature(shown):
    sections = sections_of(shown)
    assert list(sections) == [name for name in SECTIONS if name in sections]
    if "Parameters" in sections or not isinstance(shown, type):
        parameters = [name for name in signature(shown).parameters if name != "self"]
        assert stated(sections.get("Parameters", "")) == parameters


@pytest.mark.parametrize("shown", [each for each in PUBLIC if fields_of(each)])
def test_a_docstring_has_the_fields_of_a_result(shown):
    """Users make few of them: there the fields are the parameters."""
    sections = sections_of(shown)
    assert stated(sections.get("Parameters") or sections["Attributes"]) == fields_of(shown)
