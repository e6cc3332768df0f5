"""Export the page: files for any web server, and Python in the browser.

Python is Pyodide. It comes from its usual address, or from a copy in the folder, so that the page
works offline. The browser runs only files that match the tested or copied ones: it compares
digests. The packages go along as sources,
with the kernels for browsers if they are there.

Python takes seconds to start. So what the page asks first is answered here, and goes along.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

from ..registry import KINDS, USUAL, kind
from ..shared.shipped import data_folder
from .files import Folder
from .questions import answer
from .recent import Recent, shipped_text

#: Where Pyodide and its packages come from, if they are not copied: the version that is tested.
PYODIDE = "https://cdn.jsdelivr.net/npm/pyodide@314.0.3/"
_PACKAGES = "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"
#: What is needed of it, and the digests of this version.
INTEGRITY = {
    "pyodide.mjs": "sha384-37wxVGo7MBryEjut3Wf4qHDxWQY7/9bFQsoJWkHb47/epwO3+PR7FCzBPMCKQv7u",
    "pyodide.asm.mjs": "sha384-YeRhAyBAGbSzchLhpX+ybWe+W+Jo1VPerE6kWkqdGPdTzZhG7Ys3iYYcss8vS/hW",
    "pyodide.asm.wasm": "sha384-w9RzCfsk2Qf16WCSIlnWrpL19cYFkE3gzNS9lHgHbYnrEzptSJK+wVQidhpdPbDL",
    "python_stdlib.zip": "sha384-x/zEaHRF8kG/Ap+4oxfjQZLUo6R7UvX1DKAkGe4Kgw31Yr8Ik8CTloNhhyLC3Tzx",
    "pyodide-lock.json": "sha384-TtZ9cnX+bwqZ/VjrwMf3rNo77t30rxSe99MYWHjIXxQ8wPxPf7Bfgq3absXMLTOo",
    "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl": (
        "sha384-tTC4md/Up8etObLm4PwPdYOzB65vQeMAZWq70/B+/66BgSrxKLCjyn5103mfXJbq"
    ),
}
#: What the page may load: scripts of Pyodide are fetched, compared, and run from memory.
_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self' blob:;"
    " style-src 'self'; img-src 'self' blob: data:; connect-src 'self'{};"
    " base-uri 'none'; form-action 'none'"
)
#: What the export writes into the service worker: the files to keep, and their version.
_UNKEPT = b'{ version: "", files: {} }'
_CHARSET = b'<meta charset="utf-8">\n'
#: The date of every file in the archive, so that the same files give the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


def export(folder: Path, start: dict[str, Any], pyodide: Path | None) -> None:
    """Write the page into a new or empty folder, whole or not at all.

    ``start``: what it opens with; ``pyodide``: a copy of it. Raises ValueError if something is
    missing in this copy, and OSError.
    """
    copied = [] if pyodide is None else _copied(pyodide)
    home, packages, integrity, others = PYODIDE, _PACKAGES, INTEGRITY, f" {PYODIDE} {_PACKAGES}"
    if pyodide is not None:
        home = packages = "pyodide/"
        integrity = {path.name: _digest(path.read_bytes()) for path in copied}
        others = ""
    opening, known = _opening(start)
    files = {name: data for name, (data, _) in Folder.of_page().items()}
    meta = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(others)}">\n'
    files["index.html"] = files["index.html"].replace(_CHARSET, _CHARSET + meta.encode())
    files["python.zip"] = _packages()
    integrity = {**integrity, "python.zip": _digest(files["python.zip"])}
    source = {"pyodide": home, "packages": packages, "integrity": integrity}
    begun = {**opening, "static": True, "known": known, **source}
    keeper = files.pop("service_worker.js")
    digests = {name: _digest(data) for name, data in sorted(files.items())}
    told = json.dumps([begun, digests])
    version = hashlib.sha256(told.encode()).hexdigest()[:16]
    files["start.json"] = json.dumps({**begun, "version": version}, default=list).encode()
    digests |= {"./": digests["index.html"], "start.json": _digest(files["start.json"])}
    listed = json.dumps({"version": version, "files": digests}).encode()
    files["service_worker.js"] = keeper.replace(_UNKEPT, listed)
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


def _opening(start: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[Any, Any]]]:
    """What the page opens with, and its first questions with their answers."""
    recent, known = Recent(), list[tuple[Any, Any]]()

    def ask(question: dict[str, Any]) -> Any:
        found: list[Any] = []
        answer(recent, question, found.append)
        known.append((question, found[-1]))
        return found[-1]

    kinds = ask({"ask": "kinds"})
    # Not kinds of other packages, nor files that take a library: there are none in the browser.
    kinds |= {"kinds": [of for of in kinds["kinds"] if of["name"] in KINDS], "forms": ["svg"]}
    name = start.get("kind", USUAL)
    opens = kind(name).page_opens if name in KINDS else ()
    if opens and "text" not in start:
        # Plain Python counts the second one at once.
        first = opens[0] if kernels().exists() else opens[-1]
        start = {"kind": name, "text": shipped_text(name, first), "name": ""}
    if "text" in start:
        ask({"ask": "read", "kind": start["kind"], "text": start["text"]})
    for of in kinds["kinds"]:  # for the gallery of "New…"
        if of["example"] or not of["reads_files"]:
            given = {"text": of["example"]} if of["example"] else {"words": [*of["first_words"]]}
            shown = {**given, "name": ""}
        else:
            shown = {"name": of["starts"][0]["name"]}
        if of["starts"]:
            ask({"ask": "preview", "kind": of["name"], **shown, "solved": True})
    return start, known


def _copied(pyodide: Path) -> list[Path]:
    """The files that are needed of a copy of Pyodide. Raises ValueError if one is missing."""
    found = []
    for name in INTEGRITY:
        names = "numpy-*.whl" if name.startswith("numpy") else name
        paths = sorted(pyodide.glob(names))
        if not paths:
            raise ValueError(f"{pyodide}: expected a file {names}")
        found += paths
    return found


def _digest(data: bytes) -> str:
    """The digest of a file, as browsers compare it."""
    return f"sha384-{base64.b64encode(hashlib.sha384(data).digest()).decode()}"


def _packages() -> bytes:
    """Both packages and the data that comes with them, as a ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def kernels() -> Path:
    """The kernels for browsers, which wheels bring."""
    return Path(str(resources.files("exactcover"))) / "compile" / "browsers.kernels"


def _files() -> Iterator[tuple[str, Path]]:
    engine = Path(str(resources.files("exactcover")))
    for package in (engine, Path(__file__).resolve().parents[1]):
        for path in package.rglob("*.py"):
            yield f"{package.name}/{path.relative_to(package).as_posix()}", path
    if kernels().exists():
        yield "exactcover/compile/browsers.kernels", kernels()
    data = data_folder()
    for path in data.rglob("*.txt"):
        yield f"exactcover_puzzles/data/{path.relative_to(data).as_posix()}", path
