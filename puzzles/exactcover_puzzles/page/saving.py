"""Questions about files: pictures of solutions, sheets to print or cut, photographs."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from ..shared.adapter import Puzzle
from ..shared.paper import PAPERS
from ..shared.parts import PrintsSheets, TwoSided
from .messages import MOST_SOLUTIONS, Data, Send, as_object, seconds_of
from .recent import BadQuestion, Recent


def export(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
    """Solutions as a file, "svg", "png" or "pdf"; without any, the puzzle itself."""
    from ..shared.pictures import files_of

    shown = recent.shown(asked)
    puzzle, form, stated = shown.puzzle, asked.get("form"), asked.get("solutions", [])
    if form not in ("svg", "png", "pdf") or type(stated) is not list:
        raise BadQuestion(f"{form!r}: expected svg, png or pdf")
    if len(stated) > MOST_SOLUTIONS:
        raise BadQuestion(f"expected at most {MOST_SOLUTIONS:,} solutions")
    solutions = [shown.from_whole(shown.options(options)) for options in stated] or [[]]
    room = puzzle.on_a_page(solutions[0])
    pages = [puzzle.svg(solutions[k : k + room], k + 1) for k in range(0, len(solutions), room)]
    drawn = [page for page in pages if page is not None]
    if not drawn:
        raise BadQuestion("puzzles of this kind cannot be drawn")
    files = files_of(drawn, f"solutions.{form}")
    return {"files": [[name, base64.b64encode(data).decode("ascii")] for data, name in files]}


def sheets_of(puzzle: Puzzle) -> Mapping[str, Data]:
    """What a puzzle has to print, cut or make, and the lengths that it takes, each with a text."""
    if not isinstance(puzzle, PrintsSheets):
        return {}
    sheets = {name: puzzle.sheets[name] for name in puzzle.offered}
    return {
        name: {**as_object(sheet), "sizes": [[each, puzzle.lengths[each][0], usual]
                                            for each, usual in sheet.sizes.items()]}
        for name, sheet in sheets.items()
    }  # fmt: skip


def sheet(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
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
    files = puzzle.sheet(what, f"{what}.{form}", sizes, paper, seconds_of(asked))
    return {"files": [[name, base64.b64encode(data).decode("ascii")] for data, name in files]}


def photographs(recent: Recent, asked: Mapping[str, Any], send: Send) -> Data:
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
