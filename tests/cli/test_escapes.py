"""Names and titles from files are escaped before they reach a terminal.

``run`` escapes whatever a command prints, and ``say`` whatever it remarks; only line ends of names
are for each command to escape. (``test_progress_line.py`` has the line of progress.)
"""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.cli.running import run
from exactcover.text import escaped, json_text, printable

#: The title of the window, red, erase all, right to left, rub out, a bell, a line of its own.
EVIL = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\x7f"
#: In JSON there may be any of these besides.
EVILLER = EVIL + "\r\nspoof\t\u2028\ud800\x00"

#: What must not come out; of what commands write themselves only line ends are among it.
RAW = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.fixture
def harmless(command):
    """Runs a command, checks what it prints, and returns standard output."""

    def run_it(line, *words, codes=range(4)):
        code, out, err = command(line, *words)
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
    a, b, x, red = (f"{name}{EVILLER}" for name in ("a", "b", "x", "red"))
    coloured = {"item": x, "colour": red}
    sides = enumerate(([a, coloured], [b], [a], [b, coloured]), 1)
    options = [{"name": f"{n}{EVILLER}", "items": items, "cost": 1} for n, items in sides]
    stated = {"primary": [a, b], "secondary": [x], "options": options}
    texts = {
        "p.json": json.dumps(stated),
        "impossible.json": json.dumps({**stated, "options": options[1:2]}),
        "faulty.json": json.dumps({**stated, "primary": [a, b, b]}),
        "generators.json": json.dumps([[[a, b], [b, a], [x, x]]]),
    }
    name, title = EVIL.replace(":", ""), f"title: t{EVIL}\ta\n"
    texts["p.dlx"] = f"a{name} b{name}\na{name}\nb{name}\n"
    texts["bad.dlx"] = f"a{name}\nq{name} a{name}:z\n"
    texts["polyform.txt"] = f"{title}grid: square\nuse: any\nboard:\n###\n###\n\n" + "".join(
        f"piece {n}{EVIL}\tone:\n###\n\n" for n in ("first", "second", "third")
    )
    texts["jigsaw.txt"] = f"{title}size: 2x1\n0 0 1 0\n-1 0 0 0\n"
    texts["tiles.txt"] = f"{title}grid: square\nsize: 2x1\ntiles:\naaab\nabaa\n"
    for file, text in texts.items():
        (tmp_path / file).write_text(text, encoding="utf-8")


#: A command for each place where names are printed.
CASES = [
    "exactcover solve p.json --all", "exactcover solve p.json --all --json",
    "exactcover solve impossible.json --json", "exactcover solve bad.dlx",
    "exactcover count impossible.json",
    "exactcover gather p.json --by-option --sample 2 --best 2 --all",
    "exactcover zdd p.json --by-option", "exactcover zdd p.json -o drawing.svg",
    "exactcover minimize p.json -k 2 --json", "exactcover explain p.json",
    "exactcover explain impossible.json", "exactcover explain p.json --trace",
    "exactcover symmetry p.json --generators generators.json --solutions",
    "exactcover symmetry p.json --generators faulty.json",
    "exactcover check p.json --reduce", "exactcover check faulty.json",
    "exactcover check bad.dlx --json", "exactcover convert p.json --reduce -o out.dlx",
    "puzzles polyform polyform.txt --all --svg drawing.svg", "puzzles polyform bad.dlx",
    "puzzles jigsaw jigsaw.txt --all --svg drawing.svg",
    "puzzles matching tiles.txt --all --svg drawing.svg", "results index p.dlx",
]  # fmt: skip


@pytest.mark.parametrize("line", CASES)
def test_no_command_prints_a_raw_control_character_of_a_file(line, files, harmless, tmp_path):
    harmless(line)
    for drawing in tmp_path.glob("*.svg"):
        xml.etree.ElementTree.parse(drawing)


@pytest.mark.parametrize("line", ["exactcover count", "puzzles polyform", "puzzles queens"])
def test_nor_one_of_its_arguments(line, harmless):
    harmless(line, "\x1b[31m\nspoof", codes=[2])
    harmless(line, "--no-such\x1b[31m\nspoof", codes=[2])


class Broken(Exception):
    def __str__(self):
        return EVIL


@pytest.mark.parametrize("error", [KeyError("\x1b[31m\u202e"), Broken(), None])
def test_nor_one_of_an_answer_a_remark_or_a_fault_of_the_program(error, harmless, monkeypatch):
    def main(arguments):
        print(EVIL)
        xc.cli.say(EVILLER)
        if error:
            raise error
        return 0

    monkeypatch.setattr(cli, "main", main)
    assert harmless("exactcover", codes=[4 if error else 0]).startswith(r"\x1b]0;owned\x07")


def test_json_still_has_the_names_as_they_are(files, harmless):
    solution, *_ = harmless("exactcover solve p.json --json").splitlines()
    assert json.loads(solution)["options"] == [f"1{EVILLER}", f"2{EVILLER}"]
    pieces = harmless("puzzles polyform polyform.txt --json")
    assert {placed["piece"] for placed in json.loads(pieces)["placements"]} <= {
        f"{number}{EVIL}\tone" for number in ("first", "second", "third")
    }


def test_a_problem_on_standard_output_is_exact_unless_that_is_a_terminal(
    files, tmp_path, monkeypatch, capsysbinary
):
    words = ["convert", str(tmp_path / "p.dlx")]
    assert run("exactcover", cli.main, words) == 0
    assert capsysbinary.readouterr().out == (tmp_path / "p.dlx").read_bytes()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run("exactcover", cli.main, words) == 0
    shown = capsysbinary.readouterr().out.decode()
    assert RAW.findall(shown) == []
    assert "a\\x1b]0;owned" in shown


def test_colours_of_the_program_stay_and_those_of_a_name_do_not(files, command):
    code, out, _ = command("puzzles polyform polyform.txt --colour always")
    assert code == 0
    assert "\x1b[38;5;16;48;5;" in out
    assert RAW.findall(re.sub("\x1b\\[(0|38;5;16;48;5;[0-9]+)m", "", out)) == []


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
