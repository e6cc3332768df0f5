"""Ten puzzles of each kind, and what is known of them: what ``python -m benchmarks.kinds`` solves.

Public puzzles are restated: only their numbers, with their source. The others are bundled, or made
from a seed. Each has a verdict, or a number of solutions: as they lie, or as they lie and up to
symmetry. Counts are those of the literature, or of a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import prod
from typing import NamedTuple

import exactcover_puzzles as puzzles

from . import made

__all__ = ["KINDS", "Instance"]

#: "unique", "several", a number of solutions, or such a number and the one up to symmetry.
Truth = str | int | tuple[int, int]


class Instance(NamedTuple):
    """A puzzle as the words of a command, or as a text, which may have to be made."""

    name: str
    truth: Truth
    words: tuple[str, ...] = ()
    text: Callable[[], str] | None = None

    def read(self, kind: str) -> puzzles.Puzzle:
        """The puzzle, afresh."""
        text = None if self.text is None else self.text()
        (puzzle,) = puzzles.read(kind, *self.words, text=text)
        return puzzle


def _words(truths: dict[str, Truth]) -> Iterator[Instance]:
    """Words of commands: bundled puzzles, sizes, options."""
    for words, truth in truths.items():
        yield Instance(words, truth, tuple(words.split()))


def _bundled(*names: str) -> Iterator[Instance]:
    yield from _words(dict.fromkeys(names, "unique"))


def _text(name: str, text: str, truth: Truth = "unique") -> Instance:
    return Instance(name, truth, text=lambda: text)


def _made(
    make: Callable[..., str], *stated: Sequence[int], truth: Truth = "unique"
) -> Iterator[Instance]:
    """Puzzles by their maker's arguments, the last of which is the seed."""
    for arguments in stated:
        name = f"{make.__name__} {' '.join(map(str, arguments))}"
        yield Instance(name, truth, text=cache(partial(make, *arguments)))


def _of_maker(kind: str, seeds: Sequence[int], /, **wishes: int | str) -> Iterator[Instance]:
    """Puzzles of a kind's own maker."""

    def text(seed: int) -> str:
        from exactcover_puzzles.registry import kind as kind_of

        of = kind_of(kind)
        assert issubclass(of, puzzles.Makable)
        usual = {name: wish.usual for name, wish in of.wishes.items()}
        return of.made({**usual, **wishes}, seed, 60.0) or ""

    for seed in seeds:
        name = " ".join(["made", *map(str, wishes.values()), str(seed)])
        yield Instance(name, "unique", text=cache(partial(text, seed)))


# -- puzzles that a formula or a drawing states ----------------------------------------------------


def _lozenges(side: int) -> str:
    """A hexagon of triangles, for pairs of them: plane partitions in a box."""
    rows = []
    for r in range(2 * side):
        width = 2 * (side + min(r, 2 * side - 1 - r)) + 1
        first = "^v" if r < side else "v^"
        rows.append("." * (2 * side - width // 2 - 1 + 0) + (first * width)[:width])
    board = "\n".join(rows)
    return f"grid: triangular\nuse: any number\nboard:\n{board}\npiece lozenge:\n^v\n"


def _triangle(side: int) -> str:
    """A triangle of hexagons, for threes of them that meet in a point (J. Conway and J. Lagarias,
    1990: for sides that are 0, 2, 9 or 11 modulo 12)."""
    rows = "\n".join(" " * (side - k) + "# " * k for k in range(1, side + 1))
    return f"grid: hexagonal\nuse: any number\nboard:\n{rows}\npiece three:\n # \n# #\n"


def _matrix(n: int, size: int | None = None) -> str:
    """All rows of n columns with some ones, or with this many."""
    rows = (f"{row:0{n}b}" for row in range(1, 2**n))
    return "\n".join(row for row in rows if size in (None, row.count("1"))) + "\n"


def _plane_partitions(side: int) -> int:
    """P. A. MacMahon: in a box with equal sides."""
    each = range(1, side + 1)
    top = prod(i + j + k - 1 for i in each for j in each for k in each)
    return top // prod(i + j + k - 2 for i in each for j in each for k in each)


def _picture(columns: int, rows: int, size: int, seed: int) -> str:
    from exactcover_puzzles.picture.maker import format_puzzle, make_puzzle

    return format_puzzle(make_puzzle(columns, rows, size, seed)[0])


def _lines(grid: str) -> str:
    return grid.replace("/", "\n") + "\n"


#: Dominosa: P. Vaderlind, and G. Glaeser (J. Mason, Thinking Mathematically), as in the collection
#: of H. Kjellerstrand.
_DOMINOSA = {
    "Vaderlind": "40342211/23526625/13001355/45561564/42320501/20106640/43436631",
    "Glaeser": "3620044/6551523/6115063/2220010/2114355/4364422/4505334/1630166",
}
#: Slitherlink, Shikaku, Kakuro, Star Battle, Statue Park: addresses in the tests and examples of
#: Penpa+, pzprjs, cspuz, noqx and puzzlekit; those of them that have one solution.
_SLITHERLINK = (
    "6/6/kdhdg37ah733ddhd", "6/6/g826dka6d72bbg37d", "7/7/cg867bg8cdhcahc6dcbgb",
    "10/10/876db3dhdibch38cgdcg8dh1bj8dbpbg8388dm",
    "10/10/dh1ch18dg7chdh78b18616dh686dkdgd3bhbldkdgb",
    "12/10/6b2b76cbbc6ah7656d76dd1dcg6bh56b516b8dcc6bgbbg62d0a3c",
    "18/10/i61ch28cg16dg122cg63bi3ah1di2dcg0bgb1bc6c8bchd8b6cd1cbg2cgb3ci1dh3ci18dg132bg72bg82bh36dg",
    "18/10/c82chcdgcbgd63c173ah6aibi81b71cdjcdcb123ddbcbjb37d16didi8dh161c36cdgcagdbh28bb",
)  # fmt: skip
_SHIKAKU = (
    "6/6/s66j4.g8n4h4g", "6/6/j3g56h6t6h23g5j", "10/10/x3gag.s9m.p.m8s-10g.gax",
    "8/8/2222y.j55j66j.y3333",
    "24/14/h5x6i.j8g6lag4j.l9i8j6i4l3z9g6i4i4h56h6i4i6j8h4n3h6zn4j4r6j4g6j8i8hci6j8q6h2r8k5l8k8j"
    ".l9j4l.lataock36kck",
)  # fmt: skip
_KAKURO = (
    "10/16/70Z3lg7ma0.sE0ladnQapgOoJgo6aoSfoZ0.ofgmJ0mcCvVim0EmCOoD0bho77oIfoa0ogJp4Knhal0Zs.0am0gl"
    "..5IDccZ4HhiDBcgd",
    "11/11/.6Bn.HDm4go3Er6go70mFOqj0Can6apOclg4lfapabna0h0qAdm3ModAr0Oo.m.0an..geajgTga74CIac",
    "5/5/kC-e-c-z..-8lff-giO", "6/6/m-eoI5lD-t.l-co-bm8-e-i97ggc", "6/5/Dclh4t9fl3-p-gl-alJeC3BgG",
    "15/15/m-dm.ffl-7l9-mQjmIBmbam-anWZs.jSpBjo.7goP4lJ9m..nAjo74lf-.lUUrF9l7-qHNq-clKTrO4l.-clgIoi"
    "bn.JbmHglfgo.gOo7NpA-.s7Hnb-m-fm-7m-7m-hl-4l.-Dm-Em46BfgJjhSK79acVZD",
    "11/11/00gjm04lf4l0Kn6fo7dlOcmO7qbgo00lOjmgalP0D0oCPo00KhlJAmKglEPoEJqhEmggl00o0Kn00l0gl0Dm0000"
    "JhDb3a7A3gEOg",
)  # fmt: skip
_STARS = (
    "6/6/1/2u9gn9c9jpmk", "10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u",
    "10/10/2/l95las9vb5mmurbelo2m849c5gp068ci9029",
    "12/12/2/g0410igil9ck6q3l12glrcp12c081pu07do1ge6c0g0m0628gdkcn0",
    "13/13/2/40142jhssb4ij4491m8d6b0io4k8ab003vosuc02181v3e00o00fo3g00073phsg",
    "10/10/2/00lhksmullfd75hm00u85lakb8442q5alk2f",
    "15/15/3/31g94h1gk30glmiuum28c52kl8mh0i10o51gh4i1go2h84a4802gt5hah8la6046hc9aign1ga18424a42h8",
)  # fmt: skip
_STATUES = (
    "7/7/078ii6000000290f0//t", "7/6/0l050060i0107i//t", "6/5/0000591i00/2/23lg/22u",
    "12/12/3g3g6000515100003ala0i003g3a0060515160003g3g0000//p",
)  # fmt: skip
#: J. Wolter's nonograms on webpbn.com, by their numbers there: runs of rows and of columns.
_NONOGRAMS = {
    "webpbn 1": "2/2 1/1 1/3/1 1/1 1/2/1 1/1 2/2|2 1/2 1 3/7/1 3/2 1",
    "webpbn 6": (
        "2/2/1/1/1 3/2 5/1 7 1 1/1 8 2 2/1 9 5/2 16/1 17/7 11/5 5 3/5 4/3 3/2 2/2 1/1 1/2 2/2 2|5"
        "/5 3/2 3 4/1 7 2/8/9/9/8/7/8/9/10/13/6 2/4/6/6/5/6/6"
    ),
    "webpbn 21": (
        "9/1 1/1 1 1/1 3 1/13/13/13/13/2 2/2 2/0"
        + "/2 2" * 14
        + "|2/4 6/9 4 4 2/1 6 2 6/1 5 2/1 6/1 5/1 4/1 4"
        "/1 4 2/1 4 6/1 6 4 4 2/9 2 6/4 2"
    ),
    "webpbn 529": (
        "7 1 1 1 1 1/3 1 3 1 4 1 4 1 5 1 5 1 2/1 1 1 3 1 4 1 4 1 5 1 5 1 2/2 1 2 1 1 1 1 6 2"
        "/3 30 1 5/1 5 8 1 1 7 1 1 3/3 4 8 1 5 1 2/3 20 6 6/3 3 7 2 5 1/3 3 1 1 9 1 1 5 6"
        "/2 3 8 1 3 4 2/5 3 1 10 4 5 2/1 2 3 8 4 6/2 2 3 11 10/2 2 3 10 7/2 3 1 7 12 2"
        "/2 3 1 4 11 2/4 1 2 1 11 2/9 1 2 9/6 2 1 4 11/2 5 1 2 6 6/6 2 4 8 4/4 2 16 1/2 2 15 2"
        "/3 2 15 4/3 3 13 4/4 12 9/1 9 10/2 1 17 7 2/2 2 8 3 8 2/2 3 6 3 8 2/2 4 5 4 7 2"
        "/2 5 5 4 6/4 4 5 4 9/1 4 6 4 4/4 3 6 4 3 2/2 1 2 7 4 4 2/2 2 2 9 5 5 2/2 2 2 10 6 6"
        "/3 2 1 9 18/8 4 23/1 2 1 2 2 1 1 1 2/2 1 4 2 1 4 1 5 1 3 1 2/2 1 5 4 4 1 5 1 3 1 2"
        "/1 10 1 1 1|7 1 1 1 1 1/2 2 4 1 4 1 5 1 4 1 4 1 2/3 1 4 1 4 1 14 4 1 2/1 1 5 1 2 3 4 1"
        "/3 13 1 10/1 9 4/6 7 2 2/8 4 1 4/2 8 3 2 5 3/10 1 3 7 2/8 6 2 8 1 2/1 1 2 2 8 1 1"
        "/2 1 1 1 2 1 3 1 3 3 1/2 1 1 1 5 4 2 1/2 1 1 1 1 7 2 1/2 1 1 2 9 1 2 1/4 6 12 1 3"
        "/16 13 3 2/12 21 2/2 13 23/2 14 19/2 14 20 2/2 13 7 2 8 2/12 8 1 7 2/5 1 1 1 2 8 1 5 2"
        "/2 1 1 1 9 1 1 4/2 1 1 1 6 1 3 5/2 2 1 5 6 2/2 1 3 1 3 7 3 2/2 3 2 1 1 2 4 4 2"
        "/2 2 1 1 2 3 1 8 2/9 3 1 7 2/12 4 1 6 2/7 4 1 2 5/2 6 6 5 6/8 8 6 3/3 10 8 4 2"
        "/5 11 9 5 2/3 1 12 16 2/3 1 12 16/5 2 13 21/6 1 3 3 1 1/5 1 3 1 3 1 1 2 1 4 1 3 1 3"
        "/5 1 3 1 3 1 4 1 4 1 3 1 3/1 1 1 1 1 1"
    ),
}
#: The KenKen of Wikipedia's article.
_WIKIPEDIA = (
    "ABBCDD/AEECFD/GGHHFD/GGIJKK/LLIJJM/NNNOOM\nclues: A 11+, B 2÷, C 20x, D 6x, E 3-, F 3÷,"
    " G 240x, H 6x, I 6x, J 7+, K 30x, L 6x, M 9+, N 8+, O 2÷"
)
#: A. Inkala's puzzles of 2010 and 2012, and one of G. Royle's with 17 clues.
_SUDOKUS = {
    "2010": "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "17": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
}


def _addresses(kind: str, addresses: Sequence[str]) -> Iterator[Instance]:
    for each in addresses:
        width, height, *_, board = each.split("/") if kind != "statuepark" else each.split("/")[:3]
        yield _text(f"{width}x{height} {board[:6]}", f"https://puzz.link/p?{kind}/{each}\n")


#: Kind -> its puzzles. A new kind joins by a line.
KINDS: dict[str, list[Instance]] = {
    "polyform": [
        *_words({
            "pentominoes-6x10": (9_356, 2_339), "pentominoes-5x12": (4_040, 1_010),
            "pentominoes-3x20": (8, 2), "soma": (11_520, 240), "bedlam": (460_464, 19_186),
            "hexiamonds-wheel": (6, 1), "tetrahexes-wheel": (6, 1),
            "tetrominoes-8x8": (19_077_209_438, 2_384_735_766),  # OEIS A230031, A263425
        }),
        _text("hexagon 5, 5, 5 in lozenges", _lozenges(5), (_plane_partitions(5), 22_306_955)),
        _text("triangle of side 24 in threes", _triangle(24), "several"),
    ],
    "sudoku": [
        *_bundled("diagonal-9", "irregular-9", "killer-6", "killer-9", "samurai"),
        *(_text(name, f"{clues}\n") for name, clues in _SUDOKUS.items()),
        *_of_maker("sudoku", [1], size=16), *_of_maker("sudoku", [1], kind="irregular"),
    ],
    "jigsaw": [
        *_bundled("six-by-five"), *_words(dict.fromkeys(["ideal-12x12", "ideal-20x20"], 8)),
        *_of_maker("jigsaw", [1, 2, 3]), *_of_maker("jigsaw", [1, 2], columns=8, rows=8, shapes=10),
        *_of_maker("jigsaw", [1, 2], columns=12, rows=10, shapes=20),
    ],
    "nonogram": [
        *_bundled("cup", "house"),
        *(_text(name, "rows\n" + _lines(runs.replace("|", "\ncolumns\n")))
          for name, runs in _NONOGRAMS.items()),
        *_made(made.nonogram, (20, 65, 1), (25, 65, 1), (30, 70, 1), (30, 70, 2)),
    ],
    "queens": [*_words({
        "6": (4, 1), "7": (40, 6), "8": (92, 12), "9": (352, 46), "10": (724, 92),  # A000170
        "12": (14_200, 1_787), "14": (365_596, 45_752),  # up to symmetry A002562
        "11 --torus": (88, 2), "13 --torus": (4_524, 11), "50": "several",
    })],
    "stars": [*_bundled("queens-8", "two-10", "three-14"), *_addresses("starbattle", _STARS)],
    "shikaku": [
        *_bundled("small", "large"), *_addresses("shikaku", _SHIKAKU),
        *_made(made.shikaku, (14, 12, 2), (20, 16, 2), (20, 16, 3)),
    ],
    "kenken": [
        *_bundled("six", "nine"), _text("Wikipedia", f"cages:\n{_lines(_WIKIPEDIA)}"),
        *_made(made.kenken, (6, 3, 2), (6, 3, 5), (7, 3, 1), (8, 3, 3), (8, 3, 4), (9, 3, 1),
               (9, 3, 2)),
    ],
    "domino": [*_words({
        "4x4": (36, 9), "6x6": (6_728, 930), "8x8": (12_988_816, 1_629_189),  # A004003, A099390
        "10x10": 258_584_046_368, "5x8": 14_824,
        "aztec3": (64, 16), "aztec4": 1_024, "aztec6": 2**21, "aztec8": 2**36, "7x7": 0,
    })],
    "kakuro": [
        *_bundled("small", "large"), *_addresses("kakuro", _KAKURO),
        _text("four sums", "grid:\n# 4\\ 3\\\n\\4 . .\n\\3 . .\n"),
    ],
    "reflect": [
        *_of_maker("reflect", [1, 2, 3]), *_of_maker("reflect", [1, 2], size=5, pieces=7),
        *_of_maker("reflect", [1, 2, 3, 4, 5], size=6, pieces=8),
    ],
    "words": [
        *_words({"rings": 60, "1x3": 51, "1x5": 32, "3x3": (18, 9), "3x5": 0, "5x5": 0}),
        *(_text(grid, f"grid:\n{_lines(grid)}", truth) for grid, truth in {
            ".../.#./...": 514, "#.#/.../#.#": 340, "...../.###./.###./.###./.....": 14,
            "...../.#.#./.#.#.": 1_151}.items()),
    ],
    "matching": [
        *_words({
            "drive-ya-nuts": (6, 1), "frame-5x5": (4, 1), "macmahon-squares": (106_624, 13_328),
            "macmahon-triangles": (11_853_792, 164_636), "nearly-3x3": 0,
        }),
        *_made(made.tiles, (6, 7, 1), (8, 12, 1), (10, 20, 1), (12, 0, 1), (12, 0, 2)),
    ],
    "pips": [
        *_bundled("six", "twelve"),
        *_made(made.pips, (5, 3), (7, 4), (9, 4), (9, 17), (12, 32), (12, 36), (15, 3),
               (15, 10)),
    ],
    "dominosa": [
        *_bundled("double-three", "double-six"),
        *(_text(name, "grid:\n" + _lines(" ".join(grid).replace(" / ", "/")))
          for name, grid in _DOMINOSA.items()),
        *_made(made.dominosa, (3, 19), (3, 29), (5, 17), (6, 0), (6, 14), (6, 29)),
    ],
    "slitherlink": [*_bundled("middle", "large"), *_addresses("slither", _SLITHERLINK)],
    "latin": [
        *_bundled("holes-6"), *_words({"3": 12, "4": 576, "5": 161_280}),  # OEIS A002860
        *_made(made.latin, (8, 50, 1), (8, 50, 5), (9, 50, 11), (9, 50, 13), (12, 47, 13),
               (12, 47, 36)),
    ],
    "calendar": [*_words({
        f"month-day --date {date}": "several" for date in
        ("1-1", "2-29", "4-30", "6-15", "7-4", "10-3", "12-24", "12-25", "12-31")
    }), *_words({"month-day": 17_554})],
    "haley": [Instance("the only one", (330, 55))],
    "polysticks": [
        *_words({"tetrasticks-5x5": (576, 72)}),  # D. E. Knuth, Dancing Links, 2000
        *(_text(f"without {letter}", f"pieces: tetrasticks without {letter}\nboard: 5x5\n", truth)
          for letter, truth in {"J": (3_056, 382), "L": (4_856, 607), "N": (4_240, 530),
                                "Y": (1_632, 204), "I": 0, "O": 0, "T": 0, "X": 0, "Z": 0}.items()),
    ],
    "langford": [*_words({  # OEIS A176127
        "3": (2, 1), "4": (2, 1), "5": 0, "6": 0, "7": (52, 26), "8": (300, 150), "10": 0,
        "11": (35_584, 17_792), "12": (216_288, 108_144), "20": "several",
    })],
    "steiner": [*_words({  # OEIS A001201
        "3": 1, "6": 0, "7": (30, 1), "8": 0, "9": 840, "11": 0, "13": 1_197_504_000,
        "15": "several", "19": "several", "21": "several",
    })],
    "picture": [
        *_made(_picture, (4, 4, 6, 1), (8, 4, 6, 1), (11, 3, 6, 1), (15, 15, 4, 1), (15, 15, 4, 2),
               (20, 20, 4, 1), (20, 20, 3, 1), (20, 20, 3, 2), (30, 30, 4, 1), (30, 30, 4, 2)),
    ],
    "statue-park": [
        *_bundled("small", "pentominoes", "double"), *_addresses("statuepark", _STATUES),
        *_made(made.statues, (7, 55, 3), (9, 65, 0), (10, 75, 0)),
    ],
    "graceful": [*_words({
        "path-8": (40, 10), "path-9": (120, 30), "path-10": (296, 74),  # OEIS A006967
        "cycle-4": (16, 1), "cycle-7": (168, 6), "cycle-8": (384, 12), "complete-4": (48, 1),
        "paw": (20, 5), "k4xp2": (1_440, 15), "petersen": (10_080, 42),  # docs/puzzles/graceful.md
    })],
    "matrix": [
        *_bundled("algorithm-x"),
        # Partitions of a set (OEIS A000110), perfect matchings (A001147), partitions into threes.
        *(_text(f"sets of {n}", _matrix(n), bell) for n, bell in
          zip(range(4, 9), (15, 52, 203, 877, 4_140), strict=True)),
        *(_text(f"pairs of {n}", _matrix(n, 2), truth)
          for n, truth in ((6, 15), (8, 105), (10, 945))),
        _text("threes of 9", _matrix(9, 3), 280),
    ],
}  # fmt: skip
