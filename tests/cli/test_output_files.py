"""Files that commands write: there and whole whatever becomes of standard output, and of the format
that their names say."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover_puzzles.borders.engine_search import Arrangements
from tests.commands import PROGRAMS
from tests.interrupting import ENVIRONMENT

PROBLEM = "a b c\na\nb\nc\na b\nb c\n"
BOARD = "grid: square\npieces: trominoes\n\nboard:\n####\n####\n\npiece domino:\n##\n"
REFLECT = "...A..\nB....B\nA....C\nE.....\nH.....\n.GFED.\npieces: ///\\oo\n"
GROUP = "[]"

#: How a file of a format begins and ends.
FORMS = {
    "svg": (b"<", b"</svg>"), "png": (b"\x89PNG", b"IEND\xaeB`\x82"), "pdf": (b"%PDF", b"%%EOF"),
    "dot": (b"digraph", b"}"), "zdd": (b"PK", b""), "json": (b"{", b"}"), "cnf": (b"c t pmc", b"0"),
    "dlx": (b"", b""), "txt": (b"", b""), "npy": (b"\x93NUMPY", b""),
}  # fmt: skip


def contents(path):
    """What a file holds, in the format that its name says; but for the date in a PDF."""
    name, data = path.name.lower(), path.read_bytes()
    if name.endswith("z"):
        name, data = name.removesuffix(".gz").removesuffix("z"), gzip.decompress(data)
    begin, end = FORMS[name.rpartition(".")[2]]
    assert data.startswith(begin)
    assert data.strip().endswith(end)
    return re.sub(rb"/CreationDate \(.*?\)", b"", data)


#: What a format takes; resvg makes the pictures of solutions, Pillow those of sheets.
NEEDS = {"PNG": ["PIL"], "png": ["PIL", "resvg_py"], "pdf": ["cairosvg"]}
#: Command lines, with OUT for each file that is written.
SWEEP = [
    "exactcover zdd PROBLEM -o OUT.zdd",
    "exactcover zdd PROBLEM -o OUT.dot",
    "exactcover zdd PROBLEM -o OUT.SVG",
    "exactcover convert PROBLEM -o OUT.json",
    "exactcover convert PROBLEM --reduce -o OUT.DLX.Gz",
    "exactcover convert PROBLEM --at-most-one product -o OUT.CNF",
    "exactcover count PROBLEM --workers 1 --journal OUT",
    "exactcover gather PROBLEM --listed 2 --journal OUT",
    "exactcover minimize PROBLEM --workers 1 --journal OUT",
    "exactcover symmetry PROBLEM --generators GROUP --journal OUT",
    "exactcover maximize PROBLEM --plot OUT.svg.gz",
    "puzzles haley --count --journal OUT",
    "puzzles haley --png OUT.png",
    "puzzles haley --pdf OUT.pdf",
    "puzzles polyform BOARD --cut OUT.svg",
    "puzzles polyform BOARD --challenge OUT.SVGZ",
    "puzzles polyform BOARD --challenge OUT.pdf",
    "puzzles polyform BOARD --tray OUT.png",
    "puzzles polyform BOARD --all --json --svg OUT.SVG.GZ",
    "puzzles jigsaw four-by-four --unique --svg OUT.svg",
    "puzzles jigsaw four-by-four --all --json --svg OUT.svg",
    "puzzles doubles perfect --size 5x5 -o OUT.txt",
    "puzzles doubles double --size 4x4 --max-repeats 8 -o OUT.txt.gz",
    "puzzles doubles draw NINE --solutions OUT.SVGZ",
    "puzzles doubles draw NINE --cut OUT.PNG --dpi 20",
    "puzzles reflect REFLECT --svg OUT.svgz",
    "results perfect --size 3x3 --first -o OUT.txt",
    "results census --most 2 --journal OUT",
    "results index OUT --most 1",
]


@pytest.fixture
def run(tmp_path):
    """Runs a command line, with files by what it names in capitals; its exit code, and the file
    that it is to write (``out=``)."""
    (tmp_path / "out").mkdir()
    known = {"NINE": "ideal-5x5"}
    for name in ("PROBLEM", "BOARD", "REFLECT", "GROUP"):
        (tmp_path / name).write_text(globals()[name])
        known[name] = str(tmp_path / name)

    def call(line, out=str(tmp_path / "out" / "file")):
        program, *words = line.split()
        words = [out + w[3:] if w.startswith("OUT") else known.get(w, w) for w in words]
        (path,) = [Path(word) for word in words if word.startswith(out)]
        return xc.cli.run(program, PROGRAMS[program].main, words), path

    return call


@contextlib.contextmanager
def nobody_reads():
    """Standard output is a pipe that nobody reads: whatever is printed fails at once."""
    reading, writing = os.pipe()
    os.close(reading)
    raw = open(writing, "wb", buffering=0)  # noqa: PTH123, SIM115 - a descriptor, not a path
    stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(stream), contextlib.closing(stream):
        yield


@pytest.mark.parametrize(
    "line",
    [pytest.param(line, marks=pytest.mark.needs(
        *[name for ending, names in NEEDS.items() if f"OUT.{ending}" in line for name in names]
    )) for line in SWEEP],
)  # fmt: skip
def test_the_file_is_there_and_whole_if_nobody_reads_the_output(line, run, tmp_path):
    with nobody_reads():
        code, path = run(line)
    assert code in (xc.cli.ANSWERED, xc.cli.STOPPED)
    found = sorted(each for each in path.parent.rglob("*") if each.is_file())
    if "--journal" in line:
        assert xc.cli.run("exactcover", cli.main, ["status", str(path)]) == 0
        assert {each.suffix for each in found} <= {"", ".lock"}
        return
    (read := tmp_path / "read").mkdir()
    run(line, str(read / "file"))
    assert len(found) == len([each for each in read.rglob("*") if each.is_file()])
    for each in found:
        again = contents(read / each.relative_to(path.parent))
        assert contents(each) == again or "--plot" in line  # by the clock


def test_a_folder_that_cannot_be_written_to_is_told_before_the_work(run, capsys, monkeypatch):
    monkeypatch.setattr(os, "access", lambda folder, mode: False)
    assert run("puzzles haley --svg OUT.svg")[0] == xc.cli.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, "no permission to write there" in err) == ("", True)


def test_a_drawing_goes_to_a_device_as_well(run, capsys):
    assert run("puzzles polyform BOARD --svg OUT", os.devnull)[0] == 0
    assert "┌" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("exactcover zdd PROBLEM -o OUT.zdd", "solution"),
        ("puzzles polyform BOARD --unique --svg OUT.svg", "┌"),
        ("puzzles jigsaw four-by-four --unique --svg OUT.svg", "↑"),
    ],
)
def test_the_answer_is_printed_if_the_file_cannot_be_written(
    line, answer, run, capsys, monkeypatch
):
    def full(data, path):
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr("exactcover.common.textfiles.write_bytes", full)
    monkeypatch.setattr("exactcover.diagrams.files.write_bytes", full)
    code, path = run(line)
    out, err = capsys.readouterr()
    assert code == xc.cli.BAD_INPUT
    assert f"{path}: No space left on device" in err
    assert answer in out


def test_solutions_beyond_the_first_page_are_printed_as_they_come(run, monkeypatch):
    # What is held back until a page is written does not grow with the number of pages.
    monkeypatch.setattr("exactcover_puzzles.shared.svg_page.MOST_ON_A_PAGE", 1)
    written = []
    stream = io.StringIO()
    stream.write = written.append
    monkeypatch.setattr(sys, "stdout", stream)
    assert run("puzzles jigsaw four-by-four --all --svg OUT.svg")[0] == 0
    assert max(map(len, written)) < sum(map(len, written)) / 2


@pytest.mark.parametrize(
    "option", ["svg", pytest.param("pdf", marks=pytest.mark.needs("cairosvg"))]
)
def test_what_is_drawn_of_an_interrupted_search_is_what_was_printed(
    option, run, capsys, monkeypatch
):
    def interrupted(answers):
        if answers.found:
            raise KeyboardInterrupt
        return step(answers)

    step = Arrangements.__next__
    monkeypatch.setattr(Arrangements, "__next__", interrupted)
    code, path = run(f"puzzles jigsaw four-by-four --all --{option} OUT.{option}")
    assert code == xc.cli.INTERRUPTED
    assert "\n1\n" in capsys.readouterr().out
    assert contents(path)


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["", "2>&-"])
def test_a_diagram_on_standard_output_stands_there_alone(tmp_path, closed):
    (tmp_path / "problem.dlx").write_text(PROBLEM, encoding="utf-8")
    line = f"{sys.executable} -m exactcover zdd problem.dlx -o - {closed} > diagram.zdd"
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "PYTHONUNBUFFERED"}
    subprocess.run(line, shell=True, cwd=tmp_path, env=environment, check=True)
    assert xc.read(PROBLEM).load_zdd(tmp_path / "diagram.zdd").count() == 3
