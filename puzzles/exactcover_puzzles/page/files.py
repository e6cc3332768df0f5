"""The files of the page: those in ``static``, read once, with their media types."""

from __future__ import annotations

from pathlib import Path
from typing import Self

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


class Folder(dict[str, tuple[bytes, str]]):
    """Files by name: what is in each, and its kind."""

    @classmethod
    def of_page(cls) -> Self:
        """Those of the page."""
        folder = Path(__file__).parent / "static"
        files = sorted(path for path in folder.iterdir() if path.suffix in _KINDS)
        return cls({path.name: (path.read_bytes(), _KINDS[path.suffix]) for path in files})
