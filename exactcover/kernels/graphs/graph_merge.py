"""Walking two parts of one graph together: union, intersection and difference.

The idea. Both graphs have places (``diagrams/graph.py``), nodes of their common origin. They are
put into one *store*, in which equal nodes are one: nodes of the same place with the same edges. An
edge is known by its number in the origin. Then each question, an operation on two nodes of the same
place, is answered once and remembered (R. Bryant, "Graph-based algorithms for boolean function
manipulation", 1986). Where both nodes are the same, or one of them has no solution, the answer is
known at once; a node that is copied is that node.

* *Choices*. Edges are paired by their numbers; each pair asks about its two children.
* *Products* A1 x A2 x … and B1 x B2 x …. In both are (A1 & B1) x (A2 & B2) x …. In the first alone
  is what differs for the first time at some child: (A1 & B1) x … x (Ai - Bi) x A(i+1) x …; these
  cases exclude each other. If all children but one are the same, the union is a product with the
  union of these two.
* Every other *union* of products is one of them and what is in the other alone, as cases.
* *Cases* are taken one by one. Of what is to be taken away, one after the other is.

So an answer about products takes answers about their children, each once, and no solutions are
multiplied out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import inlined, kernel, kernel_part
from ..bits.array_types import Int32s, Int64s, Words
from ..bits.words import HALF, LOW, ONE, ZERO, mixed
from .graphs import CASES, PRODUCT

#: The operations; why ``merge`` returned.
AND, OR, MINUS = 1, 2, 3
DONE, GRAPH_FULL, KNOWN_FULL, PENDING_FULL, FRAMES_FULL = range(5)
#: Length of ``control``, and its places.
CONTROL = 6
_DEPTH, _NODES, _EDGES, _PENDING, _KNOWN, _ANSWER = range(CONTROL)
#: Answers: that there is no solution, and that it is not known yet.
_NONE, _UNKNOWN = -1, -2
#: Where the operation stands in the word of a question, and the first node.
_OPERATION, _FIRST, _NODE = np.uint64(62), np.uint64(31), np.uint64(2**31 - 1)
#: In tables: how far apart, as a shift, those begin that do not belong together; over how many
#: places the others are spread, as a mask; and how many places are looked at there.
_APART, _SPREAD, _NEAR = np.uint64(2), np.uint64(7), 8


@inlined
def _start(near: Any, hashed: Any) -> Any:
    """Where to begin in a table, for what belongs to a place or a node."""
    return (np.uint64(near) << _APART) + (hashed & _SPREAD)


@inlined
def _next(at: Any, tries: Any, hashed: Any, places: Any) -> Any:
    """The place in a table to look at after ``tries`` others.

    What belongs together stands near each other, where the processor's cache has it, as long as
    there is room. Then it may stand anywhere: those regions may be full, so places are not looked
    at one after the other any more.
    """
    return (at + ONE if tries < _NEAR else mixed(hashed + np.uint64(tries))) & places


class _Store(NamedTuple):
    """Nodes that are all different. Node *n* has the edges ``begin[n]`` to ``begin[n + 1]``:
    ``number`` in the origin, or ``CASES``, and ``child``. ``slots``, at first 0: their
    open-addressing table, at most half full; the upper half of an entry is that of the hash."""

    begin: Int64s
    number: Int32s
    child: Int32s
    place: Int32s
    slots: Words


@inlined
def _hashed(first: Any, last: Any, place: Any, number: Int32s, child: Int32s) -> Any:
    """The hash of a node by its edges."""
    word = mixed(np.uint64(place) + ONE)
    for edge in range(first, last):
        word = mixed(word ^ (np.uint64(number[edge] + 4) << HALF) ^ np.uint64(child[edge]))
    return word


@kernel_part
def _node(
    first: int, last: int, place: int, number: Int32s, child: Int32s, store: _Store,
    control: Int64s,
) -> Any:  # fmt: skip
    """The node of a place with edges ``first`` to ``last`` of two arrays; there is room for it."""
    places = np.uint64(len(store.slots) - 1)
    hashed = _hashed(first, last, place, number, child)
    at = _start(place, hashed) & places
    tries = 0
    while store.slots[at] != ZERO:
        entry = store.slots[at]
        known = np.int64(entry & LOW)
        there = store.begin[known]
        edge = first
        same = (entry ^ hashed) >> HALF == ZERO
        if same:
            same = store.place[known] == place and store.begin[known + 1] - there == last - first
        while same and edge < last:
            same = store.number[there] == number[edge] and store.child[there] == child[edge]
            there += 1
            edge += 1
        if same:
            return known
        tries += 1
        at = _next(at, tries, hashed, places)
    node, n_edges = control[_NODES], control[_EDGES]
    store.slots[at] = (hashed >> HALF << HALF) | np.uint64(node)
    store.place[node] = place
    for edge in range(first, last):
        store.number[n_edges] = number[edge]
        store.child[n_edges] = child[edge]
        n_edges += 1
    store.begin[node + 1] = n_edges
    control[_NODES], control[_EDGES] = node + 1, n_edges
    return node


@kernel
def embed(
    begin: Int64s, option: Int32s, child: Int32s, place: Int32s, origin_begin: Int64s,
    origin_option: Int32s, origin_child: Int32s, store_begin: Int64s, store_number: Int32s,
    store_child: Int32s, store_place: Int32s, slots: Words, numbers: Int32s, children: Int32s,
    new: Int32s, control: Int64s,
) -> None:  # fmt: skip
    """Put a graph into the store, where there is room; node *n* becomes ``new[n]``.

    Scratch, as long as a node has edges: ``numbers`` and ``children``. See ``merge``.
    """
    store = _Store(store_begin, store_number, store_child, store_place, slots)
    new[0] = 0
    for node in range(1, len(begin) - 1):
        first, n_edges = begin[node], begin[node + 1] - begin[node]
        at = origin_begin[place[node]]
        for k in range(n_edges):
            wanted, below = option[first + k], child[first + k]
            if wanted == CASES:
                numbers[k] = CASES
            else:
                while origin_option[at] != wanted or origin_child[at] != place[below]:
                    at += 1
                numbers[k] = at
                at += 1
            children[k] = new[below]
        new[node] = _node(0, n_edges, place[node], numbers, children, store, control)


@kernel
def rehash(
    begin: Int64s, number: Int32s, child: Int32s, place: Int32s, slots: Words, n_nodes: int
) -> None:
    """Fill ``slots``, all 0, with the nodes but for the end."""
    places = np.uint64(len(slots) - 1)
    for node in range(1, n_nodes):
        hashed = _hashed(begin[node], begin[node + 1], place[node], number, child)
        at = _start(place[node], hashed) & places
        tries = 0
        while slots[at] != ZERO:
            tries += 1
            at = _next(at, tries, hashed, places)
        slots[at] = (hashed >> HALF << HALF) | np.uint64(node)


@kernel
def rehash_known(asked: Words, answer: Int32s, new_asked: Words, new_answer: Int32s) -> None:
    """Move all answers to a larger table, whose ``new_asked`` is 0."""
    for old in range(len(asked)):
        if asked[old] != ZERO:
            at = _free(asked[old], new_asked)
            new_asked[at], new_answer[at] = asked[old], answer[old]


@inlined
def _question(operation: Any, one: Any, two: Any) -> Any:
    """An operation on two nodes as a word, which is not 0."""
    if operation != MINUS and one > two:
        one, two = two, one
    return (np.uint64(operation) << _OPERATION) | (np.uint64(one) << _FIRST) | np.uint64(two)


@inlined
def _free(word: Any, asked: Words) -> Any:
    """The free place in the table where a question belongs."""
    places = np.uint64(len(asked) - 1)
    hashed = mixed(word)
    at = _start((word >> _FIRST) & _NODE, hashed) & places
    tries = 0
    while asked[at] != ZERO:
        tries += 1
        at = _next(at, tries, hashed, places)
    return at


@kernel_part
def _answer(operation: Any, one: Any, two: Any, asked: Words, answer: Int32s) -> Any:
    """What is known of an operation on two nodes, -1 for no solutions; else ``_UNKNOWN``."""
    if one == two:
        return np.int64(_NONE if operation == MINUS else one)
    if one < 0:
        return np.int64(two if operation == OR else _NONE)
    if two < 0:
        return np.int64(_NONE if operation == AND else one)
    word = _question(operation, one, two)
    places = np.uint64(len(asked) - 1)
    hashed = mixed(word)
    at = _start((word >> _FIRST) & _NODE, hashed) & places
    tries = 0
    while asked[at] != ZERO:
        if asked[at] == word:
            return np.int64(answer[at])
        tries += 1
        at = _next(at, tries, hashed, places)
    return np.int64(_UNKNOWN)


@inlined
def _n_cases(node: Any, store: _Store) -> Any:
    """How many cases a node has; 1 if it is no node of cases."""
    first = store.begin[node]
    return store.begin[node + 1] - first if store.number[first] == CASES else 1


@inlined
def _add_cases(node: Any, store: _Store, number: Int32s, child: Int32s, n_pending: Any) -> Any:
    """Put a node's cases, or the node itself, on the stack of edges; returns its new length."""
    n_cases = _n_cases(node, store)
    for k in range(n_cases):
        number[n_pending] = CASES
        child[n_pending] = node if n_cases == 1 else store.child[store.begin[node] + k]
        n_pending += 1
    return n_pending


@kernel_part
def _difference(
    one: int, place: int, n_edges: int, first: int, number: Int32s, child: Int32s, store: _Store,
    control: Int64s,
) -> Any:  # fmt: skip
    """The cases of a difference of products, where there is room.

    From ``first`` on, the stack holds what both have at each child, and then what the first has
    alone at each; the place of the latter is taken by the node of that case.
    """
    here = store.begin[one]
    last = first + 2 * n_edges
    top = last
    for k in range(n_edges):
        if child[first + n_edges + k] < 0:
            continue
        for j in range(n_edges):
            number[last + j] = store.number[here + j]
            if j < k:
                child[last + j] = child[first + j]
            elif j == k:
                child[last + j] = child[first + n_edges + k]
            else:
                child[last + j] = store.child[here + j]
        found = _node(last, last + n_edges, place, number, child, store, control)
        child[first + n_edges + k] = found
    for k in range(n_edges):
        if child[first + n_edges + k] >= 0:
            number[top] = CASES
            child[top] = child[first + n_edges + k]
            top += 1
    if top == last:
        return np.int64(_NONE)
    if top == last + 1:
        return np.int64(child[last])
    return _node(last, top, place, number, child, store, control)


@kernel
def merge(
    origin_option: Int32s, store_begin: Int64s, store_number: Int32s, store_child: Int32s,
    store_place: Int32s, slots: Words, asked: Words, answer: Int32s, number: Int32s,
    child: Int32s, frame_operation: Int32s, frame_one: Int32s, frame_two: Int32s,
    frame_cursor: Int32s, frame_held: Int32s, frame_pending: Int64s, control: Int64s,
) -> Any:  # fmt: skip
    """Answer the question of frame 0; returns why it stopped.

    The store: ``store_begin`` … ``slots`` (see ``_Store``), with the end at first. Questions and
    their answers: ``asked`` and ``answer``, an open-addressing table, free where ``asked`` is 0, at
    most half full. ``number`` and ``child``: a stack of edges of nodes that are being made.

    A frame is a question being worked on: an operation on two nodes. ``frame_pending``: where its
    edges begin on the stack. ``frame_cursor``: the next of its own questions. ``frame_held``: of
    choices, the next edge of the second node; else an answer to be kept.

    A round works on the last frame. A question that is not answered yet becomes a frame; afterwards
    the frame below asks again. Where room is missing, a frame goes on later where it stopped.
    """
    store = _Store(store_begin, store_number, store_child, store_place, slots)
    depth, n_pending, n_known = control[_DEPTH], control[_PENDING], control[_KNOWN]
    why = DONE
    while depth >= 0:
        operation, one, two = frame_operation[depth], frame_one[depth], frame_two[depth]
        cursor, held, pending = frame_cursor[depth], frame_held[depth], frame_pending[depth]
        here, there = store_begin[one], store_begin[two]
        n_one, n_two = store_begin[one + 1] - here, store_begin[two + 1] - there
        cases_one, cases_two = store_number[here] == CASES, store_number[there] == CASES
        product = cases_one or cases_two or origin_option[store_number[here]] == PRODUCT
        if depth + 1 == len(frame_one):
            why = FRAMES_FULL
            break
        if 2 * (n_known + 1) > len(asked):
            why = KNOWN_FULL
            break
        # Stacks of two answers for each child, of a product and of its cases.
        if n_pending + 4 * (n_one + n_two) > len(number):
            why = PENDING_FULL
            break
        if control[_NODES] + n_one + 2 > len(store_place):
            why = GRAPH_FULL
            break
        if control[_EDGES] + n_one + n_two > len(store_child):
            why = GRAPH_FULL
            break
        # The question below that is not answered, and the answer of this frame.
        ask, ask_one, ask_two = 0, 0, 0
        found, finished = np.int64(_UNKNOWN), False
        if not product:
            while ask == 0 and (cursor < n_one or held < n_two):
                edge = store_number[here + cursor] if cursor < n_one else np.int32(2**31 - 1)
                other = store_number[there + held] if held < n_two else np.int32(2**31 - 1)
                below, beside = _NONE, _NONE
                if edge <= other:
                    below = store_child[here + cursor]
                if other <= edge:
                    beside = store_child[there + held]
                value = _answer(operation, below, beside, asked, answer)
                if value == _UNKNOWN:
                    ask, ask_one, ask_two = operation, below, beside
                    break
                if value >= 0:
                    number[n_pending], child[n_pending] = min(edge, other), value
                    n_pending += 1
                cursor += np.int32(edge <= other)
                held += np.int32(other <= edge)
            if ask == 0:
                finished = True
                found = np.int64(_NONE)
                if n_pending > pending:
                    found = _node(
                        pending, n_pending, store_place[one], number, child, store, control
                    )
        elif operation == OR:
            n_different, different = 0, 0
            if not cases_one and not cases_two:
                for k in range(n_one):
                    if store_child[here + k] != store_child[there + k]:
                        n_different += 1
                        different = k
            if n_different == 1:
                below, beside = store_child[here + different], store_child[there + different]
                value = _answer(OR, below, beside, asked, answer)
                if value == _UNKNOWN:
                    ask, ask_one, ask_two = OR, below, beside
                else:
                    for k in range(n_one):
                        number[pending + k] = store_number[here + k]
                        child[pending + k] = store_child[here + k]
                    child[pending + different] = value
                    finished = True
                    found = _node(
                        pending, pending + n_one, store_place[one], number, child, store, control
                    )
            else:
                alone = _answer(MINUS, one, two, asked, answer)
                other_alone = np.int64(_UNKNOWN)
                if alone == _UNKNOWN:
                    ask, ask_one, ask_two = MINUS, one, two
                elif alone == _NONE:
                    finished, found = True, np.int64(two)
                else:
                    other_alone = _answer(MINUS, two, one, asked, answer)
                    if other_alone == _UNKNOWN:
                        ask, ask_one, ask_two = MINUS, two, one
                    elif other_alone == _NONE:
                        finished, found = True, np.int64(one)
                if other_alone >= 0:
                    whole, rest = np.int64(two), alone
                    if _n_cases(one, store) + _n_cases(other_alone, store) < _n_cases(
                        two, store
                    ) + _n_cases(alone, store):
                        whole, rest = np.int64(one), other_alone
                    more = _n_cases(whole, store) + _n_cases(rest, store)
                    if n_pending + more > len(number):
                        why = PENDING_FULL
                        break
                    if control[_EDGES] + more > len(store_child):
                        why = GRAPH_FULL
                        break
                    last = _add_cases(whole, store, number, child, n_pending)
                    last = _add_cases(rest, store, number, child, last)
                    finished = True
                    found = _node(pending, last, store_place[one], number, child, store, control)
        elif operation == MINUS and cases_two and not cases_one:
            # What is left after some cases is held.
            left: Any = np.int64(held if cursor > 0 else one)
            while ask == 0 and not finished:
                value = _answer(MINUS, left, store_child[there + cursor], asked, answer)
                if value == _UNKNOWN:
                    ask, ask_one, ask_two = MINUS, left, store_child[there + cursor]
                    break
                left, held = value, value
                cursor += 1
                if left < 0 or cursor == n_two:
                    finished, found = True, left
        elif cases_one or cases_two:
            n_cases = n_one if cases_one else n_two
            while ask == 0 and cursor < n_cases:
                below = store_child[here + cursor] if cases_one else one
                beside = two if cases_one else store_child[there + cursor]
                value = _answer(operation, below, beside, asked, answer)
                if value == _UNKNOWN:
                    ask, ask_one, ask_two = operation, below, beside
                    break
                if value >= 0:
                    if n_pending + _n_cases(value, store) > len(number):
                        why = PENDING_FULL
                        break
                    n_pending = _add_cases(value, store, number, child, n_pending)
                cursor += 1
            if why == DONE and ask == 0:
                if control[_EDGES] + n_pending - pending > len(store_child):
                    why = GRAPH_FULL
                else:
                    finished = True
                    found = np.int64(_NONE)
                    if n_pending == pending + 1:
                        found = np.int64(child[pending])
                    elif n_pending > pending:
                        found = _node(
                            pending, n_pending, store_place[one], number, child, store, control
                        )
        else:
            n_steps = n_one if operation == AND else 2 * n_one
            while ask == 0 and not finished and cursor < n_steps:
                k = cursor % n_one
                step = AND if cursor < n_one else MINUS
                below, beside = store_child[here + k], store_child[there + k]
                value = _answer(step, below, beside, asked, answer)
                if value == _UNKNOWN:
                    ask, ask_one, ask_two = step, below, beside
                    break
                if value == _NONE and step == AND:
                    # Nothing is in both.
                    finished = True
                    found = np.int64(_NONE if operation == AND else one)
                    break
                number[n_pending], child[n_pending] = store_number[here + k], value
                n_pending += 1
                cursor += 1
            if ask == 0 and not finished:
                if operation == AND:
                    finished = True
                    found = _node(
                        pending, n_pending, store_place[one], number, child, store, control
                    )
                else:
                    n_cases = 0
                    for k in range(n_one):
                        n_cases += child[pending + n_one + k] >= 0
                    if control[_EDGES] + n_cases * (n_one + 1) > len(store_child):
                        why = GRAPH_FULL
                    else:
                        finished = True
                        found = _difference(
                            one, store_place[one], n_one, pending, number, child, store, control
                        )
        frame_cursor[depth], frame_held[depth] = cursor, held
        if why != DONE:
            break
        if finished:
            word = _question(operation, one, two)
            at = _free(word, asked)
            asked[at], answer[at] = word, found
            n_known += 1
            control[_ANSWER] = found
            n_pending = pending
            depth -= 1
            continue
        depth += 1
        frame_operation[depth], frame_one[depth], frame_two[depth] = ask, ask_one, ask_two
        frame_cursor[depth], frame_held[depth], frame_pending[depth] = 0, 0, n_pending
    control[_DEPTH], control[_PENDING], control[_KNOWN] = depth, n_pending, n_known
    return why
