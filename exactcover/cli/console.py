"""What the commands of this project share: exit codes, arguments, messages, progress.

Standard output carries the answer alone. Messages go to standard error, and progress goes there
only when it is a terminal.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NoReturn, TextIO

from ..common.arguments import memory_size
from ..common.costs import Cost, cost_text
from ..common.textfiles import UNPACKED
from ..engines.choose import ENGINES
from ..errors import DiagramTooLarge, ExactCoverError, SearchStopped, WorkersGone
from ..statement.results import Interrupted, Progress, ProgressCallback
from ..text import Readable, counted, digits, escaped

__all__ = [
    "ANSWERED",
    "BAD_INPUT",
    "FAULT",
    "INTERRUPTED",
    "NO_SOLUTION",
    "STOPPED",
    "SVG",
    "Held",
    "Parser",
    "add_budget_arguments",
    "add_reading_arguments",
    "add_search_arguments",
    "add_unpacked_argument",
    "check_output",
    "duration",
    "ended",
    "held_back",
    "interval",
    "json_cost",
    "json_number",
    "progress",
    "reading_arguments",
    "run",
    "say",
    "say_fault",
    "search_arguments",
    "seconds",
    "size",
    "status",
    "whole",
    "whole_number",
    "whole_number_from_1",
]

# Exit codes.
ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130

#: Seconds a search runs before progress is shown.
_SHOW_PROGRESS_AFTER = 1.0
#: Seconds from one line of progress to the next where there is no terminal.
_LINE_EVERY = 30.0


#: How the names of drawings end, as text or compressed.
SVG = (".svg", ".svgz", ".svg.gz")


class Parser(argparse.ArgumentParser):
    """An argument parser whose usage errors are one line that tells where help is."""

    def print_help(self, file: Any = None) -> None:
        """Print the help; unlike argparse, raise the OSError if that is not possible."""
        print(self.format_help(), file=file or sys.stdout, end="")

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, escaped(f"{self.prog}: {message} (see {self.prog} --help)") + "\n")


def whole_number(text: str) -> int:
    """An argument that must be a whole number from 0."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 100 else -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 0")
    return value


def whole_number_from_1(text: str) -> int:
    """An argument that must be a whole number from 1."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 100 else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1")
    return value


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of seconds from 0")
    return value


def check_output(
    parser: argparse.ArgumentParser, option: str, path: str | None, endings: Sequence[str]
) -> str:
    """Which of the endings the name of a file to write has, before the work is begun.

    The endings stand for formats; "" stands for a name without one. Case does not matter. Ends the
    program for any other name, and raises OSError where the file could not be written.
    """
    if path is None:
        return ""
    name = Path(path).name.lower()
    if not name or Path(path).is_dir():
        parser.error(f"{option} {path!r}: expected the name of a file")
    if path == "-" and "-" not in endings:
        parser.error(f"{option} needs a file: standard output carries the answer")
    known = [ending for ending in endings if ending[:1] == "." and name.endswith(ending)]
    if not known and (Path(name).suffix or "" not in endings):
        listed = [ending for ending in endings if ending[:1] == "."]
        expected = f"{', '.join(listed[:-1])} or {listed[-1]}" if listed[1:] else listed[0]
        parser.error(f"{option} {path}: expected a name that ends in {expected}")
    folder = Path(os.path.realpath(path)).parent  # a loop of links is no error here
    if path != "-" and not path.startswith("/dev/"):
        if not folder.is_dir():
            raise FileNotFoundError(2, "no such folder", str(folder))
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "no permission to write there", str(folder))
    return max(known, key=len, default="")


def size(text: str) -> int:
    """An argument that must be a number of bytes, such as 500MB."""
    value = memory_size(text)
    if value is None:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a size from 1MB, such as 500MB or 4GB"
        )
    return value


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that reads a problem."""
    parser.add_argument(
        "--repeat",
        action="store_true",
        help="options may be chosen several times, as far as multiplicities allow",
    )
    add_unpacked_argument(parser)


def add_unpacked_argument(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that reads files which may be compressed."""
    parser.add_argument(
        "--unpacked",
        type=size,
        default=UNPACKED,
        metavar="SIZE",
        help=f"how large a .gz file may be uncompressed; default: {UNPACKED // 10**6}MB",
    )


def reading_arguments(arguments: argparse.Namespace) -> dict[str, Any]:
    """Those arguments as keywords for ``files.read``."""
    return {"repeat": arguments.repeat, "unpacked": arguments.unpacked}


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that searches."""
    group = parser.add_argument_group("search")
    group.add_argument("--engine", choices=ENGINES, default="auto", help="default: auto, by size")
    group.add_argument(
        "--order",
        choices=("mrv", "fixed"),
        default="mrv",
        help="branch on the item with the fewest options (mrv, the default) or in order (fixed)",
    )
    group.add_argument("--no-reduce", action="store_true", help="search without propagation first")
    _add_budget(group)


def add_budget_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that may be stopped."""
    _add_budget(parser.add_argument_group("search"))


def _add_budget(group: Any) -> None:
    group.add_argument("--nodes", type=whole_number, metavar="N", help="stop after N search nodes")
    group.add_argument("--seconds", type=seconds, metavar="S", help="stop after S seconds")
    group.add_argument("--quiet", action="store_true", help="no progress and no remarks")


def search_arguments(arguments: argparse.Namespace, callback: ProgressCallback | None) -> Any:
    """Those arguments as keywords for the questions of a problem."""
    return {
        "engine": arguments.engine,
        "order": arguments.order,
        "reduce": not arguments.no_reduce,
        "nodes": arguments.nodes,
        "seconds": arguments.seconds,
        "progress": callback,
    }


def json_number(value: int) -> int | str:
    """A count for JSON: a number, or a string beyond what every reader keeps exact (2^53)."""
    return int(value) if abs(value) < 2**53 else digits(value)


def json_cost(value: Cost) -> int | float | str:
    """A cost for JSON: a number, or a string for fractions and for what not every reader holds."""
    if isinstance(value, float):
        return value
    return json_number(int(value)) if value == int(value) else cost_text(value)


def say(message: str) -> None:
    """A remark of one line on standard error, if there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(escaped(message), file=sys.stderr, flush=True)


def ended(program: str, found: object, stopped: str | None, quiet: bool, more: str = "") -> int:
    """The exit code of a command that answered, with a remark where a search was stopped.

    ``found``: whether, or how many. ``stopped``: what ended the search, as :class:`Count` has it;
    a limit that was asked for is no reason for code 3: there was no question beyond it. ``more``
    is added to the remark.
    """
    if stopped is None:
        return ANSWERED if found else NO_SOLUTION
    if sys.stdout is not None:
        sys.stdout.flush()
    if stopped == "interrupt":
        say(f"{program}: interrupted")
        return INTERRUPTED
    if not quiet:
        how = "at the limit" if stopped == "limit" else f"by the budget of {stopped}"
        say(f"{program}: stopped {how}{more}")
    return ANSWERED if stopped == "limit" else STOPPED


def say_fault(program: str, error: ExactCoverError | OSError) -> None:
    """Print what is wrong with an input or a file."""
    if isinstance(error, OSError):
        place = "standard output" if error.filename is None else error.filename
        say(f"{program}: {place}: {error.strerror or error}")
    else:
        say(f"{program}: {error}")


@contextmanager
def status(quiet: bool) -> Iterator[Callable[[str], None] | None]:
    """A function that shows how far long work is; or None.

    On a terminal after a second, by ``rich`` if it is installed (the extra ``progress``); elsewhere
    a line every half minute.
    """
    if quiet or sys.stderr is None:
        yield None
        return
    if not sys.stderr.isatty():
        yield _rarely()
        return
    line = _StatusLine()
    try:
        yield line.show
    finally:
        line.clear()


def _rarely() -> Callable[[str], None]:
    """A function that prints a line of what it is told, every half minute."""
    last = time.monotonic()

    def show(text: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _LINE_EVERY:
            last = now
            say(text)

    return show


def duration(seconds: float) -> str:
    """So many seconds, in a unit that suits: 40 s, 12 min, 3.5 h, 8 days."""
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 1.5 * length:
            number = seconds / length
            return f"{number:,.0f} {unit}" if number >= 10 else f"{number:.1f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.01 or share <= 0 else f"{100 * share:.2g} %"


def interval(between: tuple[float, float] | None) -> str:
    """What is left, at least and at most, where that tells something."""
    if between is None:
        return ""
    least, most = map(duration, between)
    return f" (up to {most})" if between[0] < 1 else f" ({least} to {most})"


class Held(io.StringIO):
    """Stands in for standard output, and holds back what is printed until it is released."""

    def __init__(self, stream: TextIO):
        super().__init__()
        self._stream = stream
        self._released = False

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the stream: what can be shown depends on it."""
        return self._stream.encoding

    def write(self, text: str) -> int:
        """To the stream, once released."""
        return self._stream.write(text) if self._released else super().write(text)

    def flush(self) -> None:
        """Likewise."""
        if self._released:
            self._stream.flush()

    def release(self) -> None:
        """Print what was held back, and hold back nothing any more."""
        if not self._released:
            self._released = True
            self._stream.write(self.getvalue())
            self.truncate(0)


@contextmanager
def held_back(wait: bool) -> Iterator[Callable[[], None]]:
    """Hold back what is printed until the function that this gives is called, or to the end.

    For commands that write a file, if ``wait``: whoever reads their output may leave at any time,
    and a write that fails ends the program. (On a terminal nothing is held back.)
    """
    if not wait or sys.stdout.isatty():
        yield lambda: None
        return
    held = Held(sys.stdout)
    try:
        with contextlib.redirect_stdout(held):
            yield held.release
    except BaseException:
        with contextlib.suppress(BrokenPipeError):  # the other one is to be told
            held.release()
        raise
    held.release()


@contextmanager
def progress(quiet: bool) -> Iterator[ProgressCallback | None]:
    """The same for searches: a callback, or None."""
    with status(quiet) as show:
        if show is None:
            yield None
            return

        def callback(now: Progress) -> None:
            text = f"{counted(now.found, 'solution')}, {counted(now.nodes, 'node')}"
            text += f", {now.seconds:,.0f} s"
            if now.done is not None:
                text += f", {_percent(now.done)} done"
            if now.left is not None:
                text += f", about {duration(now.left)} left{interval(now.left_between)}"
            show(text)

        yield callback


class _PlainLine:
    """A line of progress without rich: what else is printed on the terminal goes above it."""

    class _Above:
        """A stream to the terminal; what is written to it takes the line's place."""

        def __init__(self, stream: TextIO, line: _PlainLine):
            self.stream = stream
            self._line = line

        def write(self, text: str) -> int:
            self._line.hide()
            self._line.mid_line = self._line.mid_line if not text else text[-1] != "\n"
            return self.stream.write(text)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.stream, name)

    def __init__(self) -> None:
        self._terminal = sys.stderr
        self._shown = False
        #: Whether the cursor stands behind something printed, where no line can be shown.
        self.mid_line = False
        self._names = [
            name
            for name in ("stdout", "stderr")
            if (stream := getattr(sys, name)) is not None and stream.isatty()
        ]
        for name in self._names:
            setattr(sys, name, self._Above(getattr(sys, name), self))

    def show(self, text: str) -> None:
        if not self.mid_line:
            # A longer one would go on in the next line, and that would stay.
            self._terminal.write(f"\r\x1b[K{text[: self._width() - 1]}")
            self._terminal.flush()
            self._shown = True

    def hide(self) -> None:
        """Until it is shown again."""
        if self._shown:
            self._shown = False
            self._terminal.write("\r\x1b[K")
            self._terminal.flush()

    def stop(self) -> None:
        self.hide()
        for name in self._names:
            if isinstance(above := getattr(sys, name), self._Above):
                setattr(sys, name, above.stream)

    def _width(self) -> int:
        """The columns of the terminal."""
        with contextlib.suppress(OSError, ValueError):
            return os.get_terminal_size(self._terminal.fileno()).columns or 80
        return 80


class _StatusLine:
    def __init__(self) -> None:
        self._status: Any = None
        self._spinner: Any = None
        self._text: Any = None
        self._plain: _PlainLine | None = None
        self._started = time.monotonic()

    def show(self, text: str) -> None:
        if time.monotonic() - self._started < _SHOW_PROGRESS_AFTER:
            return
        text = escaped(text)
        if self._status is None and self._plain is None:
            try:
                from rich.console import Console
                from rich.live import Live
                from rich.spinner import Spinner
                from rich.text import Text

                self._text = Text  # as it is: a text of its own would be read as markup
                # An answer on the same terminal goes above the line; one that goes elsewhere must
                # go there, and not to the terminal.
                self._status = Live(
                    console=Console(stderr=True),
                    transient=True,
                    redirect_stdout=sys.stdout is not None and sys.stdout.isatty(),
                )
                self._spinner = Spinner("dots")
                self._status.start()
                if sys.stdout is not None and sys.stdout.isatty():
                    sys.stdout = Readable(sys.stdout)  # rich has put its own there
            except ImportError:
                self._plain = _PlainLine()
        if self._plain is not None:
            self._plain.show(text)
        else:
            self._spinner.update(text=self._text(text))
            self._status.update(self._spinner)

    def clear(self) -> None:
        for line in (self._status, self._plain):
            if line is not None:
                line.stop()


class _Remarks(logging.Handler):
    """Shows the package's log, such as that kernels are being compiled, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(f"{record.name}: {record.getMessage()}")


def show_remarks() -> None:
    """Show the log of both packages on standard error."""
    for name in ("exactcover", "puzzles"):
        logger = logging.getLogger(name)
        if not any(isinstance(handler, _Remarks) for handler in logger.handlers):
            logger.addHandler(_Remarks())
        logger.setLevel(logging.INFO)
        logger.propagate = False


def run(program: str, main: Callable[[list[str]], int], arguments: list[str] | None = None) -> int:
    """Run a command and give its exit code, with every expected failure as one line."""
    if arguments is None:
        arguments = sys.argv[1:]
    if "--quiet" not in arguments:
        show_remarks()
    if sys.stdout is None:
        say(f"{program}: standard output is closed")
        return BAD_INPUT
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding cannot show is escaped, and the answer stands.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with _presses() as presses, contextlib.redirect_stdout(Readable(sys.stdout)):
            code = main(arguments)
        sys.stdout.flush()
    except SystemExit as end:  # argparse: help was printed, or the usage was bad
        code = end.code if isinstance(end.code, int) else BAD_INPUT
    except Interrupted as interruption:
        say(f"{program}: interrupted; the answer so far: {interruption.partial}")
        code = INTERRUPTED
    except KeyboardInterrupt:
        say(f"{program}: interrupted")
        code = INTERRUPTED
    except ExactCoverError as error:
        say(f"{program}: {error}")
        stops = DiagramTooLarge | WorkersGone | SearchStopped
        code = STOPPED if isinstance(error, stops) else BAD_INPUT
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            return _unread()
        say_fault(program, error)
        code = BAD_INPUT
    except MemoryError:
        say(f"{program}: out of memory")
        code = STOPPED
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name in ("numba", "llvmlite"):
            say(f"{program}: {error}")
            return _flushed(program, BAD_INPUT)
        if presses:
            # Ctrl-C while a library was being loaded, which made an error of its own of it.
            say(f"{program}: interrupted")
            return _flushed(program, INTERRUPTED)
        # A fault of this program. It must not be taken for an answer, as exit code 1 would be.
        for line in traceback.format_exc().splitlines():
            say(line)
        say(f"{program}: this is a fault of the program; please report it")
        code = FAULT
    return _flushed(program, code)


class _Whole:
    """See :func:`whole`."""

    def __init__(self) -> None:
        self._depth = 0
        self._pressed = False

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, kind: object, *rest: object) -> None:
        self._depth -= 1
        if self._pressed and not self._depth:
            self._pressed = False
            if kind is None:
                raise KeyboardInterrupt

    def waits(self) -> bool:
        """Whether a Ctrl-C that comes now is to wait; a second one is not."""
        self._pressed, before = self._depth > 0, self._pressed
        return self._pressed and not before


_WHOLE = _Whole()


def whole() -> AbstractContextManager[None]:
    """What is printed within comes whole: Ctrl-C counts when it is over.

    A second Ctrl-C does not wait, since a reader that does not read would hold it up.
    """
    return _WHOLE


@contextmanager
def _presses() -> Iterator[list[int]]:
    """Note every Ctrl-C, besides raising KeyboardInterrupt; a list that is not empty after one."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    main_thread = threading.current_thread() is threading.main_thread()
    if not main_thread or before is not signal.default_int_handler:
        yield pressed  # whoever called has his own way with Ctrl-C
        return

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        if not _WHOLE.waits():
            signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _unread() -> int:
    """The end of a command whose reader has had enough."""
    # Keep Python from trying to flush the rest.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return STOPPED


def _flushed(program: str, code: int) -> int:
    """Write out what is left of the output; a disk that is full shows here at the latest."""
    try:
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            say(f"{program}: standard output: {error.strerror}")
        _unread()
        return STOPPED if isinstance(error, BrokenPipeError) else BAD_INPUT
    return code
