"""Complete text files in and out: UTF-8, gzip by suffix, ``-`` for standard input and output."""

from __future__ import annotations

import errno
import gzip
import os
import re
import sys
import zlib
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from ..errors import BudgetError, FileFault, UnwritableProblem
from ..text import escaped
from .arguments import memory_size

__all__ = [
    "LINE_ENDS", "UNPACKED", "packed", "read_text", "shown_path", "write_bytes", "write_text",
]  # fmt: skip

#: Bytes that a compressed file may unpack to by default: a megabyte of gzip may hold a gigabyte,
#: and a problem takes 40 to 200 times the memory of its text.
UNPACKED = 20 * 10**6
#: Bytes that any other file may have by default. A device such as /dev/zero never ends.
_PLAIN = 10**9
#: Bytes read at once.
_CHUNK = 2**20

#: Any of the three line endings.
LINE_ENDS = re.compile(r"\r\n|\n|\r")
#: Where the open streams of this process are, by their numbers: on Linux and elsewhere.
_STREAMS = re.compile(r"/proc/self(/task/\d+)?/fd|/dev/fd")
#: Links that lead from one to the next, at most.
_MOST_LINKS = 40


def shown_path(path: str) -> str:
    """How messages name a file."""
    return "standard input" if path == "-" else path


def read_text(path: str, unpacked: int | str = UNPACKED) -> str:
    """The text of a file.

    ``unpacked``: how large it may be if it is compressed, in bytes or as a text such as ``"2GB"``.
    What is not compressed may have that many bytes too, and at least 1 GB.
    Raises :class:`FileFault` if it is larger or not whole UTF-8, and OSError.
    """
    most = memory_size(unpacked)
    if most is None:
        raise BudgetError("unpacked", unpacked, "bytes, or a size from 1MB such as '500MB'")
    if path == "-" and sys.stdin is None:
        raise FileFault(shown_path(path), 0, 0, "it is closed", "a problem")
    try:
        if path == "-":
            data = _bounded(sys.stdin.buffer, path, max(most, _PLAIN))
        elif _is_compressed(path):
            with gzip.open(path) as stream:
                data = _bounded(stream, path, most, "unpacked ")
        else:
            with Path(path).open("rb") as stream:
                data = _bounded(stream, path, max(most, _PLAIN))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileFault(path, 0, 0, f"damaged ({error})", "a whole gzip file") from None
    except OSError as error:
        error.filename = error.filename or shown_path(path)
        raise
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = LINE_ENDS.split(error.object[: error.start].decode("utf-8"))
        is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        found = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
        place = shown_path(path), len(lines), len(lines[-1]) + 1
        raise FileFault(*place, "this is UTF-16" if is_utf16 else found, "text in UTF-8") from None


def _bounded(stream: IO[bytes] | gzip.GzipFile, path: str, most: int, when: str = "") -> bytearray:
    """What is left of a stream; reading stops where that is more than ``most`` bytes."""
    data = bytearray()
    while chunk := stream.read(_CHUNK):
        data += chunk
        if len(data) > most:
            found = f"{when}it has more than {most / 1e6:,.0f} MB"
            expected = "less, unless --unpacked SIZE (in Python, unpacked=) allows more"
            raise FileFault(shown_path(path), 0, 0, found, expected)
    return data


def write_text(text: str, path: str) -> None:
    """Write a text. A file that was there is replaced in one step, or left as it was (OSError).

    On a terminal it is escaped; anywhere else it is written as it is.
    """
    if path == "-" and sys.stdout is not None and sys.stdout.isatty():
        text = escaped(text, "\n\t")
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnwritableProblem(f"text cannot hold {text[error.start]!r}") from None
    write_bytes(packed(data, path), path)


def _is_compressed(path: str) -> bool:
    return path.lower().endswith((".gz", ".svgz"))


def packed(data: bytes, path: str) -> bytes:
    """The data, compressed if the name says so; the result does not depend on the time."""
    return gzip.compress(data, mtime=0) if _is_compressed(path) else data


def write_bytes(data: bytes | memoryview, path: str) -> None:
    """Write a file as it is, ``-`` for standard output. A file that was there is replaced in one
    step, or left as it was (OSError), wherever it is. A pipe, a device or an open stream (such as
    ``/dev/stdout`` or ``/dev/fd/3``, whatever it leads to) is written to."""
    if path == "-":
        if sys.stdout is None:
            raise OSError(errno.EBADF, "it is closed", "standard output")
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    stream = _descriptor(path)
    if stream is None and (target.is_file() or not target.exists()):
        try:
            resolved = target.resolve()
        except RuntimeError:  # links that lead to each other, before Python 3.13
            raise OSError(errno.ELOOP, "links that lead to each other", path) from None
        _replace(resolved, data)
        return
    try:
        if stream is None:  # a pipe or a device: there is nothing to replace
            target.write_bytes(data)
        else:
            _write_to(stream, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _descriptor(path: str) -> int | None:
    """The open stream of this process that a path leads to; None for anything else."""
    place = Path(path)
    for _ in range(_MOST_LINKS):
        try:
            folder = place.parent.resolve()
            if _STREAMS.fullmatch(folder.as_posix().replace(f"/{os.getpid()}/", "/self/", 1)):
                return int(place.name) if place.name.isdecimal() else None
            place = folder / place.name
            if not place.is_symlink():
                return None
            place = folder / place.readlink()
        except (OSError, RuntimeError):
            return None
    return None


def _write_to(stream: int, data: bytes | memoryview) -> None:
    """Write to an open stream, after what was printed to it before."""
    for mine in (sys.stdout, sys.stderr):
        if mine is not None:
            mine.flush()
    with os.fdopen(os.dup(stream), "wb") as file:
        file.write(data)


def _replace(target: Path, data: bytes | memoryview) -> None:
    """Write a file. One that was there is replaced in one step, or left as it was (OSError)."""
    # Beside the target, so that renaming it into place is one step on every file system.
    temporary = None
    try:
        folder = target.parent
        with NamedTemporaryFile(prefix=".exactcover-", dir=folder, delete=False) as stream:
            temporary = Path(stream.name)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        temporary.replace(target)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            # Name the file the user knows, not the temporary one.
            raise OSError(error.errno, error.strerror, str(target)) from None
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
