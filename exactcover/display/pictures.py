"""Pictures of solutions, by a function of the user: :meth:`Problem.drawn_by`.

SVG goes into the page as an image of its own. So its style sheets and ids meet no others, its
scripts do not run, and a picture with dark lines has a white ground in a dark notebook too.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Hashable
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from ..errors import shown
from .html import RED, fault_of, muted, paragraph, tag, text

if TYPE_CHECKING:
    from ..statement.results import Solution

__all__ = [
    "LARGE",
    "MIDDLE",
    "SMALL",
    "WIDEST",
    "captioned",
    "hook_of",
    "image",
    "picture",
]

#: Widths of pictures, in pixels: one alone, two side by side, many.
LARGE, MIDDLE, SMALL = 440, 300, 170
#: The same of a picture that stands for itself.
WIDEST = 900
#: Characters of a picture that is shown, at most.
_MOST_CHARACTERS = 2_000_000
#: What may stand before ``<svg``.
_PROLOGUE = re.compile(
    r"\s*(?:<\?xml[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?[^>]*>|\s)*", re.S
)
_PAPER = "background:#fff;color:#222;border-radius:4px;padding:4px;box-sizing:border-box"


def hook_of(solution: Solution) -> Callable[[Any], Any] | None:
    """The function that draws this solution, if there is one."""
    held = solution._model.picture
    return None if held is None else held.function


def picture(solution: Solution, width: int = LARGE, faint: Collection[Hashable] = ()) -> str:
    """The picture of a solution as HTML; nothing without a function, or if it gives None.

    If the function raises, the error and its line are shown. ``faint``: options of less interest,
    for functions that can draw them so.
    """
    function = hook_of(solution)
    if function is None:
        return ""
    try:
        faded = getattr(function, "faded", None) if faint else None
        drawn = function(solution) if faded is None else faded(solution, faint)
        return "" if drawn is None else _framed(drawn, width)
    except Exception as error:
        return paragraph(f"{tag('no picture', RED)} {text(fault_of(error))}{_line_of(error)}")


def captioned(inner: str, caption: str) -> str:
    """Something with a caption of HTML below it."""
    return f'{inner}<div style="font-size:12px">{caption}</div>' if inner else ""


def _framed(drawn: Any, width: int) -> str:
    """What a function gave, as HTML."""
    if isinstance(drawn, str):
        return image(drawn, width)
    for method in ("_repr_svg_", "_repr_html_"):
        ask = getattr(drawn, method, None)
        found = ask() if callable(ask) else None
        if isinstance(found, str):
            if method == "_repr_svg_":
                return image(found, width)
            _check_size(found)
            style = f"{_PAPER};max-width:{width}px;max-height:{width}px;overflow:auto"
            return f'<div style="{style}">{found}</div>'
    expected = "SVG text, or an object with _repr_svg_ or _repr_html_"
    raise TypeError(f"the function gave {shown(drawn)}; expected {expected}")


def image(svg: str, width: int) -> str:
    """SVG as an image of a page. Raises TypeError and ValueError for what is none."""
    from xml.etree.ElementTree import ParseError, XMLParser

    _check_size(svg)
    body = svg[_PROLOGUE.match(svg).end() :]  # type: ignore[union-attr]  # it may be empty
    head = re.match(r"<svg\b[^>]*>", body)
    if head is None:
        raise TypeError(f"the function gave {shown(svg[:80])}; expected SVG text: <svg …")
    # In a page of HTML an element may do without, in a file of its own it may not.
    if "xmlns=" not in head[0]:
        body = f'<svg xmlns="http://www.w3.org/2000/svg"{body[4:]}'
    if "xlink:" in body and "xmlns:xlink" not in body:
        body = f'<svg xmlns:xlink="http://www.w3.org/1999/xlink"{body[4:]}'
    parser = XMLParser()
    try:
        parser.feed(body.encode())
        parser.close()
    except ParseError as error:
        raise ValueError(f"the SVG is not well-formed: {error}") from None
    # Without a size of its own it would get the width of the page, or next to none.
    own = "" if re.search(r"\swidth=", head[0]) else f"width:{width}px;"
    style = f"{own}max-width:min(100%,{width}px);max-height:{width}px;{_PAPER}"
    data = b64encode(body.encode()).decode()
    return f'<img alt="picture" style="{style}" src="data:image/svg+xml;base64,{data}"/>'


def _check_size(drawn: str) -> None:
    if len(drawn) > _MOST_CHARACTERS:
        raise ValueError(
            f"a picture of {len(drawn):,} characters; up to {_MOST_CHARACTERS:,} are shown"
        )


def _line_of(error: Exception) -> str:
    """Where an error came from, if it was raised in the user's code."""
    frames = extract_tb(error.__traceback__)
    # (Of an error raised here, all frames are of this file.)
    last = next((each for each in reversed(frames) if each.filename != __file__), None)
    if last is None:
        return ""
    where = f"line {last.lineno} of {last.filename}, in {last.name}"
    code = f": <code>{text(last.line)}</code>" if last.line else ""
    return f"<br/>{muted(where)}{code}"
