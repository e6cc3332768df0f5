"""Small whole files of each text format, with all that the format knows."""

from __future__ import annotations

__all__ = ["GENERATORS", "LEDGER", "PROBLEMS", "PUZZLES", "WAYS"]

#: Of problems, by format.
PROBLEMS = {
    "dlx": [
        "| a comment\n0:1| A 2|B |5 0:*|C D | X Y\nA X:0 Y |12\nB X:red |2.5\nB Y:0 |-1/2\n"
        "A D\nB C\nC X:red |3 |4\n",
        "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    ],
    "json": [
        '{"primary": ["p", "q", ["r", 1], 2.5, true], "secondary": ["x"],\n'
        ' "multiplicity": [["p", 1, 3], ["q", 0, null], [2.5, 1]], "repeat": true,\n'
        ' "penalties": [[["r", 1], "1/2"]],\n'
        ' "options": [{"name": "A", "items": ["p", {"item": "x", "colour": "red"}], "cost": 12},\n'
        '  {"name": null, "items": ["q", ["r", 1], "p"], "cost": 2.50},\n'
        '  {"items": [true, 2.5, "q"], "cost": "5/2"}]}\n',
        '{"primary": ["p"], "inexact": true, \n'
        ' "options": [{"name": 1e3, "items": ["p"], "cost": 0.1}]}\n',
    ],
    "mps": [
        "* a comment\nNAME example\nOBJSENSE\n  MAX\nROWS\n N cost\n E r1\n L r2\n G r3\n L r4\n"
        "COLUMNS\n m1 'MARKER' 'INTORG'\n c1 cost 2.5 r1 1\n c1 r2 1\n c2 cost -3 r1 1\n"
        " c2 r3 1 r4 1\n m2 'MARKER' 'INTEND'\n c3 r2 1 r3 1\n c4 r4 1\n"
        "RHS\n RHS r1 1 r2 1\n RHS r3 1 cost -7\n RHS r4 3\nRANGES\n RNG r4 2\n"
        "BOUNDS\n BV BND c3\n UI BND c4 2\n LO BND c1 0\nENDATA\n",
        "NAME          fixed\nROWS\n N  cost\n E  row one\nCOLUMNS\n"
        "    MARKER    'MARKER'                 'INTORG'\n"
        "    col a     cost                 1   row one              1\n"
        "    col b     cost                 2   row one              1\n"
        "    MARKER    'MARKER'                 'INTEND'\n"
        "RHS\n    RHS       row one              1\nENDATA\n",
    ],
    "spp": ["2 3\n5 1 1\n7.5 1 2\n11 2 1 2\n"],
    "scp": ["2 3\n5 7 11\n2 1 3\n2 2 3\n"],
    "rail": ["3 3\n1 2 1 3\n1 1 2\n2 2 2 3\n"],
    "cnf": [
        "c 1 option DOG\nc 2 option DEN\nc 3 option CAT\np cnf 3 4\n1 2 0\n-1 -2 0\n"
        "3 2 0\n-2 -3 0\n"
    ],
    "csv": ["2 3\n001\n110\n", "A,B,C\n1,0,1\n0,1,0\n"],
    "lp": [
        "\\ dogs\nMinimize\n 1.5 dog + 2 den\nSubject To\n across: dog + den = 1\n"
        " 0 <= cat + den <= 1\nBounds\n dog <= 1\nBinary\n dog den cat\nEnd\n"
    ],
}

#: Of puzzles, by kind; besides the example of each kind.
PUZZLES = {
    "calendar": [
        "grid: square\npieces: 0-9*monomino, O tetromino\nboard:\n"
        f"{'#' * 12}\n{'#' * 31}\nopen month: {' '.join(f'r1c{k}' for k in range(1, 13))}\n"
        f"open day: {' '.join(f'r2c{k}' for k in range(1, 32))}\n"
    ],
    "domino": ["title: A region\nboard:\n.##.\n####\n##\n"],
    "dominosa": ["title: Twice\ngrid:\n0 1 1 2\n. 0 2 0 1\n. 2 2 0 1\n"],
    "graceful": [
        "# a graph\ntitle: A paw\nedges: a b, b c\nedges: c a, c d1\n",
        "graph: grid 2 x 3\n",
    ],
    "jigsaw": [
        "# six\ntitle: Six pieces\nsize: 2x2\nfit: opposite\nborder: frame\nturn: yes\n"
        "sides: top right bottom left\n0 1 2 0\n0,0,3,-1\n-2 4 0 0\n-3 0 0 -4\n"
        "given: 1 row 1 column 1 turn 0\ngiven: 4 row 2 column 2\nsecond: 1 2@1\nsecond: 3 4@0\n",
        "2 1\n11 5 6 7 6\n12 7 6 5 6\n",
    ],
    "kakuro": ["title: Sums\ngrid:\n#  4\\  3\\\n\\4 . .\n\\3 1 .\n"],
    "kenken": [
        "title: Cages\ncages:\nAABB\nCADB\nCE..\nCEFF\nclues: A 12x, B 6+, D 3, E 1-, F 2/\n"
    ],
    "latin": ["1 2 . .\n. . 1 2\n. 1 . .\n. . . .\n", "0 1 .\n. 2 0\n2 . 1\n"],
    "matching": [
        "title: Two\ngrid: square\nsize: 2 x 1\nborder: only w\nfit: A/a\nturn: yes\nreflect: no\n"
        "use: any\none w A w w\ntwo w w w a\nthree w w w A\n",
        "grid: triangular\nboard:\n^v^\ntiles: macmahon 2 colours\nuse: any\n",
        "2 2\n0 1 2 0\n0 0 1 1\n2 1 0 0\n1 0 0 1\n",
    ],
    "matrix": ["title: Two\ncolumns: a b\n1 0  the left one\n0 1\n", "011\n100\n"],
    "nonogram": [
        'title "A cup"\nby "X"\nwidth 3\nheight 2\nrows\n3\n1,1\ncolumns\n2\n1\n2\n',
        "rows:\n3\n1 1\ncolumns:\n2\n1\n2\n",
        "color a #ff0000\ncolor b #00ff00\nrows\n1a,1b,1\n2a\ncolumns\n2a\n1b,1a\n1\n",
    ],
    "picture": ["3 2\n2 1\n5 3\n###\n#a \n###\n###\n a#\n###\n"],
    "pips": [
        "title: Five\nzones:\nAAB#\nC.BD\nCEED\n"
        "conditions: A =, B >3, C !=, D <5, E 4\ndominoes: 0-0 0-1 1-2 1-2 2-3\n"
    ],
    "polyform": [
        "title: Square\ngrid: square\nreflect: yes\nturn: half for corner\nsymmetry: rotations\n"
        "use: all\nboard:\n####\n##..\n"
        "piece corner x 1-2:\n#.\n##\npieces: I tromino\nholes: 0-2\noptional: r1c1 r1c4\n"
        "forbidden: I tromino on r1c1 r1c2 r1c3\ncolour red: corner, I tromino\n"
        "touching: different\n",
        "grid: square\npieces: 2*domino\nboard:\n###\n###\nopen a: r1c1 r2c3\nopen b: r1c3\n",
        "grid: cubic\nboard:\n##\n##\n---\n##\n##\npiece a x 2:\n##\n##\n",
        "grid: square\nboard:\naBa\npiece one:\na\npiece two:\nBa\ngiven: one on r1c1\n",
        "grid: hexagonal\nboard:\n# #\n # #\npieces: 2*dihexes\n",
    ],
    "polysticks": [
        "title: Two\nboard:\n+-+-+\n|   |\n+-+ +\npieces: disticks\npiece L:\n+-+\n|\n+\n",
        "pieces: tristicks without tristick 1\nboard: 2x2\n",
    ],
    "reflect": ["# one\n..A.B.\n......\nB....A\n.....C\nE.....\n.D.C..\npieces: ///\\o\n"],
    "slitherlink": ["title: A loop\ngrid:\n..3.\n02..\n...1\n1.1.\n", "grid:\n2.\n.4\n"],
    "shikaku": ["title: Ragged\ngrid:\n4 . 2\n. . . ?\n3 . . .\n"],
    "statue-park": [
        "# park\ntitle: Three\npieces: 2*V tromino, I tromino\npiece U:\n#.#\n###\n\n"
        "circles:\n..*...\n......\no.....\n.....*\n......\n",
        "piece 1 x 2:\n##\n#\n\npieces: tetrominoes without I\ncircles:\n. . * . .\n. . . . o\n",
    ],
    "stars": ["title: Two\nstars: 2\nregions:\nAAAAB\nA.AAB\n9aaaa\n99.aa\nbbbbb\n"],
    "sudoku": [
        "title: Cages\nsize: 4\nboxes: 2 x 2\ndiagonals: yes\n\nclues:\n1...\n....\n...2\n....\n\n"
        "cages:\nAA..\n.B..\n.BB.\n....\n\nsums: A 3, B 7\n",
        "size: 4\ngrids: r1c1 r3c3\nclues:\n1...##\n....##\n......\n......\n##....\n##...4\n",
        "size: 4\nboxes:\naabb\naabb\nccdd\nccdd\n\nclues:\n1...\n....\n...2\n....\n",
        "# lines\n1..........2....\n..3.....4...1...\n",
        "0123............4567............89AB............CDEF".replace("0", "G").ljust(256, "."),
        "1" + "0" * 255 + "\n",
    ],
    "words": ["title: A ring\ngrid:\n...\n.#.\n..t\n"],
}

#: Permutations of the items of a problem.
GENERATORS = [
    '[[["a", "b"], ["b", "a"]], [[{"item": "x", "colour": 1}, {"item": "x", "colour": 2}],\n'
    ' [{"item": "x", "colour": 2}, {"item": "x", "colour": 1}], [["c", 1], ["c", 1]]]]\n'
]

LEDGER = [
    'title = "A title"\nquestion = "How many?"\nmachine = "2 cores"\nremarks = "none"\n\n'
    '[[sequence]]\nname = "one"\nsource = "A000001"\nsmall = 2\nknown = [[1, 1], [2, 2]]\n\n'
    "[[sequence.claim]]\nat = [3]\nvalue = 5\nderivations = [\n"
    '  {way = "first", date = "2026-01-01", seconds = 1.5, nodes = 3},\n'
    '  {way = "second", date = "2026-01-02", seconds = 2, nodes = 4},\n]\n'
]
WAYS = "def first(k):\n    return k, 1\n\n\nsecond = first\nWAYS = ('first', 'second')\n"
