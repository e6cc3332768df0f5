"""Questions about solutions: whether there are any, how many, which, and why."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import exactcover as xc

from ..shared.adapter import Reason, first_of
from ..shared.screen import Screen
from .messages import MOST_SOLUTIONS, SOON, Data, Send, marks_of, number_of, seconds_of
from .open_puzzle import with_spare_places
from .recent import BadQuestion, Recent, Shown

#: Seconds for places that add to a reason that is known.
_AT_ONCE = 0.05
#: The memory that diagrams may take.
_MEMORY = "1GB"
_UNFAIR = "there are too many solutions to sample uniformly in this time"


def verdict(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Whether there is a solution, whether only one, and how many: as it becomes known."""
    shown = recent.shown(asked)
    puzzle = shown.puzzle
    clock = xc.Deadline(seconds_of(asked))
    if puzzle.misfit is not None:
        # Sizes that differ are not searched for long: this is what designers see with most clicks.
        found_why = _why(shown, xc.Deadline(SOON if puzzle.shown_misfit is None else _AT_ONCE))
        items = found_why.get("items", [])
        # Places that say so can be pointed at, if they are not all of them: two colours that differ
        # in number, or where more is wrong than sizes.
        if puzzle.shown_misfit is not None and not any(item["weight"] < 0 for item in items):
            found_why = {}
        return {"verdict": "impossible", **found_why, "why": shown.misfit}
    # Up to symmetry the first one may take long; so these two may be one in that sense.
    found = puzzle.solutions(2, False, seconds=clock.left())
    n_found = 0
    for n_found, options in enumerate(found, 1):
        if n_found == 1:
            send({"verdict": "possible", "nodes": found.nodes, **_solution(shown, options)})
    if n_found == 0 and found.stopped is not None:
        return {"verdict": "undecided", "stopped": found.stopped, "nodes": found.nodes}
    if n_found == 0:
        send({"verdict": "impossible"})  # the reason may take longer
        return {"verdict": "impossible", "nodes": found.nodes, **_why(shown, clock)}
    if n_found == 1 and found.stopped is None:
        counted = {"count": "1", "free": "1", "complete": True}
        return {"verdict": "unique", "up_to": puzzle.up_to, "nodes": found.nodes, **counted}
    verdict = "several" if n_found > 1 else "possible"

    def progress(now: xc.Progress) -> None:
        send({"verdict": verdict, "progress": asdict(now)})

    count: Any = puzzle.count(None, seconds=max(0.01, clock.left() or 0.0), progress=progress)
    free = {"free": str(count.free), "up_to": puzzle.up_to} if hasattr(count, "free") else {}
    number = count.fixed if hasattr(count, "free") else int(count)
    if count.complete and free.get("free") == "1":
        verdict = "unique"
    ended = {"complete": count.complete, "stopped": count.stopped, "nodes": count.nodes}
    said: Data = {"verdict": verdict, "count": str(max(number, n_found)), **free, **ended}
    if not count.complete and puzzle.one_to_one:
        with suppress(xc.ExactCoverError):
            said["estimate"] = str(puzzle.problem.estimate(seconds=SOON).solutions)
    return said


def _why(shown: Shown, clock: xc.Deadline) -> Data:
    """Why there is no solution: a sentence, and the places that it names."""
    why: Data = {"why": shown.puzzle.reason(shown.puzzle.why_none())}
    with suppress(xc.SearchStopped):
        found = shown.puzzle.why_not(shown.problem({}), seconds=clock.left())
        if found is not None:
            why |= _told(shown, found)
    return why


def explain(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Why there is no solution with the chosen options."""
    shown = recent.shown(asked)
    if shown.puzzle.misfit is not None and not asked.get("chosen"):
        return {"impossible": True, "why": shown.misfit}
    problem = shown.problem(asked)
    try:
        why = shown.puzzle.why_not(
            problem, seconds=seconds_of(asked), report=lambda text: send({"at": text})
        )
    except xc.SearchStopped:
        return {"stopped": "seconds"}
    if why is None:
        return {"impossible": False}
    told = _told(shown, why)
    if not {*why.given} <= {*shown.whole.given_options}:  # some are the user's own
        told["why"] = re.sub("^given ", "with ", told["why"])
    return told


def _told(shown: Shown, why: Reason) -> Data:
    named = why.items
    if shown.misfit is None and why.stuck is not None and shown.item(why.stuck)["places"]:
        named = {why.stuck: 1}  # what the sentence names is marked, and nothing else
    items = [{**shown.item(item), "weight": weight} for item, weight in named.items()]
    told = {"impossible": True, "why": why.brief or why.words, "items": items}
    return {**told, "details": why.brief and why.words, "given": shown.numbers(why.given)}


def _solution(shown: Shown, options: Sequence[Any] | None) -> Data:
    """A solution as the page shows it."""
    if options is None:
        raise BadQuestion("cannot list solutions with fixed placements for puzzles of this kind")
    if shown.view is not None:
        numbers = shown.numbers(shown.to_whole(options))
        return {"options": numbers, "marks": marks_of(shown, numbers)}
    return {"text": shown.puzzle.text(options, Screen()), "drawing": shown.puzzle.svg([options])}


def solutions(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Solutions that contain the chosen options: all, one per orbit, or at random."""
    shown = recent.shown(asked)
    puzzle, most = shown.puzzle, number_of(asked, "limit", 100, MOST_SOLUTIONS)
    skipped, seconds = number_of(asked, "skip", 0, 10**7), seconds_of(asked)
    chosen = asked.get("chosen", [])
    problem = shown.problem(asked)
    if puzzle.misfit is not None:
        return {"found": 0, "complete": True}
    if asked.get("random"):
        return _random(shown, problem, most, number_of(asked, "seed", 0, 2**53), seconds, send)
    limit, number = skipped + most, 0
    if chosen or asked.get("painted"):
        answers: Any = puzzle.solutions_with(problem, limit, seconds=seconds)
    else:
        answers = puzzle.solutions(limit, bool(asked.get("symmetric")), seconds=seconds)
    for number, options in enumerate(answers, 1):
        if number > skipped:
            send({"number": number, **_solution(shown, options)})
    return {"found": number, "complete": answers.stopped is None, "stopped": answers.stopped}


def _random(
    shown: Shown, problem: xc.Problem, most: int, seed: int, seconds: float, send: Send
) -> Data:
    """Solutions drawn uniformly at random, from a diagram if there is one."""
    clock = xc.Deadline(seconds)
    if not shown.puzzle.one_to_one:
        answers = shown.puzzle.solutions_with(problem, None, seconds=seconds)
        listed = [*answers]
        if answers.stopped is not None:
            raise BadQuestion(_UNFAIR)
        random.Random(seed).shuffle(listed)
        for number, options in enumerate(listed[:most], 1):
            send({"number": number, **_solution(shown, options)})
        return {"found": min(len(listed), most), "complete": False, "total": str(len(listed))}
    try:
        diagram = problem.zdd(memory=_MEMORY, seconds=seconds / 2)
        total = diagram.count()
        drawn = [*first_of(diagram.draws(seed=seed), most)] if total else []
    except (xc.SearchStopped, xc.DiagramTooLarge):
        gathered = problem.gather(sample=most, seed=seed, seconds=clock.left(), workers=1)
        if not gathered.count.complete:
            raise BadQuestion(_UNFAIR) from None
        drawn, total = [*gathered.sample], int(gathered.count)
    for number, found in enumerate(drawn, 1):
        send({"number": number, **_solution(shown, shown.puzzle.options_of(found))})
    return {"found": len(drawn), "complete": False, "total": str(total)}


def unique(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """What all solutions have in common, and the fewest options that leave one of them."""
    shown = recent.shown(asked)
    if shown.puzzle.misfit is not None:
        return {"verdict": "impossible", "why": shown.misfit}
    problem = shown.problem(asked)
    report = {"report": lambda text: send({"at": text})}
    found = shown.puzzle.ambiguity(problem, seconds=seconds_of(asked), **report)
    if isinstance(found, xc.Impossible):
        return {"verdict": "impossible", "why": shown.puzzle.reason(found)}
    number, complete = int(found.solutions), found.solutions.complete
    said: Data = {
        "verdict": "several" if number > 1 else "unique" if complete else "undecided",
        "count": str(number),
        "complete": complete,
        "shared": shown.numbers(found.shared),
        "choice": None if found.choice is None else shown.numbers(found.choice),
        "words": [shown.puzzle.option_called(option) for option in found.choice or ()],
        "smallest": found.smallest,
    }
    if found.leads_to is not None:
        said["leads_to"] = _solution(shown, found.leads_to.options)
    return said


def needless(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The givens that are not needed for the only solution: those that can go alone, and those that
    are kept when one after the other goes."""
    shown, clock = recent.shown(asked), xc.Deadline(seconds_of(asked))
    given, free = [*shown.whole.given_options], shown.whole.ungiven()

    def unique(*lists: Sequence[Any]) -> list[bool]:
        found = free.batch(lists).as_arrays(seconds=clock.left())
        clock.tick()
        return [verdict == "unique" for verdict in found.verdicts]

    if not given or not unique(given)[0]:
        raise BadQuestion("expected a puzzle with given placements and one solution")
    fewer = unique(*([other for other in given if other != each] for each in given))
    alone = [each for each, needless in zip(given, fewer, strict=True) if needless]
    kept = given
    for each in alone:
        rest = [other for other in kept if other != each]
        kept = rest if unique(rest)[0] else kept
    return {"given": len(given), "alone": shown.numbers(alone), "kept": shown.numbers(kept)}


def without(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """For each place, the number of solutions in which it stays open, if there are spare cells."""
    shown = recent.shown(asked)
    board, spare = shown.board, with_spare_places(shown.puzzle)
    if spare is None:
        raise BadQuestion("expected a board with more cells than the pieces cover")
    try:
        diagram = spare.problem.zdd(memory=_MEMORY, seconds=seconds_of(asked))
    except (xc.DiagramTooLarge, xc.SearchStopped):
        raise BadQuestion("there are too many solutions to count them for each cell") from None
    of = Shown(spare)
    counts = [0] * len(board.places)
    for option, number in diagram.option_counts().items():
        mark = of.mark(*of.numbers([option]))
        if mark.shade == "light":
            counts[mark.places[0]] = number
    return {"counts": [str(number) for number in counts], "total": str(diagram.count())}
