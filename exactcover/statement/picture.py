"""The function by which a user draws solutions: :meth:`Problem.drawn_by`."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from typing import Any

#: Whether a thread is finding out if a function can be pickled.
_trying = threading.local()


class Picture:
    """The function that draws solutions, held by a model.

    A problem must travel to other processes whatever its function is, as it did without one. So a
    function that cannot be pickled stays behind.
    """

    __slots__ = ("function",)

    def __init__(self, function: Callable[[Any], Any] | None):
        self.function = function

    def __deepcopy__(self, memo: Any) -> Picture:
        return self

    def __reduce__(self) -> Any:
        # The function may belong to an object that holds the problem, and with it this picture.
        if getattr(_trying, "now", False):
            return Picture, (None,)
        _trying.now = True
        try:
            pickle.dumps(self.function)
        except Exception:  # whatever the objects raise that it holds
            return Picture, (None,)
        finally:
            _trying.now = False
        return Picture, (self.function,)
