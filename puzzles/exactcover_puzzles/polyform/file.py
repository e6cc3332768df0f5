"""The text format of polyform puzzles: a board and pieces, drawn.

    # Lines that begin with # are comments (outside a drawing).
    title: Two pieces in a square
    grid: square
    reflect: yes

    board:
    ###
    ###

    piece corner:
    #.
    ##

    piece corner two:
    ##
    .#

Each line begins with one of the words below and a colon. The order of the lines is free, except
that ``grid:`` comes before every drawing and before ``pieces:``.

The board and the pieces:

* ``title:`` is the name of the puzzle.
* ``grid: square``, ``triangular``, ``hexagonal`` or ``cubic``.
* ``board:`` and ``piece NAME:`` are followed by a drawing, which ends at a blank line or at the
  next of these words. ``.`` or a space is no cell. On the square grid ``#`` is a cell; on the
  triangular grid ``^`` is a cell that points up and ``v`` one that points down, which must
  alternate along rows and columns.
* On the hexagonal grid, too, ``#`` is a cell. Cells stand in every second column, and each row is
  shifted by one column from the next, like hexagons by half of their width::

      board:
       # #
      # # #
       # #

* On the cubic grid a drawing has layers, the top one first, with a line of ``-`` between them.
  So each layer is a drawing as on the square grid, and layers need not line up with each other::

      piece tripod:
      #.
      ..
      ---
      ##
      #.
* ``piece NAME x 8:`` says that there are 8 copies of the piece, and ``x 2-4`` that a solution has
  2 to 4 of them. Copies are identical: swapping two makes no new solution. Two pieces with
  different names are different, even if they have the same shape. (A piece whose name ends like
  that, ``2 x 3``, is written ``piece 2 x 3 x 1:``.)
* ``pieces:`` chooses pieces by name, separated by commas. Several such lines are allowed. A name is

  * a family: ``pentominoes``, ``hexiamonds``, ``tetrahexes``, ``pentacubes``, …;
  * one of the letters of the pentominoes (``F I L N P T U V W X Y Z``), or one of the hexiamonds
    ``bar``, ``butterfly``, ``chevron``, ``crook``, ``crown``, ``hexagon``, ``hook``, ``lobster``,
    ``signpost``, ``snake``, ``sphinx``, ``yacht``;
  * the kind of piece with a letter or a number: ``X pentomino``, ``L tetromino``,
    ``heptiamond 7``. (``data/pieces/square-names.txt`` has the names of tetrominoes.)

  One-word names may be separated by spaces: ``pieces: F L 2*P``. ``8*L tetromino`` are 8 copies,
  ``0-2*pentominoes`` up to 2 copies of each. ``without`` excludes what the rest of the line names:
  ``pieces: pentominoes without X, I``. Answers use the names in the file.
* ``reflect: yes`` or ``no``: whether pieces may be turned over. If not, a family has both versions
  of each piece that differs from its mirror image: 18 pentominoes instead of 12. ``F'`` is then the
  mirror image of ``F``. The default is ``yes``, but ``no`` on the cubic grid: no turn in space
  makes a solid piece its mirror image. (A flat piece of cubes can still be turned over: that is a
  turn in space.)
* ``turn: yes`` (the default), ``half`` or ``no``: whether pieces may be turned. With ``half``, rows
  stay rows and columns stay columns, so a piece is turned by 180° (on the cubic grid about any of
  its three axes), and with ``reflect: yes`` it is turned over from left to right. A piece that may
  not be turned may not be turned over either. Pieces named in ``pieces:`` lie as ``--show`` draws
  them.
* ``turn: no for F, L`` and ``reflect: no for F, L`` say this of some pieces only.
* ``use: all`` (the default), ``any`` or ``any number``: whether all pieces must be used, some may
  stay unused, or there are as many copies of each as are needed.

Further conditions. Cells are named as in answers: ``r2c5`` is in row 2 and column 5 of the
board's drawing, and ``L1r2c5`` in its first layer. (On the triangular and the hexagonal grid,
columns count from 2 if the upper left place of the drawing points down, or cannot be a cell.)

* ``given: F on r1c2 r1c3 r2c1 r2c2 r3c2``: every solution has this placement. ``--explain`` names
  placements in the same way. Several are separated by commas, or stand on several lines. A cell
  that may stay open can be given as well: ``given: r1c1 open``.
* ``forbidden:`` with placements in the same form: no solution has any of them.
* ``holes: 4``: exactly 4 cells of the board stay open; ``holes: 0-4``: at most 4. Each choice of
  open cells counts as a solution of its own.
* ``optional: r1c1 r8c8``: these cells may stay open, and no others. With ``holes:`` that many of
  these cells stay open.
* ``open day: r1c1 r1c2``: exactly one of these cells stays open; there may be several such groups.
* ``colour red: F, L`` gives pieces a colour, and ``touching: different`` says that no two pieces of
  the same colour touch. Pieces touch where they share an edge of a cell; a corner does not count.
  Copies of a piece have its colour. A piece without a colour may touch every piece.
* Checkered pieces: on the square and the cubic grid a drawing may have letters instead of ``#``. A
  piece with letters covers only cells of the board with the same letters; case matters. A piece of
  ``#`` covers any cell. A piece that is turned over shows the same letters.

Two solutions are the same up to symmetry if a motion of the board maps one to the other. If
pieces may not be turned over, reflections of the board count only where the mirror image of each
piece is also a piece, as in the Soma cube; likewise rotations if pieces may not be turned. With
``symmetry: rotations`` (the default is ``all``) reflections never count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cache

import exactcover as xc

from ..shared.shipped import shipped
from ..shared.source import Source, Stated, Text
from .conditions import Conditions
from .drawings import cells_drawn
from .grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR, Cells, Grid
from .piece_lists import chosen_pieces
from .polyforms import Painted, PolyformPuzzle, canonical, free_polyforms, numbers, orientations
from .words import number_range

#: More cells than this, or more copies of a piece, are treated as a mistake.
LARGEST_BOARD = 100_000

_OMINOES = ("mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")
_IAMONDS = ("mon", "", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")
_HEXES = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta")
#: The families by name: grid and number of cells.
FAMILIES: Mapping[str, tuple[Grid, int]] = {
    **{f"{prefix}ominoes": (SQUARE, size) for size, prefix in enumerate(_OMINOES, 1)},
    **{f"{prefix or 'd'}iamonds": (TRIANGULAR, size) for size, prefix in enumerate(_IAMONDS, 1)},
    **{f"{prefix}hexes": (HEXAGONAL, size) for size, prefix in enumerate(_HEXES, 1)},
    **{f"{prefix}cubes": (CUBIC, size) for size, prefix in enumerate(_HEXES[:6], 1)},
}


#: The words of a file; ``piece``, ``colour`` and ``open`` are followed by a name.
_WORDS = (
    *("title", "grid", "board", "piece", "pieces", "reflect", "turn", "symmetry", "use"),
    *("given", "forbidden", "holes", "optional", "open", "colour", "touching"),
)
#: What separates the value of ``turn:`` or ``reflect:`` from the pieces that it is about.
OF_SOME = re.compile(r"\s+for(?:\s|$)")
_COPIES = re.compile(r"(?:^|\s+)x\s+(?=[0-9][0-9\s-]*$)")


def words_of(source: Source) -> Mapping[str, list[Stated]]:
    """The values of a text's words. Raises :class:`exactcover.FileFault`."""
    several = ("pieces", "given", "forbidden", "optional", "turn", "reflect")
    return source.read(_WORDS, "", several, ("board", "piece"), ("piece", "colour", "open"))[0]


def name_and_copies(piece: Stated) -> tuple[Text, Text | None]:
    """The name of a drawn piece, and its copies if given."""
    found = _COPIES.search(piece.name.text)
    if found is None:
        return piece.name, None
    return piece.name.part(0, found.start()), piece.name.part(found.end())


class PolyformFile:
    """The parts of a puzzle in a file, any of which may be missing.

    ``grid``: that of a source whose words another kind has read already.

    Raises :class:`exactcover.FileFault`.
    """

    def __init__(self, source: Source, grid: Grid | None = None):
        self._source, self._stated = source, source.stated if grid else words_of(source)
        self.title = source.value("title")
        self.grid = grid or GRIDS.get(source.choice("grid", tuple(GRIDS), ""))
        if grid is None:
            self._check_order()
        #: What is said of some pieces, by the values of the two words.
        self.turned: list[tuple[str, Text]] = []
        self.reflected: list[tuple[str, Text]] = []
        #: Whether pieces may be turned: "yes", "half" or "no".
        turn = self._of_pieces("turn", ("yes", "half", "no"), self.turned)
        self.turn = turn.text if turn else "yes"
        reflect = self._of_pieces("reflect", ("yes", "no"), self.reflected)
        if reflect and (reflect.text, self.turn) == ("yes", "no"):
            raise reflect.fault("'reflect: yes' with 'turn: no'", "'turn: half' or 'turn: yes'")
        usual = self.grid is None or self.grid.reflect
        #: Whether pieces may be turned over: as stated, or else as is usual on the grid.
        self.reflect = reflect.text == "yes" if reflect else usual
        symmetry = source.choice("symmetry", ("all", "rotations"), "all")
        self.rotations_only = symmetry == "rotations"
        use = source.choice("use", ("all", "any", "any number"), "all")
        self.use_all = use == "all"
        self.board: Cells = ()
        self.pieces: dict[str, Cells] = {}
        #: The least and the most copies of pieces, where they are stated, and where that is.
        self.copies: dict[str, tuple[int, int]] = {}
        self.copies_stated: dict[str, Text] = {}
        #: The letters on the board and on drawn pieces, and where those are stated.
        self.painted: Painted = {}
        self.painted_pieces: dict[str, Painted] = {}
        self.paint_stated: dict[str, Text] = {}
        for board in self._stated.get("board", ()):
            self.board, self.painted = self._drawing(board)
        drawn = [(*name_and_copies(each), each) for each in self._stated.get("piece", ())]
        self._add_chosen({name.text for name, _, _ in drawn})
        for name, copies, piece in drawn:
            self._add_drawn(name, copies, piece)
        if use == "any number":
            room = {name: len(self.board) // len(cells) for name, cells in self.pieces.items()}
            self.copies = {name: (0, most or 1) for name, most in room.items()} | self.copies
        self.conditions = Conditions(
            self._values("given"),
            self._values("forbidden"),
            self._values("optional"),
            next(iter(self._values("holes")), None),
            next(iter(self._values("touching")), None),
            colours=self._named_values("colour"),
            one_open=self._named_values("open"),
            turned=self.turned,
            reflected=self.reflected,
        )

    def _named_values(self, word: str) -> dict[str, Text]:
        return {each.name.text: each.value for each in self._stated.get(word, ())}

    def _values(self, word: str) -> list[Text]:
        return [each.value for each in self._stated.get(word, ())]

    def _of_pieces(
        self, word: str, values: Sequence[str], of_some: list[tuple[str, Text]]
    ) -> Text | None:
        """The value of a word for all pieces, if stated. Values for some pieces are added to a
        list."""
        of_all: Text | None = None
        for text in self._values(word):
            some = OF_SOME.search(text.text)
            value = text.part(0, some.start() if some else None)
            if value.text not in values:
                expected = f"{' or '.join(values)}, or for some pieces '{values[-1]} for F, L'"
                raise text.fault(f"'{word}: {value.text[:40]}'", expected)
            if some is not None:
                of_some.append((value.text, text.part(some.end())))
            elif of_all is not None:
                raise text.fault(f"'{word}:' is stated twice for all pieces", "it once")
            else:
                of_all = value
        return of_all

    def _check_order(self) -> None:
        """Check that the grid comes before everything that depends on it."""
        grid = self._stated["grid"][0].key.number if self.grid else 1 + len(self._source.lines)
        for word in ("pieces", "board", "piece"):
            for each in self._stated.get(word, ()):
                if each.key.number < grid:
                    expected = "'grid: square', or another grid, above it"
                    raise each.key.fault(f"'{word}:' before 'grid:'", expected)

    def _drawing(self, stated: Stated) -> tuple[Cells, Painted]:
        assert self.grid is not None
        return cells_drawn(self.grid, stated, LARGEST_BOARD, letters=True)

    def _add_drawn(self, name: Text, copies: Text | None, piece: Stated) -> None:
        if not name.text:
            raise name.fault("a piece without a name", "'piece NAME:'")
        if name.text in self.pieces:
            raise name.fault(f"two pieces are called {name.text!r}", "names that differ")
        if copies is not None:
            self.copies[name.text] = number_range(copies, LARGEST_BOARD, 0)
            self.copies_stated[name.text] = copies
        self.pieces[name.text], painted = self._drawing(piece)
        if painted:
            self.painted_pieces[name.text], self.paint_stated[name.text] = painted, name

    def _add_chosen(self, drawn: Set[str]) -> None:
        """Add the pieces of lists, which come before the drawn ones."""
        for text in self._values("pieces"):

            def called(name: str, text: Text = text) -> Mapping[str, Cells] | None:
                return self._called(name, text)

            for name, chosen in chosen_pieces(text, called, LARGEST_BOARD, _meant).items():
                if name in drawn:
                    found = f"{name!r} is also the name of a drawn piece"
                    raise chosen.text.fault(found, "names that differ")
                if name in self.pieces:
                    raise chosen.text.fault(f"two pieces are called {name!r}", "names that differ")
                self.pieces[name] = chosen.cells
                if chosen.copies is not None:
                    self.copies[name], self.copies_stated[name] = chosen.copies, chosen.text

    def _called(self, name: str, text: Text) -> Mapping[str, Cells] | None:
        """The pieces that a name stands for, or None."""
        grid = self.grid
        assert grid is not None
        if name not in FAMILIES:
            cells = piece_called(grid, name, reflect=self.reflect)
            return None if cells is None else {name: cells}
        if FAMILIES[name][0] is not grid:
            found = f"the {name} belong to the {FAMILIES[name][0].name} grid"
            raise text.fault(found, f"pieces of the {grid.name} grid", text.text.find(name))
        return _family(name, self.reflect)


def _meant(name: str) -> str:
    return xc.text.did_you_mean(name, FAMILIES)


def read_polyform_file(path: str, text: str) -> PolyformFile:
    """The parts in a text; ``path`` is for messages. Raises :class:`exactcover.FileFault`."""
    return PolyformFile(Source(path, text))


def family(name: str, *, reflect: bool | None = None) -> dict[str, Cells]:
    """All free pieces of a family, by name: traditional names where they are known, else numbers.

    Without ``reflect``, all one-sided pieces: the mirror image of a piece that differs from it
    has the same name with a ``'``. By default, what is usual on the grid. Raises KeyError for a
    name that is not in ``FAMILIES``.
    """
    grid, size = FAMILIES[name]
    if reflect is None:
        reflect = grid.reflect
    drawn = _shipped(name).items()
    known = {canonical(grid, cells): (piece, cells) for piece, cells in drawn}
    pieces = free_polyforms(grid, size)
    stem = singular(name)
    named: dict[str, Cells] = {}
    for number, cells in enumerate(pieces, 1):
        own_name = f"{stem} {number}" if len(pieces) > 1 else stem
        piece, drawn_cells = known.get(cells, (own_name, cells))
        named[piece] = drawn_cells
        mirrored = tuple(map(grid.motions[grid.n_rotations], drawn_cells))
        hands = {orientations(grid, hand, reflect=False) for hand in (drawn_cells, mirrored)}
        if not reflect and len(hands) == 2:
            named[f"{piece}'"] = grid.to_origin(mirrored)
    return dict(sorted(named.items())) if known else named


@cache
def _family(name: str, reflect: bool) -> Mapping[str, Cells]:
    return family(name, reflect=reflect)


def singular(name: str) -> str:
    """The singular of a family: pentomino, hexiamond."""
    return name[: -2 if name.endswith(("oes", "xes")) else -1]


@cache
def _free(name: str) -> tuple[Cells, ...]:
    return free_polyforms(*FAMILIES[name])


@cache
def _shipped(name: str) -> Mapping[str, Cells]:
    """The pieces of a bundled file, if there is one."""
    path = shipped("pieces", name)
    return read_polyform_file(str(path), path.read_text("utf-8")).pieces if path.is_file() else {}


def piece_called(grid: Grid, name: str, *, reflect: bool = True) -> Cells | None:
    """The cells of a single piece of any family by one of its names, or None.

    The names are: a traditional one alone (``F``, ``sphinx``) or with the kind of piece
    (``F pentomino``), a number (``heptiamond 7``), and those in ``data/pieces/GRID-names.txt``
    (``T tetromino``). Without ``reflect``, a ``'`` behind it makes the mirror image.
    """
    for plural, (its_grid, _) in FAMILIES.items():
        stem = singular(plural)
        traditional = its_grid is grid and bool(_shipped(plural))
        if its_grid is not grid or not (traditional or stem in name):
            continue
        short = name.replace(f" {stem}", "", 1)
        for each in {name, short} if traditional else {name}:
            if each in _family(plural, reflect):
                return _family(plural, reflect)[each]
        number = re.fullmatch(rf"{stem} ([1-9][0-9]{{0,5}})", name)
        if number and int(number[1]) <= len(_free(plural)):
            return _free(plural)[int(number[1]) - 1]
    return _shipped(f"{grid.name}-names").get(name)


def read_puzzle(path: str) -> tuple[PolyformPuzzle, str]:
    """The puzzle in a file, and its title. Raises :class:`exactcover.FileFault` and OSError."""
    return puzzle_of(Source(path, xc.cli.read_text(path)))


def puzzle_of(source: Source) -> tuple[PolyformPuzzle, str]:
    """The puzzle in a text, and its title. Raises :class:`exactcover.FileFault`."""
    stated = PolyformFile(source)
    if stated.grid is None or not stated.board:
        missing = "no 'grid:'" if stated.grid is None else "no 'board:'"
        raise source.fault(0, 0, missing, "a grid, a board and pieces")
    # Pieces of which there are no copies wait for some.
    waiting = {name for name in stated.pieces if stated.copies.get(name) == (0, 0)}
    if waiting >= {*stated.pieces}:
        raise source.fault(0, 0, "no pieces", "'pieces:' with a family, or 'piece NAME:'")
    _check(stated)
    puzzle = PolyformPuzzle(
        stated.grid,
        stated.board,
        stated.pieces,
        stated.reflect,
        stated.use_all,
        stated.copies,
        painted=stated.painted,
        painted_pieces=stated.painted_pieces,
        turn=stated.turn,
        rotations_only=stated.rotations_only,
    )
    return stated.conditions.added_to(puzzle).without_pieces(waiting), source.title


def _check(stated: PolyformFile) -> None:
    """Reject contradictions of ``use: any``, and letters that the board does not have."""
    for name, text in stated.copies_stated.items():
        least, most = stated.copies[name]
        if not stated.use_all and 0 < least < most:
            found = f"{numbers((least, most))} copies, where 'use: any' lets pieces be left out"
            raise text.fault(found, f"0-{most}, or 'use: all'")
    for name, text in stated.paint_stated.items():
        if stated.copies.get(name) == (0, 0):
            continue
        missing = sorted(set(stated.painted_pieces[name].values()) - {*stated.painted.values()})
        if missing:
            found = f"the letter {missing[0]!r} on a piece, which no cell of the board has"
            raise text.fault(found, "letters on the board and on pieces that match")
