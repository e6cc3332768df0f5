"""Output files: their names are checked before the work, and answers are printed after them."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

#: How the names of drawings end, as text or compressed.
SVG = (".svg", ".svgz", ".svg.gz")


def check_output(
    parser: argparse.ArgumentParser, option: str, path: str | None, endings: Sequence[str]
) -> str:
    """The ending of an output file's name, checked before the work begins.

    The endings stand for formats; "" stands for a name without one. Case does not matter. Ends the
    program for any other name, and raises OSError where the file could not be written.
    """
    if path is None:
        return ""
    name = Path(path).name.lower()
    if not name or Path(path).is_dir():
        parser.error(f"{option} {path!r}: expected the name of a file")
    if path == "-" and "-" not in endings:
        parser.error(f"{option} needs a file: standard output carries the answer")
    suffixes = [ending for ending in endings if ending[:1] == "."]
    known = [suffix for suffix in suffixes if name.endswith(suffix)]
    if not known and (Path(name).suffix or "" not in endings):
        *others, last = suffixes
        expected = f"{', '.join(others)} or {last}" if others else last
        parser.error(f"{option} {path}: expected a name that ends in {expected}")
    folder = Path(os.path.realpath(path)).parent  # a loop of links is no error here
    if path != "-" and not path.startswith("/dev/"):
        if not folder.is_dir():
            raise FileNotFoundError(2, "no such folder", str(folder))
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "no permission to write there", str(folder))
    return max(known, key=len, default="")


class Held(io.StringIO):
    """Stands in for standard output, and holds back what is printed until it is released."""

    def __init__(self, stream: TextIO):
        super().__init__()
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream, which decides what can be shown."""
        return self._stream.encoding

    def release(self) -> None:
        """Print what was held back, and hold back nothing any more."""
        if sys.stdout is self:
            sys.stdout = self._stream
            self._stream.write(self.getvalue())


@contextmanager
def held_back(wait: bool) -> Iterator[Callable[[], None]]:
    """Hold back what is printed until the function given is called or the block ends.

    For commands that write a file, if ``wait``: the reader of their output may leave at any time,
    and a write that fails ends the program. (On a terminal nothing is held back.)
    """
    if not wait or sys.stdout.isatty():
        yield lambda: None
        return
    sys.stdout = held = Held(sys.stdout)
    try:
        yield held.release
    except BaseException:
        with contextlib.suppress(BrokenPipeError):  # the other error counts
            held.release()
        raise
    held.release()
