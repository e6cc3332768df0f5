"""The reference has every public name, and an example beside it."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import signature

import pytest

import exactcover as xc
from exactcover.questions.batch import Batch
from tests.paths import ROOT

from .pages import blocks

FOLDER = ROOT / "docs" / "reference"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="needs the checkout")

PAGES = sorted(page for page in FOLDER.glob("*.md") if "{eval-rst}" in page.read_text("utf-8"))


def test_every_public_name_is_in_the_reference_once():
    named = [
        name.removeprefix("exactcover.").removeprefix("kernels.bits.")
        for page in PAGES
        for name in re.findall(r"^\.\. auto\w+:: (\S+)", page.read_text("utf-8"), re.M)
    ]
    assert len(named) == len(set(named))
    assert set(xc.__all__) - {"__version__"} == {name for name in named if "." not in name}


def documented(page):
    """The names that a page documents, and what they are."""
    text = page.read_text("utf-8")
    for name in re.findall(r"^\.\. auto(?:class|function|exception):: (\S+)", text, re.M):
        module, _, last = f"exactcover.{name.removeprefix('exactcover.')}".rpartition(".")
        if not name.startswith("exactcover_puzzles."):
            yield last, getattr(import_module(module), last)


#: Bases that are never met themselves, and parts of classes that are not for users.
WITHOUT_EXAMPLE = {
    "ExactCoverError", "ProblemFault", "MissingLibrary", "PartialSolution", "core", "stated_rows"
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_in_the_reference_has_an_example_on_its_page(page):
    # (What commands are made of has its examples in the docstrings.)
    code = "\n".join(block.text for block in blocks(page) if not block.text.startswith(".. "))
    wanted = set()
    for name, documents in documented(page):
        wanted.add(name)
        if isinstance(documents, type) and not issubclass(documents, Exception):
            for base in documents.__mro__:
                parts = vars(base) if base.__module__.startswith("exactcover") else {}
                wanted |= {part for part, value in parts.items() if not part.startswith("_")
                           and (callable(value) or isinstance(value, property))}  # fmt: skip
    assert wanted - set(re.findall(r"\w+", code)) - WITHOUT_EXAMPLE == set()


def taken_by(owner, name):
    """The arguments of a question; those of a search stand for ``**search``."""
    taken = set(signature(getattr(owner, name)).parameters) - {"self"}
    return taken - {"search"} | (SEARCH if "search" in taken else set())


SEARCH = set(signature(xc.Problem.first).parameters) - {"self"}

#: Each question that a budget of time may end.
QUESTIONS = {
    f"{before}{name}": taken_by(owner, name)
    for before, owner in (
        ("", xc.Problem), ("symmetry(…).", xc.Symmetry), ("where(…).", xc.Ruled),
        ("batch(…).", Batch),
    )
    for name in dir(owner)
    if not name.startswith("_") and callable(getattr(owner, name))
    and {"seconds", "search"} & set(signature(getattr(owner, name)).parameters)
}  # fmt: skip


def test_the_table_of_questions_says_what_each_takes():
    text = (FOLDER / "questions.md").read_text("utf-8")
    table = text[text.index("| question |") :].split("\n\n")[0].splitlines()
    head, _, *rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table]
    assert {
        question: {name for name, mark in zip(head[1:], marks, strict=False) if mark == "x"}
        | set(re.findall(r"\w+", others))
        for question, *marks, others in rows
    } == QUESTIONS
