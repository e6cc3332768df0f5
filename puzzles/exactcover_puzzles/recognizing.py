"""Find the kind of puzzle that a text states.

The forms of other programs come first (:attr:`Puzzle.foreign` of each kind): they know their own by
its first lines. Then each kind tries its own reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import exactcover as xc

from .other_kinds import other_kinds
from .reading import read
from .registry import USUAL, kind, purposes
from .shared.source import Reader, Source


class Recognized(NamedTuple):
    """A kind, and the text in a form that it reads; or the kind that comes closest, and the fault
    that it finds. ``others``: further kinds that read the text as it is."""

    kind: str
    text: str
    fault: xc.FileFault | None = None
    others: Sequence[str] = ()


def recognized(
    text: str, path: str = "text", only: str | None = None, own: bool = True
) -> Recognized:
    """The kind that reads a text: any kind, or ``only`` this one. Messages call it ``path``.
    Unless ``own``, only in the form of another program, which is found sooner."""
    source = Source(path, text)
    names = [*purposes()] if only is None else [only]
    foreign = [(name, reader) for name in names for reader in _foreign(name)]
    readers = [*foreign]
    readers += [(name, partial(_unchanged, name, only is None)) for name in names if own]
    faults: list[tuple[tuple[bool, float, int], str, xc.FileFault]] = []
    found: Recognized | None = None
    bare: list[str] = []
    for number, (name, reader) in enumerate(readers):
        if not text.strip():
            break
        source.is_bare = False
        try:
            rewritten = reader(source)
        except xc.FileFault as fault:
            # A form comes closest, or else the kind whose reader got farthest; a fault without a
            # line counts as one in the middle, and one in rows alone as one at the beginning.
            line = fault.line or len(source.lines) / 2 + 0.5
            place = (1, 1) if source.is_bare else (line, fault.column)
            faults.append(((number < len(foreign), *place), name, fault))
        except ValueError:
            continue
        except Exception:  # a kind of another package may do anything
            if only or name not in other_kinds():
                raise
        else:
            if rewritten and number < len(foreign):
                return Recognized(name, rewritten)
            if rewritten and source.is_bare and only is None:
                bare.append(name)
            elif rewritten and found:
                found = found._replace(others=[*found.others, name])
            elif rewritten:
                found = Recognized(name, rewritten)
    if found:
        return found._replace(others=[*found.others, *bare])
    if bare:
        expected = " or ".join(f"'puzzles {name}'" for name in bare) + ", as no word says which"
        several = source.first.fault(f"a puzzle that {len(bare)} kinds read", expected)
        return Recognized(bare[0], text, several if len(bare) > 1 else None)
    if not faults:
        nothing = xc.FileFault(path, 0, 0, "the file contains no puzzle", "a puzzle")
        return Recognized(only or USUAL, text, nothing)
    reached, name, closest = max(faults, key=lambda each: each[0])
    stated, expected = closest.found, closest.expected
    if only is None and reached <= (False, 1, 1):
        expected = f"the text of a puzzle (none of {len(faults)} kinds reads this one)"
        stated = source.called
    elif only is None:
        expected += f" (the text looks most like {name}, but no kind of puzzle reads it)"
    farthest = source.fault(closest.line, closest.column, stated, expected)
    return Recognized(name, text, farthest)


def _foreign(name: str) -> Sequence[Reader]:
    """The readers of a kind for the files of other programs; none of a kind with a fault."""
    try:
        return kind(name).foreign
    except xc.ExactCoverError:
        return ()


def _unchanged(name: str, by_others: bool, source: Source) -> str | None:
    """The text, if this kind reads it: as it is, where others may read it too."""
    of = kind(name)
    if not of.reads_files:
        return None
    own = of.rewritten(source)
    puzzles = [] if by_others and own is not source else read(name, text=own)
    # (Rows alone are read by chance if they are no likely puzzle of this kind.)
    unlikely = by_others and source.is_bare and any(puzzle.misfit for puzzle in puzzles)
    return own.text if puzzles and not unlikely else None
