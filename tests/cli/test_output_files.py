"""Files that commands write: there and whole whatever becomes of standard output, and of the format
that their names say."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.cli import output
from exactcover_puzzles import cli as puzzles_cli
from exactcover_puzzles.edges.engine_search import Arrangements
from exactcover_puzzles.jigsaw.file import read_jigsaw
from exactcover_puzzles.registry import KINDS
from results import __main__ as results
from results.reflect.index import Index

PROBLEM = "a b c\na\nb\nc\na b\nb c\n"
BOARD = "grid: square\npieces: trominoes\n\nboard:\n####\n####\n\npiece domino:\n##\n"
REFLECT = "...A..\nB....B\nA....C\nE.....\nH.....\n.GFED.\npieces: ///\\oo\n"

COMMANDS = {"exactcover": cli.main, "puzzles": puzzles_cli.main, "results": results.main}


def text_of(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.name.lower().endswith("z") else data).decode()


def is_svg(path):
    assert ElementTree.fromstring(text_of(path)).tag == "{http://www.w3.org/2000/svg}svg"


def is_png(path):
    pytest.importorskip("PIL.Image").open(path).load()


def is_pdf(path):
    assert pytest.importorskip("pypdf").PdfReader(path).pages[0].extract_text() is not None


def is_dot(path):
    assert text_of(path).startswith("digraph")
    assert text_of(path).endswith("}\n")


def is_diagram(path):
    assert xc.files.dlx.parse(PROBLEM, "").load_zdd(path).count() == 3


def is_problem(path):
    assert xc.read(path).count() == 3


def is_clauses(path):
    assert text_of(path).startswith("c t pmc\nc 1 option 1\n")
    assert text_of(path).endswith(" 0\n")


def is_jigsaw(path):
    assert read_jigsaw(str(path)).second


def is_journal(path):
    assert xc.cli.run("exactcover", cli.main, ["status", "--json", str(path)]) == 0


def is_index(path):
    assert Index(path).most == 1


#: Command lines, with OUT for each file that is written, and what that must be then.
SWEEP = [
    ("exactcover zdd PROBLEM -o OUT.zdd", is_diagram),
    ("exactcover zdd PROBLEM --json --by-option -o OUT", is_diagram),
    ("exactcover zdd PROBLEM -o OUT.dot", is_dot),
    ("exactcover zdd PROBLEM -o OUT.SVG", is_svg),
    ("exactcover zdd PROBLEM -o OUT.svg.gz", is_svg),
    ("exactcover convert PROBLEM -o OUT.json", is_problem),
    ("exactcover convert PROBLEM --reduce -o OUT.dlx.gz", is_problem),
    ("exactcover convert PROBLEM --at-most-one product -o OUT.CNF", is_clauses),
    ("exactcover convert PROBLEM -o OUT.cnf.gz", is_clauses),
    ("exactcover count PROBLEM --workers 1 --journal OUT", is_journal),
    ("exactcover gather PROBLEM --listed 2 --journal OUT", is_journal),
    ("exactcover minimize PROBLEM --workers 1 --journal OUT", is_journal),
    ("exactcover maximize PROBLEM --workers 1 --journal OUT", is_journal),
    ("exactcover symmetry PROBLEM --generators GROUP --journal OUT", is_journal),
    ("exactcover minimize PROBLEM --plot OUT.svg", is_svg),
    ("exactcover maximize PROBLEM --plot OUT.svg.gz", is_svg),
    ("puzzles haley --svg OUT.svg", is_svg),
    ("puzzles haley --png OUT.png", is_png),
    ("puzzles haley --count --journal OUT", is_journal),
    ("puzzles polyform BOARD --png OUT.png", is_png),
    ("puzzles polyform BOARD --count --journal OUT", is_journal),
    ("puzzles polyform BOARD --cut OUT.svg", is_svg),
    ("puzzles polyform BOARD --challenge OUT.SVGZ", is_svg),
    ("puzzles polyform BOARD --challenge OUT.pdf", is_pdf),
    ("puzzles polyform BOARD --tray OUT.svg", is_svg),
    ("puzzles polyform BOARD --tray OUT.png", is_png),
    ("puzzles polyform BOARD --svg OUT.svg", is_svg),
    ("puzzles polyform BOARD --all --svg OUT.svgz", is_svg),
    ("puzzles polyform BOARD --all --json --svg OUT.SVG.GZ", is_svg),
    ("puzzles haley --pdf OUT.pdf", is_pdf),
    ("puzzles polyform BOARD --all --pdf OUT.PDF", is_pdf),
    ("puzzles jigsaw four-by-four --all --json --pdf OUT.pdf", is_pdf),
    ("puzzles jigsaw four-by-four --svg OUT.svg", is_svg),
    ("puzzles jigsaw four-by-four --unique --svg OUT.svg", is_svg),
    ("puzzles jigsaw four-by-four --all --json --svg OUT.svg", is_svg),
    ("puzzles jigsaw four-by-four --count --journal OUT", is_journal),
    ("puzzles doubles perfect --size 6x6 -o OUT.txt", is_jigsaw),
    ("results perfect --size 3x3 --count --journal OUT", is_journal),
    ("results perfect --size 3x3 --first -o OUT.txt", is_jigsaw),
    ("puzzles doubles double --size 5x5 --max-repeats 8 -o OUT.txt.gz", is_jigsaw),
    ("puzzles doubles draw NINE --solutions OUT.svg", is_svg),
    ("puzzles doubles draw NINE --solutions OUT.pdf", is_pdf),
    ("puzzles doubles draw NINE --back PICTURE OUT.PDF", is_pdf),
    ("puzzles doubles draw NINE --cut OUT.SVGZ", is_svg),
    ("puzzles doubles draw NINE --cut OUT.PNG --dpi 20", is_png),
    ("puzzles doubles draw NINE --front PICTURE OUT.png --dpi 20", is_png),
    ("puzzles doubles draw NINE --back PICTURE OUT.svg", is_svg),
    ("puzzles reflect draw REFLECT --svg OUT.svg", is_svg),
    ("puzzles reflect draw REFLECT --solve --svg OUT.svgz", is_svg),
    ("puzzles reflect draw REFLECT --pdf OUT.pdf", is_pdf),
    ("results census --most 2 --journal OUT", is_journal),
    ("results index OUT --most 1", is_index),
]


@pytest.fixture
def files(tmp_path):
    """What command lines name in capitals."""
    found = {"OUT": str(tmp_path / "out" / "file"), "NINE": "ideal-5x5"}
    (tmp_path / "out").mkdir()
    texts = {"PROBLEM": PROBLEM, "BOARD": BOARD, "REFLECT": REFLECT, "GROUP": "[]"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        found[name] = str(tmp_path / name)
    return found


def picture(folder):
    path = folder / "picture.png"
    pytest.importorskip("PIL.Image").new("RGB", (9, 9), "red").save(path)
    return str(path)


def run(line, files, tmp_path):
    """Run a command line; its exit code, and the file it is to write."""
    program, *words = line.split()
    if "PICTURE" in words:
        files = {**files, "PICTURE": picture(tmp_path)}
    out = files["OUT"]
    words = [out + word[3:] if word.startswith("OUT") else files.get(word, word) for word in words]
    (path,) = [Path(word) for word in words if word.startswith(out)]
    try:
        code = xc.cli.run(program, COMMANDS[program], words)
    except SystemExit as end:
        code = end.code
    return code, path


@contextlib.contextmanager
def nobody_reads():
    """Standard output is a pipe that nobody reads: whatever is printed fails at once."""
    reading, writing = os.pipe()
    os.close(reading)
    raw = open(writing, "wb", buffering=0)  # noqa: PTH123, SIM115 - a descriptor, not a path
    stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(stream), contextlib.closing(stream):
        yield


@pytest.mark.parametrize(("line", "check"), SWEEP, ids=[line for line, _ in SWEEP])
def test_the_file_is_there_and_whole_if_nobody_reads_the_output(line, check, files, tmp_path):
    with nobody_reads():
        code, path = run(line, files, tmp_path)
    assert code in (xc.cli.ANSWERED, xc.cli.STOPPED)
    check(path)
    beside = {found.name for found in path.parent.iterdir()}
    if "--challenge OUT.SVGZ" in line:  # its solution
        beside.remove("file-2.SVGZ")
        check(path.with_name("file-2.SVGZ"))
    assert beside <= {path.name, f"{path.name}.lock", f"{path.name}-wal", f"{path.name}-shm"}


def parsers():
    """Every command of both programs, as parsers with their names."""
    waiting = [cli.parser(), puzzles_cli.parser(), results.parser()]
    while waiting:
        parser = waiting.pop()
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()
            else:
                yield parser.prog.removeprefix("python -m "), action


def test_the_sweep_leaves_no_output_file_out():
    swept = {
        (prog, action.option_strings[0] if action.option_strings else action.dest)
        for prog, action in parsers()
        if "OUT" in (action.metavar or ()) or action.dest in ("journal", "folder")
        # None of these writes an answer.
        if prog not in ("exactcover status", "puzzles new")
        # One runner writes the files of all kinds of puzzles.
        if prog.removeprefix("puzzles ") not in set(KINDS) - {"haley", "polyform"}
    }
    assert len(swept) > 10
    for prog, option in swept:
        lines = [line for line, _ in SWEEP if line.startswith(f"{prog} ")]
        known = option if option.startswith("-") else "OUT"
        assert any(known in line for line in lines), (prog, option)


#: Command lines whose output has a name that says another format than they write, and what it says.
REFUSED = [
    ("exactcover zdd PROBLEM -o OUT.png", ".svg"),
    ("exactcover zdd PROBLEM -o OUT.zdd.gz", ".zdd"),
    ("exactcover convert PROBLEM -o OUT.svg", ".json"),
    ("puzzles haley --svg OUT.png", ".svg"),
    ("puzzles polyform BOARD --svg OUT.png", ".svg, .svgz or .svg.gz"),
    ("puzzles polyform BOARD --svg OUT.svg.zip", ".svg"),
    ("puzzles jigsaw four-by-four --svg OUT.png", ".svg"),
    ("puzzles doubles perfect --size 6x6 -o OUT.svg", ".txt"),
    ("puzzles doubles double --size 5x5 --max-repeats 8 -o OUT.png", ".txt"),
    ("puzzles doubles draw NINE --solutions OUT.pdf.gz", ".pdf or .png"),
    ("puzzles polyform BOARD --pdf OUT.svg", ".pdf"),
    ("puzzles reflect draw REFLECT --pdf OUT.svg", ".pdf"),
    ("puzzles doubles draw NINE --solutions OUT", ".png"),
    ("puzzles doubles draw NINE --front PICTURE OUT.png.gz", ".png"),
    ("puzzles reflect draw REFLECT --svg OUT.png", ".svg"),
]


@pytest.mark.parametrize(("line", "known"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_name_that_says_another_format_is_refused_before_the_work(
    line, known, files, tmp_path, capsys, monkeypatch
):
    # Not even the problem is read.
    files.update(PROBLEM="/nowhere", BOARD="/nowhere", REFLECT="/nowhere", NINE="/nowhere")
    code, path = run(line, files, tmp_path)
    assert code == xc.cli.BAD_INPUT
    told = capsys.readouterr()
    assert not told.out
    assert path.name in told.err
    assert known in told.err.partition("expected")[2]
    assert not path.exists()


@pytest.mark.parametrize(
    "line",
    [
        "exactcover zdd PROBLEM -o OUT/no/x.svg",
        "puzzles polyform BOARD --svg OUT/no/x.svg",
        "puzzles jigsaw four-by-four --svg OUT/no/x.svg",
        "puzzles doubles perfect --size 6x6 -o OUT/no/x.txt",
        "puzzles reflect draw REFLECT --svg OUT/no/x.svg",
    ],
)
def test_a_folder_that_is_not_there_is_told_before_the_work(line, files, tmp_path, capsys):
    code, _ = run(line, files, tmp_path)
    assert code == xc.cli.BAD_INPUT
    told = capsys.readouterr()
    assert "no such folder" in told.err
    assert not told.out


def test_a_drawing_goes_to_a_device_as_well(files, tmp_path, capsys):
    files["OUT"] = os.devnull
    assert run("puzzles polyform BOARD --svg OUT", files, tmp_path)[0] == 0
    assert "┌" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "exactcover zdd PROBLEM -o OUT.zdd",
        "puzzles polyform BOARD --unique --svg OUT.svg",
        "puzzles jigsaw four-by-four --unique --svg OUT.svg",
    ],
)
def test_the_answer_is_printed_if_the_file_cannot_be_written(
    line, files, tmp_path, capsys, monkeypatch
):
    def full(data, path):
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr("exactcover.common.textfiles.write_bytes", full)
    monkeypatch.setattr("exactcover.diagrams.files.write_bytes", full)
    code, path = run(line, files, tmp_path)
    told = capsys.readouterr()
    assert code == xc.cli.BAD_INPUT
    assert "No space left on device" in told.err
    assert str(path) in told.err
    assert "solution" in told.out or "┌" in told.out or "↑" in told.out


def test_solutions_beyond_the_first_page_are_printed_as_they_come(
    files, tmp_path, capsys, monkeypatch
):
    # What is held back until a page is written does not grow with the number of pages.
    monkeypatch.setattr("exactcover_puzzles.shared.svg_page.MOST_ON_A_PAGE", 1)
    held = []
    release = output.Held.release
    monkeypatch.setattr(
        output.Held, "release", lambda self: (held.append(self.getvalue()), release(self))
    )
    assert run("puzzles jigsaw four-by-four --all --svg OUT.svg", files, tmp_path)[0] == 0
    assert len(held[0]) < len(capsys.readouterr().out) / 2


def test_the_case_of_an_ending_does_not_matter_to_problem_files(tmp_path):
    problem = xc.files.dlx.parse(PROBLEM, "")
    for name in ("p.JSON", "p.Json.GZ", "p.DLX.gz"):
        xc.write(problem, tmp_path / name)
        assert text_of(tmp_path / name).startswith("{" if "on" in name.lower() else "a")
        assert xc.read(tmp_path / name).count() == 3


def test_a_folder_that_cannot_be_written_to_is_told_before_the_work(
    files, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(os, "access", lambda folder, mode: False)
    assert run("puzzles haley --svg OUT.svg", files, tmp_path)[0] == xc.cli.BAD_INPUT
    told = capsys.readouterr()
    assert "no permission to write there" in told.err
    assert not told.out


@pytest.mark.parametrize(("option", "check"), [("svg", is_svg), ("pdf", is_pdf)])
def test_what_is_drawn_of_an_interrupted_search_is_what_was_printed(
    option, check, files, tmp_path, capsys, monkeypatch
):
    def interrupted(answers):
        if answers.found:
            raise KeyboardInterrupt
        return step(answers)

    step = Arrangements.__next__
    monkeypatch.setattr(Arrangements, "__next__", interrupted)
    line = f"puzzles jigsaw four-by-four --all --{option} OUT.{option}"
    code, path = run(line, files, tmp_path)
    assert code == xc.cli.INTERRUPTED
    assert "\n1\n" in capsys.readouterr().out
    check(path)


@pytest.mark.slow
def test_a_diagram_on_standard_output_stands_there_alone(tmp_path):
    path, written = tmp_path / "problem.dlx", tmp_path / "diagram.zdd"
    path.write_text(PROBLEM, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}
    environment.pop("PYTHONUNBUFFERED", None)
    command = [sys.executable, "-m", "exactcover", "zdd", str(path), "-o", "-"]
    for errors in (subprocess.PIPE, None):
        closed = {} if errors else {"preexec_fn": lambda: os.close(2)}
        with written.open("wb") as stream:
            done = subprocess.run(
                command, stdout=stream, stderr=errors, env=environment, check=False, **closed
            )
        assert done.returncode == 0
        problem = xc.files.dlx.parse(PROBLEM, "")
        assert problem.load_zdd(written).count() == 3
