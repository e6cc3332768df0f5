"""The wall between the packages: ``exactcover_puzzles`` uses what of ``exactcover`` is public."""

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

MODULES = sorted((ROOT / "puzzles").rglob("*.py"))

#: What is used all the same, by module and name, and why. What is used no more fails, too.
EXCEPTIONS = {
    (
        "puzzles/exactcover_puzzles/picture/standalone.py",
        "exactcover.engines.standalone.covers",
    ): "the program of one file holds that module alone, not the package with all its names",
    (
        "puzzles/exactcover_puzzles/other_kinds.py",
        "exactcover.puzzles",
    ): "a group of entry points, no module",
}

_MODULE = re.compile(r"exactcover(\.\w+)+")
_PRIVATE = re.compile(r"_(?!_.*__$)")


def trespasses(text: str) -> Iterator[str]:
    """Every name of ``exactcover``, public or not, that a module may not use."""
    tree = ast.parse(text)
    #: What names of the module stand for: the package, or parts of it.
    aliases: dict[str, str] = {}
    #: Other modules that are imported, and what the module names itself.
    others, own = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "exactcover":
                    aliases[alias.asname or "exactcover"] = (
                        alias.name if alias.asname else "exactcover"
                    )
                    yield from _unless_public(alias.name)
                else:
                    others.add((alias.asname or alias.name).split(".")[0])
        elif isinstance(node, ast.ImportFrom) and not node.level:
            if (node.module or "").split(".")[0] == "exactcover":
                for alias in node.names:
                    name = f"{node.module}.{alias.name}"
                    aliases[alias.asname or alias.name] = name
                    yield from _unless_public(name)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            own.add(node.target.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            own.add(node.attr)
        elif isinstance(node, ast.Constant) and _MODULE.fullmatch(str(node.value)):
            yield from _unless_public(node.value)  # for importlib
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            path = _dotted(node)
            if path is not None and path.split(".")[0] in aliases:
                first, _, rest = path.partition(".")
                yield from _unless_public(f"{aliases[first]}.{rest}")
            elif (
                _PRIVATE.match(node.attr)
                # Parts of others that are not for all; those of the module itself are its own.
                and node.attr not in own
                and (path or "").split(".")[0] not in {"self", "cls", *others}
            ):
                yield node.attr


def _dotted(node: ast.expr) -> str | None:
    """``a.b.c`` as text."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return None if before is None else f"{before}.{node.attr}"
    return None


def _unless_public(name: str) -> Iterator[str]:
    """The name, unless every step of it is in ``__all__`` of the module before."""
    first, *rest = name.split(".")
    assert first == "exactcover"
    here: object = xc
    for step in rest:
        if not isinstance(here, ModuleType):
            # Of classes and functions, what is not for all begins with an underscore.
            public = not _PRIVATE.match(step)
        else:
            public = step in here.__all__
        if not public:
            yield name
        if not public or not isinstance(here, ModuleType):
            return
        here = getattr(here, step)


FOUND = {
    (str(path.relative_to(ROOT)), name)
    for path in MODULES
    for name in trespasses(path.read_text(encoding="utf-8"))
}


def test_puzzles_use_public_names_of_exactcover_alone():
    assert FOUND - EXCEPTIONS.keys() == set()


def test_every_exception_is_still_needed():
    assert EXCEPTIONS.keys() - FOUND == set()
    assert all(len(reason.split()) > 5 for reason in EXCEPTIONS.values())


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
    said = set(re.findall(r"\w+", xc.__doc__))
    kinds = (BaseException, xc.Note)
    errors = {name for name in xc.__all__ if isinstance(getattr(xc, name), type)
              and issubclass(getattr(xc, name), kinds)}  # fmt: skip
    assert set(xc.__all__) - said - errors == {"__version__"}
    methods = {"check", "first", "solutions", "count", "drawn_by"}
    for name in methods:
        assert hasattr(xc.Problem, name)


def test_type_checkers_are_told_of_every_public_name():
    """By the imports that only they see."""
    for package in (xc, xc.cli, xc.files):
        told = set()
        tree = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
        (only,) = [node for node in tree.body if isinstance(node, ast.If)]
        for node in only.body:
            names = [alias.name for alias in node.names]
            if names == ["*"]:
                home = import_module("." * node.level + node.module, package.__name__)
                names = getattr(home, "__all__", vars(home))
            told |= set(names)
        assert set(package.__all__) <= told


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import exactcover as xc\nxc.Problem([], []).count()", []),
        ("import exactcover as xc\nxc.cli.say('x')", []),
        ("import exactcover\nexactcover.cli.say('x')", []),
        ("import exactcover as xc\nxc.cli._StatusLine()", ["exactcover.cli._StatusLine"]),
        ("import exactcover as xc\nxc.diagrams", ["exactcover.diagrams"]),
        ("def f():\n    import exactcover as xc\n    xc._LATE", ["exactcover._LATE"]),
        ("import exactcover as xc\nxc.Problem._model", ["exactcover.Problem._model"]),
        ("import exactcover.diagrams.zdd", ["exactcover.diagrams.zdd"]),
        ("import exactcover.cli", []),
        ("import exactcover.text as words\nwords.x", ["exactcover.text.x"]),
        ("from exactcover import Problem, search", ["exactcover.search"]),
        ("from exactcover.cli import say, _Remarks", ["exactcover.cli._Remarks"]),
        ("from exactcover.engines import Engine", ["exactcover.engines.Engine"]),
        ("from exactcover import cli\ncli.secret", ["exactcover.cli.secret"]),
        ("import_module('exactcover.engines.choose')", ["exactcover.engines.choose"]),
        ("def f(problem):\n    return problem._search", ["_search"]),
        ("f().g()._model.h", ["_model"]),
        ("import argparse\nargparse._SubParsersAction", []),
        ("class A:\n    def __init__(self):\n        self._a = self._b = 1\nA()._a", []),
        ("class A:\n    def f(self):\n        return self._a, self.__class__, f.__name__", []),
    ],
)
def test_ways_around_the_wall_are_seen(text, names):
    assert set(trespasses(text)) == set(names)


def test_no_number_is_read_from_a_text_that_is_cut_short():
    """What is checked would be another number than what is used: xc.text.whole does both."""

    def is_short(of):
        upto = isinstance(of, ast.Subscript) and isinstance(of.slice, ast.Slice) and of.slice
        return upto and (upto.upper is not None or isinstance(upto.lower, ast.UnaryOp))

    assert not [
        f"{path.name}:{node.lineno}"
        for folder in ("exactcover", "puzzles")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "int" and len(node.args) == 1 and is_short(node.args[0])
    ]
