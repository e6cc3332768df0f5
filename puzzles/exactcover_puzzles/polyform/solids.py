"""Pieces, their tray and an assembled solution for 3D printers, as STL and 3MF in millimetres.

x points to the right, y backwards and z up. The edges of pieces are bevelled at 45°: all convex
edges of solid pieces; of flat ones those at the top and at the bottom.
"""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import product
from typing import Any

import exactcover as xc

from .cutting import (
    NoSheet,
    Ring,
    Sizes,
    check_sizes,
    in_rows,
    lying,
    moved_outwards,
    pieces_of,
    tray_beside_pieces,
)
from .grids import Cells
from .polyforms import Placement, PolyformPuzzle

#: A name, and a solid of manifold3d.
Part = tuple[str, Any]

#: The thickness of a tray's floor.
_FLOOR = 1.6
#: The least clearance: cells of a piece that meet in an edge only are not joined there.
_LEAST = 0.02
#: Steps of lengths, in millimetres, that are tried where a solid is not closed; 0: as stated.
_STEPS = (0.0, 2**-8, 2**-9, 2**-7, 2**-10, 2**-6)


def laid_out(puzzle: PolyformPuzzle, sizes: Sizes) -> list[Part]:
    """The tray of a flat puzzle, and all pieces as they are printed, next to each other."""
    sizes = _checked(sizes)
    if puzzle.grid.layer is None:
        cut = tray_beside_pieces(puzzle, sizes)
        floor, frame = _section(cut.tray[:1]), _section(cut.tray)
        tray = floor.extrude(_FLOOR) + frame.extrude(sizes.height).translate((0, 0, _FLOOR))
        return _named([("tray", tray), *((name, _flat(each, sizes)) for name, each in cut.pieces)])
    pieces = pieces_of(puzzle, sizes)
    area = sum((down + sizes.gap) * (across + sizes.gap) for down, across, *_ in pieces)
    width = max(area**0.5, *(across for _, across, *_ in pieces))
    parts = []
    for name, rings in in_rows(pieces, width, sizes.gap)[0]:
        solid = _solid(lying(puzzle, name), sizes)
        left, down, bottom, *_ = solid.bounding_box()
        xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
        parts.append((name, solid.translate((min(xs) - left, -max(ys) - down, -bottom))))
    return _named(parts)


def assembled(solution: Iterable[Placement], sizes: Sizes) -> list[Part]:
    """The pieces of a solid where they are in a solution."""
    sizes = _checked(sizes)
    return _named([(name, _solid(cells, sizes)) for name, cells in solution])


def solid_file(parts: Sequence[Part], path: str) -> bytes:
    """The parts as one mesh, or for a path that ends in ``.3mf`` as objects with names.

    The same parts give the same bytes.
    """
    trimesh = _library("trimesh")
    meshes = [_mesh(solid) for _, solid in parts]
    if not path.lower().endswith(".3mf"):
        stl: bytes = trimesh.util.concatenate(meshes).export(file_type="stl")
        return stl
    for name in ("lxml", "networkx"):
        _library(name)
    scene = trimesh.Scene()
    for (name, _), mesh in zip(parts, meshes, strict=True):
        scene.add_geometry(mesh, geom_name=xc.text.printable(name))
    return _same_each_time(scene.export(file_type="3mf"))


def _checked(sizes: Sizes) -> Sizes:
    if not sizes.height:
        raise NoSheet("pieces take a height")
    sizes = replace(sizes, clearance=max(sizes.clearance, _LEAST))
    check_sizes(sizes)
    if 2 * sizes.bevel >= sizes.height:
        raise NoSheet(f"a bevel of {sizes.bevel:g} mm leaves nothing of {sizes.height:g} mm")
    return sizes


def _section(rings: Sequence[Ring]) -> Any:
    """What lies between rings, seen from above."""
    flat = _library("manifold3d")
    return flat.CrossSection([[(x, -y) for x, y in ring] for ring in rings], flat.FillRule.EvenOdd)


def _flat(rings: Sequence[Ring], sizes: Sizes) -> Any:
    """A flat piece: its outline at four heights, inset at the top and at the bottom."""
    bevel, height = sizes.bevel, sizes.height
    levels = [(0.0, bevel), (bevel, 0.0), (height - bevel, 0.0), (height, bevel)]
    if not bevel:
        levels = [(0.0, 0.0), (height, 0.0)]
    manifold, numpy = _library("manifold3d"), import_module("numpy")
    points: list[tuple[float, float, float]] = []
    faces: list[Sequence[int]] = []
    size = sum(map(len, rings))
    for z, inset in levels:
        # Turned over, since y points upwards here: the material is on the left.
        outlines = [[(x, -y) for x, y in moved_outwards(each, -inset)][::-1] for each in rings]
        if z in (0.0, height):
            cap = manifold.triangulate([numpy.array(each) for each in outlines])
            faces += [[k + len(points) for k in (each if z else each[::-1])] for each in cap]
        points += [(x, y, z) for outline in outlines for x, y in outline]
    for bottom in range(0, len(points) - size, size):
        first = bottom
        for ring in rings:
            for k in range(len(ring)):
                a, b = first + k, first + (k + 1) % len(ring)
                faces += [(a, b, b + size), (a, b + size, a + size)]
            first += len(ring)
    mesh = manifold.Mesh(numpy.array(points, numpy.float32), numpy.array(faces, numpy.uint32))
    return manifold.Manifold(mesh)


def _solid(cells: Cells, sizes: Sizes) -> Any:
    """A piece of cubes, closed also where points are rounded to the single precision of files."""
    for step in _STEPS:
        solid = _in_steps(cells, sizes, step)
        if _mesh(solid).is_watertight:
            return solid
    raise NoSheet("this piece has no closed surface in these sizes")


def _mesh(solid: Any) -> Any:
    mesh = solid.to_mesh()
    return _library("trimesh").Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts)


def _in_steps(cells: Cells, sizes: Sizes, step: float) -> Any:
    """A piece of cubes, smaller by half of the clearance, with bevelled edges.

    Its lengths are multiples of a step: else planes that should meet in one point may meet in
    several, which rounding joins.

    A point deeper in the piece than the bevel has a box around it in one to eight cubes that form
    a box. So the deep points are the union of smaller boxes, one in each box of cubes; around each
    of them lies a box with bevelled edges, and the piece is the union of these.
    """
    manifold = _library("manifold3d")
    lengths = (sizes.mm, sizes.bevel, sizes.clearance / 2)
    mm, bevel, margin = (round(each / step) * step if step else each for each in lengths)
    inset = margin + bevel
    filled, parts = {*cells}, []
    for low in cells:
        for size in product((0, 1), repeat=3):
            box = product(*((at, at + more) for at, more in zip(low, size, strict=True)))
            if not filled.issuperset(box):
                continue
            sides = [
                ((at * mm + inset, -1), ((at + 1 + more) * mm - inset, 1))
                for at, more in zip(low, size, strict=True)
            ]
            points = []
            for corner in product(*sides):
                (z, dz), (y, dy), (x, dx) = corner
                for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0.5)):
                    at = x + a * dx * bevel, -y - b * dy * bevel, -z - c * dz * bevel
                    points.append(at)
            parts.append(manifold.Manifold.hull_points(points))
    return manifold.Manifold.batch_boolean(parts, manifold.OpType.Add)


def _named(parts: Iterable[Part]) -> list[Part]:
    """The parts, with a number behind the name of each further copy."""
    seen: Counter[str] = Counter()
    found = []
    for name, solid in parts:
        seen[name] += 1
        found.append((f"{name} {seen[name]}" if seen[name] > 1 else name, solid))
    return found


def _same_each_time(data: bytes) -> bytes:
    """A 3MF file without the time and with identifiers that are not random."""
    numbers = iter(range(1 << 30))

    def identifier(_: re.Match[bytes]) -> bytes:
        return b'UUID="%s"' % str(uuid.uuid5(uuid.NAMESPACE_OID, str(next(numbers)))).encode()

    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(stream, "w") as after:
        for name in before.namelist():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            after.writestr(entry, re.sub(b'UUID="[^"]*"', identifier, before.read(name)))
    return stream.getvalue()


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise xc.MissingLibrary(name, "solids") from None
