"""What searches by components share: room, which grows up to a limit, and how far they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays.views import doubled
from ..errors import DiagramTooLarge
from ..kernels.array_types import Int32s

#: Places for what grows, at first: a power of 2.
_FIRST = 1 << 12
_LARGEST = 2**31 - 2


class ComponentBuild:
    """Room for the search of a kernel (``kernels/components.py``); ``memory`` in bytes.

    ``members``: those that the problem consists of, in order. ``n_words``: the length of the
    longest key. ``n_frames``, ``n_fields``: frames at most, and what each has.
    """

    def __init__(self, memory: int, members: Int32s, n_words: int, n_frames: int, n_fields: int):
        from ..kernels import components

        self.memory = memory
        n = len(members)
        live = np.zeros(3 * n + _FIRST, np.int32)
        live[:n] = members
        room: tuple[Any, ...] = (
            live,
            *np.zeros((5, n + _FIRST), np.int32),
            *np.zeros((2, _FIRST), np.int32),
            np.full(2 * _FIRST, -1, np.int32), np.zeros(_FIRST + n_words, np.uint64),
            np.zeros(_FIRST, np.int64), *np.zeros((2, _FIRST), np.int32),
        )  # fmt: skip
        self._room = components.Room(*room)
        self._key = np.zeros(n_words, np.uint64)
        self._frames = np.zeros((n_frames, n_fields), np.int32)
        self._control = np.zeros(components.CONTROL, np.int64)
        self._control[components.LIVE], self._control[components.NODES] = n, 1

    @property
    def n_visited(self) -> int:
        """Components begun so far."""
        from ..kernels.components import VISITED

        return int(self._control[VISITED])

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        return sum(int(each.nbytes) for each in self._room)

    def _grow(self, why: int) -> None:
        """Make room for what a kernel says is full. Raises :class:`DiagramTooLarge`."""
        from ..kernels import components

        names = components.FULL[why]
        grown = {name: getattr(self._room, name) for name in names}
        more = sum(int(each.nbytes) for each in grown.values())
        # While one is copied to another, both are there.
        too_large = self.n_bytes + more + more // 2 > self.memory
        if too_large or max(map(len, grown.values())) > _LARGEST // 2:
            raise DiagramTooLarge(self.memory, self.n_visited)
        self._room = self._room._replace(**{name: doubled(grown[name]) for name in names})
        if why == components.STATES_FULL:
            self._room.slots.fill(-1)
            n_states = int(self._control[components.STATES])
            components.rehash(self._room.slots, self._room.keys, n_states)
