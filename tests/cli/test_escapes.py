"""Names and titles from files, and what of them may reach a terminal."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
import xml.etree.ElementTree
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.cli.running import run
from exactcover.text import escaped, json_text, printable
from exactcover_puzzles import cli as puzzles_cli
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.shipped import shipped
from results import __main__ as results

#: The title of the window, red, erase all, right to left, rub out, a bell, a line of its own.
EVIL = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\x7f"
#: In JSON there may be any of these besides.
EVILLER = EVIL + "\r\nspoof\t\u2028\ud800\x00"

#: What must not come out; of what commands write themselves only line ends are among it.
RAW = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.fixture
def harmless(capsys):
    """Runs a command, checks what it prints, and returns standard output."""

    def run_it(program, arguments, codes=(0, 1, 3)):
        main = {"exactcover": cli.main, "puzzles": puzzles_cli.main, "results": results.main}[
            program
        ]
        code = run(program, main, list(map(str, arguments)))
        out, err = capsys.readouterr()
        assert code in codes, err
        for stream in (out, err):
            # ``--by-option`` puts a tab between a count and a name.
            assert RAW.findall(re.sub("^[0-9]+\t", "", stream, flags=re.M)) == []
            assert not re.search("^spoof", stream, flags=re.M)
        return out

    return run_it


@pytest.fixture
def files(tmp_path):
    """Problems and puzzles whose names and titles are evil, by what they are called."""
    # Two solutions, which a symmetry makes of each other; and none.
    a, b, x, red = f"a{EVILLER}", f"b{EVILLER}", f"x{EVILLER}", f"red{EVILLER}"
    coloured = {"item": x, "colour": red}
    of_options = [a, coloured], [b], [a], [b, coloured]
    sides = [(f"{number}{EVILLER}", items) for number, items in enumerate(of_options, 1)]
    stated = {
        "primary": [a, b],
        "secondary": [x],
        "options": [{"name": name, "items": items, "cost": 1} for name, items in sides],
    }
    (tmp_path / "p.json").write_text(json.dumps(stated))
    stated["options"] = stated["options"][1:2]
    (tmp_path / "impossible.json").write_text(json.dumps(stated))
    stated["primary"].append(b)
    (tmp_path / "faulty.json").write_text(json.dumps(stated))
    (tmp_path / "generators.json").write_text(json.dumps([[[a, b], [b, a], [x, x]]]))
    (tmp_path / "bad generators.json").write_text(json.dumps([[[a, "no item\x1b[31m"]]]))
    name = EVIL.replace(":", "")
    (tmp_path / "p.dlx").write_text(f"a{name} b{name}\na{name}\nb{name}\n", encoding="utf-8")
    (tmp_path / "bad.dlx").write_text(f"a{name}\nq{name} a{name}:z\n", encoding="utf-8")
    board = "grid: square\nuse: any\nboard:\n###\n###\n\n"
    pieces = "".join(f"piece {n}{EVIL}\tone:\n###\n\n" for n in ("first", "second", "third"))
    (tmp_path / "polyform.txt").write_text(f"title: t{EVIL}\ta\n{board}{pieces}", encoding="utf-8")
    (tmp_path / "no polyform.txt").write_text(
        f"title: t{EVIL}\n{board}piece one{EVIL}:\n####\n", encoding="utf-8"
    )
    jigsaw = f"title: t{EVIL}\ta\nsize: 2x1\n0 0 1 0\n"
    (tmp_path / "jigsaw.txt").write_text(f"{jigsaw}-1 0 0 0\n", encoding="utf-8")
    (tmp_path / "no jigsaw.txt").write_text(f"{jigsaw}-2 0 0 0\n", encoding="utf-8")
    lines = shipped("jigsaws", "ideal-5x5").read_text(encoding="utf-8").splitlines()
    lines[0] = f"title: t{EVIL}\ta"
    (tmp_path / "doubled.txt").write_text("\n".join(lines), encoding="utf-8")
    # Two pieces with borders alike: two pictures, if the first one may lie on the right, too.
    picture = "3 2\n2 1\n5 3\n###\n#\x1b#\n###\n###\n#\x9b#\n###\n"
    (tmp_path / "picture.txt").write_text(picture, encoding="utf-8")
    (tmp_path / "reflect.txt").write_text("#\x1b[31m\n.A..\nA/..\n....\n....\n")
    (tmp_path / "bad reflect.txt").write_text(f".{EVIL}.\n")
    (tmp_path / "sudoku.txt").write_text(f"{'.' * 80}\x1b\n")
    for name, text in {
        "board.txt": "board:\n##\n##\n",
        "no board.txt": "board:\n##\n#\x1b\n",
        "numbers.txt": "grid:\n0 0\x1b[31m\n0 0\n",
        "square.txt": "12\n2\x9b\n",
        "runs.txt": "rows\n1\n1\ncolumns\n1\n1\n",
        "tiles.txt": "grid: square\nsize: 2x1\ntiles:\naaab\nabaa\n",
        "words.txt": "ab ba\x1b[31m\n",
    }.items():
        title = "" if name in ("square.txt", "words.txt") else f"title: t{EVIL}\ta\n"
        (tmp_path / name).write_text(title + text, encoding="utf-8")
    for name in KINDS:
        text = f"title: t{EVIL}\ta\n{kind(name).example}"
        (tmp_path / f"example-{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


@dataclass(frozen=True)
class Nothing:
    """A search that is done as soon as it has begun."""

    name: str
    statement: str = "nothing"
    nodes: int = 0
    done: bool = True

    def below(self, prefix, rows):
        return self

    def run(self, nodes, stop):
        return xc.Found()

    def open_prefixes(self):
        return []


#: Every command, by the words that call it; each with the arguments for which it is tried.
COMMANDS = {
    "exactcover": {
        "solve": ["p.json --all", "p.json --all --json", "p.dlx --all", "impossible.json",
                  "impossible.json --json", "faulty.json", "bad.dlx"],
        "count": ["p.json", "impossible.json", "p.json --json", "p.json --journal no/journal"],
        "gather": ["p.json --by-option --sample 2 --best 2 --all",
                   "p.json --by-option --sample 2 --best 2 --all --json"],
        "sample": ["p.json -k 3", "p.json -k 3 --json", "p.json --zdd p.dlx"],
        "zdd": ["p.json --by-option", "p.json --by-option --json", "p.json -o drawing.svg",
                "p.json -o drawing.dot"],
        "minimize": ["p.json -k 2", "p.json -k 2 --json", "impossible.json"],
        "maximize": ["p.json --all", "p.json --all --json"],
        "estimate": ["p.json --probes 10", "p.json --probes 10 --json"],
        "explain": ["p.json", "p.json --json", "impossible.json", "impossible.json --json",
                    "p.json --trace", "impossible.json --trace", "p.json --trace --json"],
        "symmetry": ["p.json --generators generators.json --solutions",
                     "p.json --generators generators.json --solutions --json",
                     "p.json --generators bad\0generators.json"],
        "status": ["journal", "journal --json", "p.dlx"],
        "warm": ["--bundle no\0folder/kernels"],
        "completion": ["no\x1b[31mshell"],
        "check": ["p.json --reduce", "impossible.json --reduce", "p.json --reduce --json",
                  "faulty.json", "bad.dlx", "bad.dlx --json"],
        "prove": ["p.json -o out.drat", "impossible.json -o out.drat --json", "bad.dlx"],
        "convert": ["p.json -o out.dlx --reduce", "p.json -o out.json", "p.json --to json",
                    "faulty.json"],
    },
    "puzzles": {
        "polyform": ["polyform.txt", "polyform.txt --all", "polyform.txt --all --json",
                     "polyform.txt --json", "polyform.txt --explain",
                     "polyform.txt --explain --json",
                     "no\0polyform.txt", "no\0polyform.txt --explain", "p.dlx",
                     "no\0polyform.txt --explain --json", "polyform.txt --svg drawing.svg",
                     "polyform.txt --all --svg drawing.svg"],
        "completion": ["no\x1b[31mshell"],
        "play": ["no\0file", "--export no\0folder", "--export new --pyodide no\0folder"],
        "new": ["no\0name", "tents --folder no\0folder"],
        "domino": ["board.txt", "board.txt --all --json", "no\0board.txt"],
        "dominosa": ["numbers.txt"],
        "kakuro": ["numbers.txt"],
        "latin": ["square.txt", "3 --json"],
        "matching": ["tiles.txt", "tiles.txt --all --json", "tiles.txt --svg drawing.svg",
                     "https://e2.bucas.name/#puzzle=\x1b[31m"],
        "nonogram": ["runs.txt", "runs.txt --explain"],
        "queens": ["4 --given r1c2\x1b[31m"],
        "words": ["2x2 --words words.txt", "2x2 --words words.txt --json", "2x2 --words bad.dlx"],
        "sudoku": ["sudoku.txt", "sudoku.txt --explain"],
        "picture": ["picture.txt", "picture.txt --all", "picture.txt --count",
                    "picture.txt --explain", "picture.txt --no-fixed-piece --all"],
        "jigsaw": ["jigsaw.txt", "jigsaw.txt --count", "jigsaw.txt --count --json",
                   "jigsaw.txt --unique", "jigsaw.txt --all", "jigsaw.txt --explain",
                   "no\0jigsaw.txt", "no\0jigsaw.txt --count", "no\0jigsaw.txt --explain",
                   "jigsaw.txt --svg drawing.svg"],
        "doubles perfect": ["--size 3x3"],
        "doubles double": ["--size 4x4 --seconds 0"],
        "doubles draw": ["doubled.txt --solutions drawing.svg --cut lines.svg", "jigsaw.txt"],
        "doubles verify": ["doubled.txt --exactly-two", "jigsaw.txt"],
        "reflect solve": ["reflect.txt", "reflect.txt --json", "bad\0reflect.txt",
                          "bad\0reflect.txt missing\x1b[31m"],
        "reflect generate": ["--boards bad\0reflect.txt"],
        "reflect draw": ["reflect.txt", "reflect.txt --svg drawing.svg", "bad\0reflect.txt"],
    },
    "results": {
        "census": ["--least 1 --most 0"],
        "count": ["3"],
        "index": ["p.dlx"],
        "look-up": ["no\0index reflect.txt", "p.dlx reflect.txt"],
        "perfect": ["--size 3x3 --count --json"],
    },
}  # fmt: skip
# Every kind answers about its example, or the words that state one, and refuses a file of another.
for name in KINDS:
    of = kind(name)
    stated = f"example-{name}.txt" if of.example else " ".join(of.first_words)
    tried = [stated, f"{stated} --json", "bad.dlx"]
    COMMANDS["puzzles"][name] = [*COMMANDS["puzzles"].get(name, []), *tried]
CASES = [
    (program, command, arguments)
    for program, commands in COMMANDS.items()
    for command, tried in commands.items()
    for arguments in tried
]


def commands_of(parser, before=""):
    """The words that call the sub-commands of a parser, and those below these."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not below:
        return {before.strip()}
    return set().union(
        *(commands_of(each, f"{before} {name}") for name, each in below[0].choices.items())
    )


def test_every_command_is_tried_here():
    assert set(COMMANDS["exactcover"]) == commands_of(cli.parser())
    assert set(COMMANDS["puzzles"]) == commands_of(puzzles_cli.parser())
    assert set(COMMANDS["results"]) == commands_of(results.parser())


@pytest.mark.parametrize(("program", "command", "arguments"), CASES)
def test_no_command_prints_a_raw_control_character_of_a_file(
    program, command, arguments, files, harmless, monkeypatch
):
    monkeypatch.chdir(files)
    if command == "status":
        xc.divide(Nothing(f"{EVIL}\nspoof"), journal="journal", workers=1)
    words = [word.replace("\0", " ") for word in arguments.split()]
    harmless(program, [*command.split(), *words], codes=range(4))
    for drawing in files.glob("*.svg"):
        xml.etree.ElementTree.parse(drawing)


@pytest.mark.parametrize(("program", "command"), sorted({case[:2] for case in CASES}))
def test_no_command_prints_a_raw_control_character_of_its_arguments(program, command, harmless):
    harmless(program, [*command.split(), "\x1b[31m\nspoof", "\x1b[31m\nspoof"], codes=[2])
    harmless(program, [*command.split(), "--no-such\x1b[31m\nspoof"], codes=[2])


def test_json_still_has_the_names_as_they_are(files, harmless):
    solution, *_ = harmless("exactcover", ["solve", files / "p.json", "--json"]).splitlines()
    assert json.loads(solution)["options"] == [f"1{EVILLER}", f"2{EVILLER}"]
    pieces = harmless("puzzles", ["polyform", files / "polyform.txt", "--json"])
    assert {placed["piece"] for placed in json.loads(pieces)["placements"]} <= {
        f"{number}{EVIL}\tone" for number in ("first", "second", "third")
    }


def test_a_problem_on_standard_output_is_exact_unless_that_is_a_terminal(
    files, monkeypatch, capsysbinary
):
    path = files / "p.dlx"
    assert run("exactcover", cli.main, ["convert", str(path)]) == 0
    assert capsysbinary.readouterr().out == path.read_bytes()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run("exactcover", cli.main, ["convert", str(path)]) == 0
    shown = capsysbinary.readouterr().out.decode()
    assert RAW.findall(shown) == []
    assert "a\\x1b]0;owned" in shown


def test_the_line_of_progress_is_escaped_and_no_markup(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("exactcover.display.progress_line._SHOW_PROGRESS_AFTER", 0.0)
    with xc.cli.status(False) as show:
        show("a\x1b[31mb [red]c[/] [/]")
    assert "a\\x1b[31mb [red]c[/] [/]" in terminal.getvalue()


def test_a_fault_of_the_program_is_told_without_raw_control_characters(harmless, monkeypatch):
    def broken(arguments):
        raise KeyError("\x1b[31m\u202e")

    class Broken(Exception):
        def __str__(self):
            return EVIL

    def more_broken(arguments):
        raise Broken

    for main in (broken, more_broken):
        monkeypatch.setattr(cli, "main", main)
        harmless("exactcover", [], codes=[4])


def test_colours_of_the_program_stay_and_those_of_a_name_do_not(files, capsys):
    command = ["polyform", str(files / "polyform.txt"), "--colour", "always"]
    assert run("puzzles", puzzles_cli.main, command) == 0
    out = capsys.readouterr().out
    assert "\x1b[38;5;16;48;5;" in out
    assert RAW.findall(re.sub("\x1b\\[(0|38;5;16;48;5;[0-9]+)m", "", out)) == []


def test_what_the_encoding_cannot_show_is_valid_in_json_too(tmp_path, monkeypatch):
    (tmp_path / "p.json").write_text(
        json.dumps({"primary": ["é😀"], "options": [{"name": "ü", "items": ["é😀"]}]})
    )
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert run("exactcover", cli.main, ["solve", str(tmp_path / "p.json"), "--json"]) == 0
    solution = json.loads(out.buffer.getvalue().splitlines()[0])
    assert (solution["options"], solution["items"]) == (["ü"], [["é😀"]])


@pytest.mark.parametrize(
    "text",
    ["plain", "Größe", "日本語", "👩\u200d🚀", "עברית", "a b", "\\", "C:\\names\\up", "\u00a0"],
)
def test_what_can_be_seen_stays_as_it_is(text):
    assert printable(text) == escaped(text) == text


@given(
    st.lists(st.text(st.sampled_from("a\\xuU01b\x1b\n\u202e\U000e0041"), max_size=9), unique=True)
)
def test_different_names_never_read_alike(names):
    assert len({printable(name) for name in names}) == len(names)


@given(st.text())
def test_escaped_json_says_the_same(text):
    for encoding in ("utf-8", "ascii", "cp437"):
        line = json_text(text, encoding)
        assert RAW.findall(line) == []
        # Whatever the encoding, what is written is JSON, which is UTF-8.
        assert json.loads(line.encode(encoding).decode("utf-8")) == text
