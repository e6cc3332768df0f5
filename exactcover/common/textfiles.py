"""Reading and writing whole files: UTF-8, gzip, ``-`` for standard streams.

Written files are compressed if their suffix says so, read ones are recognized by their first bytes.

Opening a file raises OSError. Whatever is raised after that, while it is read, is damage, and the
documented fault of its format (:func:`damage`).
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO

from ..errors import ExactCoverError, FileFault, UnwritableProblem
from ..text import OUTPUT, errors_named, escaped
from .arguments import required_memory

#: Bytes that a compressed file may unpack to by default: a megabyte of gzip may hold a gigabyte,
#: and a problem takes 40 to 200 times the memory of its text.
UNPACKED = 20 * 10**6
#: Bytes that any other file may have by default. A device such as /dev/zero never ends.
_PLAIN = 10**9
#: The first bytes of a compressed file. No text in UTF-8 begins with them.
_GZIP = b"\x1f\x8b"
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
    return decoded(read_bytes(path, unpacked), path)


def read_bytes(path: str, unpacked: int | str = UNPACKED) -> bytes:
    """What a file holds, uncompressed; the arguments and errors are those of :func:`read_text`."""
    most = required_memory(unpacked, "unpacked")
    if path == "-" and sys.stdin is None:
        raise FileFault(shown_path(path), 0, 0, "it is closed", "a problem")
    try:
        if path == "-":
            data = _bounded(sys.stdin.buffer, path, max(most, _PLAIN))
        else:
            with Path(path).open("rb") as file:
                data = _bounded(file, path, max(most, _PLAIN))
        if not data.startswith(_GZIP) and not _is_compressed(path):
            return data
        with gzip.open(io.BytesIO(data)) as stream:
            return _bounded(stream, path, most, "unpacked ")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileFault(path, 0, 0, f"damaged ({error})", "a whole gzip file") from None
    except OSError as error:
        error.filename = error.filename or shown_path(path)
        raise


def decoded(data: bytes, path: str, line: int = 1) -> str:
    """The text of a file, or from a line on. Raises :class:`FileFault`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = LINE_ENDS.split(error.object[: error.start].decode("utf-8"))
        is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        found = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
        place = shown_path(path), line + len(lines) - 1, len(lines[-1]) + 1
        raise FileFault(*place, "this is UTF-16" if is_utf16 else found, "text in UTF-8") from None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, numbered from 1. (All at once take several times its memory.)"""
    begin, number = 0, 1
    while begin <= len(text):
        end = text.find("\n", begin + _CHUNK)
        part = text[begin:] if end < 0 else text[begin:end].removesuffix("\r")
        lines = LINE_ENDS.split(part) if "\r" in part else part.split("\n")
        yield from enumerate(lines, number)
        begin, number = end + 1 or len(text) + 1, number + len(lines)


@contextmanager
def damage(fault: Callable[[Exception], ExactCoverError]) -> Iterator[None]:
    """Whatever is raised while an open file is read is the fault of its format.

    Readers of zip files, arrays and databases raise a dozen kinds of errors, OSError among them.
    """
    try:
        yield
    except ExactCoverError:
        raise
    except Exception as error:
        raise fault(error) from None


def _bounded(stream: IO[bytes] | gzip.GzipFile, path: str, most: int, when: str = "") -> bytes:
    """What is left of a stream; reading stops where that is more than ``most`` bytes."""
    data = bytearray()
    while chunk := stream.read(_CHUNK):
        data += chunk
        if len(data) > most:
            found = f"{when}it has more than {most / 1e6:,.0f} MB"
            expected = "less, unless --unpacked SIZE (in Python, unpacked=) allows more"
            raise FileFault(shown_path(path), 0, 0, found, expected)
    return bytes(data)


def write_text(text: str, path: str) -> None:
    """Write a text. A file that was there is replaced in one step, or left as it was (OSError).

    On a terminal it is escaped; anywhere else it is written as it is.
    """
    write_bytes(packed(_encoded(text, path), path), path)


def write_texts(texts: Mapping[str, str]) -> None:
    """Write texts that belong together, by path, each as :func:`write_text` does. No file is
    replaced before all of them are on the disk."""
    _write({path: packed(_encoded(text, path), path) for path, text in texts.items()})


def check_folder(path: str) -> None:
    """Raise OSError if no file can be written where this one is to be: now, not after minutes."""
    with errors_named(str(Path(path).parent)), TemporaryFile(dir=Path(path).parent):
        pass


def _encoded(text: str, path: str) -> bytes:
    if path == "-" and sys.stdout is not None and sys.stdout.isatty():
        text = escaped(text, "\n\t")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnwritableProblem(f"text cannot hold {text[error.start]!r}") from None


def _is_compressed(path: str) -> bool:
    return path.lower().endswith((".gz", ".svgz"))


def packed(data: bytes, path: str) -> bytes:
    """The data, compressed if the name says so; the result does not depend on the time."""
    return gzip.compress(data, mtime=0) if _is_compressed(path) else data


def write_bytes(data: bytes | memoryview, path: str) -> None:
    """Write a file as it is, ``-`` for standard output. A file that was there is replaced in one
    step, or left as it was (OSError), wherever it is. A pipe, a device or an open stream (such as
    ``/dev/stdout`` or ``/dev/fd/3``, whatever it leads to) is written to."""
    _write({path: data})


def _write(files: Mapping[str, bytes | memoryview]) -> None:
    with ExitStack() as ending:
        ready = []
        for path, data in files.items():
            target = _to_replace(path)
            if target is None:
                _write_through(data, path)
            else:
                ready.append((_beside(target, data, ending), target))
        for temporary, target in ready:
            with errors_named(str(target)):
                temporary.replace(target)


def _to_replace(path: str) -> Path | None:
    """The file to replace; None for standard output, a pipe, a device or an open stream."""
    target = Path(path)
    if path == "-" or _descriptor(path) is not None or (target.exists() and not target.is_file()):
        return None
    try:
        return target.resolve()
    except RuntimeError:  # links that lead to each other, before Python 3.13
        raise OSError(errno.ELOOP, "links that lead to each other", path) from None


def _write_through(data: bytes | memoryview, path: str) -> None:
    """Write to what there is nothing to replace of."""
    if path == "-":
        if sys.stdout is None:
            raise OSError(errno.EBADF, "it is closed", OUTPUT)
        with errors_named(OUTPUT):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    stream = _descriptor(path)
    with errors_named(path):
        for mine in (sys.stdout, sys.stderr):  # after what was printed to it before
            if mine is not None:
                mine.flush()
        with Path(path).open("wb") if stream is None else os.fdopen(os.dup(stream), "wb") as file:
            file.write(data)


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


def _beside(target: Path, data: bytes | memoryview, ending: ExitStack) -> Path:
    """Write a file beside the one to replace, so that renaming it into place is one step on every
    file system. At the end it goes, if it is still there."""
    with errors_named(str(target)):
        with NamedTemporaryFile(prefix=".exactcover-", dir=target.parent, delete=False) as stream:
            temporary = Path(stream.name)
            ending.callback(temporary.unlink, missing_ok=True)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.umask(mask := os.umask(0))
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
    return temporary
