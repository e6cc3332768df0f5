"""Machine code of kernels: saved to files, read back and run.

A file holds one kernel for one list of kinds of arguments. Its first line is JSON: a *stamp* of all
that the code depends on (the sources, numba, llvmlite, the processor), what the kernel returns and
needs, and a digest of the object file that follows. A file is run only if its stamp is ours, its
digest is right, and nobody but us and root could have written it.

One process compiles a kernel; others that need it at the same time wait for its file. The lock is a
file beside that of the kernel, locked by the process that compiles. The system lets go of it when
that process ends, however it ends. Nobody depends on it: where nothing can be locked (no folder to
write to, a file system or a system without locks), and where the other process takes longer than
any kernel, a process compiles for itself, which is only slower.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import logging
import os
import pkgutil
import stat
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, EnumType
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

from llvmlite import __version__ as llvmlite_version
from llvmlite import binding as llvm

from ..common.textfiles import write_bytes

log = logging.getLogger("exactcover")

#: The name of the function in every module and object file.
ENTRY = "entry"
#: The modules on which the code of every kernel depends.
_MAKERS = ("kinds", "machine_code", "objects")
#: Seconds between two looks at another process that compiles, and until this one does it itself.
_LOOK, _PATIENCE = 0.05, 300.0

Found = TypeVar("Found")


@dataclass(frozen=True)
class Made:
    """A kernel as LLVM's bitcode, or as an object file: machine code.

    ``returns``: what it returns, as for ``struct``. ``needs``: the functions of other libraries
    that it calls.
    """

    returns: str
    needs: list[str]
    code: bytes


def object_of(module: Made) -> Made:
    """Machine code from bitcode. Raises RuntimeError if this version of llvmlite cannot read it."""
    read = llvm.parse_bitcode(module.code)
    read.triple = llvm.get_default_triple()
    return replace(module, code=target_machine().emit_object(read))


class Code:
    """The function of an object file, in memory. It is called without Python's lock."""

    def __init__(self, made: Made):
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(made.code))
        self._engine.finalize_object()
        address = self._engine.get_function_address(ENTRY)
        word = ctypes.c_void_p
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, word, word, word)(address)
        self._tuple = made.returns.startswith("(")
        self._returns = struct.Struct(made.returns.strip("()"))
        self._size = max(8, self._returns.size)
        self._error = ctypes.create_string_buffer(self._size)  # which nobody reads

    def __call__(self, address: int) -> Any:
        """Run it with the arguments at an address; what it returns."""
        result = ctypes.create_string_buffer(self._size)
        if self._call(result, self._error, address) not in (0, -2):
            raise ArithmeticError("a kernel failed")  # it divided by zero, or the like
        found = self._returns.unpack_from(result)
        return found if self._tuple else found[0] if found else None


def target_machine() -> Any:
    """This machine, as llvmlite compiles for it: a new one, which an engine may own."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        jit=True,
    )


# -- files -----------------------------------------------------------------------------------------


def kept(function: Callable[..., Any], kinds: Any, stamp: dict[str, str]) -> Made | None:
    """The machine code of a kernel from a file, if there is one that may be run."""
    name = _name(function, kinds)
    for folder in _folders(function):
        text = _trusted(folder, name)
        if text is not None:
            try:
                return unpacked(text, stamp=stamp)
            except ValueError as reason:
                log.debug("%s is not used: %s", folder / name, reason)
    return None


def packed(made: Made, **about: Any) -> bytes:
    """The text of a file: a line of JSON about the code, and the code."""
    about |= {"returns": made.returns, "needs": made.needs}
    digest = _digest(json.dumps(about).encode() + made.code)
    return json.dumps(about | {"digest": digest}).encode() + b"\n" + made.code


def unpacked(text: bytes, **about: Any) -> Made:
    """What was packed. Raises :class:`ValueError` if it was about something else, or cannot run."""
    head, _, code = text.partition(b"\n")
    try:
        told = json.loads(head)
        made = Made(told["returns"], told["needs"], code)
    except (ValueError, KeyError, TypeError):
        raise ValueError("it is damaged") from None
    if packed(made, **about) != text:
        raise ValueError("it is damaged, or of another version")
    if None in map(llvm.address_of_symbol, made.needs):  # LLVM would end the process
        raise ValueError("it needs a function that is not there")
    return made


def keep(function: Callable[..., Any], kinds: Any, stamp: dict[str, str], made: Made) -> None:
    """Write a file in the first folder that takes it."""
    name = _name(function, kinds)
    for folder in _writable(function):
        with contextlib.suppress(OSError):
            write_bytes(packed(made, stamp=stamp), str(folder / name))
            (folder / name).chmod(0o644)  # or it would not be trusted
            return
    _say_that_nothing_is_kept()


@cache
def _say_that_nothing_is_kept() -> None:
    """Once, however many kernels are compiled."""
    log.info("no folder to keep compiled kernels in: they are compiled anew in every run")


def _writable(function: Callable[..., Any]) -> Iterator[Path]:
    """Those of the folders for files, made if need be, where only we and root can write."""
    for folder in _folders(function):
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _ours_alone(os.lstat(folder), stat.S_ISDIR):
                yield folder


def _folders(function: Callable[..., Any]) -> Iterator[Path]:
    """Where files may be: beside the source of a module, from where Python takes its own code as
    well; in the user's cache; in a temporary folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    if function.__globals__.get("__spec__") is not None:  # it was imported
        yield Path(function.__code__.co_filename).parent / "__pycache__"
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with contextlib.suppress(RuntimeError):  # no home
        yield (Path(home) if home else Path.home() / ".cache") / "exactcover"
    if hasattr(os, "getuid"):
        yield Path(tempfile.gettempdir()) / f"exactcover-kernels-{os.getuid()}"


def _ours_alone(found: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Whether only we and root can have written a file or folder: its code will be run."""
    if not is_kind(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid in (0, os.getuid()) and not found.st_mode & 0o022


def _trusted(folder: Path, name: str) -> bytes | None:
    """What a file holds, if it is there and only we and root can have written it."""
    try:
        if not _ours_alone(os.lstat(folder), stat.S_ISDIR):
            return None
        with (folder / name).open("rb") as file:
            if not _ours_alone(os.fstat(file.fileno()), stat.S_ISREG):
                return None
            return file.read()
    except OSError:
        return None


def _name(function: Callable[..., Any], kinds: Any) -> str:
    """The name of a file: the kernel, and a digest of the kinds and of the machine."""
    machine = f"{sys.platform} {llvm.get_host_cpu_name()} {kinds}"
    return f"{function.__module__}.{function.__qualname__}-{_digest(machine.encode())[:12]}.kernel"


def stamp_of(
    function: Callable[..., Any], parts: Iterable[Callable[..., Any]] = ()
) -> dict[str, str]:
    """All that a kernel's machine code depends on; ``parts`` as for :func:`exactcover.kernel`."""
    return {**_machine(), "sources": sources_of(function, parts)}


@cache
def _machine() -> dict[str, str]:
    numba = importlib.util.find_spec("numba")
    version = b""
    if numba is not None and numba.origin is not None:
        with contextlib.suppress(OSError):
            version = Path(numba.origin).with_name("_version.py").read_bytes()
    return {
        "numba": _digest(version),
        "llvmlite": llvmlite_version,
        "processor": llvm.get_host_cpu_name(),
        "features": _digest(llvm.get_host_cpu_features().flatten().encode()),
    }


def sources_of(function: Callable[..., Any], parts: Iterable[Callable[..., Any]] = ()) -> str:
    """A digest of what a kernel's code is made of: its functions, and the constants they use."""
    digest = hashlib.blake2b(_own_sources(), digest_size=16)
    for each in _made_of(function, parts):
        digest.update(repr(_instructions(each.__code__)).encode() if callable(each) else each)
    return digest.hexdigest()


def texts_of(function: Callable[..., Any], parts: Iterable[Callable[..., Any]] = ()) -> str:
    """A digest of the files and constants of which a kernel is made, alike for all versions of
    Python. Raises :class:`OSError` if a file cannot be read."""
    made_of = list(_made_of(function, parts))
    files = {each.__code__.co_filename for each in made_of if callable(each)}
    texts = sorted(Path(each).read_bytes() for each in files)
    values = sorted(each for each in made_of if isinstance(each, bytes))
    return _digest(_own_sources() + b"".join(texts) + b"".join(values))


def _made_of(
    function: Callable[..., Any], parts: Iterable[Callable[..., Any]]
) -> Iterator[Callable[..., Any] | bytes]:
    """The functions of which a kernel is made, each once, and the constants they use, as bytes."""
    #: What they use, with the names in the code that uses it: they say which members count.
    left: list[tuple[Any, tuple[str, ...]]] = [(each, ()) for each in (function, *parts)]
    seen = set()
    while left:
        value, names = left.pop()
        value = getattr(value, "__wrapped__", value)
        used: list[Any] = []
        if hasattr(value, "__code__"):
            if value not in seen:
                seen.add(value)
                yield value
                names = tuple(name for code in _codes(value.__code__) for name in code.co_names)
                used += [cell.cell_contents for cell in value.__closure__ or ()]
                used += value.__defaults__ or ()
                used += map(value.__globals__.get, names)
        elif isinstance(value, Enum):
            yield repr(value).encode()
        elif isinstance(value, type) and hasattr(value, "_fields"):
            yield repr(value._fields).encode()
        elif isinstance(value, EnumType):
            used += value
        elif isinstance(value, ModuleType | type):
            of = value.__name__ if isinstance(value, ModuleType) else value.__module__
            yield f"{of} {value.__name__}".encode()
            if of.partition(".")[0] != "numpy" and (value, names) not in seen:
                seen.add((value, names))
                used += [getattr(value, name, None) for name in names]
        elif hasattr(value, "tobytes"):  # numbers and arrays of numpy
            yield f"{value.dtype} {value.shape}".encode() + value.tobytes()
        elif isinstance(value, tuple):
            yield f"{len(value)} members".encode()
            used += value
        elif value is not None:
            yield repr(value).encode()
        left += [(each, names) for each in used]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those that are made inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _instructions(code: CodeType) -> list[Any]:
    """What a function does, whatever its file and lines are."""
    return [
        (each.co_code, each.co_names, each.co_varnames, each.co_argcount,
         [constant for constant in each.co_consts if not isinstance(constant, CodeType)])
        for each in _codes(code)
    ]  # fmt: skip


@cache
def _own_sources() -> bytes:
    """A digest of the files that make entries."""
    with contextlib.suppress(OSError):  # there are none, but for what Python makes of them
        files = (pkgutil.get_data(__package__, f"{name}.py") or b"" for name in _MAKERS)
        return _digest(b"".join(files)).encode()
    return b""


def _digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=16).hexdigest()


# -- waiting for a process that compiles the same --------------------------------------------------


def locks_of(function: Callable[..., Any], kinds: Any) -> Iterator[Path]:
    """Where a process may show that it compiles a kernel, the best place first."""
    name = _name(function, kinds)
    return (folder / f"{name}.lock" for folder in _writable(function))


@contextlib.contextmanager
def turn(
    files: Iterator[Path], look: Callable[[], Found | None], interrupts: Sequence[Any]
) -> Iterator[Found | None]:
    """Wait for one's turn to compile a kernel, which lasts as long as the block.

    Gives what ``look`` finds, if another process has made it by then; else None: compile it.
    ``files``: where the lock may be, the best place first. Raises :class:`KeyboardInterrupt` as
    soon as ``interrupts`` are not empty.
    """
    handle, file = _opened(files)
    if handle is None:
        yield None
        return
    try:
        yield _waited(handle, file, look, interrupts)
        # Not after an error: then another one shall go on.
        with contextlib.suppress(OSError):
            if _names(file, handle) and _locked(handle) is not False:
                file.unlink()
    finally:
        os.close(handle)


def _opened(files: Iterator[Path]) -> tuple[int | None, Path]:
    for file in files:
        with contextlib.suppress(OSError):
            # Nobody else may lock it, which takes no more than to read it.
            return os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600), file
    return None, Path()


def _waited(
    handle: int, file: Path, look: Callable[[], Found | None], interrupts: Sequence[Any]
) -> Found | None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        # If the file has gone, the other process is done, and if it has kept nothing, nothing can
        # be kept. If it is there and can be locked, that process has died.
        over = not _names(file, handle) or _locked(handle) is not False
        found = look()
        if over or found is not None:
            return found
        if interrupts:
            raise KeyboardInterrupt
        time.sleep(_LOOK)
    return None


def _locked(handle: int) -> bool | None:
    """Whether it is ours now, or was before; None if nothing can be locked here."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def _names(file: Path, handle: int) -> bool:
    """Whether the name of a file stands for what was opened by it."""
    try:
        return os.path.samestat(file.lstat(), os.fstat(handle))
    except OSError:
        return False
