"""The drawing of the rooms in docs/architecture.md: ``python docs/_ext/rooms.py``.

Rooms stand in the layers that import-linter holds (pyproject.toml), high rooms above low. An arc
leads from a room to each room that it imports from, as the source says.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

__all__ = ["PICTURE", "drawing", "imports", "layers"]

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "rooms" / "rooms.svg"
_WIDTH, _HEIGHT, _STEP, _LEFT = 420, 34, 52, 16


def layers() -> list[list[str]]:
    """The rooms of the engine, high layers first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = [
        each for each in project["tool"]["importlinter"]["contracts"] if each["id"] == "rooms"
    ]
    return [
        [name.removeprefix("exactcover.") for name in layer.split(" | ")]
        for layer in contract["layers"]
    ]


def imports() -> set[tuple[str, str]]:
    """Pairs of a room and a room that it imports from, for type checking too."""
    rooms = {name for layer in layers() for name in layer}
    found = set()
    package = ROOT / "exactcover"
    for path in package.rglob("*.py"):
        parts = path.relative_to(package).with_suffix("").parts
        if parts[0] not in rooms:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                at = [*parts[: len(parts) - node.level], *(node.module or "").split(".")]
                named = [at[0]] if at[0] else [alias.name for alias in node.names]
                found |= {(parts[0], name) for name in named if name in rooms}
    return {(one, other) for one, other in found if one != other}


def drawing() -> str:
    """The picture as SVG."""
    rows = layers()
    place = {name: row for row, names in enumerate(rows) for name in names}
    height = _STEP * len(rows) + 10
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760"'
        f' height="{height}" font-family="sans-serif" font-size="14">',
        "<title>The rooms of exactcover, and which imports from which</title>",
        f'<rect width="760" height="{height}" fill="#ffffff"/>',
    ]
    for one, other in sorted(imports(), key=lambda pair: (place[pair[0]], place[pair[1]], pair)):
        above, below = (_STEP * place[name] + _HEIGHT // 2 + 8 for name in (one, other))
        out = _LEFT + _WIDTH + 30 + 18 * (place[other] - place[one])
        lines.append(
            f'<path d="M{_LEFT + _WIDTH} {above + 4}C{out} {above + 4} {out} {below - 4}'
            f' {_LEFT + _WIDTH} {below - 4}" fill="none" stroke="#2a6f97" stroke-opacity="0.45"/>'
        )
    for row, names in enumerate(rows):
        width = (_WIDTH - 8 * (len(names) - 1)) // len(names)
        for k, name in enumerate(names):
            x, y = _LEFT + k * (width + 8), _STEP * row + 8
            lines.append(
                f'<rect x="{x}" y="{y}" width="{width}" height="{_HEIGHT}" rx="6" fill="#e8f1f5"'
                f' stroke="#2a6f97"/><text x="{x + width // 2}" y="{y + 22}"'
                f' text-anchor="middle" fill="#1b2a33">{name}</text>'
            )
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawing(), encoding="utf-8")
