"""The page for Python callers: served by a thread, shown in a notebook or in a browser."""

from __future__ import annotations

import threading
import weakref
import webbrowser
from html import escape

import exactcover as xc

from ..shared.pages import Stated
from .recent import Recent
from .server import PageServer

_NO_TEXT = "this puzzle has no text, so it has no page"


class Playing:
    """A page with a puzzle. ``url``: its address, for this machine only."""

    def __init__(self, puzzle: Stated):
        """Raises ValueError for a puzzle without a text, or one of several in a text."""
        try:
            there = Recent().shown(puzzle.stated).puzzle
        except (xc.ExactCoverError, ValueError) as error:
            raise ValueError(f"{puzzle!r}: {_NO_TEXT} ({error})") from None
        if there.problem != puzzle.problem:
            raise ValueError(f"{puzzle!r}: {_NO_TEXT}")
        server = PageServer(dict(puzzle.stated), framed=True)
        self.url = server.url
        self._entrance = server.entrance
        threading.Thread(target=server.serve_forever, args=(0.2,), daemon=True).start()
        #: Stops serving the page; also called when Python exits.
        self.close = weakref.finalize(self, _ended, server)

    def open(self) -> None:
        """Show the page in the browser."""
        webbrowser.open(self._entrance())

    def _repr_html_(self) -> str:
        """Notebook display."""
        return (
            f'<iframe src="{escape(self.url)}" width="100%" height="640"'
            ' style="border:1px solid #888" title="Puzzle"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Playing at {self.url}>"


def _ended(server: PageServer) -> None:
    server.shutdown()
    server.server_close()
