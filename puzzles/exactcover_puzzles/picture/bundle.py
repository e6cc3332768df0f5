"""Bundle modules of this project into one Python file that needs only Python 3.9.

The modules are those that one of them imports when it is imported itself, directly or not, in both
packages. Their sources are shortened (no docstrings, comments or annotations) and carried as texts;
an importer of a few lines gives them to Python under their own names. So what runs is the very code
that is tested here, and no copy of it.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import exactcover as xc

_PACKAGES = ("exactcover", "exactcover_puzzles")

_HEAD = '''\
#!/usr/bin/env python3
# {title}
#
# One file, for Python 3.9 and later, with nothing installed. Made by exactcover-engine {version},
# Apache License 2.0, from its modules
{modules}
# shortened. Make changes there, where the explanations and tests are.

import importlib.machinery
import sys

SOURCES = {{
{sources}
}}


class Bundled:
    """Gives Python the modules above."""

    def find_spec(self, name, path=None, target=None):
        if name in SOURCES:
            package = any(other.startswith(name + ".") for other in SOURCES)
            return importlib.machinery.ModuleSpec(name, self, is_package=package)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(SOURCES[module.__name__], module.__name__, "exec"), module.__dict__)


if __name__ == "__main__":
    sys.meta_path.insert(0, Bundled())
    try:
        from {main} import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
'''


def bundle(main: str, title: str) -> str:
    """The program that calls ``main()`` of the module of that name."""
    sources: dict[str, str] = {}
    wanted = [main]
    while wanted:
        name = wanted.pop()
        if name in sources:
            continue
        tree = ast.parse(_path(name).read_text(encoding="utf-8"))
        if not _is_package(name):
            wanted += sorted(_imported(tree, name))
        # A package itself only has to exist.
        sources[name] = "" if _is_package(name) else ast.unparse(_Shortened().visit(tree))
        wanted += [name.rpartition(".")[0]] if "." in name else []
    names = sorted(sources)
    return _HEAD.format(
        title=title,
        version=xc.__version__,
        modules="\n".join(f"#   {name}" for name in names if sources[name]),
        sources="\n".join(f"    {name!r}: {_quoted(sources[name])}," for name in names),
        main=main,
    )


def _path(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def _is_package(name: str) -> bool:
    return _path(name).name == "__init__.py"


def _imported(tree: ast.Module, name: str) -> Iterator[str]:
    """The modules of this project that a module imports at its top."""
    for statement in tree.body:
        if not isinstance(statement, ast.ImportFrom):
            continue
        package = name.split(".")[: -statement.level] if statement.level else []
        base = ".".join([*package, statement.module] if statement.module else package)
        if base.split(".")[0] not in _PACKAGES:
            continue
        yield base
        for alias in statement.names:
            module = f"{base}.{alias.name}"
            if _is_package(base) and importlib.util.find_spec(module) is not None:
                yield module


def _quoted(source: str) -> str:
    """A source as a literal, readable unless it holds such quotes itself."""
    if '"""' in source or source.endswith('"'):
        return repr(source)
    return f'r"""\n{source}\n"""' if source else '""'


class _Shortened(ast.NodeTransformer):
    """Removes what is not needed at run time, and what Python 3.9 does not know."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._without_docstring(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._without_docstring(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            argument.annotation = None
        return self._without_docstring(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Annotations of variables go, but not the fields of dataclasses."""
        if node.value is None or self._in_class:
            return node
        value: ast.expr = self.visit(node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """``zip(strict=…)`` only checks."""
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]
        return self.generic_visit(node)

    _in_class = False

    def _without_docstring(self, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> ast.AST:
        outside, self._in_class = self._in_class, isinstance(node, ast.ClassDef)
        self.generic_visit(node)
        self._in_class = outside
        if ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
            if not node.body:
                node.body.append(ast.Pass())
        return node
