"""Answer the page's questions in the browser's own Python; ``static/python.js`` calls it."""

from __future__ import annotations

import importlib
import io
import json
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .questions import answer
from .recent import Recent

_desk = Recent()
#: The names of modules that were imported.
_IMPORTED = Path("/home/pyodide/imported.txt")


def ask(question: str, send: Callable[[str], None]) -> None:
    """Answer a question; calls ``send`` with each message. Both are JSON texts."""
    answer(_desk, json.loads(question), lambda message: send(json.dumps(message, default=list)))


def import_again() -> None:
    """Import what a Python had imported, except numpy and what needs it."""
    sys.modules["numpy"] = None  # type: ignore[assignment]
    for name in _IMPORTED.read_text(encoding="utf-8").split():
        with suppress(ImportError):
            importlib.import_module(name)
    del sys.modules["numpy"]


def compiled_modules() -> bytes:
    """What Python has made of the modules that it has imported, as a ZIP file for its next start.

    They are marked to be taken without a look at the time of the source, which is another one then.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{_IMPORTED}"[1:], "\n".join(sys.modules))
        for module in list(sys.modules.values()):
            path = Path(getattr(module, "__cached__", None) or "")
            if path.is_file():
                code = path.read_bytes()
                archive.writestr(f"{path}"[1:], code[:4] + b"\1\0\0\0" + code[8:])
    return packed.getvalue()
