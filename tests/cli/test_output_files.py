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
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover_puzzles import cli as puzzles_cli
from exactcover_puzzles.edges.engine_search import Arrangements
from exactcover_puzzles.jigsaw.file import read_jigsaw
from results import __main__ as results
from results.reflect.index import Index
from tests.interrupting import ENVIRONMENT

PROBLEM = "a b c\na\nb\nc\na b\nb c\n"
BOARD = "grid: square\npieces: trominoes\n\nboard:\n####\n####\n\npiece domino:\n##\n"
REFLECT = "...A..\nB....B\nA....C\nE.....\nH.....\n.GFED.\npieces: ///\\oo\n"
GROUP = "[]"

MAINS = {"exactcover": cli.main, "puzzles": puzzles_cli.main, "results": results.main}


def text_of(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.name.lower().endswith("z") else data).decode()


def is_svg(path):
    assert ElementTree.fromstring(text_of(path)).tag == "{http://www.w3.org/2000/svg}svg"


def is_png(path):
    from PIL import Image

    Image.open(path).load()


def is_pdf(path):
    from pypdf import PdfReader

    assert PdfReader(path).pages[0].extract_text() is not None


def is_dot(path):
    assert re.fullmatch(r"digraph.*\}\n", text_of(path), re.S)


def is_diagram(path):
    assert xc.files.dlx.parse(PROBLEM, "").load_zdd(path).count() == 3


def is_problem(path):
    assert xc.read(path).count() == 3


def is_clauses(path):
    assert re.fullmatch(r"c t pmc\n.* 0\n", text_of(path), re.S)


def is_jigsaw(path):
    assert read_jigsaw(str(path)).second


def is_journal(path):
    assert xc.cli.run("exactcover", cli.main, ["status", "--json", str(path)]) == 0


def is_index(path):
    assert Index(path).most == 1


#: What a format takes; resvg makes the pictures of solutions, Pillow those of sheets.
NEEDS = {"PNG": ["PIL"], "png": ["PIL", "resvg_py"], "pdf": ["cairosvg", "pypdf"]}
#: Command lines, with OUT for each file that is written, and what that must be then.
SWEEP = [
    ("exactcover zdd PROBLEM -o OUT.zdd", is_diagram),
    ("exactcover zdd PROBLEM -o OUT.dot", is_dot),
    ("exactcover zdd PROBLEM -o OUT.SVG", is_svg),
    ("exactcover convert PROBLEM -o OUT.json", is_problem),
    ("exactcover convert PROBLEM --reduce -o OUT.DLX.Gz", is_problem),
    ("exactcover convert PROBLEM --at-most-one product -o OUT.CNF", is_clauses),
    ("exactcover count PROBLEM --workers 1 --journal OUT", is_journal),
    ("exactcover gather PROBLEM --listed 2 --journal OUT", is_journal),
    ("exactcover minimize PROBLEM --workers 1 --journal OUT", is_journal),
    ("exactcover symmetry PROBLEM --generators GROUP --journal OUT", is_journal),
    ("exactcover maximize PROBLEM --plot OUT.svg.gz", is_svg),
    ("puzzles haley --count --journal OUT", is_journal),
    ("puzzles haley --png OUT.png", is_png),
    ("puzzles haley --pdf OUT.pdf", is_pdf),
    ("puzzles polyform BOARD --cut OUT.svg", is_svg),
    ("puzzles polyform BOARD --challenge OUT.SVGZ", is_svg),
    ("puzzles polyform BOARD --challenge OUT.pdf", is_pdf),
    ("puzzles polyform BOARD --tray OUT.png", is_png),
    ("puzzles polyform BOARD --all --json --svg OUT.SVG.GZ", is_svg),
    ("puzzles jigsaw four-by-four --unique --svg OUT.svg", is_svg),
    ("puzzles jigsaw four-by-four --all --json --svg OUT.svg", is_svg),
    ("puzzles doubles perfect --size 5x5 -o OUT.txt", is_jigsaw),
    ("puzzles doubles double --size 4x4 --max-repeats 8 -o OUT.txt.gz", is_jigsaw),
    ("puzzles doubles draw NINE --solutions OUT.pdf", is_pdf),
    ("puzzles doubles draw NINE --cut OUT.PNG --dpi 20", is_png),
    ("puzzles reflect REFLECT --svg OUT.svgz", is_svg),
    ("results perfect --size 3x3 --first -o OUT.txt", is_jigsaw),
    ("results census --most 2 --journal OUT", is_journal),
    ("results index OUT --most 1", is_index),
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
        return xc.cli.run(program, MAINS[program], words), path

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
    ("line", "check"),
    [
        pytest.param(line, check, id=line, marks=pytest.mark.needs(
            *[name for ending, names in NEEDS.items() if f"OUT.{ending}" in line for name in names]
        ))
        for line, check in SWEEP
    ],
)  # fmt: skip
def test_the_file_is_there_and_whole_if_nobody_reads_the_output(line, check, run):
    with nobody_reads():
        code, path = run(line)
    assert code in (xc.cli.ANSWERED, xc.cli.STOPPED)
    check(path)
    beside = {found.name for found in path.parent.iterdir()}
    if "--challenge OUT.SVGZ" in line:  # its solution
        beside.remove("file-2.SVGZ")
        check(path.with_name("file-2.SVGZ"))
    assert beside <= {path.name, f"{path.name}.lock", f"{path.name}-wal", f"{path.name}-shm"}


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
    ("option", "check"),
    [
        ("svg", is_svg),
        pytest.param("pdf", is_pdf, marks=pytest.mark.needs("cairosvg", "pypdf")),
    ],
)
def test_what_is_drawn_of_an_interrupted_search_is_what_was_printed(
    option, check, run, capsys, monkeypatch
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
    check(path)


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["", "2>&-"])
def test_a_diagram_on_standard_output_stands_there_alone(tmp_path, closed):
    (tmp_path / "problem.dlx").write_text(PROBLEM, encoding="utf-8")
    line = f"{sys.executable} -m exactcover zdd problem.dlx -o - {closed} > diagram.zdd"
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "PYTHONUNBUFFERED"}
    subprocess.run(line, shell=True, cwd=tmp_path, env=environment, check=True)
    is_diagram(tmp_path / "diagram.zdd")
