"""What notebooks show of problems, of what propagation does to them, and of their symmetries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from math import inf, log10
from typing import TYPE_CHECKING, Any

from ..text import counted, duration
from .html import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
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
    table,
    tag,
    text,
)
from .matrix import matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..arrays.compiled import Compiled
    from ..problem import Problem
    from ..propagation.reduce import Reduction
    from ..rules.ruled import Ruled
    from ..search.batch import Batch
    from ..search.estimate import Estimate, Figure
    from ..statement.model import Check
    from ..statement.results import Progress
    from ..statement.statement import Statement
    from ..symmetries.group import Symmetry

__all__ = [
    "batch", "check", "estimate", "problem", "progress", "reduction", "ruled", "statement_parts",
    "symmetry",
]  # fmt: skip

#: Nodes of a problem that plain Python counts; numpy counts more of them.
_PLAIN = 50_000
#: Generators of a group that are shown, and moves of each.
_MOST_GENERATORS, _MOST_MOVED = 6, 24
#: Options of a group whose orbits are counted.
_MOST_OF_GROUP = 300_000


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
        ("entries", text(f"{compiled.n_nodes:,}")),
        ("items of an option", _between(options)),
        ("options of an item", _between(items)),
        ("colours", text(f"{len(model.colour_names) - 1:,}") * (len(model.colour_names) > 1)),
        ("multiplicities", _multiplicities(compiled)),
        ("costs", _costs(statement)),
        ("penalties", text(counted(len(model.penalties), "item")) if model.penalties else ""),
        ("given", chips((option_names[each] for each in statement.given), 12, len(statement.given))
         if statement.given else ""),
        ("forbidden", chips((option_names[each] for each in statement.forbidden), 12,
                            len(statement.forbidden)) if statement.forbidden else ""),
    ]  # fmt: skip
    kept = bullets((text(each, 100) for each in islice(rules, 7)), 6, len(rules)) if rules else ""
    return [faults and paragraph(faults), facts(rows), kept, matrix(statement)]


def _spread(compiled: Compiled) -> tuple[tuple[int, int], tuple[int, int]]:
    """The least and the most items of an option, and options of an item."""
    if not compiled.n_options or not compiled.n_items:
        return (0, 0), (0, 0)
    if compiled.n_nodes + compiled.n_options <= _PLAIN:
        lengths = [after - before for before, after in pairwise(compiled.starts)]
        uses = Counter(compiled.items)
        each = [uses[item] for item in range(compiled.n_items)]
        return (min(lengths), max(lengths)), (min(each), max(each))
    import numpy as np

    of_options = np.diff(np.frombuffer(compiled.starts, np.int64))
    nodes = np.frombuffer(compiled.items, np.int32) if compiled.n_nodes else np.zeros(0, np.int32)
    of_items = np.bincount(nodes, minlength=compiled.n_items)
    return (int(of_options.min()), int(of_options.max())), (
        int(of_items.min()),
        int(of_items.max()),
    )


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
    note = "first(), count() and is_unique() answer for each list of given options in turn"
    parts = statement_parts(asked._statement)
    return card("Batch", text("lists of given options of one problem"), muted(note), *parts)


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
    reasons = [f"<b>{name(option)}</b> {text(str(why))}" for option, why in _first_removed(done)]
    parts.append(facts(rows))
    parts.append(folded("why options were removed", bullets(reasons, 12)))
    if not done.complete:
        parts.append(paragraph(muted("propagation stopped at the bound on its work")))
    return card("Reduction", head, *parts)


def _first_removed(done: Reduction) -> list[tuple[Any, Any]]:
    """The first options that were removed, with their reasons. (All of them may be a million.)"""
    model = done._model
    numbers = (number for number, item in enumerate(done._why_item) if item >= 0)
    return [(model.option_names[number], done._reason(number)) for number in islice(numbers, 13)]


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
        (_cycles(goes.tolist(), group) for goes in islice(group._items, _MOST_GENERATORS + 1)),
        _MOST_GENERATORS,
        len(group._items),
    )
    rows = [("generators", generators)]
    if compiled.n_options <= _MOST_OF_GROUP:
        sizes = Counter(map(len, group.option_orbits()))
        said = (f"{number:,} of {size:,}" for size, number in sorted(sizes.items()))
        rows.append(("orbits of options", bullets((text(each) for each in said), 8, len(sizes))))
    return card("Symmetry group", head, facts(rows), paragraph(muted(f"of {group.problem!r}")))


def _cycles(goes: Sequence[int], group: Symmetry) -> str:
    """A permutation of the items as cycles: (a b c) for a -> b -> c -> a."""
    names, moved, parts = group._model.item_names, 0, []
    for cycle in _each_cycle(goes):
        if cycle[0] in group._model.rule_of_item:
            continue
        if moved >= _MOST_MOVED:
            parts.append(muted("and more"))
            break
        shown = [name(names[item]) for item in cycle[: _MOST_MOVED - moved]]
        moved += len(shown)
        parts.append(f"({' '.join(shown)}{' …' if len(shown) < len(cycle) else ''})")
    return " ".join(parts) or muted("moves no item")


def _each_cycle(goes: Sequence[int]) -> Iterator[list[int]]:
    seen = bytearray(len(goes))
    for first, after in enumerate(goes):
        if after == first or seen[first]:
            continue
        cycle, item = [], first
        while not seen[item]:
            seen[item] = 1
            cycle.append(item)
            item = goes[item]
        yield cycle
