"""Text for people to read, with escapes for what would do something else than be seen.

A name from a file may hold anything: sequences that move the cursor or change the title of the
window, line ends that make a line of their own, marks that turn the direction of writing. Such
characters are written as Python writes them, ``\\x1b`` or ``\\u202e``. All others stay as they are.
"""

from __future__ import annotations

import json
import re
from typing import Any, TextIO

__all__ = ["Readable", "escaped", "json_text", "printable"]

#: Control characters; marks of direction; what is invisible or parts lines; halves of UTF-16 pairs,
#: which no file can hold. The joiners U+200C and U+200D are needed to write some languages.
_UNSAFE = (
    "\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f"
)
_CHARACTER = re.compile(f"[{_UNSAFE}]")
#: A backslash that would read as the beginning of an escape.
_BACKSLASH = re.compile(rf"\\(?=\\*(?:x[0-9a-f]{{2}}|u[0-9a-f]{{4}}|U[0-9a-f]{{8}}|[{_UNSAFE}]))")
#: The same characters in an answer, whose lines and columns are the program's own, as are its
#: colours.
_IN_ANSWER = re.compile(
    rf"(?P<own>[\n\t]|\x1b\[(?:0|38;5;[0-9]{{1,3}}(?:;48;5;[0-9]{{1,3}})?)m)|[{_UNSAFE}]"
)


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escaped(text: str, keep: str = "") -> str:
    """A text with escapes, line ends too; the characters in ``keep`` stay as they are."""
    return _CHARACTER.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def printable(name: object) -> str:
    """A name, as ``str`` gives it, on one line and with escapes. Two texts never read alike:
    a backslash that would begin an escape is doubled."""
    return escaped(_BACKSLASH.sub(r"\\\\", str(name)))


def json_text(value: Any, encoding: str = "utf-8", allow_nan: bool = True) -> str:
    """A value as one line of JSON, whose escapes say exactly what the value is. Raises as
    ``json.dumps``.

    JSON is UTF-8 (RFC 8259): in another ``encoding`` it keeps to ASCII.
    """
    in_utf8 = encoding.lower().replace("_", "-") in ("utf-8", "utf8")
    text = json.dumps(value, ensure_ascii=not in_utf8, allow_nan=allow_nan)
    return _CHARACTER.sub(_in_json, text)


def _in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class Readable:
    """A stream for answers: what is printed to it is escaped, but for line ends and colours."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(_IN_ANSWER.sub(lambda found: found["own"] or _escape(found[0]), text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
