"""The command ``puzzles play``: serve a page in the browser until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import exactcover as xc

from ..recognizing import recognized
from ..registry import KINDS, USUAL, purposes
from ..registry import kind as kind_of
from ..shared.shipped import shipped_names, states_puzzle, text_of
from .recent import MOST_TEXT

if TYPE_CHECKING:
    from .server import PageServer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = "Design, solve, play and print puzzles in a browser. Ctrl-C ends it."
    parser.add_argument("file", metavar="FILE", nargs="?", help="the puzzle to open")
    kinds = "the kind of the puzzle in FILE (default: the first kind that can read it)"
    parser.add_argument("--kind", metavar="KIND", help=kinds)
    port = "the port to serve on (default: any free port)"
    parser.add_argument("--port", type=xc.cli.whole_number, metavar="N", help=port)
    xc.cli.add_argument(parser, "--no-browser", "print the address, but open no browser")
    export = "write the page to a new folder for any web server; Python then runs in the browser"
    parser.add_argument("--export", metavar="FOLDER", help=export)
    pyodide = "with --export: a folder with Pyodide and its numpy, so that the page works offline"
    parser.add_argument("--pyodide", metavar="FOLDER", help=pyodide)
    xc.cli.add_unpacked_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C; the exit code."""
    from .server import PageServer

    if arguments.kind is not None and arguments.kind not in purposes():
        hint = xc.text.did_you_mean(arguments.kind, purposes())
        arguments.parser.error(f"--kind {arguments.kind}: expected a kind such as {USUAL}{hint}")
    if arguments.export == "":
        arguments.parser.error("--export: expected the name of a folder")
    if arguments.export is not None and arguments.port is not None:
        arguments.parser.error(
            "--port does not go with --export: an exported page has no server of its own"
        )
    if arguments.file in purposes() and not Path(arguments.file).exists():
        hint = f"for a new puzzle of this kind, write 'puzzles play --kind {arguments.file}'"
        arguments.parser.error(f"{arguments.file}: no such file; {hint}")
    start = start_of(arguments.file, arguments.kind, arguments.unpacked)
    if arguments.export is not None:
        return _export(arguments, start)
    if arguments.pyodide is not None:
        arguments.parser.error("--pyodide goes with --export")
    port = arguments.port or 0
    if port > 65_535:
        arguments.parser.error(f"--port {port}: expected a number up to 65,535")
    try:
        server = PageServer(start, port)
    except OSError as error:
        arguments.parser.error(f"--port {port}: {error.strerror or error}")
    with server:
        print(server.url, flush=True)
        if not arguments.no_browser and not _opened(server):
            print("puzzles: no browser could be opened; open this address", file=sys.stderr)
        with suppress(KeyboardInterrupt):
            server.serve_forever(poll_interval=0.2)
    return xc.cli.ANSWERED


def _opened(server: PageServer) -> bool:
    """Whether a browser was started."""
    try:
        return webbrowser.open(server.entrance())
    except OSError:  # there is no place for a file
        return False


def _export(arguments: argparse.Namespace, start: dict[str, Any]) -> int:
    from .static_site import export, kernels

    folder, shown = Path(arguments.export), xc.cli.shown_path(arguments.export)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        arguments.parser.error(f"--export {shown}: already exists and is not an empty folder")
    pyodide = None if arguments.pyodide is None else Path(arguments.pyodide)
    try:
        export(folder, start, pyodide)
    except ValueError as error:
        arguments.parser.error(f"--pyodide {xc.text.printable(str(error))}")
    if not kernels().exists():
        slow = "its searches are some hundred times slower than with kernels for browsers"
        xc.cli.say(f"puzzles: {slow}, which .ci/kernels makes before the export")
    print(f"{xc.text.escaped(shown)}: the page, for any web server")
    return xc.cli.ANSWERED


def start_of(path: str | None, kind: str | None, unpacked: int | str) -> dict[str, Any]:
    """What the page opens with: the puzzle in a file, or nothing.

    Raises :class:`exactcover.FileFault` for a file that no kind can read, and OSError.
    """
    if path is None:
        return {"kind": kind} if kind else {}
    folder = ""
    if path != "-" and not states_puzzle(path) and not Path(path).exists():
        folders = {kind_of(each).shipped: each for each in ([kind] if kind else [*KINDS][::-1])}
        homes = {each: name for each, name in folders.items() if path in shipped_names(each)}
        if len(homes) > 1:
            kinds = " or ".join(f"--kind {each}" for each in reversed(homes.values()))
            raise xc.FileFault(path, 0, 0, "bundled puzzles of several kinds", kinds)
        folder, kind = next(iter(homes.items()), ("", kind))
    text = text_of(path, unpacked, folder)
    name, shown = Path(path).name if path != "-" else "", xc.cli.shown_path(path)
    if len(text) > MOST_TEXT:
        expected = f"at most {MOST_TEXT:,} on this page"
        raise xc.FileFault(shown, 0, 0, f"{len(text):,} characters", expected)
    found = recognized(text, shown, kind)
    if found.fault is not None:
        raise found.fault
    return {"kind": found.kind, "text": found.text, "name": name}
