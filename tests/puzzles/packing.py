"""What other programs do to a puzzle before it is an address, for tests."""

from __future__ import annotations

import base64
import json
import re
import zlib

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def packed(text):
    """A text as lz-string packs it: words of a table that the unpacking side builds as well."""
    bits, table, last, at = [], ["", "", ""], "", 0

    def put(value, width):
        bits.extend(value >> k & 1 for k in range(width))

    while at < len(text):
        known = [*table, last + last[:1]]
        word = max((each for each in known if each and text.startswith(each, at)), key=len,
                   default=None)  # fmt: skip
        if word is None:
            word, wide = text[at], ord(text[at]) > 255
            put(int(wide), len(table).bit_length())
            put(ord(word), 16 if wide else 8)
            table.append(word)
        else:
            put(known.index(word), len(table).bit_length())
        if last:
            table.append(last + word[0])
        last, at = word, at + len(word)
    put(2, len(table).bit_length())
    bits += [0] * (-len(bits) % 6)
    sextets = (bits[k : k + 6] for k in range(0, len(bits), 6))
    return "".join(ALPHABET[int("".join(map(str, each)), 2)] for each in sextets)


def penpa(rows, columns, layers, around=(0, 0, 0, 0), tags=(), grid="square", title=""):
    """The address of a board of Penpa+. ``layers``: what is drawn, by the short names of layers and
    places: cells, (cell, corner), and pairs of lattice points, all counted from the board's first
    cell. ``around``: rows and columns above, below, to the left and to the right of the board."""
    above, below, left, right = around
    wide, high = columns + left + right + 4, rows + above + below + 4
    cell = lambda r, c: (r + above + 2) * wide + c + left + 2  # noqa: E731
    corner = lambda r, c: wide * high + cell(r - 1, c - 1)  # noqa: E731

    def number(place):
        if isinstance(place[0], int):
            return str(cell(*place))
        if isinstance(place[1], int):
            return str(4 * (wide * high + cell(*place[0])) + place[1])
        return ",".join(str(corner(*point)) for point in place)

    drawn = {name: {number(place): each for place, each in found.items()}
             if isinstance(found, dict) else [[cell(*place) for place in each] for each in found]
             for name, found in {"zN": {}, "zE": {}, **layers}.items()}  # fmt: skip
    cells = [cell(r, c) for r in range(rows) for c in range(columns)]
    steps = [b - a for a, b in zip([0, *cells], cells, strict=False)]
    said = re.sub('"(z.)":', r"\1:", json.dumps({"zR": {"z_": []}, **drawn}))
    head = f"{grid},{wide - 4},{high - 4},38,0,1,1,456,456,9,9,0,0,0,0,Title: {title},Author: ,,"
    lines = [head, json.dumps(around), "[]", said, "{}", json.dumps(steps), *["{}"] * 11,
             json.dumps(tags)]  # fmt: skip
    code = deflated("\n".join(lines))
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}&a=x"


def deflated(text):
    """A text as Penpa+ packs it."""
    pack = zlib.compressobj(wbits=-15)
    return base64.b64encode(pack.compress(text.encode()) + pack.flush()).decode().rstrip("=")


def inflated(code):
    """A text that Penpa+ packed."""
    return zlib.decompress(base64.b64decode(code + "==="), -15).decode()


def thick(parts):
    """The thick lines between cells of different parts."""
    lines = {}
    for (r, c), part in parts.items():
        if parts.get((r, c + 1), part) != part:
            lines[(r, c + 1), (r + 1, c + 1)] = 2
        if parts.get((r + 1, c), part) != part:
            lines[(r + 1, c), (r + 1, c + 1)] = 2
    return lines
