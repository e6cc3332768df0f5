"""The decorators that compile kernels: one for functions that Python calls, one for their parts.

``kernel`` compiles a function with numba when it is first called, without the GIL, and keeps the
machine code on disk (``objects.py``). Later processes run it without numba, and others that need it
at the same time wait for it. Without a folder to write to (a read-only home, a full
disk), every process compiles again. A wheel may bring kernels that numba compiled when it was built
(``bundle.py``).

``kernel_part`` marks a function that only kernels call. Its code becomes part of theirs. Since
kernels share parts, kept machine code depends on all sources that are compiled.

Where numba is not installed, or if NUMBA_DISABLE_JIT is set, kernels are plain Python. In a browser
they are those of the bundle, and plain Python for arguments of other kinds.
"""

from __future__ import annotations

import array
import itertools
import logging
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial, update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from ..common.interrupts import interrupts_held_back
from . import compiles, has_compiler, numba_is_there
from .kinds import Kind, OddArgument, kinds_of, words_of

if TYPE_CHECKING:
    from .bundle import Entry
    from .made import Made

__all__ = ["Kernel", "inlined", "kernel", "kernel_part", "native"]

log = logging.getLogger("exactcover.compile")

Function = TypeVar("Function", bound=Callable[..., Any])
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

#: One kernel at a time is compiled in a process.
_COMPILING = threading.RLock()


def kernel(
    function: Callable[Arguments, Answer],
    parts: tuple[Callable[..., Any], ...] = (),
    types: tuple[Any, ...] = (),
    plain: Callable[..., Any] | None = None,
) -> Kernel[Arguments, Answer]:
    """Compile a function that Python calls, and run it without the GIL.

    It is compiled by numba when first called, and the machine code is cached on disk if possible.
    Without numba it stays plain Python.

    Parameters
    ----------
    function : callable
        Takes numbers, numpy arrays and named tuples of these, by position.
    parts : tuple of callable, optional
        Undecorated functions that it calls.
    types : tuple, optional
        Types of its arguments, if they have no annotations (``exactcover/compile/kinds.py``). Only
        ``exactcover warm`` needs them.
    plain : callable, optional
        Called instead where numba is missing, if there is a faster way in plain Python.

    See Also
    --------
    kernel_part
    """
    if has_compiler():
        return Kernel(function, parts, types)
    in_python = Plain(plain or function)
    return Brought(function, parts, types, in_python) if compiles() else in_python


def kernel_part(function: Function) -> Function:
    """Mark a function that kernels call; it is compiled as a part of them.

    Parameters
    ----------
    function : callable
        Written in the subset of Python that numba compiles.
    """
    return Part(function, {}) if has_compiler() else function  # type: ignore[return-value]


def inlined(function: Function) -> Function:
    """Like ``kernel_part``, but its code is put where it is called: for what every node calls.

    A call hands over each array as seven numbers, which takes longer than a short loop.
    """
    options = {"forceinline": True}
    return Part(function, options) if has_compiler() else function  # type: ignore[return-value]


def native(function: Function) -> Function:
    """A function for which the processor has an instruction; kernels use that one instead."""
    return Native(function, {}) if has_compiler() else function  # type: ignore[return-value]


class Part:
    """A function that is compiled as a part of kernels."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]):
        self._options = options
        self.function = function
        update_wrapper(self, function)

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's form of the function, for kernels.

        Without what lets Python call it: that would take as long to compile as all the rest.
        """
        return self._dispatcher(no_cpython_wrapper=True, no_cfunc_wrapper=True)

    @cached_property
    def _for_python(self) -> Any:
        return self._dispatcher()

    def _dispatcher(self, **options: Any) -> Any:
        from .machine_code import dispatcher

        return dispatcher(self.function, **self._options, **options)

    @property
    def _numba_type_(self) -> Any:
        """Numba asks for it where a kernel names the part: the compiled one is meant."""
        from .machine_code import type_of

        return type_of(self.dispatcher)

    def __call__(self, *arguments: Any) -> Any:
        return self._for_python(*arguments)


class Native(Part):
    """A part that is one instruction."""

    @cached_property
    def dispatcher(self) -> Any:
        from .machine_code import INSTRUCTIONS

        return INSTRUCTIONS[self.function.__name__]

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Kernel(Generic[Arguments, Answer]):
    """A compiled function: machine code for each kinds of arguments it was called with."""

    def __init__(
        self,
        function: Callable[Arguments, Answer],
        parts: tuple[Callable[..., Any], ...] = (),
        types: tuple[Any, ...] = (),
    ):
        self.function = function
        self.parts = parts
        self._types = types
        self._codes: dict[tuple[Kind, ...], Callable[[int], Any]] = {}
        update_wrapper(self, function)

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        if named:
            raise TypeError(f"{self.function.__name__}: a kernel takes no arguments by name")
        answer: Answer = self._answer(arguments)
        return answer

    def _answer(self, arguments: tuple[Any, ...]) -> Any:
        words: list[int] = []
        try:
            kinds = words_of(arguments, words)
        except OddArgument:
            return self._by_numba(*arguments)
        return self._run(kinds, words, arguments)

    def bound(self, values: Mapping[str, Any]) -> Callable[..., Any]:
        """It with its first arguments bound, up to the first that is not in ``values``."""
        first, words = self._first(values), list[int]()
        kinds = words_of(first, words)

        def run(*rest: Any) -> Any:
            all_words = words.copy()
            return self._run(kinds + words_of(rest, all_words), all_words, (*first, *rest))

        return run

    def _first(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        code = self.function.__code__
        names = itertools.takewhile(values.__contains__, code.co_varnames[: code.co_argcount])
        return tuple([values[name] for name in names])

    @property
    def sources(self) -> str:
        """A digest of what it is made of: its functions, and the constants they use."""
        from .sources import sources_of

        return sources_of(self.function)

    def __reduce__(self) -> Any:
        if self.__module__ == "__main__":  # other processes have another one
            return Kernel, (self.function, self.parts, self._types)
        return self.function.__qualname__

    def _run(self, kinds: tuple[Kind, ...], words: list[int], arguments: tuple[Any, ...]) -> Any:
        """The kernel's answer for arguments whose kinds and words are known."""
        code = self._codes.get(kinds)
        if code is None:
            found = self._code(kinds)
            if found is None:
                return self._by_numba(*arguments)
            code = found
        frame = array.array("q", words)
        return code(frame.buffer_info()[0])

    def warm(self) -> None:
        """Have the machine code for arguments of the stated types, without a call."""
        self._code(self.stated_kinds())

    def stated_kinds(self) -> tuple[Kind, ...]:
        """The kinds of its arguments, as stated. Raises :class:`TypeError` if they are not."""
        return kinds_of(self.function, self._types)

    def _code(self, kinds: tuple[Kind, ...]) -> Callable[[int], Any] | None:
        """The machine code for kinds of arguments: from a file, or compiled and kept there."""
        from .made import Code

        # The compiler calls back into Python from C, where an exception is lost, or leaves code
        # half-made.
        with _COMPILING, interrupts_held_back() as interrupts:
            if kinds not in self._codes:  # else by another thread
                made = self.machine_code(kinds, interrupts)
                if made is None:
                    return None
                self._codes[kinds] = Code(made)
        return self._codes[kinds]

    def machine_code(self, kinds: tuple[Kind, ...], interrupts: Sequence[Any] = ()) -> Made | None:
        """The machine code as a file holds it; compiled and kept, if there is no file.

        None if it cannot be kept. ``interrupts`` grows if there is a Ctrl-C meanwhile.
        """
        from .bundle import bundled
        from .compilers import made_by_another
        from .objects import keep, kept, locks_of, stamp_of, turn

        stamp = stamp_of(self.function, self.parts)
        look = partial(kept, self.function, kinds, stamp)
        made = look()
        if made is None:
            made = bundled(self, kinds)
            if made is not None:
                keep(self.function, kinds, stamp, made)
        if made is None:
            _say_that_it_compiles()
            made = made_by_another(self, kinds, interrupts)  # which keeps it
        if made is None:
            with turn(locks_of(self.function, kinds), look, interrupts) as made:
                if made is None:
                    made = self._compiled(kinds)
                    if made is not None:
                        keep(self.function, kinds, stamp, made)
        return made

    def entry(self) -> Entry:
        """The kernel for a bundle: compiled by numba, now."""
        from .bundle import entry_of

        return entry_of(self)

    def _compiled(self, kinds: tuple[Kind, ...]) -> Made | None:
        """The machine code by numba; None if it cannot stand alone."""
        from .machine_code import Unkept, module_of
        from .objects import object_of

        try:
            return object_of(module_of(self.function, kinds, self.parts))
        except Unkept as reason:
            log.info("%s is compiled in every run: %s", self.function.__name__, reason)
            return None

    @cached_property
    def _by_numba(self) -> Any:
        """For arguments that have no words: numba calls it, and compiles it in every run."""
        from .machine_code import dispatcher

        return dispatcher(self.function, self.parts)


class Plain(Kernel[Arguments, Answer]):
    """A kernel in plain Python. Words wrap around in compiled code; numpy would warn."""

    def _answer(self, arguments: tuple[Any, ...]) -> Any:
        import numpy as np

        _say_that_it_is_slow()
        with np.errstate(over="ignore"):
            answer: Any = self.function(*arguments)  # type: ignore[call-arg]
        if isinstance(answer, tuple):
            answer = tuple(each.item() if isinstance(each, np.generic) else each for each in answer)
        return answer.item() if isinstance(answer, np.generic) else answer

    def bound(self, values: Mapping[str, Any]) -> Callable[..., Any]:
        return partial(self, *self._first(values))


class Brought(Kernel[Arguments, Answer]):
    """A kernel from the bundle of a browser; plain Python for what is not there."""

    def __init__(
        self,
        function: Callable[Arguments, Answer],
        parts: tuple[Callable[..., Any], ...],
        types: tuple[Any, ...],
        in_python: Plain[Arguments, Answer],
    ):
        super().__init__(function, parts, types)
        self._in_python = in_python
        self._missing: set[tuple[Kind, ...]] = set()

    def bound(self, values: Mapping[str, Any]) -> Callable[..., Any]:
        try:
            return super().bound(values)
        except OddArgument:  # a function of Python
            return self._in_python.bound(values)

    def _code(self, kinds: tuple[Kind, ...]) -> Callable[[int], Any] | None:
        return None if kinds in self._missing else super()._code(kinds)

    def machine_code(self, kinds: tuple[Kind, ...], interrupts: Sequence[Any] = ()) -> Made | None:
        from .bundle import bundled

        made = bundled(self, kinds)
        if made is None:
            self._missing.add(kinds)
            name = f"{self.__module__}.{self.function.__qualname__}"
            log.warning(
                "%s was not compiled for %s: plain Python is slower", name, self._odd(kinds)
            )
        return made

    def _odd(self, kinds: tuple[Kind, ...]) -> str:
        """The arguments whose kinds are not as stated, in words."""
        names = self.function.__code__.co_varnames
        try:
            stated = self.stated_kinds()
        except TypeError:
            return "a browser"
        both = zip(names, stated, kinds, strict=False)
        return ", ".join(f"{name}: {kind}" for name, of, kind in both if of != kind) or "a browser"

    @cached_property
    def _by_numba(self) -> Any:
        return self._in_python


@cache
def _say_that_it_is_slow() -> None:
    if not compiles() and not numba_is_there():
        why, remedy = "numba is not installed", " (pip install numba)"
        if sys.platform == "emscripten":
            why, remedy = "no kernels for browsers came along", ""
        log.warning("%s: plain Python is some hundred times slower%s", why, remedy)


@cache
def _say_that_it_compiles() -> None:
    """Log once in a process that kernels are being compiled, since that takes seconds."""
    log.info("compiling a search kernel, once; later runs find it compiled")
