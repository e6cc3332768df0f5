"""The wall between the packages: ``exactcover_puzzles`` uses only the public ``exactcover``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import exactcover as xc
from tests.paths import ROOT

#: What is used all the same, by module and name.
EXCEPTIONS = {
    # The program of one file holds that module alone, not the package with all its names.
    ("picture/standalone.py", "exactcover.engines.standalone.covers"),
    # A group of entry points, no module.
    ("other_kinds.py", "exactcover.puzzles"),
}

_PRIVATE = re.compile(r"_(?!_.*__$)")


#: What the standard library documents of named tuples.
_OF_TUPLES = {"_replace", "_asdict", "_fields"}


def trespasses(text: str) -> Iterator[str]:
    """Every name of ``exactcover``, public or not, that a module may not use."""
    nodes = [*ast.walk(ast.parse(text))]
    #: What names of the module stand for; names that it gives to parts of its own objects.
    aliases: dict[str, str] = {}
    own = set()
    used = []
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
            before = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                used.append(full := before + alias.name)
                first = alias.name.split(".")[0]
                aliases[alias.asname or first] = full if alias.asname or before else first
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            own.add(node.target.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            own.add(node.attr)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"[\w.]+", str(node.value)):
            used.append(str(node.value))  # for importlib
    for node in nodes:
        if isinstance(node, ast.Attribute):
            path = ast.unparse(node)
            first, _, rest = path.partition(".")
            if first in aliases and re.fullmatch(r"[\w.]+", path):
                used.append(f"{aliases[first]}.{rest}")
            elif (
                _PRIVATE.match(node.attr)
                and node.attr not in own | _OF_TUPLES
                and first not in ("self", "cls")
            ):
                yield node.attr
    yield from (name for name in used if name.startswith("exactcover.") and not is_public(name))


def is_public(name: str) -> bool:
    """Whether every step of a name is in ``__all__`` of the module before."""
    here: object = xc
    for step in name.split(".")[1:]:
        if not isinstance(here, ModuleType):
            return not _PRIVATE.match(step)
        if step not in here.__all__:
            return False
        here = getattr(here, step)
    return True


def test_puzzles_use_public_names_of_exactcover_alone():
    home = ROOT / "puzzles" / "exactcover_puzzles"
    found = {
        (path.relative_to(home).as_posix(), name)
        for path in home.rglob("*.py")
        for name in trespasses(path.read_text(encoding="utf-8"))
    }
    assert found == EXCEPTIONS


def test_every_public_name_leads_somewhere_and_dir_lists_them_alone():
    for package in (xc, xc.cli, xc.files):
        assert dir(package) == sorted(package.__all__)
        for name in package.__all__:
            part = getattr(package, name)
            if isinstance(part, ModuleType):
                assert part is import_module(part.__name__)
                assert part.__name__.startswith(package.__name__)
                assert all(hasattr(part, each) for each in part.__all__)
            else:  # or that would be found instead, once it is imported
                assert find_spec(f"{package.__name__}.{name}") is None
    with pytest.raises(AttributeError, match="module 'exactcover' has no attribute 'Problme'"):
        xc.Problme  # noqa: B018


def test_help_names_everything_public_but_errors_and_notes():
    kinds = {name: each for name in xc.__all__ if isinstance(each := getattr(xc, name), type)}
    errors = {name for name in kinds if issubclass(kinds[name], (BaseException, xc.Note))}
    said = set(re.findall(r"\w+", xc.__doc__))
    assert set(xc.__all__) - said - errors == {"__version__"}


def test_type_checkers_are_told_of_every_public_name():
    """By the imports that only they see."""
    for package in (xc, xc.cli, xc.files):
        tree = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
        (only,) = [node for node in tree.body if isinstance(node, ast.If)]
        told = {alias.name for node in only.body for alias in node.names}
        for node in only.body:
            if node.names[0].name == "*":
                home = import_module("." * node.level + node.module, package.__name__)
                told |= {*getattr(home, "__all__", vars(home))}
        assert set(package.__all__) <= told


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import exactcover as xc\nxc.Problem([], []).count()", []),
        ("import exactcover as xc\nxc.cli.say('x')", []),
        ("import exactcover as xc\nxc.diagrams", ["exactcover.diagrams"]),
        ("def f():\n    import exactcover as xc\n    xc._LATE", ["exactcover._LATE"]),
        ("import exactcover as xc\nxc.Problem._model", ["exactcover.Problem._model"]),
        ("import exactcover.diagrams.zdd", ["exactcover.diagrams.zdd"]),
        ("import exactcover.text as words\nwords.x", ["exactcover.text.x"]),
        ("from exactcover import Problem, search", ["exactcover.search"]),
        ("from exactcover.cli import say, _Remarks", ["exactcover.cli._Remarks"]),
        ("from exactcover import cli\ncli.secret", ["exactcover.cli.secret"]),
        ("import_module('exactcover.engines.choose')", ["exactcover.engines.choose"]),
        ("def f(problem):\n    return problem._search", ["_search"]),
        ("import argparse\nargparse._SubParsersAction", []),
        ("class A:\n    def __init__(self):\n        self._a = self._b = 1\nA()._a", []),
        ("class A:\n    def f(self):\n        return self._a, self.__class__, f.__name__", []),
    ],
)
def test_ways_around_the_wall_are_seen(text, names):
    assert set(trespasses(text)) == set(names)


def test_no_number_is_read_from_a_text_that_is_cut_short():
    """What is checked would be another number than what is used: xc.text.whole does both."""
    short = re.compile(r"\bint\([\w.]+\[(-[^]]*:|[^]:]*:[^]])[^]]*\]\)")
    for folder in ("exactcover", "puzzles"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not short.search(path.read_text(encoding="utf-8")), path
