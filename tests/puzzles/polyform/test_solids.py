"""``--solid`` and ``--assembled``: closed solids of the right volume, as STL and 3MF."""

from __future__ import annotations

import io
import math
import re
import zipfile
from itertools import combinations, product

import pytest

from exactcover_puzzles.polyform.cutting import NoSheet, Sizes
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import Placement, PolyformPuzzle, free_polyforms
from exactcover_puzzles.polyform.solids import assembled, laid_out, solid_file
from exactcover_puzzles.shared.shipped import shipped

trimesh = pytest.importorskip("trimesh")
pytest.importorskip("manifold3d")

PLANE = [SQUARE, TRIANGULAR, HEXAGONAL]
#: Two cubes of one piece meet in an edge only, and two in a corner only.
TOUCHING = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2), (1, 0, 0), (1, 1, 0))


def meshes_of(parts):
    """What a program for printers reads: the meshes by name."""
    data = solid_file(parts, "x.3mf")
    return trimesh.load(io.BytesIO(data), file_type="3mf").geometry


def bevelled_cube(edge, bevel):
    """The volume of a cube with its twelve edges bevelled at 45 degrees."""
    planed = 12 * bevel**2 / 2 * (edge - 2 * bevel)
    # A corner is a cube of side `bevel`, of which a quarter is left (of a rhombic dodecahedron).
    return edge**3 - planed - 8 * bevel**3 * (3 / 4)


@pytest.mark.parametrize("bevel", [0.0, 0.5, 1.5])
def test_a_cube_has_bevelled_edges(bevel):
    sizes = Sizes(10, clearance=1, bevel=bevel)
    ((_, mesh),) = meshes_of(assembled([Placement("one", ((0, 0, 0),))], sizes)).items()
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(bevelled_cube(9, bevel), rel=1e-5)
    assert mesh.extents == pytest.approx([9, 9, 9], abs=1e-4)


def test_a_bar_is_one_solid_without_a_groove_between_its_cubes():
    bar = Placement("bar", ((0, 0, 0), (0, 0, 1), (0, 0, 2)))
    ((_, mesh),) = meshes_of(assembled([bar], Sizes(10, bevel=1, clearance=0.5))).items()
    # Like a cube, with a prism between its halves.
    section = 9.5**2 - 4 * 1 / 2
    assert mesh.volume == pytest.approx(bevelled_cube(9.5, 1) + 20 * section, rel=1e-5)


@pytest.mark.parametrize(("sides", "gone", "sizes"), [
    ((2, 3, 3), [], {"mm": 22.0}),
    ((3, 3, 3), [], {"mm": 28.0}),
    ((3, 3, 3), [(1, 1, 1)], {"mm": 30.0}),
    ((3, 3, 3), [(1, 1, 1)], {"mm": 3.0, "clearance": 0.0}),
    ((1, 2, 2), [], {"mm": 1000.0}),
])  # fmt: skip
def test_solids_are_closed_in_files_whose_points_are_rounded(sides, gone, sizes):
    cells = tuple(cell for cell in product(*map(range, sides)) if cell not in gone)
    parts = assembled(
        [Placement("piece", cells)], Sizes(**{"clearance": 0.2, "bevel": 0.4, **sizes})
    )
    mesh = trimesh.load(io.BytesIO(solid_file(parts, "x.stl")), file_type="stl")
    assert mesh.is_watertight


@pytest.mark.parametrize(("clearance", "bevel"), [*product([0.0, 0.4], [0.0, 0.8])])
def test_cubes_of_a_piece_that_only_touch_are_not_joined_there(clearance, bevel):
    parts = assembled([Placement("one", TOUCHING)], Sizes(10, clearance=clearance, bevel=bevel))
    mesh = trimesh.load(io.BytesIO(solid_file(parts, "x.stl")), file_type="stl")
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.body_count == 1
    assert mesh.volume < 6_000


@pytest.mark.parametrize("grid", PLANE, ids=lambda grid: grid.name)
@pytest.mark.parametrize("bevel", [0.0, 0.5])
def test_flat_pieces_are_closed_and_as_high_as_stated(grid, bevel):
    shapes = free_polyforms(grid, 5)
    pieces = {f"{k}": cells for k, cells in enumerate(shapes)}
    board = max(shapes, key=len)
    sizes = Sizes(10, clearance=0.4, height=6, bevel=bevel, wall=3)
    meshes = meshes_of(laid_out(PolyformPuzzle(grid, board, pieces), sizes))
    assert {*meshes} == {*pieces, "tray"}
    for name, mesh in meshes.items():
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.volume > 0
        assert mesh.extents[2] == pytest.approx(7.6 if name == "tray" else 6, abs=1e-4)
        assert mesh.bounds[0][2] == 0


@pytest.mark.parametrize("bevel", [0.0, 0.5])
def test_a_flat_square_and_its_tray_have_the_volumes_that_they_should(bevel):
    puzzle = PolyformPuzzle(SQUARE, ((0, 0),), {"one": ((0, 0),)})
    sizes = Sizes(10, clearance=0.4, height=6, bevel=bevel, wall=3)
    meshes = meshes_of(laid_out(puzzle, sizes))
    side = 9.6 - 2 * bevel
    # Two frusta of a pyramid, and what is between them.
    frustum = bevel / 3 * (9.6**2 + side**2 + 9.6 * side)
    assert meshes["one"].volume == pytest.approx(9.6**2 * (6 - 2 * bevel) + 2 * frustum, rel=1e-5)
    assert meshes["tray"].volume == pytest.approx(16.4**2 * 7.6 - 10.4**2 * 6, rel=1e-5)


def test_pieces_lie_apart_and_on_their_largest_side():
    puzzle, _ = read_puzzle(str(shipped("boards", "soma")))
    meshes = meshes_of(laid_out(puzzle, Sizes(10, clearance=0.2, bevel=0.5, gap=4)))
    assert {*meshes} == {*puzzle.pieces}
    for one, other in combinations(meshes.values(), 2):
        apart = [*(one.bounds[0] - other.bounds[1]), *(other.bounds[0] - one.bounds[1])]
        assert max(apart[0], apart[1], apart[3], apart[4]) > 4 - 1e-3
    for name, mesh in meshes.items():
        flat = len({cell[0] for cell in puzzle.pieces[name]}) == 1
        assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-4)
        assert mesh.extents[2] == pytest.approx(9.8 if flat else 19.8, abs=1e-3)


def test_a_piece_is_not_made_as_its_mirror_image():
    """The first layer is on top, the first row behind, and the first column on the left."""
    screw = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
    ((_, mesh),) = meshes_of(assembled([Placement("screw", screw)], Sizes(10))).items()
    for layer, row, column in product(range(2), repeat=3):
        there = trimesh.creation.box([2, 2, 2]).apply_translation(
            [10 * column + 5, -10 * row - 5, -10 * layer - 5]
        )
        shared = trimesh.boolean.intersection([mesh, there])
        assert shared.is_empty == ((layer, row, column) not in screw)


def test_an_assembled_solid_fills_its_box_but_for_the_clearance(command, tmp_path):
    assert command("puzzles polyform soma --assembled x.3mf --clearance 0.2 --bevel 0") == (
        0,
        "",
        "",
    )
    scene = trimesh.load(tmp_path / "x.3mf")
    assert len(scene.geometry) == 7
    assert scene.extents == pytest.approx([29.8] * 3, abs=1e-3)
    assert scene.units == "millimeter"
    volumes = sum(mesh.volume for mesh in scene.geometry.values())
    assert 0.93 * 30**3 < volumes < 30**3
    for one, other in combinations(scene.geometry.values(), 2):
        joined = trimesh.util.concatenate([one, other])
        assert joined.body_count == 2


def test_files_are_in_millimetres_and_the_same_each_time(command, tmp_path):
    for form in ("stl", "3mf"):
        for name in ("a", "b"):
            assert command(f"puzzles polyform haley --solid {name}.{form} --height 4")[0] == 0
        one, other = ((tmp_path / f"{name}.{form}").read_bytes() for name in "ab")
        assert one == other
    with zipfile.ZipFile(tmp_path / "a.3mf") as archive:
        model = archive.read("3D/3dmodel.model").decode()
    assert 'unit="millimeter"' in model
    assert len({*re.findall('UUID="([^"]*)"', model)}) == model.count("UUID=")
    mesh = trimesh.load(tmp_path / "a.stl")
    assert mesh.is_watertight
    assert mesh.body_count == 13  # the tray and its pieces
    assert math.isclose(mesh.extents[2], 5.6, abs_tol=1e-4)


def test_copies_have_numbers(command, tmp_path):
    (tmp_path / "x.txt").write_text(
        "grid: square\npieces: 3*L tetromino\nboard:\n####\n####\n####\n"
    )
    assert command("puzzles polyform x.txt --solid x.3mf")[0] == 0
    names = {*trimesh.load(tmp_path / "x.3mf").geometry}
    assert names == {"tray", "L tetromino", "L tetromino 2", "L tetromino 3"}


@pytest.mark.parametrize(
    ("sizes", "told"),
    [(Sizes(10, bevel=2.5), "a bevel of 2.5 mm leaves nothing of 10 mm cells"),
     (Sizes(10, clearance=3, bevel=1), "a clearance of 3 mm with a bevel of 1 mm leaves nothing"),
     (Sizes(10, height=0), "a height"), (Sizes(20, bevel=1, height=2), "of 2 mm"),
     (Sizes(10, wall=0), "walls")],
)  # fmt: skip
def test_sizes_that_leave_nothing_are_refused(sizes, told):
    puzzle = PolyformPuzzle(SQUARE, ((0, 0),), {"one": ((0, 0),)})
    with pytest.raises(NoSheet, match=told):
        laid_out(puzzle, sizes)
