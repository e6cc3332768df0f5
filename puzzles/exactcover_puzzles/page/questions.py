"""The questions of the page: functions of recent puzzles, the question, and a message sender.

A question is an object with ``ask``, the name of one of :data:`QUESTIONS`, and its values. The
answer is an object; before it there may be parts of it. Everything is data of JSON. Places and
options are numbers: of a place in the view, of an option in the problem. Numbers of solutions are
texts, as JavaScript has no whole numbers of any size.
"""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

import exactcover as xc

from ..recognizing import recognized
from ..registry import KINDS, USUAL, kind, purposes
from ..shared.adapter import Puzzle, Reason, first_of
from ..shared.paper import PAPERS
from ..shared.parts import Editable, Findable, Makable, Painted, PrintsSheets, Roomy, TwoSided
from ..shared.screen import Screen
from ..shared.shipped import shipped, shipped_names
from ..shared.view import Mark
from .position import is_painted, judged, mistakes, opening, painting, searched
from .recent import MOST_TEXT, BadQuestion, Recent, Shown, shipped_text

if TYPE_CHECKING:
    from .watching import Seen, Watched

#: Objects of JSON.
Data = dict[str, Any]
Send = Callable[[Data], None]

#: Seconds of a question: the most, and the default.
_MOST_SECONDS, _SECONDS = 3_600.0, 20.0
#: Seconds for answers that the user did not request.
_SOON = 2.0
#: Seconds for places that add to a reason that is known.
_AT_ONCE = 0.05
#: The memory that diagrams may take.
_MEMORY = "1GB"
#: Characters of each end of an error message that are sent.
_MOST_SAID = 300
#: Options that are sent at most, and solutions.
_MOST_OPTIONS, _MOST_SOLUTIONS = 60_000, 1_000
#: Rows and columns of a matrix that are sent at most.
_MOST_ROWS = 3_000
#: What files of each form take.
_LIBRARIES = {
    "png": ("resvg_py", "PIL"), "pdf": ("cairosvg", "pypdf"), "dxf": ("ezdxf",),
    "stl": ("trimesh", "manifold3d"), "3mf": ("trimesh", "manifold3d", "lxml", "networkx"),
}  # fmt: skip
#: The title in a text, and the first sentence of a comment (initials end none).
_TITLE, _SENTENCE = re.compile(r"^title: *(.*)\n", re.M), re.compile(r".*?(?<!\b[A-Z])\.(?= |$)")
#: What a card leaves out.
_ASIDE = re.compile(r" \([^()]*\)|, seed \d+")
#: Pieces that a card shows at most.
_MOST_PIECES = 12
_UNFAIR = "there are too many solutions to sample uniformly in this time"


def answer(recent: Recent, asked: Mapping[str, Any], send: Send) -> None:
    """Answer a question: parts of the answer, and finally an object with ``done``."""
    try:
        name = asked.get("ask")
        if type(name) is not str or name not in QUESTIONS:
            raise BadQuestion(f"{name!r}: expected a question such as 'read'")
        send({**QUESTIONS[name](recent, asked, send), "done": True})
    except MemoryError:
        send({"error": "this takes more memory than a question may use", "done": True})
    except (xc.ExactCoverError, ValueError, TypeError, KeyError, OSError, RecursionError) as error:
        found = str(error) or type(error).__name__
        if isinstance(error, xc.FileFault):  # (Where the text has it, ``read`` tells.)
            found = f"{error.found}; expected {error.expected}"
        elif isinstance(error, KeyError):
            found = f"expected {error}"
        elif isinstance(error, OSError):
            found = f"{error.filename}: {error.strerror or error}"
        said = xc.text.printable(found)
        if len(said) > 2 * _MOST_SAID:  # names in it can be of any length
            said = f"{said[:_MOST_SAID]} … {said[-_MOST_SAID:]}"
        send({"error": said, "done": True})


def _object(values: Any) -> Data:
    """A named tuple as an object of JSON, and so those in its lists."""
    found: Data = values._asdict()
    for name, value in found.items():
        if isinstance(value, list | tuple) and value and hasattr(value[0], "_asdict"):
            found[name] = [*map(_object, value)]
    return found


def _marks(shown: Shown, options: Iterable[int]) -> list[Data]:
    """What options put on the board, without the fields that have their defaults."""
    usual = Mark._field_defaults
    of = (shown.mark(option)._asdict() for option in options)
    return [{k: v for k, v in mark.items() if k not in usual or v != usual[k]} for mark in of]


def _fault(fault: xc.FileFault) -> Data:
    place = {"line": fault.line, "column": fault.column}
    return {**place, "found": fault.found, "expected": fault.expected}


def _seconds(asked: Mapping[str, Any], usual: float = _SECONDS) -> float:
    seconds = asked.get("seconds", usual)
    if type(seconds) not in (int, float) or not 0 < seconds <= _MOST_SECONDS:
        raise BadQuestion(f"seconds={seconds!r}: expected a number up to {_MOST_SECONDS:g}")
    return float(seconds)


def _number(asked: Mapping[str, Any], name: str, usual: int, most: int) -> int:
    number = asked.get(name, usual)
    if type(number) is not int or not 0 <= number <= most:
        raise BadQuestion(f"{name}={number!r}: expected a whole number up to {most:,}")
    return number


# -- what there is ---------------------------------------------------------------------------


def _kinds(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """All kinds of puzzles, their bundled puzzles, and their input formats."""
    found = []
    for name, purpose in sorted(purposes().items()):
        try:
            of = kind(name)
        except xc.ExactCoverError:  # of another package, which has a fault
            continue
        starts = _starts(of, name in KINDS)
        stated = {"example": of.example, "starts": starts, "also": of.instead_of_file}
        wishes = of.wishes if issubclass(of, Makable) else {}
        finds = of.finds if issubclass(of, Findable) else {}
        editor = of.editor() if issubclass(of, Editable) else None
        about = {"reads_files": of.reads_files, "edits": editor is not None,
                 "boards": [] if editor is None else editor.BOARDS, "opens": of.page_opens,
                 "first_words": of.first_words, "finds": {**finds}, "unsolved": of.draws_unsolved,
                 "wishes": {name: [wish.label, wish.usual, [*wish.among]]
                            for name, wish in wishes.items()}}  # fmt: skip
        found.append({"name": name, "purpose": purpose, **stated, **about})
    made = [form for form, names in _LIBRARIES.items() if all(map(find_spec, names))]
    return {"kinds": found, "usual": USUAL, "version": xc.__version__, "forms": ["svg", *made]}


def _starts(of: type[Puzzle], ours: bool) -> list[Data]:
    """The bundled puzzles of a kind: the name, title and first sentence of each. An example without
    a name comes last, unless it is one of them."""
    found: list[Data] = []
    known = set()
    names = shipped_names(of.shipped) if ours and of.shipped and of.reads_files else []
    texts = {name: shipped(of.shipped, name).read_text(encoding="utf-8") for name in names}
    if of.example or of.first_words or not (ours or of.reads_files):
        texts[""] = of.example
    for name, text in texts.items():
        title = _ASIDE.sub("", (_TITLE.search(text) or ("", ""))[1])
        comment = re.match(r"(#.*\n)*", text)[0]  # type: ignore[index]
        sentence = _SENTENCE.match(_ASIDE.sub("", " ".join(comment.replace("#", " ").split())))
        puzzle = _TITLE.sub("", text[len(comment) :]).strip()
        if name or not puzzle or puzzle not in known:
            own = name.replace("-", " ").capitalize() or "An example"
            line = sentence[0].removeprefix(f"{title}: ") if sentence else title
            called = title if title and sentence else own
            found.append({"name": name, "title": called, "line": line})
        known.add(puzzle)
    return found


def _preview(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """What a card shows: a board and some of the pieces, or a board that is ``solved``; a solution
    for kinds without boards."""
    if asked.get("name"):
        asked = {**asked, "text": shipped_text(str(asked.get("kind")), str(asked["name"]))}
    shown = Recent().shown(asked)  # those in use stay cached
    view, options = shown.view, None
    if asked.get("solved") or view is None:
        options = next(shown.puzzle.solutions(1, False, seconds=_SOON), None)
    if view is None:
        return {"drawing": None if options is None else shown.puzzle.svg([options])}
    given = shown.whole.given_options if options is None else shown.to_whole(options)
    pieces = [{**_object(piece), "shapes": (), "outlines": piece.outlines[:1], "moves": {}}
              for piece in view.pieces[:_MOST_PIECES]]  # fmt: skip
    places = [_object(place) for place in view.places]
    marks = _marks(shown, shown.numbers(given))
    return {"places": places, "lines": view.lines, "dashes": view.dashes, "marks": marks,
            "pictures": [*map(_object, view.pictures)],
            "pieces": pieces if options is None else []}  # fmt: skip


def _recognize(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The kind that reads a text, and the text in its form; or the closest kind, and why not."""
    text = asked.get("text")
    if type(text) is not str or len(text) > MOST_TEXT:
        raise BadQuestion(f"expected a text of at most {MOST_TEXT:,} characters")
    found = recognized(text)
    fault = None if found.fault is None else _fault(found.fault)
    return {"kind": found.kind, "text": found.text, "fault": fault}


def _shipped(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    return {"text": shipped_text(str(asked.get("kind")), str(asked.get("name")))}


def _read(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """A puzzle before it is solved, and its sketch if boards of its kind can be drawn.

    A text that is not yet a puzzle may have a sketch as well as an error.
    """
    found: Data = {}
    name = asked.get("kind")
    editor = _editor_of(name)
    if editor is not None and type(asked.get("text")) is str:
        with suppress(xc.FileFault):
            sketch = editor.sketch(asked["text"])
            found = {} if sketch is None else {"sketch": _object(sketch)}
    try:
        return found | _looked_at(recent.shown(asked))
    except xc.FileFault as fault:
        return {**found, "fault": _fault(fault)}


def _edit(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The changed text, and the puzzle in it."""
    editor = _editor(asked)
    text, change = asked.get("text"), asked.get("change")
    if type(text) is not str or type(change) is not dict:
        raise BadQuestion("expected a text and a change")
    if "given" in change:
        shown = recent.shown(asked)
        given = shown.options(change["given"])
        change = {"given": [shown.puzzle.option_called(option) for option in given]}
    changed = editor.edited(text, change)
    found = {"text": changed, **_read(recent, {**asked, "text": changed}, send)}
    shift_of = getattr(editor, "shift_of", None)  # boards of some kinds grow
    return found if shift_of is None else {**found, "shift": shift_of(text, change)}


def _palette(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The pieces of a family, to be added one by one."""
    editor, family = _editor(asked), asked.get("family")
    if family not in getattr(editor, "FAMILIES", ()):
        raise BadQuestion(f"{family!r}: expected a family of pieces")
    return {"pieces": editor.palette(family, asked.get("reflect") is True)}


def _begin(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The text of a new puzzle with a board of a given shape."""
    return {"text": _editor(asked).begun(asked)}


def _make(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The text of a puzzle made with the given wishes."""
    name, stated = asked.get("kind"), asked.get("wishes")
    of = kind(name) if type(name) is str else Puzzle
    if not issubclass(of, Makable) or type(stated) is not dict or {*stated} != {*of.wishes}:
        raise BadQuestion(f"{name!r}: expected a kind that can be made, and its wishes")
    for each, wish in of.wishes.items():
        if type(stated[each]) is not type(wish.usual) or stated[each] not in wish.among:
            raise BadQuestion(f"{wish.label}: {stated[each]!r} cannot be")
    seed, seconds = _number(asked, "seed", 0, 2**53), _seconds(asked)
    try:
        text = of.made(stated, seed, seconds)
    except xc.SearchStopped:
        text = None
    if text is None:
        raise BadQuestion(f"none was found in {seconds:g} seconds; try again, or with other wishes")
    return {"text": text}


def _find(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Puzzles with one solution, made from this one, each as it is found."""
    puzzle, way, text = recent.shown(asked).puzzle, asked.get("way"), asked.get("text")
    if not isinstance(puzzle, Findable) or way not in [*puzzle.finds] or type(text) is not str:
        raise BadQuestion(f"{way!r}: expected what can be found, and a puzzle of such a kind")
    use = None if asked.get("use") is None else _number(asked, "use", 1, 10_000)
    most, seed = _number(asked, "number", 10, _MOST_SOLUTIONS), _number(asked, "seed", 0, 2**53)
    found, number = puzzle.find(text, way, use=use, seed=seed, seconds=_seconds(asked)), 0
    with suppress(xc.SearchStopped):
        for number, each in enumerate(islice(found, most), 1):
            drawing = each.puzzle.svg([each.solution])
            send({"number": number, "text": each.text, "nodes": each.nodes, "drawing": drawing})
        return {"found": number, "complete": number < most}
    return {"found": number, "complete": False}


def _editor_of(name: Any) -> Any:
    """The module that draws puzzles of a kind; None if none does."""
    of = kind(name) if type(name) is str else Puzzle
    return of.editor() if issubclass(of, Editable) else None


def _editor(asked: Mapping[str, Any]) -> Any:
    name = asked.get("kind")
    editor = _editor_of(name)
    if editor is None:
        raise BadQuestion(f"{name!r}: expected a kind with boards to draw")
    return editor


def _with_spare_places(puzzle: Puzzle) -> Puzzle | None:
    return puzzle.with_spare_places() if isinstance(puzzle, Roomy) else None


def _looked_at(shown: Shown) -> Data:
    puzzle = shown.puzzle
    misfit = shown.misfit
    found: Data = {
        "title": puzzle.title,
        "sizes": puzzle.sizes(),
        "notes": [*puzzle.notes()],
        "remarks": [*puzzle.remarks()],
        "misfit": misfit,
        "up_to": puzzle.up_to if misfit is None and puzzle.has_symmetry else "",
        "option": puzzle.options_called[0],
        "spare": misfit is None and _with_spare_places(puzzle) is not None,
        "photographs": puzzle.sides if isinstance(puzzle, TwoSided) else None,
        "sheets": _sheets(puzzle),
    }
    view = shown.view
    if view is None:
        found["text_view"] = puzzle.overview(Screen())
        found["drawing"] = puzzle.svg([()]) if puzzle.draws_unsolved else None
        return found
    places = [_object(place) for place in view.places]
    pieces = [_object(piece) for piece in view.pieces]
    shape = {"lines": view.lines, "parity": view.parity, "painted": {**view.painted},
             "spare": view.spare, "seen": view.seen is not None,
             "pictures": [*map(_object, view.pictures)], "dashes": view.dashes}  # fmt: skip
    found["view"] = {"places": places, "pieces": pieces, **shape}
    given = shown.numbers(shown.whole.given_options)
    return {**found, "given": given, "given_marks": _marks(shown, given)}


def _options(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """What each option puts on the board."""
    shown = recent.shown(asked)
    n_options = len(shown.whole.options)
    if n_options > _MOST_OPTIONS:
        many = xc.text.counted(n_options, *shown.puzzle.options_called)
        raise BadQuestion(f"{many}; puzzles with more than {_MOST_OPTIONS:,} cannot be played")
    return {"marks": _marks(shown, range(n_options))}


# -- the answer ------------------------------------------------------------------------------


def _answer(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Whether there is a solution, whether only one, and how many: as it becomes known."""
    shown = recent.shown(asked)
    puzzle = shown.puzzle
    clock = xc.Deadline(_seconds(asked))
    if puzzle.misfit is not None:
        # Sizes that differ are not searched for long: this is what designers see with most clicks.
        found_why = _why(shown, xc.Deadline(_SOON if puzzle.shown_misfit is None else _AT_ONCE))
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
            said["estimate"] = str(puzzle.problem.estimate(seconds=_SOON).solutions)
    return said


def _why(shown: Shown, clock: xc.Deadline) -> Data:
    """Why there is no solution: a sentence, and the places that it names."""
    why: Data = {"why": shown.puzzle.reason(shown.puzzle.why_none())}
    with suppress(xc.SearchStopped):
        found = shown.puzzle.why_not(shown.problem({}), seconds=clock.left())
        if found is not None:
            why |= _told(shown, found)
    return why


def _explain(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Why there is no solution with the chosen options."""
    shown = recent.shown(asked)
    if shown.puzzle.misfit is not None and not asked.get("chosen"):
        return {"impossible": True, "why": shown.misfit}
    problem = shown.problem(asked)
    try:
        why = shown.puzzle.why_not(
            problem, seconds=_seconds(asked), report=lambda text: send({"at": text})
        )
    except xc.SearchStopped:
        return {"stopped": "seconds"}
    if why is None:
        return {"impossible": False}
    told = _told(shown, why)
    if not {*why.given} <= {*shown.whole.given_options}:  # some are the user's own
        told["why"] = why.words.replace("with what is given:", "with what lies on the board:")
    return told


def _told(shown: Shown, why: Reason) -> Data:
    named = why.items
    if shown.misfit is None and why.stuck is not None and shown.item(why.stuck)["places"]:
        named = {why.stuck: 1}  # what the sentence names is marked, and nothing else
    items = [{**shown.item(item), "weight": weight} for item, weight in named.items()]
    told = {"impossible": True, "why": why.brief or why.words, "items": items}
    return {**told, "details": why.brief and why.words, "given": shown.numbers(why.given)}


# -- solutions -------------------------------------------------------------------------------


def _solution(shown: Shown, options: Sequence[Any] | None) -> Data:
    """A solution as the page shows it."""
    if options is None:
        raise BadQuestion("cannot list solutions with fixed placements for puzzles of this kind")
    if shown.view is not None:
        numbers = shown.numbers(shown.to_whole(options))
        return {"options": numbers, "marks": _marks(shown, numbers)}
    return {"text": shown.puzzle.text(options, Screen()), "drawing": shown.puzzle.svg([options])}


def _solutions(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Solutions that contain the chosen options: all, one per orbit, or at random."""
    shown = recent.shown(asked)
    puzzle, most = shown.puzzle, _number(asked, "limit", 100, _MOST_SOLUTIONS)
    skipped, seconds = _number(asked, "skip", 0, 10**7), _seconds(asked)
    chosen = asked.get("chosen", [])
    problem = shown.problem(asked)
    if puzzle.misfit is not None:
        return {"found": 0, "complete": True}
    if asked.get("random"):
        return _random(shown, problem, most, _number(asked, "seed", 0, 2**53), seconds, send)
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


def _unique(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """What all solutions have in common, and the fewest options that leave one of them."""
    shown = recent.shown(asked)
    if shown.puzzle.misfit is not None:
        return {"verdict": "impossible", "why": shown.misfit}
    problem = shown.problem(asked)
    report = {"report": lambda text: send({"at": text})}
    found = shown.puzzle.ambiguity(problem, seconds=_seconds(asked), **report)
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


def _needless(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The givens that are not needed for the only solution: those that can go alone, and those that
    are kept when one after the other goes."""
    shown, clock = recent.shown(asked), xc.Deadline(_seconds(asked))
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


def _without(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """For each place, the number of solutions in which it stays open, if there are spare cells."""
    shown = recent.shown(asked)
    board, spare = shown.board, _with_spare_places(shown.puzzle)
    if spare is None:
        raise BadQuestion("expected a board with more cells than the pieces cover")
    try:
        diagram = spare.problem.zdd(memory=_MEMORY, seconds=_seconds(asked))
    except (xc.DiagramTooLarge, xc.SearchStopped):
        raise BadQuestion("there are too many solutions to count them for each cell") from None
    of = Shown(spare)
    counts = [0] * len(board.places)
    for option, number in diagram.option_counts().items():
        mark = of.mark(*of.numbers([option]))
        if mark.shade == "light":
            counts[mark.places[0]] = number
    return {"counts": [str(number) for number in counts], "total": str(diagram.count())}


# -- playing ---------------------------------------------------------------------------------


def _left(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The options that propagation leaves, and whether a solution remains."""
    shown = recent.shown(asked)
    problem = shown.problem(asked)
    if problem.reduce().impossible is not None:
        return {"live": [], "possible": False}
    solution = searched(problem, _seconds(asked, _SOON))
    possible = None if solution is None else bool(solution)
    return {"live": shown.numbers(problem.reduced().live_options), "possible": possible}


def _position(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Whether the position is a solution, what is wrong with it, and what else the board shows."""
    shown = recent.shown(asked)
    seen = shown.board.seen
    told = judged(shown, asked, _seconds(asked, _SOON))
    if seen is not None:
        told["marks"] = [*map(_object, seen(shown.options(asked.get("chosen", []))))]
    return told


def _mistakes(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The moves that must be taken back."""
    return mistakes(recent.shown(asked), asked, _seconds(asked))


def _hint(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The next step that follows from the chosen options, with its reason; or where to look."""
    shown = recent.shown(asked)
    if shown.board.painted:
        return _painted_hint(shown, shown.painted(asked))
    problem = shown.problem(asked)
    trace = problem.trace(seconds=_seconds(asked, _SOON))
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
    further = {} if trace.outcome == "solved" else opening(shown, problem, _seconds(asked, _SOON))
    return {"action": trace.outcome, "removed": removed, **further}


def _painted_hint(shown: Shown, painted: Mapping[Any, str]) -> Data:
    """The same for painted places."""
    if is_painted(shown, painted, _SOON):
        return {"action": "solved", "removed": []}
    assert isinstance(shown.puzzle, Painted)
    hint = shown.puzzle.painted_hint(painted)
    number = {place.at: k for k, place in enumerate(shown.board.places)}
    if hint is None:
        solution = searched(shown.puzzle.with_painted(painted), _SOON)
        told: Data = {"possible": None if solution is None else bool(solution)}
        if solution:
            known = {number[at] for at in painted}
            rest = {k: shade for k, shade in painting(shown, solution).items() if k not in known}
            told["further"] = [*sorted(rest.items(), key=lambda each: each[1] != "black")[:1]]
        return {"action": "open", "removed": [], **told}
    words, shades = hint
    paint = [[number[at], shade] for at, shade in shades.items()]
    return {"action": "paint" if paint else "impossible", "words": words, "paint": paint}


def _watch(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The search itself: its steps, up to a number of them."""
    shown, search = _watched(recent, asked)
    most = _number(asked, "limit", 2_000, 20_000)
    steps: list[Seen] = []
    for step in search.steps():
        if len(steps) == most or search.clock.passed():
            return {**_told_steps(shown, search, steps), "complete": False}
        steps.append(step)
    return {**_told_steps(shown, search, steps), "complete": True}


def _branch(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """A search by hand: what follows from its last choice, and the items that are open then."""
    shown, search = _watched(recent, {**asked, "chosen": []})
    items, item = shown.whole.primary, asked.get("item")
    if item is not None:
        item = items[_number(asked, "item", 0, len(items) - 1)]
    steps = search.by_hand(shown.options(asked.get("chosen", [])), item)
    number = {each: k for k, each in enumerate(items)}
    sizes = sorted(steps[-1].sizes.items(), key=lambda pair: (pair[1], number[pair[0]]))
    left = [{**shown.item(each), "number": number[each], "size": size} for each, size in sizes]
    return {**_told_steps(shown, search, steps), "open": left}


def _watched(recent: Recent, asked: Mapping[str, Any]) -> tuple[Shown, Watched]:
    from .watching import ORDERS, Watched

    shown, order = recent.shown(asked), asked.get("order", "fewest")
    if shown.misfit is not None:
        raise BadQuestion(shown.misfit)
    if order not in ORDERS:
        raise BadQuestion(f"{order!r}: expected one of {', '.join(ORDERS)}")
    propagate, seconds = bool(asked.get("propagate", True)), _seconds(asked)
    return shown, Watched(shown.puzzle, shown.problem(asked), propagate, order, seconds)


def _told_steps(shown: Shown, search: Watched, steps: Iterable[Seen]) -> Data:
    """Steps as the page shows them, the names of their options, and the techniques."""
    board, told = shown.board, []
    named: dict[int, Any] = {}
    for step in steps:
        options, removed = shown.numbers(step.options), shown.numbers(step.removed)
        named |= dict(zip([*options, *removed], [*step.options, *step.removed], strict=True))
        # The sizes of items that are places.
        items = ((board.of_item(item), size) for item, size in step.sizes.items())
        sizes = [[places[0], size] for places, size in items if len(places) == 1]
        where = None if step.item is None else shown.item(step.item)
        because = [*map(shown.item, step.items)]
        said = {"options": options, "removed": removed, "item": where, "items": because}
        told.append({**step._asdict(), **said, "sizes": sizes})
    names = {k: shown.puzzle.option_called(option) for k, option in named.items()}
    return {"steps": told, "names": names, "techniques": search.techniques}


def _matrix(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The matrix of the problem: what its rows and columns are called, and the entries of each row
    as pairs of a column and a colour, 0 for none."""
    shown = recent.shown(asked)
    problem = shown.whole
    items = [*problem.primary, *problem.secondary]
    if len(problem.options) > _MOST_ROWS or len(items) > _MOST_ROWS:
        return {"options": len(problem.options), "items": len(items)}
    number = {item: k for k, item in enumerate(items)}
    colours: dict[Any, int] = {None: 0}
    rows = [[[number[item], colours.setdefault(colour, len(colours))]
             for item, colour in problem.items_of(option).items()]
            for option in problem.options]  # fmt: skip
    most = [problem.multiplicity.get(item, (1, 1))[1] for item in items]
    options = [*map(shown.puzzle.option_called, problem.options)]
    called = [*map(shown.puzzle.item_called, items)]
    return {"rows": rows, "most": most, "options": options, "items": called}


# -- files -----------------------------------------------------------------------------------


def _export(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Solutions as a file, "svg", "png" or "pdf"; without any, the puzzle itself."""
    from ..shared.pictures import files_of

    shown = recent.shown(asked)
    puzzle, form, stated = shown.puzzle, asked.get("form"), asked.get("solutions", [])
    if form not in ("svg", "png", "pdf") or type(stated) is not list:
        raise BadQuestion(f"{form!r}: expected svg, png or pdf")
    if len(stated) > _MOST_SOLUTIONS:
        raise BadQuestion(f"expected at most {_MOST_SOLUTIONS:,} solutions")
    solutions = [shown.from_whole(shown.options(options)) for options in stated] or [[]]
    room = puzzle.on_a_page(solutions[0])
    pages = [puzzle.svg(solutions[k : k + room], k + 1) for k in range(0, len(solutions), room)]
    drawn = [page for page in pages if page is not None]
    if not drawn:
        raise BadQuestion("puzzles of this kind cannot be drawn")
    files = files_of(drawn, f"solutions.{form}")
    return {"files": [[name, base64.b64encode(data).decode("ascii")] for data, name in files]}


def _sheets(puzzle: Puzzle) -> Mapping[str, Data]:
    """What a puzzle has to print, cut or make, and the lengths that it takes, each with a text."""
    if not isinstance(puzzle, PrintsSheets):
        return {}
    sheets = {name: puzzle.sheets[name] for name in puzzle.offered}
    return {
        name: {**sheet._asdict(), "sizes": [[each, puzzle.lengths[each][0], usual]
                                            for each, usual in sheet.sizes.items()]}
        for name, sheet in sheets.items()
    }  # fmt: skip


def _sheet(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Sheets to print, cut or make, besides solutions, as files."""
    puzzle, what, form = recent.shown(asked).puzzle, str(asked.get("what")), asked.get("form")
    if not isinstance(puzzle, PrintsSheets) or what not in puzzle.offered:
        raise BadQuestion(f"{what!r}: expected something that this puzzle has to print or make")
    sheet, sizes, paper = puzzle.sheets[what], asked.get("sizes", {}), asked.get("paper", "")
    if form not in sheet.forms:
        raise BadQuestion(f"{form!r}: expected one of {', '.join(sheet.forms)}")
    if type(sizes) is not dict or not {*sizes} <= {*sheet.sizes}:
        raise BadQuestion(f"{sizes!r}: expected some of {', '.join(sheet.sizes)}")
    for size in sizes.values():
        if type(size) not in (int, float) or not 0 <= size <= 1000:
            raise BadQuestion(f"{size!r}: expected millimetres, from 0 to 1000")
    if paper not in ("", *PAPERS) or (paper and not sheet.on_paper):
        raise BadQuestion(f"{paper!r}: expected a paper, for a sheet that is printed")
    files = puzzle.sheet(what, f"{what}.{form}", sizes, paper, _seconds(asked))
    return {"files": [[name, base64.b64encode(data).decode("ascii")] for data, name in files]}


def _photographs(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The sheets of a puzzle with two solutions and a photograph on either side."""
    from .photographs import photographed

    puzzle = recent.shown(asked).puzzle
    form, edge = asked.get("form", "svg"), asked.get("mm", 25)
    front, back = asked.get("front") or "", asked.get("back") or ""
    if not isinstance(puzzle, TwoSided) or form not in ("svg", "png", "pdf"):
        raise BadQuestion("expected a puzzle with two sides, and svg, png or pdf")
    if type(edge) not in (int, float) or not 3 <= edge <= 500:
        raise BadQuestion(f"{edge!r}: expected millimetres, from 3 to 500")
    if type(front) is not str or type(back) is not str:
        raise BadQuestion("expected pictures in base64")
    files = photographed(puzzle.jigsaw, front, back, float(edge), form)
    return {"files": [[name, base64.b64encode(data).decode("ascii")] for data, name in files]}


QUESTIONS: Mapping[str, Callable[[Recent, Mapping[str, Any], Send], Data]] = {
    "kinds": _kinds, "shipped": _shipped, "read": _read, "edit": _edit, "begin": _begin,
    "palette": _palette,
    "options": _options, "answer": _answer, "explain": _explain, "solutions": _solutions,
    "unique": _unique, "needless": _needless, "without": _without, "left": _left, "hint": _hint,
    "watch": _watch, "branch": _branch, "matrix": _matrix, "make": _make, "find": _find,
    "position": _position, "mistakes": _mistakes, "preview": _preview, "recognize": _recognize,
    "export": _export, "sheet": _sheet, "photographs": _photographs,
}  # fmt: skip
