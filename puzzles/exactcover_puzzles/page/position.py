"""A position of a game: whether it is a solution, what clashes, which moves were mistakes, and
where to go on if nothing follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import exactcover as xc

from ..shared.parts import Painted
from .messages import SOON, Data, Send, as_object, seconds_of
from .recent import BadQuestion, Recent, Shown

#: Seconds to look for a solution, and again for a deduction, before a hint says what is left.
_FOR_A_HINT = 0.1


def searched(problem: xc.Problem, seconds: float | None) -> Any:
    """A solution, a false value if there is none, and None if that is not known in this time."""
    with suppress(xc.SearchStopped, xc.UndecidedError):
        return problem.first(seconds=seconds)
    return None


def judged(shown: Shown, asked: Mapping[str, Any], seconds: float) -> Data:
    """Whether a position is a solution; otherwise what is wrong that can be seen without a search:
    options that clash, and an item that has too few options left."""
    problem = shown.problem(asked)
    if isinstance(shown.puzzle, Painted):
        painted = shown.painted(asked)
        if is_painted(shown, painted, seconds):
            return {"solved": True}
        hint = shown.puzzle.painted_hint(painted)
        return {"wrong": hint[0]} if hint is not None and not hint[1] else {}
    lying = {*shown.options(asked.get("chosen", [])), *shown.whole.given_options}
    users: dict[Any, dict[Any, Any]] = {}  # item: the colour that each option gives it
    for option in lying:
        for item, colour in problem.items_of(option).items():
            users.setdefault(item, {})[option] = colour
    bounds = {item: problem.multiplicity.get(item, (1, 1))[1] for item in users}
    most = {item: len(lying) + 1 if high is None else high for item, high in bounds.items()}
    full = {item for item, those in users.items() if None in those.values()
            and len(those) >= most[item]}  # fmt: skip
    clashes = [item for item, those in users.items() if len({*those.values()}) > 1
               or (item in full and len(those) > most[item])]  # fmt: skip
    if clashes:
        item, those = clashes[0], users[clashes[0]]
        several = "two placements" if len(those) == 2 else f"{len(those)} placements"
        what = "compete for" if item in full else "disagree about"
        if len(those) == 1:
            several, what = "one placement", "is one too many for"
        bad = {option for each in clashes for option in users[each]}
        wrong = f"{several} {what} {shown.puzzle.item_called(item)}"
        return {"wrong": wrong, "clashes": sorted(shown.numbers(bad))}
    live = problem.live_options
    if not live and not problem.repeat:  # something has too few: what, of the options that fit?
        fits = (option for option in {*problem.options}.difference(problem.forbidden_options)
                if option in lying or all(item not in full and colour == next(
                    iter(users.get(item, {0: colour}).values()))
                    for item, colour in problem.items_of(option).items()))  # fmt: skip
        left = Counter(item for option in fits for item in problem.items_of(option))
        for item in problem.primary:
            if left[item] < problem.multiplicity.get(item, (1, 1))[0]:
                said = shown.item(item)
                return {"wrong": f"nothing is left for {said['name']}", "places": said["places"]}
    others = [option for option in live if option not in lying and shown.is_placed(option)]
    return {"solved": bool(searched(problem.without(*others), seconds))}


def is_painted(shown: Shown, painted: Mapping[Any, str], seconds: float) -> bool:
    """Whether the unpainted places may stay as they are."""
    number = Counter(painted.values())
    if any(number[shade] != n for shade, n in shown.board.painted.items() if shade != "light"):
        return False
    rest = {place.at: "light" for place in shown.board.places if place.shade != "clue"}
    assert isinstance(shown.puzzle, Painted)
    return bool(searched(shown.puzzle.with_painted({**rest, **painted}), seconds))


def mistakes(shown: Shown, asked: Mapping[str, Any], seconds: float) -> Data:
    """The moves to take back so that the position can be finished: each that has no solution with
    the earlier moves that stay. If the puzzle has one solution, these are the moves not in it."""
    given = {*shown.whole.given_options}
    chosen = asked.get("chosen", [])
    moves = [("chosen", k, each) for k, each in zip(chosen, shown.options(chosen), strict=True)]
    shown.painted(asked)  # (refuses what is not of the right form)
    moves += [("painted", [k, shade], shade) for k, shade in asked.get("painted", [])]
    clock = xc.Deadline(seconds)
    kept: dict[str, list[Any]] = {"chosen": [], "painted": []}
    wrong: dict[str, list[Any]] = {"chosen": [], "painted": []}
    known = searched(shown.problem({}), clock.left())
    if not known:
        raise BadQuestion("the puzzle itself has no solution" if known is not None else "not found")
    for name, move, value in moves:
        if name == "chosen" and value in given:
            continue
        if not _has(shown, known, name, move, value):
            now = searched(shown.problem({**kept, name: [*kept[name], move]}), clock.left())
            if now is None:
                raise BadQuestion(f"not decided in {seconds:g} seconds")
            if not now:
                wrong[name].append(move if name == "chosen" else move[0])
                continue
            known = now
        kept[name].append(move)
    return {"options": wrong["chosen"], "places": wrong["painted"]}


def _has(shown: Shown, solution: xc.Solution, name: str, move: Any, value: Any) -> bool:
    """Whether a solution agrees with a move."""
    return (
        value in solution.options
        if name == "chosen"
        else painting(shown, solution)[move[0]] == value
    )


def painting(shown: Shown, solution: xc.Solution) -> dict[int, str]:
    """The shades of places in a solution."""
    marks = map(shown.mark, shown.numbers(solution.options))
    return {
        k: shade for mark in marks for k, shade in zip(mark.places, mark.shade.split(), strict=True)
    }


def opening(shown: Shown, problem: xc.Problem, solution: Any) -> Data:
    """Where to go on if nothing follows at once: the item with the fewest placements, these, and a
    placement of a solution; ``possible``: whether there is one, None if that is not known."""
    lying, primary = {*problem.given_options}, {*problem.primary}
    left: dict[Any, list[Any]] = {}
    live = [each for each in problem.reduced().live_options if each not in lying]
    for option in live:
        for item in primary.intersection(problem.items_of(option)):
            left.setdefault(item, []).append(option)
    told: Data = {"possible": None if solution is None else bool(solution)}
    # (Where nothing may be placed as well, few placements say little.)
    several = {item: options for item, options in left.items()
               if len(options) > 1 and all(map(shown.is_placed, options))}  # fmt: skip
    item = min(several, key=lambda each: len(several[each]), default=None)
    if item is not None:
        told |= {"item": shown.item(item), "options": shown.numbers(several[item])}
    if solution:
        taken = [option for option in live if option in solution and shown.is_placed(option)]
        first = sorted(taken, key=lambda option: option not in several.get(item, []))[:1]
        told |= {"option": shown.numbers(first)[0]} if first else {}
    return told


# -- the questions ---------------------------------------------------------------------------


def left(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The options that propagation leaves, and whether a solution remains."""
    shown = recent.shown(asked)
    problem = shown.problem(asked)
    if problem.reduce().impossible is not None:
        return {"live": [], "possible": False}
    solution = searched(problem, seconds_of(asked, SOON))
    possible = None if solution is None else bool(solution)
    return {"live": shown.numbers(problem.reduced().live_options), "possible": possible}


def position(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Whether the position is a solution, what is wrong with it, and what else the board shows."""
    shown = recent.shown(asked)
    seen = shown.board.seen
    told = judged(shown, asked, seconds_of(asked, SOON))
    if seen is not None:
        told["marks"] = [*map(as_object, seen(shown.options(asked.get("chosen", []))))]
    return told


def mistakes_asked(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The moves that must be taken back."""
    return mistakes(recent.shown(asked), asked, seconds_of(asked))


def hint(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The next step that follows from the chosen options, with its reason; or where to look."""
    shown = recent.shown(asked)
    if shown.board.painted:
        return _painted_hint(shown, shown.painted(asked))
    known = judged(shown, asked, _FOR_A_HINT)
    if "wrong" in known:
        marks = map(shown.mark, known.get("clashes", []))
        places = [*known.get("places", []), *(k for mark in marks for k in mark.places)]
        return {"action": "impossible", "words": known["wrong"], "places": places, "removed": []}
    problem = shown.problem(asked)
    solution = searched(problem, seconds_of(asked, _FOR_A_HINT))
    if solution is not None and not solution:
        impossible = problem.reduce().impossible
        item = {} if impossible is None or impossible.item is None else {
            "item": shown.item(impossible.item)}  # fmt: skip
        return {"action": "impossible", **item, "removed": []}
    trace = problem.trace(seconds=seconds_of(asked, _FOR_A_HINT))
    removed: list[int] = []
    for step in trace.steps:
        if step.action in ("given", "clash"):
            continue
        (option,) = shown.numbers([step.option])
        if step.action == "remove":
            removed.append(option)
            continue
        if not shown.mark(option).places:  # not something that the user places
            continue
        # Options that were taken out before are part of the reason.
        said = {"option": option, "item": shown.item(step.item)}
        called = shown.puzzle.option_called(step.option)
        return {"action": "take", **said, "words": called, "removed": removed}
    if trace.outcome == "impossible":
        return {"action": "impossible", "item": shown.item(trace.stuck_at), "removed": removed}
    said = {"action": trace.outcome, "removed": removed}
    if trace.outcome != "solved":
        said |= opening(shown, problem, solution)
    return said


def _painted_hint(shown: Shown, painted: Mapping[Any, str]) -> Data:
    """The same for painted places."""
    if is_painted(shown, painted, SOON):
        return {"action": "solved", "removed": []}
    assert isinstance(shown.puzzle, Painted)
    hint = shown.puzzle.painted_hint(painted)
    number = {place.at: k for k, place in enumerate(shown.board.places)}
    solution = searched(shown.puzzle.with_painted(painted), SOON)
    if solution is not None and not solution and (hint is None or hint[1]):
        return {"action": "impossible", "removed": []}
    if hint is None:
        told: Data = {"possible": None if solution is None else bool(solution)}
        if solution:
            known = {number[at] for at in painted}
            rest = {k: shade for k, shade in painting(shown, solution).items() if k not in known}
            told["further"] = [*sorted(rest.items(), key=lambda each: each[1] == "light")[:1]]
        return {"action": "open", "removed": [], **told}
    words, shades = hint
    paint = [[number[at], shade] for at, shade in shades.items()]
    return {"action": "paint" if paint else "impossible", "words": words, "paint": paint}
