"""Nonograms of other programs: webpbn's XML, ``.nin``, ``.mk``, ``.cwd``, puzz.link, game ids.

Sources: the documentation of pbnsolve (J. Wolter), the DTD of webpbn.com, the source text of pzprjs
and of Pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath

import exactcover as xc

from ..shared.codes import GameId, game_id
from ..shared.penpa import Penpa, penpa_reader
from ..shared.puzz_link import Address, address, listed
from ..shared.source import Source
from ..shared.squares import MOST_CELLS
from ..shared.xml_text import Element, xml_root
from .file import Clue, Run, text_of

_SUFFIXES = (".nin", ".mk", ".cwd")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def webpbn(source: Source) -> str | None:
    """The XML of webpbn.com, in black and white or in colours."""
    text = source.text
    if not re.match(r"\s*<(?:\?xml|!DOCTYPE pbn|puzzle)", text) or "<clues" not in text:
        return None
    root = xml_root(text.removeprefix("\ufeff").lstrip(), source.path, doctype="pbn")
    puzzles = [root] if root.name == "puzzle" else [*root.all("puzzle")]
    types = [each.attributes.get("type", "grid") for each in puzzles]
    if types != ["grid"]:
        found = f"{xc.text.counted(len(puzzles), 'puzzle')} ({', '.join(types)[:40]})"
        raise root.fault(found, "one puzzle, of type 'grid'")
    (puzzle,) = puzzles
    known = {each.attributes.get("name", ""): each.text for each in puzzle.all("color")}
    letters, inks = dict[str, str](), dict[str, str]()

    def run(count: Element) -> int:
        length = xc.text.whole(count.text.strip(), 0, MOST_CELLS)
        if length is None:
            raise count.fault(f"<count>{count.text[:20]}</count>", "the length of a run")
        name = count.attributes.get("color", puzzle.attributes.get("defaultcolor", "black"))
        code = re.fullmatch("#?([0-9a-f]{3}|[0-9a-f]{6})", known.get(name, "000").lower())
        if code is None or (name not in known and name != "black"):
            raise count.fault(f"the colour {name[:20]!r}", "a <color> with a code such as FF0000")
        ink = code[1] if len(code[1]) == 6 else "".join(2 * each for each in code[1])
        if ink == "000000":
            return length
        if name not in letters:
            if len(letters) == len(_LETTERS) or f"#{ink}" in inks.values():
                found = f"the colour {name[:20]!r} (#{ink})"
                raise count.fault(found, f"at most {len(_LETTERS)} colours, each another one")
            letters[name] = _LETTERS[len(letters)]
            inks[letters[name]] = f"#{ink}"
        return Run.of(length, letters[name])

    sides: dict[str, list[Clue]] = {}
    for clues in puzzle.all("clues"):
        sides[clues.attributes.get("type", "")] = [
            tuple(length for length in map(run, line.all("count")) if length)
            for line in clues.all("line")
        ]
    if not sides.get("rows") or not sides.get("columns"):
        found = xc.text.counted(len(sides), "element") + " <clues>"
        raise puzzle.fault(found, '<clues type="rows"> and <clues type="columns">, with lines')
    title = next((each.text for each in puzzle.all("title")), "")
    return text_of(title, sides["rows"], sides["columns"], inks)


def _clue(words: Iterable[str]) -> Clue:
    """Digits as runs; a number of a hundred digits, which no line can have, as a long one."""
    lengths = (xc.text.whole(word, 0, MOST_CELLS) for word in words if word.strip("0"))
    return tuple(MOST_CELLS if length is None else length for length in lengths)


def counts(source: Source) -> str | None:
    """Lines of numbers after the two sizes: ``.nin`` has width and height in a line, then rows and
    columns; ``.mk`` height and width, and a ``#`` between rows and columns; ``.cwd`` has the height
    and the width in two lines, and an empty line (or a ``#``) in between."""
    lines = source.lines
    sizes = re.findall("[0-9]+", lines[0].text)
    if not sizes or {*source.text} - {*"0123456789 \t\r\n#\ufeff"}:
        return None
    end = max(k for k, line in enumerate(lines) if line.text)
    shown = [line.text.strip() for line in lines[: end + 1]]
    if len(shown) < 3 or any("#" in each != "#" for each in shown):
        return None
    if len(sizes) == 1 and shown[1].isdecimal():
        (height,), width, at = sizes, shown[1], 2
    elif len(sizes) == 2:
        (width, height), at = sizes[:: -1 if "#" in shown else 1], 1
    else:
        return None
    n_rows, n_columns = (xc.text.whole(each, 1, MOST_CELLS) or 0 for each in (height, width))
    if not n_rows * n_columns:
        return None
    stated = lines[at : end + 1]
    marked = [line for line in stated if line.text.strip() not in ("", "#")]
    if at == 2 or "#" in shown:
        between = stated[n_rows].text.strip() if n_rows < len(stated) else "0"
        stated = marked if between not in ("", "#") else stated[:n_rows] + stated[n_rows + 1 :]
    due, wrong = n_rows + n_columns, None
    stated = marked if len(marked) == due else stated
    if len(stated) != due:
        expected = f"{due:,}, for {n_rows:,} rows and {n_columns:,} columns"
        wrong = lines[0].fault(f"{len(marked):,} lines of numbers", expected)
    clues = [] if wrong else [_clue(line.text.split()) for line in stated]
    for k, clue in enumerate(clues):
        length = n_columns if k < n_rows else n_rows
        if wrong is None and sum(clue) + len(clue) - 1 > length:
            expected = f"runs and gaps that fit into {length} cells"
            wrong = stated[k].fault(f"runs of {sum(clue)} cells", expected)
    if wrong is not None and PurePath(source.path).suffix.lower() in _SUFFIXES:
        raise wrong
    return None if wrong else text_of("", clues[:n_rows], clues[n_rows:], {})


def _chunks(values: Sequence[int | None], size: int) -> list[Clue]:
    """The clues of lines whose numbers are listed from the grid outwards."""
    chunks = (values[k : k + size] for k in range(0, len(values), size))
    return [tuple(each for each in reversed(chunk) if each) for chunk in chunks]


@address("nonogram")
def puzz_link(found: Address) -> str:
    """``https://puzz.link/p?nonogram/10/10/…``"""
    rows, columns = found.size
    deep, wide = (rows + 1) // 2, (columns + 1) // 2
    stated = listed(found.fields[0], deep * columns + wide * rows)
    above, left = stated[: deep * columns], stated[deep * columns :]
    return text_of(found.title, _chunks(left, wide), _chunks(above, deep), {})


@game_id("pattern", "", r"[0-9./]*/[0-9./]*(?:,[a-zA-Z]*)?")
def pattern(code: GameId) -> str | None:
    """``5x4:2/1.1/…``: the columns from the left, then the rows from the top."""
    stated, *given = code.body.split(",")
    lines = stated.text.split("/")
    if len(lines) != code.columns + code.rows:
        return None
    if given and given[0].text:
        raise given[0].fault("cells that are given", "the numbers of all columns and rows alone")
    clues = [_clue(line.split(".")) for line in lines]
    return text_of("", clues[code.columns :], clues[: code.columns], {})


@penpa_reader({"nonogram"}, "number")
def from_penpa(board: Penpa) -> str:
    """A board with numbers above and to the left of it."""
    lines: list[list[list[str]]] = []
    for k in (0, 1):
        lines.append([[] for _ in range(1 + max(cell[k] for cell in board.cells))])
    for cell, text in sorted(board.texts().items()):
        k = int(cell[0] < 0)
        if cell[1 - k] >= 0 or not 0 <= cell[k] < len(lines[k]) or not text.isdecimal():
            raise board.fault(f"{text[:20]!r}", "numbers above and to the left of the board")
        lines[k][cell[k]].append(text)
    board.rows({})
    rows, columns = ([_clue(line) for line in side] for side in lines)
    return text_of("", rows, columns, {})


FORMS = (webpbn, counts, puzz_link, pattern, from_penpa)
