"""The page without a server of its own: files for any web server, and Python in the browser.

Python is Pyodide. It comes from its usual address, or from a copy in the folder, so that nothing
else is asked. The packages go along as sources: they need no compiler there.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from ..shared.shipped import data_folder
from .files import Folder

__all__ = ["PYODIDE", "export"]

#: Where Pyodide comes from, if it is not copied: the version that is tested.
PYODIDE = "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"
#: What is needed of it.
_NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.asm.js",
           "python_stdlib.zip", "pyodide-lock.json")  # fmt: skip
#: The date of every file in the archive: the same files give the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


def export(folder: Path, start: dict[str, Any], pyodide: Path | None) -> None:
    """Write the page into a folder. ``start``: what it opens with; ``pyodide``: a copy of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (data, _) in Folder.of_page().items():
        (folder / name).write_bytes(data)
    address = PYODIDE
    if pyodide is not None:
        address = "pyodide/"
        (folder / address).mkdir()
        wheels = [path.name for path in pyodide.glob("numpy-*.whl")]
        for name in (*_NEEDED, *wheels):
            if (pyodide / name).is_file():
                shutil.copyfile(pyodide / name, folder / address / name)
    (folder / "python.zip").write_bytes(_packages())
    begun = {**start, "static": True, "pyodide": address}
    (folder / "start.json").write_text(json.dumps(begun), encoding="utf-8")


def _packages() -> bytes:
    """Both packages and the data that comes with them, as a ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    engine = Path(str(resources.files("exactcover")))
    for package in (engine, Path(__file__).resolve().parents[1]):
        for path in package.rglob("*.py"):
            yield f"{package.name}/{path.relative_to(package).as_posix()}", path
    data = data_folder()
    for path in data.rglob("*.txt"):
        yield f"exactcover_puzzles/data/{path.relative_to(data).as_posix()}", path
