"""Brings the numpy that belongs to a Pyodide, which is neither on npm nor on PyPI.

It comes from where Pyodide has it (jsDelivr, 3 MB). Where that cannot be reached, it is taken once
out of the wheel of another project on PyPI that carries it (106 MB, which pip fetches as a whole).
Either way it must have the SHA-256 that the lock file of Pyodide states, and is kept in the user's
cache, so that the next run fetches nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

DELIVERED = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
CARRIER = "open-webui==0.12.4"
CARRIED = "open_webui/frontend/pyodide/{name}"
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "exactcover-ci"


def main(pyodide: Path, folder: Path) -> None:
    """Write the wheel into a folder."""
    version = json.loads((pyodide / "package.json").read_text())["version"]
    numpy = json.loads((pyodide / "pyodide-lock.json").read_text())["packages"]["numpy"]
    name, kept = numpy["file_name"], KEPT / numpy["file_name"]
    if not (kept.exists() and hashlib.sha256(kept.read_bytes()).hexdigest() == numpy["sha256"]):
        wheel = fetched(version, name)
        if hashlib.sha256(wheel).hexdigest() != numpy["sha256"]:
            raise SystemExit(
                f"{name}: another SHA-256 than the lock file of Pyodide {version} states"
            )
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(wheel)
    print(shutil.copy(kept, folder / name))


def fetched(version: str, name: str) -> bytes:
    """The wheel, as it came."""
    address = DELIVERED.format(version=version, name=name)
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            wheel: bytes = answer.read()
        return wheel
    except OSError as reason:
        print(f"{address}: {reason}; taken from {CARRIER}")
    with tempfile.TemporaryDirectory() as place:
        # (The Python that the carrier is for is none of ours.)
        options = ["--no-deps", "--only-binary=:all:", "--python-version", "3.11", "--dest", place]
        pip = [sys.executable, "-m", "pip", "download", "--quiet", *options, CARRIER]
        subprocess.run(pip, check=True)
        (carrier,) = Path(place).glob("*.whl")
        with zipfile.ZipFile(carrier) as files:
            return files.read(CARRIED.format(name=name))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
