"""Questions of somebody who has no puzzle yet: what kinds there are, and how a puzzle begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice
from typing import Any

import exactcover as xc

from ..recognizing import recognized
from ..registry import KINDS, USUAL, kind, purposes
from ..shared.adapter import Puzzle
from ..shared.parts import Editable, Findable, Makable
from ..shared.shipped import shipped, shipped_names
from .messages import (
    MOST_SOLUTIONS,
    SOON,
    Data,
    Send,
    as_object,
    fault_data,
    marks_of,
    number_of,
    seconds_of,
)  # fmt: skip
from .open_puzzle import chosen_editor
from .recent import MOST_TEXT, BadQuestion, Recent, shipped_text

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


def kinds(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """All kinds of puzzles, their bundled puzzles, and their input formats."""
    found = []
    for name, purpose in purposes().items():
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


def preview(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """What a card shows: a board and some of the pieces, or a board that is ``solved``; a solution
    for kinds without boards."""
    if asked.get("name"):
        asked = {**asked, "text": shipped_text(str(asked.get("kind")), str(asked["name"]))}
    shown = Recent().shown(asked)  # those in use stay cached
    view, options = shown.view, None
    if asked.get("solved") or view is None:
        options = next(shown.puzzle.solutions(1, False, seconds=SOON), None)
    if view is None:
        return {"drawing": None if options is None else shown.puzzle.svg([options])}
    given = shown.whole.given_options if options is None else shown.to_whole(options)
    pieces = [{**as_object(piece), "shapes": (), "outlines": piece.outlines[:1], "moves": {}}
              for piece in view.pieces[:_MOST_PIECES]]  # fmt: skip
    places = [as_object(place) for place in view.places]
    marks = marks_of(shown, shown.numbers(given))
    return {"places": places, "lines": view.lines, "dashes": view.dashes, "marks": marks,
            "pictures": [*map(as_object, view.pictures)],
            "pieces": pieces if options is None else []}  # fmt: skip


def recognize(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The kind that reads a text, and the text in its form; or the closest kind, and why not."""
    text = asked.get("text")
    if type(text) is not str or len(text) > MOST_TEXT:
        raise BadQuestion(f"expected a text of at most {MOST_TEXT:,} characters")
    found = recognized(text)
    fault = None if found.fault is None else fault_data(found.fault)
    others = list(found.others)
    return {"kind": found.kind, "text": found.text, "fault": fault, "others": others}


def bundled(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    return {"text": shipped_text(str(asked.get("kind")), str(asked.get("name")))}


def begin(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The text of a new puzzle with a board of a given shape."""
    return {"text": chosen_editor(asked).begun(asked)}


def make(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The text of a puzzle made with the given wishes."""
    name, stated = asked.get("kind"), asked.get("wishes")
    of = kind(name) if type(name) is str else Puzzle
    if not issubclass(of, Makable) or type(stated) is not dict or {*stated} != {*of.wishes}:
        raise BadQuestion(f"{name!r}: expected a kind that can be made, and its wishes")
    for each, wish in of.wishes.items():
        if type(stated[each]) is not type(wish.usual) or stated[each] not in wish.among:
            raise BadQuestion(f"{wish.label}: {stated[each]!r} cannot be")
    seed, seconds = number_of(asked, "seed", 0, 2**53), seconds_of(asked)
    try:
        text = of.made(stated, seed, seconds)
    except xc.SearchStopped:
        text = None
    if text is None:
        raise BadQuestion(f"none was found in {seconds:g} seconds; try again, or with other wishes")
    return {"text": text}


def find(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Puzzles with one solution, made from this one, each as it is found."""
    puzzle, way, text = recent.shown(asked).puzzle, asked.get("way"), asked.get("text")
    if not isinstance(puzzle, Findable) or way not in [*puzzle.finds] or type(text) is not str:
        raise BadQuestion(f"{way!r}: expected what can be found, and a puzzle of such a kind")
    use = None if asked.get("use") is None else number_of(asked, "use", 1, 10_000)
    most, seed = number_of(asked, "number", 10, MOST_SOLUTIONS), number_of(asked, "seed", 0, 2**53)
    found, number = puzzle.find(text, way, use=use, seed=seed, seconds=seconds_of(asked)), 0
    with suppress(xc.SearchStopped):
        for number, each in enumerate(islice(found, most), 1):
            shown = each.puzzle.problem.given_options if way == "fixed" else each.solution
            drawing = each.puzzle.svg([shown])
            send({"number": number, "text": each.text, "nodes": each.nodes, "drawing": drawing})
        return {"found": number, "complete": number < most}
    return {"found": number, "complete": False}
