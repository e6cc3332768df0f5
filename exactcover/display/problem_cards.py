"""HTML cards of problems and their matrix, of propagation, and of symmetries."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import islice
from math import inf, log10
from typing import TYPE_CHECKING

from ..text import counted, cycles, duration, shortened
from ..text import markup as text
from .html import (
    BLUE,
    GREEN,
    GREY,
    NAMES,
    ORANGE,
    PICTURES,
    RED,
    bar,
    bullets,
    card,
    chips,
    facts,
    folded,
    gap_bar,
    muted,
    name,
    paragraph,
    plain,
    table,
    tag,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..arrays.compiled import Compiled
    from ..problem import Problem
    from ..propagation.reduce import Reduction
    from ..questions.batch import Batch
    from ..rules.ruled import Ruled
    from ..search.estimate import Estimate, Figure
    from ..statement.check import Check
    from ..statement.results import Progress
    from ..statement.statement import Statement
    from ..symmetries.group import Symmetry


# -- problems --------------------------------------------------------------------------------


def problem(stated: Problem) -> str:
    """Its sizes and its matrix."""
    statement = stated._statement
    return card("Problem", _sizes(statement), *statement_parts(statement))


def _sizes(statement: Statement) -> str:
    rules, compiled = statement.model.rules, statement.model.shown.compiled
    secondary = compiled.n_items - compiled.n_primary
    sizes = [
        counted(compiled.n_primary, "primary item" if secondary else "item"),
        counted(secondary, "secondary item") if secondary else "",
        counted(compiled.n_options, "option"),
        counted(len(rules), "rule") if rules else "",
    ]
    head = text(", ".join(filter(None, sizes)))
    if statement.model.faults:
        head += f" {tag(counted(len(statement.model.faults), 'fault'), RED)}"
    return head


def statement_parts(statement: Statement) -> list[str]:
    """What stands below the sizes: faults, facts, the matrix. Of rules their words alone."""
    rules, statement = statement.model.rules, statement.shown
    model, compiled = statement.model, statement.model.compiled
    faults = bullets((text(str(each)) for each in islice(model.faults, 6)), 5, len(model.faults))
    options, items = _spread(compiled)
    option_names = model.option_names
    rows = [
        ("entries", text(f"{compiled.n_entries:,}")),
        ("items of an option", _between(options)),
        ("options of an item", _between(items)),
        ("colours", text(f"{len(model.colour_names) - 1:,}") * (len(model.colour_names) > 1)),
        ("multiplicities", _multiplicities(compiled)),
        ("costs", _costs(statement)),
        ("penalties", text(counted(len(model.penalties), "item")) if model.penalties else ""),
        *((kind, chips((option_names[each] for each in options), 12, len(options)))
          for kind, options in (("given", statement.given), ("forbidden", statement.forbidden))
          if options),
    ]  # fmt: skip
    kept = bullets((text(each, 100) for each in islice(rules, 7)), 6, len(rules)) if rules else ""
    return [faults and paragraph(faults), facts(rows), kept, matrix(statement)]


def _spread(compiled: Compiled) -> tuple[tuple[int, int], tuple[int, int]]:
    """The least and the most items of an option, and options of an item."""
    if not compiled.n_options or not compiled.n_items:
        return (0, 0), (0, 0)
    import numpy as np

    from ..arrays.views import node_arrays

    starts, nodes, _ = node_arrays(compiled)
    both = np.diff(starts), np.bincount(nodes, minlength=compiled.n_items)
    of_options, of_items = ((int(each.min()), int(each.max())) for each in both)
    return of_options, of_items


def _between(bounds: tuple[int, int]) -> str:
    least, most = bounds
    return text(f"{least:,}" if least == most else f"{least:,} to {most:,}")


def _multiplicities(compiled: Compiled) -> str:
    if not compiled.multiple:
        return ""
    other = sum(pair != (1, 1) for pair in zip(compiled.low, compiled.high, strict=True))
    said = f"{counted(other, 'item')} not covered exactly once"
    return text(said + (", options may be repeated" if compiled.repeat else ""))


def _costs(statement: Statement) -> str:
    costs = statement.model.option_costs
    if costs is None or not costs.each:
        return ""
    least, most = (costs.to_stated(each) for each in (min(costs.each), max(costs.each)))
    return (
        text(str(least), 60)
        if least == most
        else f"{text(str(least), 60)} to {text(str(most), 60)}"
    )


def ruled(stated: Ruled) -> str:
    """The problem, and the names of its rules."""
    rules, named = stated._rules, []
    if rules.complete is not None:
        named.append(("rule for complete solutions", "a function"))
    if rules.stateful is not None:
        named.append(("rule with a state", "kernels" if rules.stateful.compiled else "functions"))
    statement = stated._statement
    return card("Problem with rules", _sizes(statement), facts(named), *statement_parts(statement))


def check(found: Check) -> str:
    """Faults and notes."""
    tone = GREEN if found else RED
    number, notes = len(found.faults), len(found.notes)
    head = tag(counted(number, "fault") if number else "no faults", tone)
    head += f" {tag(counted(notes, 'note'), ORANGE)}" if notes else ""
    lines = (text(str(each)) for each in found)
    return card("Check", head, bullets(lines, 12, number + notes))


def batch(asked: Batch) -> str:
    """What is asked of each of many lists."""
    note = "first(), count() and is_unique() answer for each variant in turn; as_arrays() for all"
    parts = statement_parts(asked._statement)
    return card("Batch", text("variants of one problem"), muted(note), *parts)


# -- propagation, estimates, progress ----------------------------------------------------------


def reduction(done: Reduction) -> str:
    """How many options were removed and forced, and why."""
    if done.impossible is not None:
        head, parts = tag("no solution", RED), [paragraph(text(done.impossible.reason))]
    else:
        taken = set(done._taken)
        removed = sum(item >= 0 for item in done._why_item)
        left = done.left
        head = text(f"{counted(left, 'option is', 'options are')} left to choose among")
        parts = [bar([(removed, RED, f"{removed:,} removed"), (len(taken), GREEN,
                      f"{len(taken):,} forced"), (left, BLUE, f"{left:,} left")])]  # fmt: skip
    names = done._model.option_names
    forced = (names[number] for number in done._in_order)
    rows = [("forced", chips(forced, 24, len(done._in_order)) if done._in_order else "")]
    # Only of the first: there may be a million.
    first = (number for number, item in enumerate(done._why_item) if item >= 0)
    reasons = (f"<b>{name(names[k])}</b> {text(str(done._reason(k)))}" for k in islice(first, 13))
    parts.append(facts(rows))
    parts.append(folded("why options were removed", bullets(reasons, 12)))
    if not done.complete:
        parts.append(paragraph(muted("propagation stopped at the bound on its work")))
    return card("Reduction", head, *parts)


def estimate(guess: Estimate) -> str:
    """Three figures with their intervals, on a logarithmic scale."""
    figures = [
        ("nodes", guess.nodes, str(guess.nodes)),
        ("solutions", guess.solutions, str(guess.solutions)),
        ("time on one core", guess.seconds, guess.seconds.in_words(duration)),
    ]
    highs = [each.high for _, each, _ in figures[:2] if 1 < each.high < inf]
    widest = max(map(log10, highs), default=1.0)
    rows = [
        (muted(label), text(words), _interval(figure, widest) if at < 2 else "")
        for at, (label, figure, words) in enumerate(figures)
    ]
    note = f"by {counted(guess.probes, 'random descent')}; intervals of 95 %"
    note += ", on a scale of powers of ten"
    return card("Estimate", "", table((), rows), paragraph(muted(note)))


def _interval(figure: Figure, widest: float) -> str:
    """An interval as a bar from 1 to ten to the power ``widest``."""
    if not 0 < figure.high < inf:
        return ""
    low, high = (
        min(100.0, max(0.0, 100 * log10(max(1.0, each)) / max(widest, 1e-9)))
        for each in (figure.low, figure.high)
    )
    inside = (
        f"margin-left:{low:.1f}%;width:{max(1.0, high - low):.1f}%;height:10px;background:{BLUE}"
    )
    outer = f"width:200px;background:{GREY};border-radius:3px;overflow:hidden"
    return f'<div style="{outer}"><div style="{inside}"></div></div>'


def progress(now: Progress) -> str:
    """How far a search is."""
    parts = []
    if now.done is not None:
        done = min(1.0, max(0.0, now.done))
        parts.append(bar([(done, BLUE, ""), (1 - done, "none", "")]))
    parts.append(gap_bar(now.relative_gap))
    return card("", text(str(now)), *parts)


# -- symmetries ------------------------------------------------------------------------------


def symmetry(group: Symmetry) -> str:
    """The order of the group, its generators as cycles, and the orbits of options."""
    compiled = group._model.compiled
    head = text(f"{counted(group.order, 'symmetry', 'symmetries')}")
    generators = bullets(
        (_cycles(goes.tolist(), group) for goes in group._items), PICTURES, len(group._items)
    )
    rows = [("generators", generators)]
    if compiled.n_options <= 300_000:  # for more, orbits take too long
        sizes = Counter(map(len, group.option_orbits()))
        said = (f"{number:,} of {size:,}" for size, number in sorted(sizes.items()))
        rows.append(("orbits of options", bullets((text(each) for each in said), 8, len(sizes))))
    return card("Symmetry group", head, facts(rows), paragraph(muted(f"of {group.problem!r}")))


def _cycles(goes: Sequence[int], group: Symmetry) -> str:
    """A permutation of the items as cycles: (a b c) for a -> b -> c -> a."""
    names, moved, parts = group._model.item_names, 0, []
    for cycle in cycles(dict(enumerate(goes))):
        if cycle[0] in group._model.rule_of_item:
            continue
        if moved >= NAMES:
            parts.append(muted("and more"))
            break
        shown = [name(names[item]) for item in cycle[: NAMES - moved]]
        moved += len(shown)
        parts.append(f"({' '.join(shown)}{' …' if len(shown) < len(cycle) else ''})")
    return " ".join(parts) or muted("moves no item")


# -- the matrix of a problem: a row for each option, a column for each item ------------------------
#
# Small ones have names. Of large ones each square stands for some options and some items, and the
# darker it is the more of these meet. Then a sample of the entries is drawn, so that a picture
# takes a tenth of a second however large the problem is.

_EDGE, _SQUARE, _LETTER = 14, 5, 6.2
#: What covers a primary item, and a secondary one. (Colours of both kinds show on any ground.)
_PRIMARY, _SECONDARY = "#3b82f6", "#f59e0b"


def matrix(statement: Statement) -> str:
    """The picture, and what its colours mean."""
    compiled = statement.model.compiled
    if not compiled.n_options or not compiled.n_items:
        return ""
    few = compiled.n_options <= 32 and compiled.n_items <= 48
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
    rows = [shortened(plain(each), 18) for each in model.option_names]
    columns = [shortened(plain(each), 18) for each in model.item_names]
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
    rows, columns = min(64, compiled.n_options), min(112, compiled.n_items)
    counts = _counts(compiled, rows, columns)
    # The darkest tenth looks alike, so that a few full squares do not make all others pale.
    ranked = sorted(counts.values())
    most = ranked[len(ranked) * 9 // 10] if ranked else 1
    width, height = _SQUARE * columns + 6, _SQUARE * rows
    lines = [_head(width, height, "")]
    first_secondary = _column(compiled.n_primary, compiled, columns)
    paths: defaultdict[tuple[str, float], list[str]] = defaultdict(list)
    for (row, column), number in sorted(counts.items()):
        fill = _SECONDARY if column >= first_secondary else _PRIMARY
        opacity = min(1.0, 0.25 * (1 + number * 4 // (most + 1)))
        step = f"M{6 + _SQUARE * column} {_SQUARE * row}h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
        paths[fill, opacity].append(step)
    for (fill, opacity), steps in paths.items():
        lines.append(f'<path fill="{fill}" fill-opacity="{opacity}" d="{"".join(steps)}"/>')
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
    for node in _sampled(compiled.n_entries):
        option = bisect_right(starts, node) - 1
        counts[option * rows // n_options, _column(items[node], compiled, columns)] += 1
    return counts


def _sampled(n_entries: int) -> Iterable[int]:
    """All nodes, or one at random of each of many stretches; the same ones every time."""
    most, draw = 60_000, random.Random(0).random
    if n_entries <= most:
        return range(n_entries)
    return (int((k + draw()) * n_entries / most) for k in range(most))


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
