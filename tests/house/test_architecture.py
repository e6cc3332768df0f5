"""docs/architecture.md names every file, and the rooms of the engine stand in their order."""

from __future__ import annotations

import ast
import importlib.util
import re
import tomllib

import pytest

from exactcover_puzzles.registry import KINDS
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ENGINE = PAGE.partition("## exactcover/")[2].partition("## puzzles/")[0]
PUZZLES = PAGE.partition("## puzzles/")[2].partition("## The rest")[0]


@pytest.mark.parametrize(
    ("package", "part"), [("exactcover", ENGINE), ("puzzles/exactcover_puzzles", PUZZLES)]
)
def test_every_file_is_named_once_and_no_other(package, part):
    table = part.rpartition("|\n")[0]
    named = re.findall(r"`([a-z_/]+\.py)`", table)
    files = {
        path.relative_to(ROOT / package).as_posix()
        for path in (ROOT / package).rglob("*.py")
        if not path.stem.startswith("_")
    }
    # What the registry names need not be said again.
    kinds = {f"{home.partition(':')[0]}.py" for home, _ in KINDS.values()}
    assert len(named) == len(set(named))
    assert set(named) == files - kinds


def test_the_rooms_of_the_page_stand_in_the_order_that_the_linter_holds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = [
        contract["layers"]
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract["id"] == "rooms"
    ]
    held = [name.removeprefix("exactcover.") for layer in layers for name in layer.split(" | ")]
    told = re.findall(r"^\| (?:\*\*)?`([a-z]+)(?:/|\.py)`", ENGINE, re.M)
    told.remove("version")
    beside = [name for layer in layers for name in layer.split(" | ") if " | " in layer]
    alike = {name.removeprefix("exactcover.") for name in beside}
    assert [name for name in told if name not in alike] == [
        name for name in reversed(held) if name not in alike
    ]
    assert set(told) == set(held)


def test_the_drawing_of_the_rooms_shows_what_the_source_imports():
    spec = importlib.util.spec_from_file_location("rooms", ROOT / "docs" / "_ext" / "rooms.py")
    rooms = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rooms)
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.drawing(), (
        "run: python docs/_ext/rooms.py"
    )
    place = {name: row for row, names in enumerate(rooms.layers()) for name in names}
    assert all(place[one] < place[other] for one, other in rooms.imports())


@pytest.mark.parametrize("package", ["exactcover", "puzzles", "tests"])
def test_no_file_has_more_than_600_lines_and_no_function_more_than_120_but_kernels(package):
    for path in (ROOT / package).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "kernels" in path.parts or (package == "puzzles" and path.stem.endswith("_kernel")):
            continue
        assert len(text.splitlines()) <= 600, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = node.end_lineno - node.lineno + 1
                assert lines <= 120, (path, node.name, lines)
