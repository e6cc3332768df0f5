"""Fetches the numpy that belongs to a Pyodide from npm: its wheel is not on npm, nor on PyPI.

It is taken from where Pyodide has it (jsDelivr) or, where that cannot be reached, out of the wheel
of another project on PyPI that carries it. In either case it must have the SHA-256 that the lock
file of Pyodide states.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

DELIVERED = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
#: A wheel of 106 MB, of which 3 MB are wanted: pip fetches files as a whole.
CARRIER = "open-webui==0.12.4"
CARRIED = "open_webui/frontend/pyodide/{name}"


def main(pyodide: Path, folder: Path) -> None:
    """Write the wheel into a folder."""
    version = json.loads((pyodide / "package.json").read_text())["version"]
    numpy = json.loads((pyodide / "pyodide-lock.json").read_text())["packages"]["numpy"]
    name = numpy["file_name"]
    if not (folder / name).exists():
        try:
            address = DELIVERED.format(version=version, name=name)
            with urllib.request.urlopen(address, timeout=10) as answer:
                wheel = answer.read()
        except OSError as reason:
            print(f"{address}: {reason}; taken from {CARRIER}")
            wheel = carried(name)
        if hashlib.sha256(wheel).hexdigest() != numpy["sha256"]:
            raise SystemExit(
                f"{name}: another SHA-256 than the lock file of Pyodide {version} states"
            )
        (folder / name).write_bytes(wheel)
    print(folder / name)


def carried(name: str) -> bytes:
    """The wheel out of the carrier, which pip fetches; its Python is none of ours."""
    with tempfile.TemporaryDirectory() as place:
        options = ["--no-deps", "--only-binary=:all:", "--python-version", "3.11", "--dest", place]
        pip = [sys.executable, "-m", "pip", "download", "--quiet", *options, CARRIER]
        subprocess.run(pip, check=True)
        (carrier,) = Path(place).glob("*.whl")
        with zipfile.ZipFile(carrier) as files:
            return files.read(CARRIED.format(name=name))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
