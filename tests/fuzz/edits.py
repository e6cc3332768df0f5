"""Every edit of one symbol: of each place one symbol less, another, or the same one twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.fuzz.formats import FORMATS

__all__ = ["Edit", "edits", "looked_at"]

#: What stands instead of a symbol: digits, a letter, and signs of drawings and lists.
_SIGNS = "07a.#: "


class Edit(NamedTuple):
    """A text after an edit, and what came of it: "same", "another", or "refused" by a fault."""

    text: str
    outcome: str
    fault: Exception | None = None


def edits(text: str) -> Iterator[str]:
    """All texts that are one edit away."""
    seen = {text}
    for at, symbol in enumerate(text):
        for said in ("", 2 * symbol, *_SIGNS):
            other = text[:at] + said + text[at + 1 :]
            if other not in seen:
                seen.add(other)
                yield other


def looked_at(name: str, text: str, most: int | None = None) -> Iterator[Edit]:
    """What comes of the edits of a text: of all, or of some, drawn at random."""
    form, texts = FORMATS[name], list(edits(text))
    if most is not None and len(texts) > most:
        texts = random.Random(text).sample(texts, most)
    with TemporaryDirectory() as folder:
        path = Path(folder) / form.file
        path.write_bytes(text.encode())
        whole = form.read(path)
        for other in texts:
            path.write_bytes(other.encode())
            try:
                yield Edit(other, "same" if form.read(path) == whole else "another")
            except form.fault as fault:
                yield Edit(other, "refused", fault)
