"""The code and the commands on pages of the documentation, run as a reader would run them.

What a page may hold:

* ``python``: the blocks of a page run one after the other. What a line prints stands behind it, as
  in ``print(1 + 1)  # 2``. Lines without such a comment print what the next plain block shows.
* a plain block or ``console`` that begins with ``$``: commands, each with what it prints, answers
  before remarks. They run in a folder of their own.
* ``<!-- file: NAME -->`` before a block: it is a file in that folder.
* ``<!-- puzzle: KIND -->`` before a block: it is a file of this kind, with a solution.
* ``sh``: commands that take long, or are not ours. They are parsed and not run.

A line ``…`` in what is printed stands for any lines.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import exactcover as xc
import exactcover_puzzles as puzzles
from tests.commands import PROGRAMS
from tests.paths import ROOT

PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md"))
      if not {"_build", "generated", "gallery"} & set(page.relative_to(ROOT).parts)),
]  # fmt: skip

#: The scripts of the gallery, which the site runs and shows.
GALLERY = sorted((ROOT / "docs" / "gallery").rglob("*.py"))

_BLOCK = re.compile(
    r"(?:^<!-- (?P<kind>\w+)(?:: (?P<what>[^\n]*?))? -->\n)?"
    r"^(?P<indent> *)```(?P<language>[\w-]*)[^\n]*\n(?P<text>.*?)^ *```$",
    re.M | re.S,
)


class Block(NamedTuple):
    """A fenced block: its language, its text, its line, and what the comment before it says."""

    language: str
    text: str
    line: int
    kind: str
    what: str


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text, read = page.read_text(encoding="utf-8"), []
    for found in _BLOCK.finditer(text):
        code = re.sub(rf"^{found['indent']}", "", found["text"], flags=re.M)
        line = text[: found.start("text")].count("\n") + 1
        read.append(Block(found["language"], code, line, found["kind"] or "", found["what"] or ""))
    return read


def is_session(block: Block) -> bool:
    """Whether a block shows commands and what they print."""
    return block.language in ("", "console") and block.text.startswith("$ ")


def fits(shown: str, printed: str) -> bool:
    """Whether this was printed; a line "…" stands for any lines."""
    parts = re.split(r"^ *…\n", shown, flags=re.M)
    return re.fullmatch(r"(?:.*\n)*?".join(map(re.escape, parts)), printed) is not None


class Reader:
    """Runs what a page holds, in a folder. ``faults``: where it is not as the page says."""

    def __init__(self, page: Path, folder: Path):
        self.page, self.folder = page, folder
        self.faults: list[str] = []
        # Data classes look up the module that they are made in.
        self._module = sys.modules["__page__"] = ModuleType("__page__")

    def read(self) -> None:
        """Run everything."""
        every = blocks(self.page)
        with chdir(self.folder):
            for block, after in zip_longest(every, every[1:]):
                if block.kind == "file":
                    Path(block.what).parent.mkdir(exist_ok=True)
                    Path(block.what).write_text(block.text, encoding="utf-8")
                if block.kind == "puzzle":
                    self._solve(block)
                # (What is indented is part of a class; the tests of a tutorial run on their own.)
                part = block.text.startswith(" ") or block.what.startswith("test_")
                if block.language == "python" and not part:
                    self._run(block, after)
                elif is_session(block):
                    self._ask(block)
                elif block.language == "sh":
                    self._parse(block)

    def _fault(self, block: Block, line: int, found: object, expected: object) -> None:
        place = f"{self.page.name}:{block.line + line}"
        self.faults.append(f"{place}: found {found!r}, expected {expected!r}")

    def _run(self, block: Block, after: Block | None) -> None:
        printed: dict[int, list[str]] = {}

        def recorded(*values: object, sep: str = " ", end: str = "\n", **_: object) -> None:
            line = sys._getframe(1).f_lineno
            printed.setdefault(line, []).append(sep.join(map(str, values)) + end)

        names = vars(self._module)
        names["print"] = recorded
        exec(compile(block.text, f"{self.page.name}:{block.line}", "exec"), names)
        rest = ""
        lines = block.text.splitlines()
        for line, texts in printed.items():
            comment = re.search(r"\)  # (.*)$", lines[line - 1])
            if comment is None:
                rest += "".join(texts)
                continue
            if "".join(texts) != comment[1] + "\n":
                self._fault(block, line - 1, "".join(texts), comment[1])
        if rest:
            shown = after.text if after is not None and after.language in ("", "text") else ""
            if not fits(shown, rest):
                self._fault(block, 0, rest, shown)

    def _solve(self, block: Block) -> None:
        for puzzle in puzzles.read(block.what, text=block.text):
            if not puzzle.problem.first():
                self._fault(block, 0, "no solution", "a puzzle")

    def _ask(self, block: Block) -> None:
        for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.M):
            printed = answer(found[1])
            if not fits(found[2], printed):
                self._fault(block, block.text[: found.start()].count("\n"), printed, found[2])

    def _parse(self, block: Block) -> None:
        for line in filter(None, block.text.splitlines()):
            words = _words(re.split(" [<>|] ", line)[0])
            program = PROGRAMS.get(words[0])
            if program is not None:
                try:
                    program.parser(words[1:]).parse_args(words[1:])
                except SystemExit:
                    self._fault(block, 0, line, "a command that is understood")


def _words(line: str) -> list[str]:
    """The words of a command; those of a module begin with its name."""
    return shlex.split(line.removeprefix("python -m "), comments=True)


def answer(command: str) -> str:
    """What a command prints: what goes to standard output, then what goes to standard error."""
    words = _words(command)
    cut = min((words.index(sign) for sign in "<>" if sign in words), default=len(words))
    (program, *arguments), streams = words[:cut], words[cut:]
    files = dict(zip(streams[::2], streams[1::2], strict=True))
    if program == "cat":
        return "".join(Path(each).read_text(encoding="utf-8") for each in arguments)
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(Path(files["<"]).read_bytes() if "<" in files else b""))
    with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", given)
        xc.cli.run(program, PROGRAMS[program].main, arguments)
    out.flush()
    printed = out.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]
    if ">" in files:
        Path(files[">"]).write_text(printed, encoding="utf-8")
        printed = ""
    # What is said of compiling depends on what ran before.
    return printed + "".join(
        line for line in err.getvalue().splitlines(keepends=True) if "compil" not in line
    )
