"""``--show`` with ``--svg``: the puzzle itself as a picture, to be printed."""

from __future__ import annotations

import re
from collections import Counter

import pytest


@pytest.mark.parametrize(
    ("kind", "name"),
    [("sudoku", "killer-6"), ("nonogram", "cup"), ("kakuro", "small"), ("latin", "4")],
)
def test_the_picture_has_what_is_given_and_no_solution(asked, tmp_path, kind, name):
    unsolved, solved = tmp_path / "unsolved.svg", tmp_path / "solved.svg"
    assert asked(kind, name, "--show", "--svg", unsolved)[0] == 0
    assert asked(kind, name, "--svg", solved)[0] == 0
    less, more = (path.read_text(encoding="utf-8") for path in (unsolved, solved))
    assert size(less) == size(more)
    assert less != more
    assert texts(less) <= texts(more)


def texts(picture):
    return Counter(re.findall(">([^<]*\\S)<", picture))


def size(picture):
    return re.findall(r'(?:width|height|viewBox)="[^"]*"', picture)[:3]


def test_kinds_without_such_a_picture_say_so(asked):
    code, answer, remark = asked("queens", "5", "--show", "--svg", "x.svg")
    assert (code, answer) == (2, "")
    assert "--show shows no solutions to draw" in remark
