"""The matrix of a problem as a picture: a row for each option, a column for each item.

Small ones have names. Of large ones each square stands for some options and some items, and the
darker it is the more of these meet. Then a sample of the entries is drawn, so that a picture takes
a tenth of a second however large the problem is.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .html import muted, name, paragraph, plain, text

if TYPE_CHECKING:
    from ..arrays.compiled import Compiled
    from ..statement.statement import Statement

__all__ = ["matrix"]

#: Options and items of a picture with names.
_FEW_OPTIONS, _FEW_ITEMS = 32, 48
#: Squares of a picture without names: rows and columns.
_ROWS, _COLUMNS = 64, 112
#: Entries that are drawn.
_SAMPLE = 60_000
_EDGE, _SQUARE, _LETTER = 14, 5, 6.2
#: Characters of a name beside the picture.
_LONGEST = 18
#: What covers a primary item, and a secondary one. (Colours of both kinds show on any ground.)
_PRIMARY, _SECONDARY = "#3b82f6", "#f59e0b"
_LEVELS = (0.25, 0.5, 0.75, 1.0)


def matrix(statement: Statement) -> str:
    """The picture, and what its colours mean."""
    compiled = statement.model.compiled
    if not compiled.n_options or not compiled.n_items:
        return ""
    few = compiled.n_options <= _FEW_OPTIONS and compiled.n_items <= _FEW_ITEMS
    drawn = _with_names(statement) if few else _squares(statement)
    swatch = '<span style="color:{0}">■</span> {1}'
    legend = [swatch.format(_PRIMARY, "primary")]
    if compiled.n_items > compiled.n_primary:
        legend.append(swatch.format(_SECONDARY, "secondary"))
    words = "options are rows, items are columns"
    if not few:
        words += f"; of {compiled.n_options:,} × {compiled.n_items:,} several in one square"
        words += "; rows with a line are given" if statement.given else ""
    return drawn + paragraph(f"{' '.join(legend)} {muted(words)}")


def _with_names(statement: Statement) -> str:
    model, compiled = statement.model, statement.model.compiled
    given, forbidden = set(statement.given), set(statement.forbidden)
    rows = [_short(each) for each in model.option_names]
    columns = [_short(each) for each in model.item_names]
    left = 8 + _LETTER * max(map(len, rows))
    top = 8 + _LETTER * max(map(len, columns))
    width, height = left + _EDGE * len(columns) + 4, top + _EDGE * len(rows) + 4
    lines = [_head(width, height, 'font-family="monospace" font-size="10" fill="currentColor"')]
    for k, words in enumerate(columns):
        x = left + _EDGE * k + 10
        at = f'x="{x:g}" y="{top - 4:g}" transform="rotate(-90 {x:g} {top - 4:g})"'
        lines.append(f"<text {at}>{text(words)}</text>")
    for k, words in enumerate(rows):
        y = top + _EDGE * k
        style = ' font-weight="bold"' if k in given else ""
        style += ' opacity=".45" text-decoration="line-through"' if k in forbidden else ""
        at = f'x="{left - 5:g}" y="{y + 10:g}" text-anchor="end"'
        lines.append(f"<text {at}{style}>{text(words)}</text>")
        shade = 0.16 if k in given else 0.06 if k % 2 else 0.0
        if shade:
            box = f'x="{left:g}" y="{y:g}" width="{_EDGE * len(columns)}" height="{_EDGE}"'
            lines.append(f'<rect {box} fill="currentColor" fill-opacity="{shade}"/>')
        for item, colour in compiled.option(k):
            fill = _PRIMARY if item < compiled.n_primary else _SECONDARY
            faded = ' fill-opacity=".35"' if k in forbidden else ""
            x = left + _EDGE * item
            box = f'x="{x + 1:g}" y="{y + 1:g}" width="12" height="12" rx="2"'
            said = f"{name(model.option_names[k])}: {name(model.item_names[item])}"
            mark = ""
            if colour:
                stated = model.colour_names[colour]
                said += f" in colour {name(stated)}"
                letter = plain(stated).strip("'\"(")[:1]
                at = f'x="{x + 7:g}" y="{y + 10.5:g}" text-anchor="middle" fill="#000"'
                mark = f"<text {at}>{text(letter)}</text>" if letter.isalnum() else ""
            lines.append(f'<rect {box} fill="{fill}"{faded}><title>{said}</title></rect>{mark}')
    return "".join([*lines, "</svg>"])


def _squares(statement: Statement) -> str:
    compiled = statement.model.compiled
    rows, columns = min(_ROWS, compiled.n_options), min(_COLUMNS, compiled.n_items)
    counts = _counts(compiled, rows, columns)
    # The darkest tenth looks alike, so that a few full squares do not make all others pale.
    ranked = sorted(counts.values())
    most = ranked[len(ranked) * 9 // 10] if ranked else 1
    width, height = _SQUARE * columns + 6, _SQUARE * rows
    lines = [_head(width, height, "")]
    first_secondary = _column(compiled.n_primary, compiled, columns)
    for level, opacity in enumerate(_LEVELS):
        for colour, secondary in ((_PRIMARY, False), (_SECONDARY, True)):
            steps = [
                f"M{6 + _SQUARE * column} {_SQUARE * row}h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
                for (row, column), number in sorted(counts.items())
                if min(len(_LEVELS) - 1, number * len(_LEVELS) // (most + 1)) == level
                and (column >= first_secondary) == secondary
            ]
            if steps:
                look = f'fill="{colour}" fill-opacity="{opacity}"'
                lines.append(f'<path {look} d="{"".join(steps)}"/>')
    marked = sorted({option * rows // compiled.n_options for option in statement.given[:10_000]})
    steps = [f"M2 {_SQUARE * row}v{_SQUARE}" for row in marked]
    if steps:
        lines.append(f'<path stroke="currentColor" stroke-width="3" d="{"".join(steps)}"/>')
    frame = f'x="6" y="0" width="{_SQUARE * columns}" height="{height}"'
    lines.append(f'<rect {frame} fill="none" stroke="currentColor" stroke-opacity=".35"/></svg>')
    return "".join(lines)


def _counts(compiled: Compiled, rows: int, columns: int) -> Counter[tuple[int, int]]:
    """How many entries, of all or of a sample, each square has."""
    starts, items, n_options = compiled.starts, compiled.items, compiled.n_options
    counts: Counter[tuple[int, int]] = Counter()
    for node in _sampled(compiled.n_nodes):
        option = bisect_right(starts, node) - 1
        counts[option * rows // n_options, _column(items[node], compiled, columns)] += 1
    return counts


def _sampled(n_nodes: int) -> Iterable[int]:
    """All nodes, or one at random of each of many stretches; the same ones every time."""
    if n_nodes <= _SAMPLE:
        return range(n_nodes)
    draw = random.Random(0).random
    return (int((k + draw()) * n_nodes / _SAMPLE) for k in range(_SAMPLE))


def _column(item: int, compiled: Compiled, columns: int) -> int:
    """The column of an item. Primary and secondary items share none."""
    n_primary, n_secondary = compiled.n_primary, compiled.n_items - compiled.n_primary
    if not n_secondary:
        return item * columns // max(1, n_primary)
    mine = max(1, min(columns - 1, columns * n_primary // compiled.n_items)) if n_primary else 0
    if item < n_primary:
        return item * mine // n_primary
    return mine + (item - n_primary) * (columns - mine) // n_secondary


def _head(width: float, height: float, style: str) -> str:
    box = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    look = "max-width:100%;height:auto;display:block"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {style} style="{look}">'


def _short(value: object) -> str:
    words = plain(value)
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
