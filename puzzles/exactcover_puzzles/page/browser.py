"""Answer the page's questions in the browser's own Python; ``static/python.js`` calls it."""

from __future__ import annotations

import json
from collections.abc import Callable

from .questions import answer
from .recent import Recent

_desk = Recent()


def ask(question: str, send: Callable[[str], None]) -> None:
    """Answer a question; calls ``send`` with each message. Both are JSON texts."""
    answer(_desk, json.loads(question), lambda message: send(json.dumps(message, default=list)))
