"""Half a megabyte of any shape is read or rejected in time linear in its length."""

from __future__ import annotations

import contextlib
import time

import pytest

from exactcover_puzzles.registry import KINDS
from tests.fuzz.formats import FORMATS
from tests.fuzz.test_symbols import NOTHING

SIZE = 500_000
#: Seconds of computing for each, at most; most take less than one.
MOST = 6


def counted(pattern, head="", end="\n", least=0):
    """Half a megabyte of numbered parts."""
    size = len(pattern.format(SIZE))
    return head + "".join(pattern.format(least + k) for k in range(SIZE // size)) + end


#: Shapes that once took long, or are like these.
SHAPES = {
    "dlx": [
        "one two " * (SIZE // 8) + "\n",
        "a b\n" + "a " * (SIZE // 2) + "\n",
        counted("c{} ", "a b\n"),
        counted("d{}\n", counted("c{} ")[: SIZE // 5] + "\n"),
        "a\na" + " |1" * (SIZE // 3) + "\n",
        counted("{}|", end="a\n"),
    ],
    "json": [
        counted('"k{}": 1, ', '{"primary": [], "options": [], ', '"k1": 2}'),
        "[" * SIZE,
        counted("[1, {}], ", '{"primary": [1], "options": [], "penalties": [', "[1, 1]]}"),
    ],
    "mps": [
        counted(" c{} other 1\n", "ROWS\n" + counted(" E r{}\n")[: SIZE // 5] + "\nCOLUMNS\n"),
        counted(" E r{}\n", "ROWS\n", "COLUMNS\nENDATA\n"),
    ],
    "spp": [
        f"1 {SIZE // 4}\n" + "1 0\n" * (SIZE // 4),
        f"1 {SIZE // 6}\n" + "1 1 9\n" * (SIZE // 6),
    ],
    "cnf": [counted("{} 0\n", f"p cnf {SIZE} 1\n"), "p cnf 9 1\n" + "1 " * (SIZE // 2) + "0\n"],
    "csv": [counted("c{},")],
    "lp": [counted("x{} + ", "min\nst\n ", "x = 1\nend\n"), counted("c{}: x <= 1\n", "min\nst\n")],
    "ledger": [
        counted("[[sequence.claim]]\nat=[{}]\nvalue=1\nderivations=[{{way='first',date='1',seconds=1,"
                "nodes=1}},{{way='second',date='1',seconds=1,nodes=1}}]\n",
                "title='a'\nquestion='b'\nmachine='c'\nremarks='d'\n[[sequence]]\nsource='s'\nsmall=0\n"),
    ],
    "words": ["grid:\n" + "." * SIZE + "\n"],
    "polyform": [counted("piece {}:\n#\n", "grid: square\nboard:\n###\n")],
}  # fmt: skip


def usual(text):
    """Half a megabyte of the first line of a whole text, and of its last one, made longer."""
    lines = text.rstrip("\n").split("\n")
    for k in {0, len(lines) - 1}:
        before, line = "\n".join([*lines[:k], ""])[not k :], lines[k]
        after = "\n".join(["", *lines[k + 1 :], ""])
        yield before + f"{line}\n" * (SIZE // len(line)) + after
        yield before + f"{line} " * (SIZE // len(line)) + after


@pytest.mark.slow
@pytest.mark.parametrize("name", dict.fromkeys([*NOTHING, *filter(FORMATS.get, KINDS)]))
def test_half_a_megabyte_takes_seconds(name, tmp_path):
    form = FORMATS[name]
    path = tmp_path / form.file
    texts = SHAPES.get(name, [])
    if name not in ("polyform", "mps"):
        texts = [*texts, *usual(form.wholes()[0].decode())]
    for text in texts:
        path.write_text(text)
        began = time.process_time()
        with contextlib.suppress(form.fault):
            form.read(path)
        assert time.process_time() - began < MOST, text[:200]
