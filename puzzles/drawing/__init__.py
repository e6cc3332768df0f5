"""Pictures of polyform solutions: text for a terminal, SVG for a page."""

from .svg import sheet_svg, solution_svg
from .terminal import picture, wants_colour

__all__ = ["picture", "sheet_svg", "solution_svg", "wants_colour"]
