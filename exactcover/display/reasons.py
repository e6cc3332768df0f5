"""What notebooks show of reasons: explanations, what is open, steps of a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text import counted
from .answers import thumbnail
from .html import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    RED,
    bar,
    beside,
    card,
    chips,
    facts,
    folded,
    large,
    muted,
    name,
    paragraph,
    table,
    tag,
    text,
)
from .matrix import matrix
from .pictures import LARGE, MIDDLE, SMALL, captioned, hook_of, picture

if TYPE_CHECKING:
    from ..proofs.prove import Proof
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explanation import Explanation
    from ..reasons.trace import Step, Trace

__all__ = ["ambiguity", "explanation", "proof", "step", "trace"]

#: Steps of a trace that are listed, and boards that are drawn.
_MOST_STEPS, _MOST_BOARDS = 400, 8


def explanation(why: Explanation) -> str:
    """The reason in a sentence, what takes part in it, and the part of the matrix."""
    head = tag("no solution", RED)
    if why.irreducible:
        head += f" {tag('nothing can be left out', GREEN)}"
    rows = [
        ("items", chips(why.items, 32, len(why.items))),
        ("given", chips(why.given, 32, len(why.given)) if why.given else ""),
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
    drawn = [thumbnail(each, "", SMALL) for each in found.solutions[:_MOST_BOARDS]]
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
        ("not decided", found.undecided, RED),
    ]
    least = "" if found.solutions.complete else "at least "
    head = f"{least}{large(int(found.solutions))} solutions"
    drawn = bar([(len(each), ground, f"{len(each):,} {said}") for said, each, ground in groups])
    rows = [(said, chips(each, 24, len(each), ground)) for said, each, ground in groups[:2] if each]
    parts = [drawn, facts(rows)]
    if found.choice is not None:
        exact = tag("smallest", GREEN) if found.smallest else ""
        said = f"unique with {counted(len(found.choice), 'option')}"
        parts.append(paragraph(f"<b>{text(said)}</b> {exact} {chips(found.choice, 24)}"))
    if found.leads_to is not None:
        faint = set(found.leads_to.options) - set(found.choice or ())
        caption = muted("the solution that this leads to")
        parts.append(beside([thumbnail(found.leads_to, caption, LARGE, faint)]))
    return card("Ambiguity", head, *parts)


def trace(steps: Trace) -> str:
    """The steps, and boards on the way if solutions are drawn."""
    tone = {"solved": GREEN, "impossible": RED}.get(steps.outcome, ORANGE)
    head = f"{text(counted(len(steps.steps), 'step'))} {tag(_outcome(steps), tone)}"
    lines = [
        (f"{number:,}", _action(each), text(str(each), 300))
        for number, each in enumerate(steps.steps[:_MOST_STEPS], 1)
    ]
    rest = len(steps.steps) - len(lines)
    listed = table((), lines) + (muted(f"and {rest:,} more") if rest > 0 else "")
    box = f'<div style="max-height:320px;overflow:auto">{listed}</div>'
    return card("Trace", head, _boards(steps), box)


def _outcome(steps: Trace) -> str:
    if steps.outcome == "open":
        return f"{counted(steps.left, 'option is', 'options are')} left, and no rule applies"
    return {"stopped": "the time was over", "impossible": "no solution"}.get(
        steps.outcome, steps.outcome
    )


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
    if len(places) > _MOST_BOARDS:
        last = len(places) - 1
        places = [places[k * last // (_MOST_BOARDS - 1)] for k in range(_MOST_BOARDS)]
    width = LARGE if len(places) == 1 else SMALL
    blocks = []
    for place in places:
        caption = "given" if place == n_given else f"after step {place:,}"
        drawn = picture(steps._board(place), width)
        if "<img" not in drawn and "_repr_" not in drawn and not drawn:
            return ""
        blocks.append(captioned(drawn, muted(caption)))
    return beside(blocks)


def step(taken: Step) -> str:
    """One step, and what it removed."""
    removed = facts(
        [("removed", chips(taken.removed, 24, len(taken.removed)) if taken.removed else "")]
    )
    return card("", f"{_action(taken)} {text(str(taken))}", removed)
