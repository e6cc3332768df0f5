"""The gallery: thumbnails, and links from the reference to the pages that use a name.

A thumbnail is the first picture that an answer shows in a notebook.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

__all__ = ["pictures"]

_EMBEDDED = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')
_INLINE = re.compile(r"<svg.*?</svg>", re.S)


def pictures(shown: Any) -> list[str]:
    """The pictures in what a notebook shows of an object, as SVG."""
    page = shown._repr_html_() if hasattr(shown, "_repr_html_") else ""
    embedded = [b64decode(found).decode() for found in _EMBEDDED.findall(page)]
    return embedded or [str(found) for found in _INLINE.findall(page)]


def _save(block: Any, block_vars: dict[str, Any], gallery_conf: Any) -> str:
    """Save the first picture of a cell. (The page shows the answer itself.)"""
    for picture in pictures(block_vars["example_globals"].get("___"))[:1]:
        path = Path(next(block_vars["image_path_iterator"])).with_suffix(".svg")
        path.write_text(picture.replace("currentColor", "#3b82f6"), encoding="utf-8")
    return ""


def _get_sg_image_scraper() -> Any:
    """What sphinx-gallery asks a module for."""
    return _save


@cache
def _examples(folder: Path) -> dict[str, list[list[str]]]:
    """For each public name the pages that use it: file, its folder, its page's folder, …, title."""
    found: dict[str, list[list[str]]] = json.loads(
        (folder / "backreferences_all.json").read_text(encoding="utf-8")
    )
    return found


def _add_links(
    app: Sphinx, what: str, name: str, shown: Any, options: Any, lines: list[str]
) -> None:
    """Name the pages of the gallery that use an object."""
    source = Path(app.srcdir)
    pages = _examples(source / "generated" / "examples").get(name, [])
    links = []
    for file, _, folder, _, title in pages:
        place = Path(folder).relative_to(source) / Path(file).stem
        links.append(f":doc:`{title} </{place.as_posix()}>`")
    if links:
        lines += ["", f"*In the gallery:* {', '.join(sorted(links))}", ""]


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.connect("autodoc-process-docstring", _add_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
