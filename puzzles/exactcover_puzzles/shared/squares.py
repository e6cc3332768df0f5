"""Boards of square cells: read drawings and sizes such as 8x8, and draw pictures.

Legend: a *cell* is (row, column), both from 0. A *part* is any name that cells share: two
neighbouring cells of different parts have a wall between them, as has a cell at the border.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count, product, takewhile
from typing import Any, TypeVar

import exactcover as xc

from .source import Source, Stated, Text
from .svg_page import FAINT, INK, PAPER, Drawing, moved, text_element
from .svg_text import number

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]
Value = TypeVar("Value")

#: More cells than this are treated as a mistake.
MOST_CELLS = 20_000
#: The width of a cell in a drawing.
EDGE = 32.0

#: The characters for points by their :func:`arms`, with and without ASCII alone.
BOX = {False: " ╵╶└╷│┌├╴┘─┴┐┤┬┼", True: " |-+||++-+-+++++"}


# -- reading ---------------------------------------------------------------------------------


def rectangle(text: str, stated: Text | None = None) -> list[Cell] | None:
    """The cells of a rectangle by its size, such as ``4x5``; None for any other text.

    Raises :class:`exactcover.FileFault` for a size of no cells, or of too many; ``stated``: where
    it stands in a file.
    """
    found = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if found is None:
        return None
    rows, columns = map(int, found.groups())
    if not 0 < rows * columns <= MOST_CELLS:
        cells, expected = xc.text.counted(rows * columns, "cell"), f"from 1 to {MOST_CELLS:,}"
        raise stated.fault(cells, expected) if stated else xc.FileFault(text, 0, 0, cells, expected)
    return list(product(range(rows), range(columns)))


def drawn_cells(
    source: Source,
    word: str = "grid",
    token: str = r"\S+",
    words: Sequence[str] = (),
    named: Sequence[str] = (),
    allowed: tuple[str, str] = (".*", ""),
    ragged: bool = False,
    alone: str = "",
) -> dict[Cell, Text]:
    """What is drawn in each cell, in a file that holds one drawing, below ``grid:``.

    ``token``: the pattern of a cell, by default words between spaces; ``.`` for each character.
    ``words``: what else the file may state (see :attr:`.source.Source.stated`), and ``named`` the
    words for further drawings with names. ``allowed``: the pattern of what may be drawn, and what
    an error says of it. ``ragged``: rows may differ in length.
    ``alone``: the pattern of a cell by which a drawing without ``grid:`` is known as one of this
    kind (:attr:`.source.Source.is_bare`).
    """
    words, expected = ("title", *words, *named, word), f"'{word}:' and a drawing below it"
    # (In a drawing alone, # would begin a comment.)
    states = re.compile(rf"\s*#|(?!\s*({'|'.join(words[:-1])})\b).*:")
    bare = source.is_bare = alone > "" and not any(states.match(at.text) for at in source.lines)
    stated, rows = source.read(words, "a drawing" * bare, drawn=(word, *named), named=named)
    if word not in stated and not rows:
        raise source.fault(0, 0, f"no '{word}:'", expected)
    if rows:
        stated[word] = [Stated(word, rows[0], rows[0], tuple(rows))]
    (grid,) = stated[word]
    if not grid.drawing:
        raise grid.value.fault(f"no drawing below '{word}:'", "it in the next lines")
    if sum(len(line.text) for line in grid.drawing) > 8 * MOST_CELLS:
        raise grid.key.fault("too large a drawing", f"{8 * MOST_CELLS:,} characters")
    number = sum(len(re.findall(token, line.text)) for line in grid.drawing)
    if number > MOST_CELLS:
        raise grid.key.fault(f"{number:,} cells", f"at most {MOST_CELLS:,}")
    drawn = {
        (r, c): line._replace(text=found[0], column=found.start() + 1)
        for r, line in enumerate(grid.drawing)
        for c, found in enumerate(re.finditer(token, line.text))
    }
    wide = Counter(r for r, _ in drawn)
    for r, line in enumerate(grid.drawing):
        if wide[r] != wide[0] and not ragged:  # (with a sign missing, it is another puzzle)
            found_are = f"{xc.text.counted(wide[r], 'cell')} in a row"
            raise line.fault(found_are, f"{wide[0]:,}, as in the first row")
    pattern, expected = allowed
    for each in drawn.values():
        if not re.fullmatch(pattern, each.text):
            raise each.fault(repr(each.text[:20]), expected)
    likely = len(rows) > 1 and any(re.fullmatch(alone, each.text) for each in drawn.values())
    if source.is_bare and not likely:
        raise rows[0].fault(repr(rows[0].text[:20]), f"'{word}:' above it")
    return drawn


def drawn_groups(
    source: Source, word: str, of_groups: str, words: Sequence[str] = ()
) -> tuple[dict[Cell, str], dict[str, Text]]:
    """A drawing in which the cells of a group have the same character, and what follows the
    characters in the value of the word ``of_groups``, such as ``A 6+, B 12``."""
    # (Letters alone are other puzzles, too.)
    alone = "." * source.find(of_groups).text.startswith(of_groups)
    cells = drawn_cells(source, word, r"\S", (of_groups, *words), ragged=True, alone=alone)
    drawn = {cell: each.text for cell, each in cells.items()}
    stated = source.stated[of_groups][0].value if of_groups in source.stated else None
    found: dict[str, Text] = {}
    for part in stated.split(r",|(?<![,\s])\s+(?=[^\W\d_]\s)") if stated else ():
        if part.text[:1] not in {*drawn.values()} - {".", "#"}:
            expected = f"{of_groups} of what is drawn, such as A 12, B 7"
            raise part.fault(repr(part.text[:20]), expected)
        if found.setdefault(part.text[0], part.part(1)).column != part.part(1).column:
            raise part.fault(f"{part.text[0]!r} occurs twice", "it once")
    return drawn, found


def drawing_text(rows: Iterable[Iterable[Any]], between: str = "", above: str = "grid:") -> str:
    """A file with a drawing below ``grid:``, or below other lines."""
    return "\n".join([above, *(between.join(map(str, row)) for row in rows), ""])


def neighbours(cells: Iterable[Cell]) -> list[Pair]:
    """All pairs of cells that have an edge in common, the upper or left one first."""
    known = set(cells)
    pairs = (((r, c), other) for r, c in sorted(known) for other in ((r, c + 1), (r + 1, c)))
    return [pair for pair in pairs if pair[1] in known]


def parts_of(cells: Sequence[Cell], walls: Iterable[Pair]) -> dict[Cell, str]:
    """A letter for each cell, that of the part that walls between neighbours enclose."""
    between = set(walls)
    near: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for one, other in neighbours(cells):
        if (one, other) not in between:
            near[one].append(other)
            near[other].append(one)
    names, named = letters(), dict[Cell, str]()
    for cell in cells:
        reached = [] if cell in named else [cell]
        letter = next(names) if reached else ""
        while reached:
            named[reached[-1]] = letter
            reached += [other for other in near[reached.pop()] if other not in named]
    return {cell: named[cell] for cell in cells}


def letters() -> Iterator[str]:
    """As many different letters as needed: A to Z, a to z, and those of other alphabets."""
    return (chr(k) for k in count(ord("A")) if chr(k).isupper() or chr(k).islower())


def entries(cells: Iterable[Cell]) -> list[tuple[str, list[Cell]]]:
    """The longest rows of neighbouring cells, ``across`` and then ``down``, single cells too."""
    known = set(cells)
    found = []
    for way, dr, dc in (("across", 0, 1), ("down", 1, 0)):
        for r, c in sorted(known):
            if (r - dr, c - dc) not in known:
                entry = takewhile(known.__contains__, ((r + k * dr, c + k * dc) for k in count()))
                found.append((way, list(entry)))
    return found


def symmetries(values: Mapping[Cell, Any]) -> list[dict[Cell, Cell]]:
    """Generators of the motions of the plane that carry cells to cells with the same values."""
    known = set(values)
    last, end = max(r for r, _ in known), max(c for _, c in known)
    top, left = min(r for r, _ in known), min(c for _, c in known)
    moves = {
        "turn": {(r, c): (c - left + top, last - r + left) for r, c in known},
        "half turn": {(r, c): (top + last - r, left + end - c) for r, c in known},
        "left and right": {(r, c): (r, left + end - c) for r, c in known},
        "up and down": {(r, c): (top + last - r, c) for r, c in known},
        "diagonal": {(r, c): (c - left + top, r - top + left) for r, c in known},
        "other diagonal": {(r, c): (end - c + top, last - r + left) for r, c in known},
    }
    found = {
        name: move
        for name, move in moves.items()
        if values == {to: values[cell] for cell, to in move.items()}
    }
    if "turn" in found:
        return [found[name] for name in ("turn", "left and right") if name in found]
    mirrors = [name for name in found if name != "half turn"]
    return [found[name] for name in mirrors or found]


# -- pictures --------------------------------------------------------------------------------


def rows_of(values: Mapping[Cell, Value]) -> list[list[Value | None]]:
    """The values row by row, with None where a row is shorter than others or has a gap."""
    rows, columns = (range(1 + max(cell[k] for cell in values)) for k in (0, 1))
    return [[values.get((r, c)) for c in columns] for r in rows]


def arms(parts: Mapping[Any, Hashable], r: int, c: int) -> int:
    """The walls that meet above and to the left of a cell: 1 for the one that leads up from there,
    2 right, 4 down, 8 left."""
    nw, ne, sw, se = (parts.get((r + y, c + x)) for y in (-1, 0) for x in (-1, 0))
    return (nw != ne) + 2 * (ne != se) + 4 * (sw != se) + 8 * (nw != sw)


def walled(parts: Mapping[Cell, Hashable], labels: Mapping[Cell, str], ascii: bool) -> str:
    """Cells as text, three characters wide, with the walls between parts."""
    (rows, columns), box = zip(*parts, strict=True), BOX[ascii]
    lines = []
    for r in range(min(rows), max(rows) + 2):
        edge = inside = ""
        for c in range(min(columns), max(columns) + 2):
            walls = arms(parts, r, c)
            edge += box[walls] + 3 * box[10 * bool(walls & 2)]
            inside += box[5 * bool(walls & 4)] + labels.get((r, c), "").center(3)
        lines += [edge.rstrip(), inside.rstrip()]
    return "\n".join(lines[:-1])


def cell_label(cell: Cell, text: str, **style: Any) -> str:
    """A text in the middle of a cell; smaller if it is long."""
    r, c = cell
    size = EDGE * min(0.56, 1.3 / max(len(text), 1))
    # The middle of capital letters is about a third of the size above their foot.
    x, y = (c + 0.5) * EDGE, (r + 0.5) * EDGE + 0.35 * size
    return text_element(text, x, y, size, anchor="middle", **style)


def drawing_of(
    parts: Mapping[Cell, Hashable],
    labels: Mapping[Cell, str] | None = None,
    fills: Mapping[Cell, str] | None = None,
    thin: bool = True,
    notes: Mapping[Cell, str] | None = None,
) -> Drawing:
    """Cells in their colours, with thick walls between parts, thin lines within them, and notes in
    their upper left corners."""
    rows, columns = (max((cell[k] for cell in parts), default=-1) + 1 for k in (0, 1))
    known = fills or {}
    elements = [
        f'<rect x="{number(c * EDGE)}" y="{number(r * EDGE)}" width="{number(EDGE)}"'
        f' height="{number(EDGE)}" fill="{known.get((r, c), PAPER)}"/>'
        for r, c in parts
    ]
    walls: dict[bool, list[str]] = {False: [], True: []}
    for r, c in product(range(rows + 1), range(columns + 1)):
        for other, end in (((r - 1, c), "h"), ((r, c - 1), "v")):
            here, there = parts.get((r, c)), parts.get(other)
            if here is not None or there is not None:
                at = f"M{number(c * EDGE)} {number(r * EDGE)}{end}{number(EDGE)}"
                walls[here != there].append(at)
    # (Thin lines are seen between black cells as well.)
    for thick, width, ink in ((False, 0.75, FAINT), (True, 2.5, INK)):
        if walls[thick] and (thick or thin):
            elements.append(stroke("".join(walls[thick]), width, ink))
    texts = [cell_label(cell, text) for cell, text in (labels or {}).items() if text]
    elements += moved(texts, 0, 3) if notes else texts
    elements += [text_element(text, c * EDGE + 3, r * EDGE + 9, 8)
                 for (r, c), text in (notes or {}).items()]  # fmt: skip
    return Drawing(columns * EDGE, rows * EDGE, elements)


def stroke(path: str, width: float, ink: str = INK, more: str = "") -> str:
    """A line."""
    return (
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{number(width)}"'
        f' stroke-linecap="square"{more}/>'
    )
