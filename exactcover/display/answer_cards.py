"""HTML cards of solutions, counts, verdicts, diagrams and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..text import counted, escaped, percent, shown_number
from ..text import markup as text
from .html import (
    BLUE,
    GREEN,
    GREY,
    LARGE,
    LINES,
    MIDDLE,
    NAMES,
    ORANGE,
    PICTURES,
    RED,
    SMALL,
    WIDEST,
    bar,
    beside,
    bullets,
    captioned,
    card,
    chips,
    facts,
    folded,
    gap_bar,
    hook_of,
    image,
    large,
    muted,
    name,
    paragraph,
    picture,
    table,
    tag,
)
from .problem_cards import matrix

if TYPE_CHECKING:
    from ..diagrams.zdd import ZDD
    from ..parallel.divided_search import Gathered
    from ..parallel.work import Divided
    from ..proofs.prove import Proof
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explanation import Explanation
    from ..reasons.fewest_choice import DefiningSet
    from ..reasons.trace import Step, Trace
    from ..search.solutions import Solutions
    from ..statement.results import Count, Impossible, Optimum, OrbitCount, Solution, Uniqueness
    from ..symmetries.orbits import OrbitSolution, OrbitSolutions


# -- solutions -------------------------------------------------------------------------------


def solution(found: Solution) -> str:
    """The picture of a solution; or its options and what they cover."""
    kind = "Solution" if type(found).__name__ == "Solution" else "Partial solution"
    head = text(counted(len(found), "option"))
    if found._model.costs is not None:
        head += f" · cost {text(str(found.cost))}"
    if found.open_items:
        head += f" · open: {chips(found.open_items)}"
    drawn = picture(found)
    if drawn:
        return card(kind, head, drawn, folded("options", _options(found)))
    return card(kind, head, _options(found))


def _options(found: Solution, most: int = NAMES) -> str:
    """The options of a solution with what they cover."""
    model = found._model
    rows = []
    for number in found._numbers[:most]:
        entries = list(model.compiled.option(number))
        items = []
        for item, colour in entries[: LINES + 1]:
            of_colour = f" = {name(model.colour_names[colour])}" if colour else ""
            items.append(f"{name(model.item_names[item])}{of_colour}")
        more = f" {muted(f'and {len(entries) - LINES:,} more')}"
        covered = ", ".join(items[:LINES]) + more * (len(entries) > LINES)
        rows.append((f"<b>{name(model.option_names[number])}</b>", covered))
    left = len(found) - most
    return table(("option", "covers"), rows) + (muted(f"and {left:,} more") if left > 0 else "")


def thumbnail(found: Solution, caption: str, width: int, faint: Iterable[Hashable] = ()) -> str:
    """A solution among others: its picture, or the names of its options."""
    faint = frozenset(faint)
    drawn = picture(found, width, faint)
    if drawn:
        return captioned(drawn, caption)
    model = found._model
    named = (model.option_names[number] for number in found._numbers)
    inside = chips(named, 16, len(found))
    return f'<div style="max-width:{max(width, 240)}px">{captioned(inside, caption)}</div>'


def several(found: Sequence[Solution], captions: Iterable[str] | None = None) -> str:
    """Solutions side by side, the first few of them."""
    words = captions or map(str, range(1, len(found) + 1))
    width = {1: LARGE, 2: MIDDLE}.get(len(found), SMALL)
    shown = zip(found[:PICTURES], words, strict=False)
    blocks = [thumbnail(each, caption, width) for each, caption in shown]
    more = len(found) - PICTURES
    return beside(blocks) + (muted(f"and {more:,} more") if more > 0 else "")


def solutions(found: Solutions) -> str:
    """An iterator: how far it is, and the solutions that it has found but not returned yet."""
    coming = found._coming(PICTURES)
    head = text(str(found))
    if coming:
        first = found.found + 1
        captions = (f"{number:,}" for number in range(first, first + len(coming)))
        note = muted("the next solutions, not returned yet")
        return card("Solutions", head, several(coming, captions), paragraph(note))
    none = found.impossible
    reason = "" if none is None else paragraph(text(none.reason))
    return card("Solutions", head, reason or paragraph(muted("use next(), or a loop")))


def orbit_solution(found: OrbitSolution) -> str:
    """A solution that stands for its orbit."""
    head = text(f"one of {counted(found.size, 'solution')} up to symmetry")
    stabiliser = f"{found.stabiliser:,} symmetries map it to itself"
    if found.stabiliser == 1:
        stabiliser = "only the identity leaves it unchanged"
    drawn = picture(found.solution) or _options(found.solution)
    return card("Solution", head, drawn, paragraph(muted(stabiliser)))


def orbit_solutions(found: OrbitSolutions) -> str:
    """An iterator of such solutions."""
    note = "use next(), or a loop; each comes with the size of its orbit"
    return card("Solutions", text(str(found)), paragraph(muted(note)))


def svg(drawn: str) -> str:
    """The picture."""
    return image(drawn, WIDEST)


# -- numbers ---------------------------------------------------------------------------------


def _exact(complete: bool, stopped: str | None) -> str:
    if complete:
        return tag("exact", GREEN)
    return tag(f"a lower bound: stopped by {stopped}", ORANGE)


def count(number: Count) -> str:
    """The number, whether it is exact, and how it was found."""
    least = "" if number.complete else "at least "
    head = f'<span style="font-size:18px">{least}{large(int(number))}</span> '
    head += f"{'solution' if number == 1 and number.complete else 'solutions'} "
    reason = "" if number.impossible is None else paragraph(text(number.impossible.reason))
    rows = [("method", text(number.method)), ("nodes", text(f"{number.nodes:,}"))]
    return card("", head + _exact(number.complete, number.stopped), reason, facts(rows))


def orbit_count(number: OrbitCount) -> str:
    """Both numbers, and the stabilisers."""
    least = "" if number.complete else "at least "
    head = f'<span style="font-size:18px">{least}{large(number.free)}</span> up to symmetry '
    rows = [
        ("in all", least + large(number.fixed)),
        ("method", text(number.method)),
        ("nodes", text(f"{number.nodes:,}")),
    ]
    orders = [(text(f"{order:,}"), large(orbits)) for order, orbits in number.stabilisers.items()]
    stabilisers = table(("order of the stabiliser", "orbits"), orders[:20])
    return card("", head + _exact(number.complete, number.stopped), facts(rows), stabilisers)


def divided(found: Divided) -> str:
    """What a user's own search found."""
    head = f"{large(int(found.count))} found "
    rows = [
        ("sums", bullets(f"{text(str(k))}: {large(v)}" for k, v in found.numbers.items())),
        ("rows", bullets(text(str(row), 120) for row in found.rows)),
        ("work", text(f"{found.seconds:,.1f} s, all workers together")),
    ]
    return card("Search", head + _exact(found.count.complete, found.count.stopped), facts(rows))


def gathered(found: Gathered) -> str:
    """What was gathered: the count, the options, the solutions."""
    head = f"{large(int(found.count))} {'solution' if found.count == 1 else 'solutions'} "
    head += _exact(found.count.complete, found.count.stopped)
    parts = []
    if found.options:
        ranked = sorted(found.options.items(), key=lambda pair: -pair[1])
        lines = []
        for option, number in ranked[:12]:
            # (Shares of whole numbers of any size.)
            look = f"width:{100 * number // max(1, int(found.count))}%;background:{BLUE}"
            look += ";height:10px;border-radius:3px;min-width:1px"
            drawn = f'<div style="width:160px"><div style="{look}"></div></div>'
            lines.append((name(option), drawn, text(shown_number(number))))
        title = f"how many solutions contain each of {len(ranked):,} options"
        parts.append(folded(title, table((), lines), True))
    if found.best:
        captions = (f"cost {text(str(cost))}" for _, cost in found.best)
        parts.append(paragraph("<b>best</b>"))
        parts.append(several([each for each, _ in found.best], captions))
    for title, listed in (("sample", found.sample), ("listed", found.listed)):
        if listed:
            parts.append(paragraph(f"<b>{title}</b> {muted(f'{len(listed):,}')}"))
            parts.append(several(listed))
    return card("Gathered", head, *parts, paragraph(muted(f"{found.seconds:,.1f} s of work")))


# -- verdicts --------------------------------------------------------------------------------


def verdict(none: Impossible) -> str:
    """The proof that there is none, in a line or two."""
    rows = [("nodes", text(f"{none.nodes:,}"))]
    if none.item is not None:
        rows.insert(0, ("item", name(none.item)))
    return paragraph(text(none.reason)) + facts(rows)


def impossible(none: Impossible) -> str:
    """The proof that there is no solution."""
    return card("", tag("no solution", RED), verdict(none))


def uniqueness(answer: Uniqueness) -> str:
    """The verdict; one solution, or two and what differs."""
    tone = {"unique": GREEN, "several": ORANGE, "impossible": RED, "undecided": ORANGE}
    words = "impossible" if answer.verdict == "impossible" else str(answer)
    head = tag(words, tone[answer.verdict])
    nodes = facts([("nodes", text(f"{answer.nodes:,}"))])
    if answer.impossible is not None:
        return card("", head, verdict(answer.impossible))
    if len(answer.solutions) == 2:
        return card("", head, _two(*answer.solutions), nodes)
    drawn = [picture(each) or _options(each) for each in answer.solutions]
    return card("", head, *drawn, nodes)


def _two(one: Solution, two: Solution) -> str:
    """Two solutions side by side, and what differs."""
    left, right = Counter(one.options), Counter(two.options)
    both = left & right
    captions = ("first solution", "second solution")
    blocks = [
        thumbnail(each, f"<b>{caption}</b>", MIDDLE, both)
        for each, caption in zip((one, two), captions, strict=True)
    ]
    rows = [
        (muted(label), f"{total:,}", chips(options.elements(), 24, total, ground))
        for label, options, ground in (
            ("only in the first", left - both, BLUE),
            ("only in the second", right - both, ORANGE),
            ("in both", both, "none"),
        )
        if (total := options.total())
    ]
    return beside(blocks) + table((), rows)


def optimum(best: Optimum) -> str:
    """The best solutions, what is proven, and the gap."""
    if not best.costs:
        return card("Optimum", tag(str(best), ORANGE), _nodes(best.nodes, best.stopped))
    cost = text(str(best.cost), 80)
    if best.complete:
        head = f"cost {cost} {tag('proven', GREEN)}"
        gap = ""
    else:
        head = f"cost {cost} {tag(f'not proven: stopped by {best.stopped}', ORANGE)}"
        gap = _gap(best)
    captions = [f"cost {text(str(each), 40)}" for each in best.costs[:PICTURES]]
    drawn = picture(best.solutions[0]) or _options(best.solutions[0])
    if len(best.solutions) > 1:
        drawn = several(best.solutions, captions)
    course = image(best.to_svg(), WIDEST) if len(best.history) > 3 else ""
    course = folded("the best cost and the bound over time", course)
    return card("Optimum", head, gap, drawn, course, _nodes(best.nodes, None))


def _nodes(nodes: int, stopped: str | None) -> str:
    return facts([("nodes", text(f"{nodes:,}")), ("stopped by", text(stopped or ""))])


def _gap(best: Optimum) -> str:
    """How much better a solution may be, drawn as a share of the cost."""
    said = f"bound {text(str(best.bound), 80)}, gap {text(str(best.gap), 80)}"
    share = best.relative_gap
    said += "" if share is None else f" ({percent(share)})"
    return paragraph(said) + gap_bar(share)


def defining_set(found: DefiningSet) -> str:
    """The members that only one solution has."""
    head = text("there is only one solution")
    if found.members:
        head = text(f"{counted(len(found.members), 'member')} that only solution")
        head += f" {found.place + 1:,} has {tag('smallest', GREEN) if found.smallest else ''}"
    return card("Defining set", head, paragraph(chips(found.members, 60)))


# -- diagrams --------------------------------------------------------------------------------


def zdd(diagram: ZDD) -> str:
    """The number of solutions and the size; the diagram if it is small, else some solutions."""
    total = diagram.count()
    head = f"{large(total)} {'solution' if total == 1 else 'solutions'}"
    rows = [
        ("nodes", text(f"{diagram.n_nodes:,}")),
        ("edges", text(f"{diagram.n_edges:,}")),
        ("memory", text(f"{max(diagram.n_bytes, 1_000) / 1_000:,.0f} KB")),
        ("method", text(diagram.method)),
    ]
    drawn = _diagram(diagram)
    if not drawn and total:
        shown = [diagram.unrank(place) for place in range(min(3, total))]
        drawn = paragraph(muted("the first solutions in its order")) + several(shown)
    return card("ZDD", head, facts(rows), drawn)


def _diagram(diagram: ZDD) -> str:
    """The diagram as a picture, if that can be read."""
    if diagram.n_nodes > 60 or diagram.n_edges > 150 or not diagram:
        return ""
    names: Any = diagram._model.option_names
    # Long names would make the picture wide, and each may be long beyond all bounds.
    if sum(min(100, len(escaped(str(each)))) for each in names[:2_000]) > 6_000:
        return ""
    drawn = diagram.to_svg()
    if len(drawn) > 200_000:
        return ""
    return image(drawn, WIDEST)


# -- reasons: explanations, what is open, steps of a trace -----------------------------------------


def explanation(why: Explanation) -> str:
    """The reason in a sentence, what takes part in it, and the part of the matrix."""
    head = tag("no solution", RED)
    if why.irreducible:
        head += f" {tag('every part is needed', GREEN)}"
    rows = [
        ("items", chips(why.items, 32)),
        ("given", chips(why.given, 32) if why.given else ""),
    ]
    if why.weights:
        pairs = list(why.weights.items())
        weights = table(("item", "weight"), [(name(k), text(str(v))) for k, v in pairs[:40]])
        rest = f"and {len(pairs) - 40:,} more" if len(pairs) > 40 else ""
        rows.append(("counting", folded(f"{len(pairs):,} weights", weights + text(rest))))
    board = picture(why._given_part(), MIDDLE) if why.given else ""
    part = folded("this part of the problem", matrix(why._statement), len(why.items) <= 16)
    return card("Explanation", head, paragraph(text(why.reason)), board, facts(rows), part)


def proof(found: Proof) -> str:
    """What is proven, how long the proof is, and the first solutions."""
    drawn = [thumbnail(each, "", SMALL) for each in found.solutions[:PICTURES]]
    rows = [
        ("formula", text(counted(found.formula.count("\n"), "line"))),
        ("proof", text(counted(found.n_lines, "line"))),
    ]
    return card("Proof", text(str(found)), beside(drawn) if drawn else "", facts(rows))


def ambiguity(found: Ambiguity) -> str:
    """What all solutions share, what is open, and what makes the problem unique."""
    groups = [
        ("in all solutions", found.shared, GREEN),
        ("in some", found.open, ORANGE),
        ("in none", found.never, GREY),
        ("undecided", found.undecided, RED),
    ]
    least = "" if found.solutions.complete else "at least "
    head = f"{least}{large(int(found.solutions))} solutions"
    drawn = bar([(len(each), ground, f"{len(each):,} {said}") for said, each, ground in groups])
    rows = [(said, chips(each, 24, ground=ground)) for said, each, ground in groups[:2] if each]
    parts = [drawn, facts(rows)]
    if found.choice is not None:
        exact = tag("smallest", GREEN) if found.smallest else ""
        said = f"unique with {counted(len(found.choice), 'option')}"
        parts.append(paragraph(f"<b>{text(said)}</b> {exact} {chips(found.choice, 24)}"))
    if found.leads_to is not None:
        faint = set(found.leads_to.options) - set(found.choice or ())
        caption = muted("the solution with these options")
        parts.append(beside([thumbnail(found.leads_to, caption, LARGE, faint)]))
    return card("Ambiguity", head, *parts)


def trace(steps: Trace) -> str:
    """The steps, and boards on the way if solutions are drawn."""
    tone = {"solved": GREEN, "impossible": RED}.get(steps.outcome, ORANGE)
    head = f"{text(counted(len(steps.steps), 'step'))} {tag(_outcome(steps), tone)}"
    lines = [
        (f"{number:,}", _action(each), text(str(each), 300))
        for number, each in enumerate(steps.steps[:400], 1)
    ]
    rest = len(steps.steps) - len(lines)
    listed = table((), lines) + (muted(f"and {rest:,} more") if rest > 0 else "")
    box = f'<div style="max-height:320px;overflow:auto">{listed}</div>'
    return card("Trace", head, _boards(steps), box)


def _outcome(steps: Trace) -> str:
    if steps.outcome == "open":
        return f"{counted(steps.left, 'option is', 'options are')} left, and no rule applies"
    return {"stopped": "out of time", "impossible": "no solution"}.get(steps.outcome, steps.outcome)


def _action(each: Step) -> str:
    tones = {"take": GREEN, "remove": RED, "given": BLUE, "clash": RED}
    return tag(each.action, tones.get(each.action, GREY))


def _boards(steps: Trace) -> str:
    """Boards after some of the steps: what is given, the end, and some between."""
    if steps._model is None:
        return ""
    places = [k for k, each in enumerate(steps.steps, 1) if each.action in ("take", "given")]
    n_given = sum(each.action == "given" for each in steps.steps)
    places = sorted({n_given, *places[n_given:]} - {0})
    if not places or hook_of(steps._board(0)) is None:
        return ""
    if len(places) > PICTURES:
        last = len(places) - 1
        places = [places[k * last // (PICTURES - 1)] for k in range(PICTURES)]
    width = LARGE if len(places) == 1 else SMALL
    blocks = []
    for place in places:
        caption = "given" if place == n_given else f"after step {place:,}"
        drawn = picture(steps._board(place), width)
        if not drawn:
            return ""
        blocks.append(captioned(drawn, muted(caption)))
    return beside(blocks)


def step(taken: Step) -> str:
    """One step, and what it removed."""
    removed = facts([("removed", chips(taken.removed, 24) if taken.removed else "")])
    return card("", f"{_action(taken)} {text(str(taken))}", removed)
