"""HTML building blocks of the cards, for light and dark backgrounds.

No style sheet and no script: notebooks remove some of them, and those that stay would change other
cells. So every element has its style. Text keeps the colour of the notebook; lines and grounds are
half transparent. Whatever comes from the user is escaped and shortened. The markup is XML as well,
which makes it easy to check.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence, Sized
from itertools import islice
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from ..errors import shown
from ..text import grouped, printable, shown_number
from ..text import markup as text

if TYPE_CHECKING:
    from ..statement.results import Solution

#: Grounds for what is good, in doubt, wrong, plain. Text of any colour can be read on them.
GREEN, ORANGE, RED = "rgba(34,160,90,.3)", "rgba(235,145,20,.35)", "rgba(220,60,60,.3)"
BLUE, GREY, TINT = "rgba(60,125,235,.3)", "rgba(128,128,128,.3)", "rgba(128,128,128,.1)"
_LINE = "1px solid rgba(128,128,128,.35)"

#: How much of a long list is shown: names, lines of text, pictures.
NAMES, LINES, PICTURES = 24, 12, 6


def plain(value: Hashable) -> str:
    """A name: a text as it is, if it cannot be taken for something else; all others by ``repr``."""
    if type(value) is str and value and value == value.strip() and not re.match(r"[-+.\d]", value):
        return printable(value[:120])
    return shown(value)


def name(value: Hashable) -> str:
    """A name, escaped, and shortened if it is long."""
    return text(plain(value), 60)


def large(number: int) -> str:
    """A number with commas; of a very long one the first digits, and how many there are."""
    if abs(number) < 10**120:
        # A long number may be broken behind a comma.
        return grouped(number).replace(",", ",<wbr/>" if abs(number) >= 10**15 else ",")
    return shown_number(number)


def tag(words: str, ground: str = GREY) -> str:
    """Some words on a ground of their own."""
    style = f"background:{ground};border-radius:4px;padding:1px 6px;white-space:nowrap"
    return f'<span style="{style}">{text(words)}</span>'


def chips(
    names: Iterable[Hashable], most: int = NAMES, total: int | None = None, ground: str = TINT
) -> str:
    """Names side by side, the first ``most`` of ``total``."""
    first, more = _first(names, most, total)
    style = (
        f"display:inline-block;background:{ground};border:{_LINE};border-radius:4px;"
        "padding:0 5px;margin:1px 3px 1px 0;max-width:100%;overflow-wrap:anywhere"
    )
    shown = "".join(f'<span style="{style}">{name(each)}</span>' for each in first)
    return shown + (muted(more) if more else "") or muted("none")


def _first(values: Iterable[Any], most: int, total: int | None) -> tuple[list[Any], str]:
    """The first values, and in words how many more of ``total`` there are."""
    first = list(islice(values, most + 1))
    if total is None and isinstance(values, Sized):
        total = len(values)
    more = "and more" if total is None else f"and {total - most:,} more"
    return first[:most], more if len(first) > most else ""


def muted(words: str) -> str:
    """Words of less weight."""
    return f'<span style="opacity:.75">{text(words)}</span>'


def paragraph(inner: str) -> str:
    """A block with a little room above."""
    return f'<div style="margin:4px 0;overflow-wrap:anywhere">{inner}</div>'


def bullets(lines: Iterable[str], most: int = LINES, total: int | None = None) -> str:
    """Lines of HTML below each other, the first ``most`` of ``total``."""
    first, more = _first(lines, most, total)
    shown = "".join(f'<div style="margin:1px 0">{line}</div>' for line in first)
    return shown + (f"<div>{muted(more)}</div>" if more else "")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows of HTML; ``head`` may be empty."""
    cell = f"text-align:left;vertical-align:top;padding:2px 12px 2px 0;border-bottom:{_LINE}"
    cell += ";max-width:640px;overflow-wrap:anywhere;white-space:normal;background:none"
    lines = []
    if head:
        top = "".join(
            f'<th style="{cell};font-weight:600;opacity:.75">{text(each)}</th>' for each in head
        )
        lines.append(f'<tr style="background:none">{top}</tr>')
    for row in rows:
        inside = "".join(f'<td style="{cell}">{each}</td>' for each in row)
        lines.append(f'<tr style="background:none">{inside}</tr>')
    style = "border-collapse:collapse;border:none;margin:4px 0;font-size:inherit"
    return f'<table style="{style}"><tbody>{"".join(lines)}</tbody></table>' if lines else ""


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """What something is called, and its value as HTML; those without a value are left out."""
    return table((), [(muted(label), value) for label, value in pairs if value])


def bar(parts: Sequence[tuple[float, str, str]]) -> str:
    """A bar of parts, each with its size, its ground and its label; below it the labels."""
    total = sum(size for size, _, _ in parts) or 1
    inside = "".join(
        f'<div style="width:{100 * size / total:.2f}%;background:{ground};height:10px"></div>'
        for size, ground, _ in parts
    )
    legend = " ".join(tag(label, ground) for size, ground, label in parts if size and label)
    style = f"display:flex;width:360px;max-width:100%;border:{_LINE};border-radius:4px"
    outer = f'<div style="{style};overflow:hidden;margin:4px 0">{inside}</div>'
    return outer + (paragraph(legend) if legend else "")


def gap_bar(share: float | None) -> str:
    """A bar of what is proven of a cost; nothing without a gap, or with one above 100 %."""
    if share is None or share > 1:
        return ""
    return bar([(1 - share, GREEN, "proven"), (share, ORANGE, "gap")])


def beside(blocks: Iterable[str]) -> str:
    """Blocks side by side, in several lines if there is no room."""
    style = "display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start;margin:6px 0"
    inside = "".join(f'<div style="max-width:100%">{block}</div>' for block in blocks if block)
    return f'<div style="{style}">{inside}</div>' if inside else ""


def folded(title: str, inner: str, opened: bool = False) -> str:
    """Something that a click shows."""
    state = ' open="open"' if opened else ""
    summary = f'<summary style="cursor:pointer;opacity:.85">{text(title)}</summary>'
    return f'<details{state} style="margin:4px 0">{summary}{inner}</details>' if inner else ""


def card(kind: str, headline: str, *parts: str) -> str:
    """A display: what it is, what it says in one line of HTML, and the rest."""
    style = "font-family:system-ui,sans-serif;font-size:13px;line-height:1.5;text-align:left"
    style += ";max-width:100%;overflow-x:auto;padding:2px 0"
    top = f'<span style="opacity:.75">{text(kind)}</span> {headline}'
    body = "".join(parts)
    return (
        f'<div style="{style}"><div style="font-size:14px;font-weight:600">{top}</div>{body}</div>'
    )


def failed(answer: object, error: Exception) -> str:
    """The ``repr`` of an answer whose display raised an error."""
    why = f"the display failed: {fault_of(error)}"
    return card(type(answer).__name__, text(shown(answer)), paragraph(muted(why)))


def fault_of(error: Exception) -> str:
    """What kind of error it is, and what it says."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # the user's own code, too
        return type(error).__name__


# -- pictures of solutions, by a function of the user: Problem.drawn_by ----------------------------
#
# SVG goes into the page as an image of its own. So its style sheets and ids meet no others, its
# scripts do not run, and a picture with dark lines has a white ground in a dark notebook too.

#: Widths of pictures, in pixels: one alone, two side by side, many.
LARGE, MIDDLE, SMALL = 440, 300, 170
#: The same of a picture that stands for itself.
WIDEST = 900
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
    if len(drawn) > 2_000_000:
        raise ValueError(f"a picture of {len(drawn):,} characters; up to 2,000,000 are shown")


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
