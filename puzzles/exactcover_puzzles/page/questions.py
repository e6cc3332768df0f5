"""The questions of the page: functions of recent puzzles, the question, and a message sender.

A question is an object with ``ask``, the name of one of :data:`QUESTIONS`, and its values. The
answer is an object; before it there may be parts of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import exactcover as xc

from . import answers, open_puzzle, position, saving, starting, watching
from .messages import Data, Send
from .recent import BadQuestion, Recent

#: Characters of each end of an error message that are sent.
_MOST_SAID = 300


def answer(recent: Recent, asked: Mapping[str, Any], send: Send) -> None:
    """Answer a question: parts of the answer, and finally an object with ``done``."""
    try:
        name = asked.get("ask")
        if type(name) is not str or name not in QUESTIONS:
            raise BadQuestion(f"{name!r}: expected a question such as 'read'")
        send({**QUESTIONS[name](recent, asked, send), "done": True})
    except MemoryError:
        send({"error": "this takes more memory than a question may use", "done": True})
    except (xc.ExactCoverError, ValueError, TypeError, KeyError, OSError, RecursionError) as error:
        found = str(error) or type(error).__name__
        if isinstance(error, xc.FileFault):  # (Where the text has it, ``read`` tells.)
            found = f"{error.found}; expected {error.expected}"
        elif isinstance(error, KeyError):
            found = f"expected {error}"
        elif isinstance(error, OSError):
            found = f"{error.filename}: {error.strerror or error}"
        said = xc.text.printable(found)
        if len(said) > 2 * _MOST_SAID:  # names in it can be of any length
            said = f"{said[:_MOST_SAID]} … {said[-_MOST_SAID:]}"
        send({"error": said, "done": True})


QUESTIONS: Mapping[str, Callable[[Recent, Mapping[str, Any], Send], Data]] = {
    "kinds": starting.kinds, "preview": starting.preview, "recognize": starting.recognize,
    "shipped": starting.bundled, "begin": starting.begin, "make": starting.make,
    "find": starting.find,
    "read": open_puzzle.read, "edit": open_puzzle.edit, "options": open_puzzle.options,
    "palette": open_puzzle.palette,
    "answer": answers.verdict, "explain": answers.explain, "solutions": answers.solutions,
    "unique": answers.unique, "needless": answers.needless, "without": answers.without,
    "left": position.left, "position": position.position, "mistakes": position.mistakes_asked,
    "hint": position.hint,
    "watch": watching.watch, "branch": watching.branch, "matrix": watching.matrix,
    "export": saving.export, "sheet": saving.sheet, "photographs": saving.photographs,
}  # fmt: skip
