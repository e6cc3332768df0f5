"""The page's questions where Python runs in the browser; ``static/python.js`` calls it."""

from __future__ import annotations

import json
from collections.abc import Callable

from .questions import answer
from .recent import Recent

_desk = Recent()


def ask(question: str, send: Callable[[str], None]) -> None:
    """Answer a question; ``send`` is called with each message. Both are texts of JSON."""
    answer(_desk, json.loads(question), lambda message: send(json.dumps(message, default=list)))
