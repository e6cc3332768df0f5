"""Numbers, times and names as readable text.

Python refuses to print more than 4,300 digits of a number, since that takes long. A count may have
more, and all of them are printed.

A name from a file may contain escape sequences that move the cursor or change the title of the
window, line ends, or marks that turn the direction of writing. These characters are printed as
Python escapes, ``\\x1b`` or ``\\u202e``. All others are unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

__all__ = [
    "OUTPUT", "Readable", "counted", "did_you_mean", "digits", "duration", "errors_named",
    "escaped", "grouped", "interval", "json_text", "printable", "shown_number", "whole",
]  # fmt: skip

Item = TypeVar("Item", bound=Hashable)

#: What errors of writing an answer name as their file.
OUTPUT = "standard output"


def digits(number: int) -> str:
    """All decimal digits of a whole number."""
    number = int(number)
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() < 12_000:  # Python writes these
        return int.__repr__(number)
    # Halves of about the same length; 2^10 is about 10^3.
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).zfill(half)


def whole(text: str, least: int = 0, most: int = 10**100) -> int | None:
    """The whole number in a text of ASCII digits; None for other texts, or out of bounds."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 100 else -1
    return value if least <= value <= most else None


def grouped(number: int) -> str:
    """All decimal digits of a whole number, with commas."""
    from decimal import Decimal

    return f"{Decimal(digits(number)):,}"


def counted(number: int, one: str, more: str = "", shown: Callable[[int], str] = grouped) -> str:
    """A number of things, as in "1 solution" or "9,356 solutions". ``more``: an irregular plural;
    ``shown``: formats the number."""
    return f"{shown(number)} {one if number == 1 else more or one + 's'}"


def did_you_mean(word: str, known: Iterable[str], end: str = "") -> str:
    """The end of a sentence that suggests the known word nearest to an unknown one."""
    from difflib import get_close_matches

    # (A word of over 7/3 of the other's length is never near, and may be a long line.)
    alike = [each for each in known if 3 * len(word) <= 7 * len(each)]
    near = get_close_matches(word.lower(), alike, n=1) if alike else None
    return f"; did you mean '{near[0]}{end}'?" if near else ""


def shown_number(number: int) -> str:
    """A number for a message, with commas; over forty digits, the first ones and their count."""
    if -(10**40) < number < 10**40:
        return f"{number:,}"
    text = digits(number)
    return f"{text[:10]}… ({len(text.lstrip('-')):,} digits)"


def duration(seconds: float) -> str:
    """A time in a suitable unit: 40 s, 12 min, 3.5 h, 8 days."""
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 1.5 * length:
            number = seconds / length
            return f"{number:,.0f} {unit}" if number >= 10 else f"{number:.1f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def percent(share: float) -> str:
    """A share as a percentage, with at least two digits; 0 only for an exact zero."""
    usual = share <= 0 or 0.01 <= share < 1_000
    return f"{100 * share:{'.1f' if usual else '.2g'}} %"


def interval(between: tuple[float, float] | None) -> str:
    """The least and the most time left, in brackets; empty if not known."""
    if between is None:
        return ""
    least, most = map(duration, between)
    return f" (up to {most})" if between[0] < 1 else f" ({least} to {most})"


def cycles(goes: Mapping[Item, Item]) -> Iterator[list[Item]]:
    """The cycles of a permutation, without fixed points."""
    seen: set[Item] = set()
    for first in goes:
        cycle, here = [], first
        while here not in seen:
            seen.add(here)
            cycle.append(here)
            here = goes[here]
        if len(cycle) > 1:
            yield cycle


#: Control characters, direction marks, invisible characters, line separators, and lone halves of
#: UTF-16 pairs, which no file can hold. Some languages need the joiners U+200C and U+200D.
_UNSAFE = (
    "\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f"
)
_CHARACTER = re.compile(f"[{_UNSAFE}]")
#: A backslash that would look like the beginning of an escape.
_BACKSLASH = re.compile(rf"\\(?=\\*(?:x[0-9a-f]{{2}}|u[0-9a-f]{{4}}|U[0-9a-f]{{8}}|[{_UNSAFE}]))")
#: Unsafe characters in an answer; line ends, tabs and colours, which are "kept".
_IN_ANSWER = re.compile(
    rf"(?P<kept>[\n\t]|\x1b\[(?:0|38;5;[0-9]{{1,3}}(?:;48;5;[0-9]{{1,3}})?)m)|[{_UNSAFE}]"
)


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escaped(text: str, keep: str = "") -> str:
    """A text with unsafe characters and line ends escaped, except those in ``keep``."""
    return _CHARACTER.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def printable(name: object) -> str:
    """The ``str`` of a name on one line, with escapes. Different texts stay different: a backslash
    that would begin an escape is doubled."""
    return escaped(_BACKSLASH.sub(r"\\\\", str(name)))


def shortened(text: str, most: int) -> str:
    """A text of at most ``most`` characters; an ellipsis stands for the rest."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def markup(text: str, most: int = 2_000) -> str:
    """A text for HTML and SVG: escaped for both the reader and HTML, and shortened if long."""
    from html import escape

    readable = escaped(shortened(text, most))
    return escape(re.sub("[\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", readable))  # no XML


def in_one_line(value: object) -> str:
    """A foreign value on one line: its repr, or the class and message of an exception."""
    try:
        kind = f"{type(value).__name__}: "
        text = f"{kind}{value}" if isinstance(value, BaseException) else repr(value)
        return text.partition("\n")[0]
    except Exception:
        return f"a {type(value).__name__} that cannot be shown"


def json_text(value: Any, encoding: str = "utf-8", allow_nan: bool = True) -> str:
    """A value as one line of JSON, with unsafe characters escaped. Raises as ``json.dumps``.

    JSON is UTF-8 (RFC 8259); for any other ``encoding`` it is written in ASCII.
    """
    in_utf8 = encoding.lower().replace("_", "-") in ("utf-8", "utf8")
    import json

    text = json.dumps(value, ensure_ascii=not in_utf8, allow_nan=allow_nan)
    return _CHARACTER.sub(_in_json, text)


def _in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


@contextmanager
def errors_named(path: str) -> Iterator[None]:
    """Make an OSError name the file that the user knows, not a temporary one or none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), path) from None


class Readable:
    """A stream for answers, which escapes everything except line ends and colours."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, text: str) -> int:
        text = _IN_ANSWER.sub(lambda found: found["kept"] or _escape(found[0]), text)
        with errors_named(OUTPUT):
            return self._stream.write(text)

    def flush(self) -> None:
        with errors_named(OUTPUT):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
