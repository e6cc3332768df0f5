"""Edge-matching puzzles in the files of others, rewritten for this program."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count

import exactcover as xc

from ..shared.source import Source, Text

_TILE = re.compile(r"Tile\s+(\S+)\s*:")


def image_tiles(source: Source) -> str | None:
    """The tiles of an image, as in Advent of Code 2020, day 20: ``Tile 2311:``, and below it as
    many rows of ``#`` and ``.`` as each row has signs.

    A colour is a row of signs along an edge, read clockwise. So it fits itself read backwards, and
    a tile that is turned over shows all of them backwards. If as many edges as the rim has fit no
    other tile, they are the rim, and are called 0.
    """
    if not _TILE.fullmatch(source.first.text):
        return None
    lines = [each.part(0) for each in source.lines if each.text]
    if len(lines) < 2 or {*lines[1].text} - {*"#."}:
        return None
    side, numbers = len(lines[1].text), count(1)
    tiles: dict[str, list[str]] = {}
    colours: dict[str, str] = {}
    for k in range(0, len(lines), side + 1):
        named, *drawn = lines[k : k + side + 1]
        name = _TILE.fullmatch(named.text)
        if name is None:
            raise named.fault(f"{named.text[:40]!r}", "a tile, such as 'Tile 2311:'")
        if name[1] in tiles:
            raise named.fault(f"two tiles are called {name[1][:40]!r}", "names that differ")
        pattern = _pattern(named, drawn, side)
        down, up = ("".join(row[k] for row in pattern) for k in (-1, 0))
        edges = [pattern[0], down, pattern[-1][::-1], up[::-1]]
        for edge in edges:
            if edge not in colours:
                number = str(next(numbers))
                colours |= {edge[::-1]: f"-{number}", edge: number}
        tiles[name[1]] = [*map(colours.__getitem__, edges)]
    rim = _rim([*tiles.values()])
    if rim:
        tiles = {name: ["0" if each.lstrip("-") in rim else each for each in tile]
                 for name, tile in tiles.items()}  # fmt: skip
    pairs = [f"{each[1:]}/{each}" for each in colours.values()
             if each[0] == "-" and each[1:] not in rim]  # fmt: skip
    fit = [f"fit: {' '.join(pairs)}"] * bool(pairs)
    rows = [" ".join([name, *tile]) for name, tile in tiles.items()]
    border = "border: only 0" if rim else "border: free"
    return "\n".join([border, "reflect: mates", *fit, "", *rows, ""])


def _rim(tiles: list[list[str]]) -> set[str]:
    """The colours, without signs, that only one edge has, if these edges must be the rim of a
    square; else none."""
    plain = [[colour.lstrip("-") for colour in tile] for tile in tiles]
    having = Counter(colour for tile in plain for colour in tile)
    rim = {colour for colour, number in having.items() if number == 1}
    inside = [tuple(sorted({*tile} - rim)) for tile in plain]
    # Tiles, and ways to lay them, must stay different where the rim is of one colour.
    whole = all(len(each) == sum(having[c] > 1 for c in tile)
                for each, tile in zip(inside, plain, strict=True))  # fmt: skip
    is_rim = len(rim) ** 2 == 16 * len(tiles) and len({*inside}) == len(tiles) > 1 and whole
    return rim if is_rim else set()


def _pattern(named: Text, drawn: list[Text], side: int) -> list[str]:
    """The rows of a tile."""
    for row in drawn:
        if len(row.text) != side:
            found = xc.text.counted(len(row.text), "sign")
            raise row.fault(f"{found} in a row", f"{side}, as in the first row")
        if other := re.search(r"[^#.]", row.text):
            raise row.fault(repr(other[0]), "'#' or '.'", other.start())
    if len(drawn) < side:
        raise named.fault(f"a tile of {len(drawn)} rows", f"{side} rows")
    return [row.text for row in drawn]
