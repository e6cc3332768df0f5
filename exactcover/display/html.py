"""The parts that displays are made of, as HTML that looks right on light and dark backgrounds.

No style sheet and no script: notebooks remove some of them, and those that stay would change other
cells. So every element has its style. Text keeps the colour of the notebook; lines and grounds are
half transparent. Whatever comes from the user is escaped and shortened. The markup is XML as well,
which makes it easy to check.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from itertools import islice

from ..errors import shown
from ..text import digits, grouped, printable
from ..text import markup as text

__all__ = [
    "BLUE", "GREEN", "GREY", "ORANGE", "RED", "TINT", "bar", "beside", "bullets", "card", "chips",
    "facts", "failed", "fault_of", "folded", "gap_bar", "large", "muted", "name", "paragraph",
    "plain", "table", "tag", "text",
]  # fmt: skip

#: Grounds for what is good, in doubt, wrong, plain. Text of any colour can be read on them.
GREEN, ORANGE, RED = "rgba(34,160,90,.3)", "rgba(235,145,20,.35)", "rgba(220,60,60,.3)"
BLUE, GREY, TINT = "rgba(60,125,235,.3)", "rgba(128,128,128,.3)", "rgba(128,128,128,.1)"
_LINE = "1px solid rgba(128,128,128,.35)"

#: Characters of a name that are shown.
_LONGEST_NAME = 60
#: Digits of a number that are written out.
_MOST_DIGITS = 120
_NUMBER = re.compile(r"[-+.\d]")


def plain(value: Hashable) -> str:
    """A name: a text as it is, if it cannot be taken for something else; all others by ``repr``."""
    if type(value) is str and value and value == value.strip() and not _NUMBER.match(value):
        return printable(value[: 2 * _LONGEST_NAME])
    return shown(value)


def name(value: Hashable) -> str:
    """A name, escaped, and shortened if it is long."""
    return text(plain(value), _LONGEST_NAME)


def large(number: int) -> str:
    """A number with commas; of a very long one the first digits, and how many there are."""
    if -(10**_MOST_DIGITS) < number < 10**_MOST_DIGITS:
        # A long number may be broken behind a comma.
        return grouped(number).replace(",", ",<wbr/>" if abs(number) >= 10**15 else ",")
    every = digits(number)
    return f"{every[:40]}… ({len(every.lstrip('-')):,} digits)"


def tag(words: str, ground: str = GREY) -> str:
    """Some words on a ground of their own."""
    style = f"background:{ground};border-radius:4px;padding:1px 6px;white-space:nowrap"
    return f'<span style="{style}">{text(words)}</span>'


def chips(
    names: Iterable[Hashable], most: int = 24, total: int | None = None, ground: str = TINT
) -> str:
    """Names side by side, the first ``most`` of ``total``."""
    first = list(islice(iter(names), most + 1))
    style = (
        f"display:inline-block;background:{ground};border:{_LINE};border-radius:4px;"
        "padding:0 5px;margin:1px 3px 1px 0;max-width:100%;overflow-wrap:anywhere"
    )
    parts = [f'<span style="{style}">{name(each)}</span>' for each in first[:most]]
    if len(first) > most:
        more = f"and {total - most:,} more" if total is not None else "and more"
        parts.append(f'<span style="opacity:.75">{more}</span>')
    return "".join(parts) or muted("none")


def muted(words: str) -> str:
    """Words of less weight."""
    return f'<span style="opacity:.75">{text(words)}</span>'


def paragraph(inner: str) -> str:
    """A block with a little room above."""
    return f'<div style="margin:4px 0;overflow-wrap:anywhere">{inner}</div>'


def bullets(lines: Iterable[str], most: int = 12, total: int | None = None) -> str:
    """Lines of HTML below each other, the first ``most`` of ``total``."""
    first = list(islice(iter(lines), most + 1))
    parts = [f'<div style="margin:1px 0">{line}</div>' for line in first[:most]]
    if len(first) > most:
        more = f"and {total - most:,} more" if total is not None else "and more"
        parts.append(f"<div>{muted(more)}</div>")
    return "".join(parts)


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
