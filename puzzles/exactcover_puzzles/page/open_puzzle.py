"""Questions about the open puzzle itself: how it looks, and changes of its text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import exactcover as xc

from ..registry import kind
from ..shared.adapter import Puzzle
from ..shared.parts import Editable, Roomy, TwoSided
from ..shared.screen import Screen
from .messages import Data, Send, as_object, fault_data, marks_of
from .recent import BadQuestion, Recent, Shown
from .saving import sheets_of

#: Options that are sent at most.
_MOST_OPTIONS = 60_000


def editor_of(name: Any) -> Any:
    """The module that draws puzzles of a kind; None if none does."""
    of = kind(name) if type(name) is str else Puzzle
    return of.editor() if issubclass(of, Editable) else None


def chosen_editor(asked: Mapping[str, Any]) -> Any:
    name = asked.get("kind")
    editor = editor_of(name)
    if editor is None:
        raise BadQuestion(f"{name!r}: expected a kind with boards to draw")
    return editor


def read(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """A puzzle before it is solved, and its sketch if boards of its kind can be drawn.

    A text that is not yet a puzzle may have a sketch as well as an error.
    """
    found: Data = {}
    name = asked.get("kind")
    editor = editor_of(name)
    if editor is not None and type(asked.get("text")) is str:
        with suppress(xc.FileFault):
            sketch = editor.sketch(asked["text"])
            found = {} if sketch is None else {"sketch": as_object(sketch)}
    try:
        return found | _looked_at(recent.shown(asked))
    except xc.FileFault as fault:
        return {**found, "fault": fault_data(fault)}


def edit(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The changed text, and the puzzle in it."""
    editor = chosen_editor(asked)
    text, change = asked.get("text"), asked.get("change")
    if type(text) is not str or type(change) is not dict:
        raise BadQuestion("expected a text and a change")
    if "given" in change:
        shown = recent.shown(asked)
        given = shown.options(change["given"])
        change = {"given": [shown.puzzle.option_called(option) for option in given]}
    changed = editor.edited(text, change)
    found = {"text": changed, **read(recent, {**asked, "text": changed}, send)}
    shift_of = getattr(editor, "shift_of", None)  # boards of some kinds grow
    return found if shift_of is None else {**found, "shift": shift_of(text, change)}


def palette(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """The pieces of a family, to be added one by one."""
    editor, family = chosen_editor(asked), str(asked.get("family"))
    if family not in getattr(editor, "FAMILIES", ()):
        raise BadQuestion(f"{family!r}: expected a family of pieces")
    return {"pieces": editor.palette(family, asked.get("reflect") is True)}


def with_spare_places(puzzle: Puzzle) -> Puzzle | None:
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
        "spare": misfit is None and with_spare_places(puzzle) is not None,
        "photographs": puzzle.sides if isinstance(puzzle, TwoSided) else None,
        "sheets": sheets_of(puzzle),
    }
    view = shown.view
    if view is None:
        found["text_view"] = puzzle.overview(Screen())
        found["drawing"] = puzzle.svg([()]) if puzzle.draws_unsolved else None
        return found
    places = [as_object(place) for place in view.places]
    pieces = [as_object(piece) for piece in view.pieces]
    shape = {"lines": view.lines, "parity": view.parity, "painted": {**view.painted},
             "spare": view.spare, "seen": view.seen is not None,
             "pictures": [*map(as_object, view.pictures)], "dashes": view.dashes}  # fmt: skip
    found["view"] = {"places": places, "pieces": pieces, **shape}
    given = shown.numbers(shown.whole.given_options)
    return {**found, "given": given, "given_marks": marks_of(shown, given)}


def options(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """What each option puts on the board."""
    shown = recent.shown(asked)
    n_options = len(shown.whole.options)
    if n_options > _MOST_OPTIONS:
        many = xc.text.counted(n_options, *shown.puzzle.options_called)
        raise BadQuestion(f"{many}; puzzles with more than {_MOST_OPTIONS:,} cannot be played")
    return {"marks": marks_of(shown, range(n_options))}
