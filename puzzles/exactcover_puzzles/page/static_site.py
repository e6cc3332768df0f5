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
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

from ..shared.shipped import data_folder
from .files import Folder

__all__ = ["PYODIDE", "export"]

#: Where Pyodide comes from, if it is not copied: the version that is tested.
PYODIDE = "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"
#: What is needed of it.
_NEEDED = ("pyodide.mjs", "pyodide.asm.*js", "pyodide.asm.wasm", "python_stdlib.zip",
           "pyodide-lock.json", "numpy-*.whl")  # fmt: skip
#: The date of every file in the archive: the same files give the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


def export(folder: Path, start: dict[str, Any], pyodide: Path | None) -> None:
    """Write the page into a new or empty folder, whole or not at all.

    ``start``: what it opens with; ``pyodide``: a copy of it. Raises ValueError if something is
    missing in this copy, and OSError.
    """
    copied = [] if pyodide is None else _copied(pyodide)
    begun = {**start, "static": True, "pyodide": PYODIDE if pyodide is None else "pyodide/"}
    files = {name: data for name, (data, _) in Folder.of_page().items()}
    files |= {"python.zip": _packages(), "start.json": json.dumps(begun).encode()}
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        for path in copied:
            (folder / "pyodide").mkdir(exist_ok=True)
            shutil.copyfile(path, folder / "pyodide" / path.name)
    except BaseException as error:
        for name in files:
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / "pyodide", ignore_errors=True)
        for path in new:
            with suppress(OSError):
                path.rmdir()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(folder)) from None
        raise


def _copied(pyodide: Path) -> list[Path]:
    """The files that are needed of a copy of Pyodide. Raises ValueError if one is missing."""
    found = []
    for names in _NEEDED:
        paths = sorted(pyodide.glob(names))
        if not paths:
            raise ValueError(f"{pyodide}: expected a file {names}")
        found += paths
    return found


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
