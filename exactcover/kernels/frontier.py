"""The solutions of a problem as a graph of states, items taken in a fixed order.

The idea. Primary items are settled one after the other in a fixed order. What is left to do depends
on little: on the items that options of earlier ones reach into. So a state has two parts. Its
*layer* says what is to be settled next. Its *window* has the bits from there on, as wide as the
problem's frontier; beyond it everything is as it was at first. Equal states have equal futures and
are one node. They are found by hashing and compared in full. (The frontier method of Sekine and
Imai, and of Knuth's SIMPATH, for exact covers; for tilings by dominoes it is known as "broken
profiles".)

Bits. Every item has a field of bits in one long string, which ``diagrams/bit_layout.py`` describes.
An option needs some bits set, clears some, and counts some counters down.

Layers. An item that must be covered exactly once is one layer; its edges are the options that cover
it first of all their items and that fit. An item with other bounds has a layer for each of these
options, with an edge that takes it and one, numbered -1, that does not.

Known: the 12,988,816 tilings of a chessboard by dominoes are a graph of 1,694 states, dead ends
included, and 2,504 edges.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Int32s, Int64s, Words
from .jit import inlined, kernel
from .words import HALF, ONE, ZERO, bit, free_place, hashed_row

__all__ = ["CONTROL", "DONE", "EDGES_FULL", "PAUSED", "STATES_FULL", "explore", "rehash"]

#: Length of ``control``, and its places: the layer, the state to visit in it (-1 before the first),
#: how many states and edges there are, how many states have been visited.
CONTROL = 5
_LAYER, _STATE, _STATES, _EDGES, _VISITED = 0, 1, 2, 3, 4

#: Why ``explore`` returned: it is done, needs room, or has visited as many states as it may.
DONE, STATES_FULL, EDGES_FULL, PAUSED = 0, 1, 2, 3

WORD = np.uint64(64)


@inlined
def _hash(layer: Any, window: Words, first: Any, n_words: int) -> Any:
    """A word from a state; the search in the table begins where its last bits say."""
    return hashed_row(np.uint64(layer) + ONE, window, first, n_words)


@inlined
def _entry(hashed: Any, state: Any) -> Any:
    """What stands in the table: the state, and bits of the hash, which tell it from most others."""
    return np.int64((hashed >> np.uint64(33)) << HALF) | np.int64(state)


@kernel
def rehash(slots: Int64s, windows: Words, n_words: int, n_states: int) -> None:
    """Fill ``slots``, all -1, whose number is a power of two, with the states."""
    for state in range(n_states):
        at = state * (n_words + 1)
        hashed = _hash(windows[at + n_words], windows, at, n_words)
        slots[free_place(slots, hashed)] = _entry(hashed, state)


@inlined
def _bits_from(string: Words, position: Any) -> Any:
    """64 bits of a string from a position on; there must be a word behind."""
    word, shift = position >> 6, np.uint64(position & 63)
    bits = string[word] >> shift
    if shift != ZERO:
        bits |= string[word + 1] << (WORD - shift)
    return bits


@inlined
def _window_word(window: Words, n_words: int, word: Any, initial: Words, position: Any) -> Any:
    """A word of the window, which begins at ``position``, or of what is behind it."""
    if word < n_words:
        return window[word]
    return _bits_from(initial, position + 64 * word)


@kernel
def explore(
    item_of: Int64s, first: Int64s, options: Int32s, need: Words, clear: Words,
    counter_starts: Int64s, counter_at: Int64s, counter_mask: Words, counter_unlimited: Int64s,
    n_words: int, initial: Words, position: Int64s, field: Words, enough: Words, layer_of: Int64s,
    repeat: bool, slots: Int64s, windows: Words, head: Int32s, following: Int32s, order: Int32s,
    begin: Int64s, end: Int64s, edge_option: Int32s, edge_child: Int32s, window: Words,
    control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Visit up to ``most`` states; returns why it stopped.

    The problem. Primary items are numbered in their order; masks have ``n_words`` words.

    * ``item_of[l]`` (layers): the item of layer *l*; ``options[first[l]:first[l+1]]`` (layers + 1):
      its options.
    * Of option k in that array, ``need[k * n_words:]`` are the bits that must be set and
      ``clear[k * n_words:]`` those that are cleared, relative to the field of the layer's item.
      Its counters, for c from ``counter_starts[k]`` to ``counter_starts[k+1]``: ``counter_at[c]``
      (the lowest bit, relative), ``counter_mask[c]`` (the largest number of its bits) and
      ``counter_unlimited[c]`` (1 if the counter stays at 0).
    * ``initial``: the string of all fields at first, with two windows and three words of room.
    * ``position[i]`` (items): where the field of item *i* begins; ``field[i]``: the mask of its
      counter, 0 for an item covered exactly once; ``enough[i]``: the most its counter may show when
      it is settled; ``layer_of[i]`` (items + 1): its first layer, at last the number of layers.
    * ``repeat``: whether options may be taken several times, as far as counters allow.

    The graph, with room for more states and edges than there are:

    * ``windows[s * (n_words + 1):]``: the window of state *s* and its layer; at first state 0.
    * ``edge_option``, ``edge_child``: its edges, from ``begin[s]`` to ``end[s]``, once visited.
    * ``order``: the states in the order of the visits, layer by layer. Those of layer *l* are a
      list from ``head[l]`` (layers + 1; at first -1, but state 0) through ``following``, ended by
      -1.
    * ``slots``: the open-addressing table of all states, -1 where it is empty, at most half full;
      behind bits of its hash the number of the state.

    Scratch: ``window`` (n_words + 1). A state is visited completely or not at all.
    """
    n_layers, n_items = len(item_of), len(position)
    layer, state = control[_LAYER], control[_STATE]
    n_states, n_edges = control[_STATES], control[_EDGES]
    places = np.uint64(len(slots) - 1)
    room = min(len(begin), len(slots) // 2)
    why = DONE
    visited = 0
    while layer < n_layers:
        if state < 0:
            state = head[layer]
            if state < 0:
                layer += 1
                continue
        here = first[layer + 1] - first[layer] + 1
        if n_states + here > room:
            why = STATES_FULL
            break
        if n_edges + here > len(edge_option):
            why = EDGES_FULL
            break
        if visited >= most:
            why = PAUSED
            break
        visited += 1
        begin[state] = n_edges
        order[control[_VISITED]] = state
        control[_VISITED] += 1
        item = item_of[layer]
        counted = field[item] != ZERO
        # One more round, for taking none, where the item's bounds allow the choice.
        for k in range(first[layer], first[layer + 1] + (1 if counted else 0)):
            taken = k < first[layer + 1]
            for word in range(n_words):
                window[word] = windows[state * (n_words + 1) + word]
            fits = True
            if taken:
                for word in range(n_words):
                    fits = fits and need[k * n_words + word] & ~window[word] == ZERO
                    window[word] &= ~clear[k * n_words + word]
                for c in range(counter_starts[k], counter_starts[k + 1]):
                    word, shift = counter_at[c] >> 6, np.uint64(counter_at[c] & 63)
                    # No counter ends behind the window, so what stands there is masked out.
                    if _bits_from(window, counter_at[c]) & counter_mask[c] == ZERO:
                        fits = fits and counter_unlimited[c] == 1
                    else:
                        # The counter may begin in one word and end in the next.
                        if window[word] < ONE << shift:
                            window[word + 1] -= ONE
                        window[word] -= ONE << shift
            if not fits:
                continue
            target = layer if taken and counted and repeat else layer + 1
            if not (counted and target < layer_of[item + 1]):
                # The item is settled.
                if counted and window[0] & field[item] > enough[item]:
                    continue
                # On to the next item that is not covered already.
                after = item + 1
                while after < n_items and field[after] == ZERO:
                    ahead = position[after] - position[item]
                    if ahead >> 6 >= n_words:
                        break
                    if window[ahead >> 6] & bit(ahead) != ZERO:
                        break
                    after += 1
                target = layer_of[after]
                if after == n_items:
                    for word in range(n_words):
                        window[word] = ZERO
                else:
                    by = position[after] - position[item]
                    skip, shift = by >> 6, np.uint64(by & 63)
                    for word in range(n_words):
                        at = word + skip
                        low = _window_word(window, n_words, at, initial, position[item])
                        if shift != ZERO:
                            high = _window_word(window, n_words, at + 1, initial, position[item])
                            low = (low >> shift) | (high << (WORD - shift))
                        window[word] = low
            hashed = _hash(target, window, 0, n_words)
            place = hashed & places
            while True:
                entry = slots[place]
                child = np.int64(entry & 0xFFFFFFFF)
                if entry < 0:
                    child = np.int64(n_states)
                    n_states += 1
                    slots[place] = _entry(hashed, child)
                    at = child * (n_words + 1)
                    for word in range(n_words):
                        windows[at + word] = window[word]
                    windows[at + n_words] = np.uint64(target)
                    if target == layer:
                        following[child] = following[state]
                        following[state] = child
                    else:
                        following[child] = head[target]
                        head[target] = child
                    break
                if entry == _entry(hashed, child):
                    at = child * (n_words + 1)
                    same = windows[at + n_words] == np.uint64(target)
                    for word in range(n_words):
                        same = same and windows[at + word] == window[word]
                    if same:
                        break
                place = (place + ONE) & places
            edge_option[n_edges] = options[k] if taken else -1
            edge_child[n_edges] = child
            n_edges += 1
        end[state] = n_edges
        state = following[state]
        if state < 0:
            layer += 1
    control[_LAYER], control[_STATE] = layer, state
    control[_STATES], control[_EDGES] = n_states, n_edges
    return why
