"""The tables of figures in the documentation: ``python -m benchmarks.tables``.

The output of each benchmark is kept in a file of ``benchmarks/figures``, below its command and its
date. In README.md and docs/ each table stands between two comments; the first one names the file,
or a paragraph of it, and repeats command and date, with a digest of the file. So a test
notices any table that is edited by hand or out of date.

Without arguments, all tables are rewritten in the documents, and listed, the oldest first.
``--measure NAME …`` first runs these commands again and stores their output.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .machine import machine

__all__ = ["DOCUMENTS", "FIGURES", "Figures", "main", "rendered"]

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "benchmarks" / "figures"
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("[!_]*.md")))

_TABLE = re.compile(
    r"^<!-- figures: ([\w-]+)(?: (\d+))?[;\s][^\n]*-->\n.*?^<!-- end -->$", re.M | re.S
)


@dataclass(frozen=True)
class Figures:
    """What a command printed: ``about`` has its command, date and machine."""

    about: dict[str, str]
    text: str

    @staticmethod
    def read(name: str) -> Figures:
        """Those of a file."""
        head, _, text = (FIGURES / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
        return Figures(dict(line.split(": ", 1) for line in head.splitlines()), text)

    def write(self, name: str) -> None:
        """Keep them in a file."""
        head = "".join(f"{key}: {value}\n" for key, value in self.about.items())
        (FIGURES / f"{name}.txt").write_text(f"{head}\n{self.text}", encoding="utf-8")

    @property
    def digest(self) -> str:
        """What tells them from others."""
        return hashlib.sha256(f"{self.about}{self.text}".encode()).hexdigest()[:12]

    @property
    def source(self) -> str:
        """Where they come from, as a sentence for readers."""
        words = f"Measured by `{self.about['command']}`, {self.about['date']}"
        machine = self.about.get("machine")
        return f"*{words}, on {machine}.*" if machine else f"*{words}.*"

    def part(self, number: str | None) -> str:
        """A paragraph of the text, counted from 1; or all of it."""
        paragraphs = self.text.rstrip("\n").split("\n\n")
        return "\n\n".join(paragraphs if number is None else [paragraphs[int(number) - 1]])


def rendered(text: str) -> str:
    """A document with its tables as the files have them."""

    def table(found: re.Match[str]) -> str:
        name, number = found.groups()
        figures = Figures.read(name)
        which = name if number is None else f"{name} {number}"
        about = f"{figures.about['command']}; {figures.about['date']}; {figures.digest}"
        return (
            f"<!-- figures: {which}; {about} -->\n```\n{figures.part(number)}\n```\n\n"
            f"{figures.source}\n<!-- end -->"
        )

    return _TABLE.sub(table, text)


def measure(name: str) -> None:
    """Run the command of a file again, and keep what it prints."""
    command = Figures.read(name).about["command"]
    words = [sys.executable if word == "python" else word for word in shlex.split(command)]
    text = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout
    if text.startswith(machine()):
        text = text.partition("\n")[2]
    today = datetime.date.today().isoformat()
    about = {"command": command, "date": today, "machine": machine(text)}
    Figures(about, text.strip("\n") + "\n").write(name)


def main() -> None:
    """Run the requested measurements, and write all tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    names = sorted(path.stem for path in FIGURES.glob("*.txt"))
    parser.add_argument("--measure", nargs="+", choices=names, default=[], metavar="NAME")
    for name in parser.parse_args().measure:
        measure(name)
    for document in DOCUMENTS:
        before = document.read_text(encoding="utf-8")
        document.write_text(rendered(before), encoding="utf-8")
    for date, name in sorted((Figures.read(name).about["date"], name) for name in names):
        print(f"{date}  {name:<20}{Figures.read(name).about['command']}")


if __name__ == "__main__":
    main()
