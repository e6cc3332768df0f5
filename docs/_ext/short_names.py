"""How the reference shows names and members of the engine.

References such as ``:class:`Problem``` lead to the public name, from whatever module. A signature
is that of the function, with all its arguments, and not those that only a checker of types reads.
Fields of named tuples have no sentence of their own; their class describes them.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer


def resolved(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.Element
) -> nodes.Element | None:
    """The public name of the engine, if what is referred to is one without its package."""
    if node.get("refdomain") != "py" or node["reftarget"].startswith("exactcover."):
        return None
    return env.domains["py"].resolve_xref(
        env,
        node["refdoc"],
        app.builder,
        node["reftype"],
        f"exactcover.{node['reftarget']}",
        node,
        shown,
    )


def without_numbers_of_fields(
    app: Sphinx, what: str, name: str, of: Any, options: Any, lines: list[str]
) -> None:
    """Named tuples say of a field which number it has, which is of no use to readers."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    problem = ModuleAnalyzer.for_module("exactcover.problem")
    problem.analyze()
    problem.overloads.clear()
    # The page of the class begins with the usual questions, some of which it inherits.
    usual = ("first", "count", "solutions", "is_unique", "minimize", "maximize", "zdd", "gather")
    problem.tagorder.update({f"Problem.{name}": k for k, name in enumerate(usual, -len(usual))})
    app.connect("missing-reference", resolved)
    app.connect("autodoc-process-docstring", without_numbers_of_fields)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
