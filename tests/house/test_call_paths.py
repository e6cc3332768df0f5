"""What docs/architecture.md says of the way of a question is what Python does."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import exactcover as xc
from tests.instances import queens

ROOT = Path(__file__).parents[2]
SECTION = (
    (ROOT / "docs/architecture.md")
    .read_text(encoding="utf-8")
    .partition("## How a question is answered")[2]
    .partition("\n## ")[0]
)


def cycle():
    """Pairs in a ring, and single items, each at its own cost."""
    options = [[k, (k + step) % 60] for k in range(60) for step in (1, 7, 13)]
    options += [[k] for k in range(60)]
    return xc.Problem(range(60), options, costs=lambda option: option * 37 % 11 + 1)


#: The words that begin the description of a question, those that end it, and the question.
QUESTIONS = {
    "count": ("`problem.count()`, where", "`problem.first()`", lambda: queens(12).count()),
    "minimize": ("`problem.minimize()`:", "\0", lambda: cycle().minimize()),
}


def entered(ask):
    """The files of the package whose functions are called, in order."""
    ask()  # what is imported and compiled once
    files = {}

    def note(frame, event, argument):
        if event == "call":
            _, inside, name = frame.f_code.co_filename.rpartition("/exactcover/")
            if inside:
                files.setdefault(name)

    sys.setprofile(note)
    try:
        ask()
    finally:
        sys.setprofile(None)
    return list(files)


@pytest.mark.compiled
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_goes_through_the_files_that_are_told_and_they_are_few(question):
    begin, end, ask = QUESTIONS[question]
    told = re.findall(r"`([a-z_/]+\.py)`", SECTION.partition(begin)[2].partition(end)[0])
    assert len(told) == len(set(told)) <= 14
    assert all((ROOT / "exactcover" / name).exists() for name in told)
    # What is compiled does not call Python.
    compiled = {name for name in told if name.startswith("kernels/")}
    assert set(told) - compiled <= set(entered(ask))
