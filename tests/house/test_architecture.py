"""docs/architecture.md names every file, and the way of a question through them."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib

import pytest

import exactcover as xc
from exactcover.propagation.propagator import Propagator
from exactcover_puzzles.registry import KINDS
from tests.instances import queens
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ENGINE = PAGE.partition("## exactcover/")[2].partition("## puzzles/")[0]
PUZZLES = PAGE.partition("## puzzles/")[2].partition("## The rest")[0]


def files_in(text):
    return re.findall(r"`([a-z_/]+\.py)`", text)


@pytest.mark.parametrize(
    ("package", "part"), [("exactcover", ENGINE), ("puzzles/exactcover_puzzles", PUZZLES)]
)
def test_every_file_is_named_once_and_no_other(package, part):
    files = {
        path.relative_to(ROOT / package).as_posix()
        for path in (ROOT / package).rglob("*.py")
        if not path.stem.startswith("_")
    }
    # What the registry names need not be said again.
    kinds = {f"{home.partition(':')[0]}.py" for home, _ in KINDS.values()}
    assert sorted(files_in(part.rpartition("|\n")[0])) == sorted(files - kinds)


def test_the_rooms_of_the_page_stand_in_the_order_that_the_linter_holds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["id"]: each for each in project["tool"]["importlinter"]["contracts"]}
    held = [re.findall(r"\.(\w+)", layer) for layer in reversed(contracts["rooms"]["layers"])]
    told = re.findall(r"^\| (?:\*\*)?`([a-z]+)(?:/|\.py)`", ENGINE, re.M)
    told.remove("version")
    # Rooms in one layer may stand anywhere in between.
    alike = {name for names in held if len(names) > 1 for name in names}
    assert [name for name in told if name not in alike] == [n for n, *more in held if not more]
    assert set(told) == {name for names in held for name in names}


def test_the_drawing_of_the_rooms_shows_what_the_source_imports():
    spec = importlib.util.spec_from_file_location("rooms", ROOT / "docs" / "_ext" / "rooms.py")
    rooms = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rooms)
    drawn = rooms.PICTURE.read_text(encoding="utf-8")
    assert drawn == rooms.drawing(), "run: python docs/_ext/rooms.py"


def cycle():
    """Triples in a ring, and single items, each at its own cost."""
    options = [[k, (k + step) % 60, (k + 3 * step) % 60] for k in range(60) for step in (1, 7, 13)]
    options += [[k] for k in range(60)]
    return xc.Problem(range(60), options, costs=lambda option: option * 37 % 11 + 1)


def entered(ask):
    """The files of the package whose functions are called."""
    ask()  # what is imported and compiled once
    files = set()

    def note(frame, event, argument):
        files.add(frame.f_code.co_filename.rpartition("/exactcover/")[2])

    sys.setprofile(note)
    try:
        ask()
    finally:
        sys.setprofile(None)
    return files


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("begin", "end", "ask"),
    [
        ("`problem.count()`:", "`problem.first()`", lambda: queens(12).count()),
        ("`problem.minimize()`:", "\n## ", lambda: cycle().minimize()),
    ],
    ids=["count", "minimize"],
)
def test_a_question_goes_through_the_files_that_are_told(begin, end, ask, monkeypatch):
    monkeypatch.setattr(Propagator, "_plain_work", 0)  # as in a process that begins
    told = files_in(PAGE.partition(begin)[2].partition(end)[0])
    # What is compiled does not call Python.
    assert told
    assert {name for name in told if not name.startswith("kernels/")} <= entered(ask)
