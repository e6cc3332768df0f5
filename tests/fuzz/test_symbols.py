"""No symbol of a text is dropped: if one more, less or another changes nothing of what is read, the
documentation says that it means nothing."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover_puzzles.registry import KINDS, kind
from tests.fuzz.damage import PARTS
from tests.fuzz.edits import looked_at
from tests.fuzz.formats import FORMATS
from tests.fuzz.samples import LEDGER, PROBLEMS, PUZZLES

#: Comments after ``#`` have words; rows of drawings have none.
COMMENT = r"^[^\S\n]*#.*[a-z]{2}.*$", ""
#: Words that state what holds without them, of the samples.
USUAL = (
    r"^\s*(grid:square|fit:opposite|border:frame|turn:yes|reflect:(yes|no)|use:all|boxes:.*)\s*$",
    "",
)
#: Signs between width and height.
TIMES = r"(?<=\d)\s*[xX×*,;\s]\s*(?=\d)", " "
#: A row of a drawing, in which a point or a space is no cell.
DRAWN = r"^[#. ^v]+$", lambda found: found[0].replace(" ", ".").rstrip(".")
#: A word with a value.
WORD = r"[^\S\n]*:[^\S\n]*", ":"


def number(found: re.Match[str]) -> str:
    """A number in one of the ways to write it: 07.50 is 7.5."""
    try:
        return str(Fraction(found[0]))
    except ValueError:  # with a point and a stroke
        top, _, bottom = found[0].partition("/")
        return f"{Fraction(top)}/{bottom.lstrip('0')}"


NUMBER = r"(?<![\w.])[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?(?:/[0-9]+)?(?![\w.])", number
#: Strings, without the white space between them.
STRINGS = r'("(?:\\.|[^"\\])*")|\s+', r"\1"
#: Of each format what means nothing: patterns, and what stands for them all.
NOTHING = {
    "dlx": [(r"^\s*(\||#|//).*$", ""), (r"\s(\| |\|$|#|//).*$", ""),
            (r"(?<![\w.])\+(?=[0-9])", ""), NUMBER],
    "json": [STRINGS, NUMBER],
    "mps": [
        (r"^\*.*$", ""), (r"(?i)^NAME.*$", ""), (r"(?i)^OBJSENSE\s+M\w+", ""),
        (r"^.*'MARKER'", ""), (r"^ {4}R\S*\s.*?(?=row one)", ""),
        (r"^[^\S\n]+\S+\s+(?=(r\d|row)\s)", ""),
        (r"(?i)^\s+(BV|UI|LO)\s+\S+\s+(?=c)", r" \1 "),
        (r"(?i)^\s+[nelg]\s|^[a-z]+$|^\s+(bv|ui|lo)\s", lambda found: found[0].upper()),
        NUMBER,
    ],
    "spp": [(r"\s+", " "), NUMBER],
    "cnf": [(r"^[c%].*$", ""), (r"\s+", " "), NUMBER],
    "csv": [(r"\A0*2\s+3$", ""),  # the size of a sample, which need not be stated
            (r"^\s*[#%|].*$", ""), (r"^\s*//.*$", ""), (r'[\s,;"]+', "")],
    "lp": [(r"\\.*$", ""), (r"(?i)^\s*end[^\S\n]*$", "|"), (r"=<|<(?!=)", "<="),
           (r"(?i)^\s*(minimi[sz]e|subject\s+to|bounds?|binary)", "|"),
           (r"\s*([-+:<>=|])\s*", r"\1"), (r"(?<=[:|=])\+", ""),
           (r"(?<![\w.])([0-9.]+)(?=[a-z])", r"\1 "), NUMBER,
           (r"(?<=\|)dog<=[1-9]\d*(?=\|)", ""), (r"(?<![\w.])1\s+(?=[a-z])", ""),
           (r"[-+\s]\.?0(?=<=)", " 0"), (r"[|\s]+", " ")],
    "generators": [STRINGS, NUMBER],
    "ledger": [(r'("[^"\n]*")|#.*$|\s+', r"\1"), (r",(?=[\]}])", ""), NUMBER],
    "domino": [COMMENT, WORD, DRAWN],
    "dominosa": [COMMENT, WORD, (r"(\s*\.)+$", ""), NUMBER],
    "graceful": [COMMENT, WORD, (r"\s*,\s*", ","), (r"(?<=grid)\s+2[\sx]+0*(?=3)", " 2x")],
    "jigsaw": [(r"^\s*#.*$", ""), WORD, USUAL, TIMES, (r"[,;\s]+", " "), NUMBER],
    "kakuro": [COMMENT, WORD, NUMBER],
    "kenken": [COMMENT, WORD, (r",(?=\s*[A-Z])|[^\S\n]+", ""), (r"[*×]", "x"),
               (r"[÷:](?=\s*(,|$))", "/")],
    "latin": [(r"^\s*#.*$", ""), (r"[^\S\n]+", "")],
    "matching": [COMMENT, (r"\A(2|#)\s+2$", ""), WORD, DRAWN, USUAL, TIMES, (r"[,;\s]+", " "),
                 (r"colou?rs?", "colours"), NUMBER],
    "matrix": [(r"^\s*#.*$", ""), WORD, (r"(?<=[01])[^\S\n]+(?=[01])", "")],
    "nonogram": [(r"^\s*#.*$", ""), WORD,
                 (r"^\s*(by|catalogue|copyright|license|goal|maxrule)\b.*$", ""),
                 (r"^\s*(width|height)\b.*$", ""), (r"[,\s:]+", " "), NUMBER],
    "picture": [NUMBER],
    "pips": [COMMENT, WORD, (r"≠", "!="), (r"[,;\s]+(?=[0-9])", " "),
             (r",(?=\s*[A-Z])|[^\S\n]+", ""),
             (r"^([A-Z.]+)#+$", r"\1"), (r"(?<=[A-Z])0+(?=[0-9])", "")],
    "polyform": [COMMENT, WORD, DRAWN, USUAL, (r"^\s*-+\s*$", "-"), (r",", " "),
                 (r"\s*\*\s*", "*"), NUMBER],
    "polysticks": [COMMENT, WORD, (r"(?<=^board:)0+(?=[0-9])", ""), (r"\+", " "),
                   (r"[^\S\n]*,[^\S\n]*", ",")],
    "reflect": [(r"^#.*$", ""), (r"^pieces:.*$", lambda found: "".join(found[0].split()))],
    "slitherlink": [COMMENT, WORD, (r"(?<=[.0-9])[^\S\n]+(?=[.0-9])", "")],
    "shikaku": [COMMENT, WORD, NUMBER],
    "statue-park": [COMMENT, WORD, DRAWN, TIMES, (r"(?<=[.*o])[^\S\n]+(?=[.*o])", ""),
                    (r",", " "), (r"\s*\*\s*", "*"), NUMBER],
    "stars": [COMMENT, WORD, (r"^stars:0*1$", ""), (r"[^\S\n]+", ""), NUMBER],
    "sudoku": [COMMENT, (r"[^\S\n]+", ""), USUAL,
               (r"(?<=^size:)0+(?=[0-9])", ""),
               (r"^[0-9.A-Ga-g]{256}$", lambda found: found[0].upper()),
               (r"^[0-9.#]{,81}$", lambda found: found[0].replace("0", "."))],
    "words": [COMMENT, WORD],
}  # fmt: skip
NOTHING["calendar"] = NOTHING["polyform"]
NOTHING["scp"] = NOTHING["rail"] = NOTHING["spp"]


def bare(name: str, text: str) -> str:
    """A text without what means nothing in its format."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for pattern, instead in [(r"[^\S\n]+$", ""), *NOTHING[name]]:
        text = re.sub(pattern, instead, text, flags=re.M)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(filter(None, lines))


@st.composite
def edited(draw, name):
    """A text of a format, and the same with one symbol more, less, or another."""
    text = draw(st.sampled_from(FORMATS[name].wholes())).decode()
    place = draw(st.integers(0, len(text)))
    said = draw(st.sampled_from([*PARTS, *text]))
    gone = draw(st.sampled_from([0, 1]))
    said = draw(st.sampled_from([said, ""])) if gone else said
    return text, text[:place] + said + text[place + gone :]


@pytest.mark.parametrize("name", NOTHING)
def test_a_symbol_is_used_or_means_nothing_or_is_refused(name, tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / FORMATS[name].file
    known = {}

    def read(text):
        if text not in known:
            path.write_bytes(text.encode())
            try:
                known[text] = FORMATS[name].read(path)
            except FORMATS[name].fault:
                known[text] = None
        return known[text]

    @settings(derandomize=True)
    @given(edited(name))
    def look(texts):
        whole, other = texts
        if read(other) == read(whole):
            assert bare(name, other) == bare(name, whole)

    look()


#: Edits of a format that the ordinary suite reads; the slow one reads all.
_SOME = 300
#: Formats whose faults name an entry instead of a line; faults of a whole text: what is missing.
_OF_ENTRIES, _WHOLE = {"json", "generators", "ledger"}, re.compile(r"no |\d+ (cells|edges)")


@pytest.mark.parametrize("most", [_SOME, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NOTHING)
def test_no_edit_of_one_symbol_is_dropped_and_faults_have_a_place(name, most):
    for data in FORMATS[name].wholes():
        text = data.decode()
        for edit in looked_at(name, text, most and most // len(FORMATS[name].wholes())):
            if edit.outcome == "same":
                assert bare(name, edit.text) == bare(name, text)
            elif edit.fault is not None:
                fault = edit.fault
                assert FORMATS[name].file in fault.path or name == "ledger", edit
                assert fault.line or name in _OF_ENTRIES or _WHOLE.match(fault.found), edit


HEXADECIMAL = "0123............4567............89AB............CDEF".ljust(256, ".")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dlx", "a b 2|\na b\n"),
        ("dlx", "2| 3|a\na\n"),
        ("json", '{"primary": [0.10000000000000000001], "options": []}'),
        ("mps", "ROWS extra\n E r\nCOLUMNS\n c r 1\nBOUNDS\n BV BND c\nENDATA\n"),
        ("mps", "ROWS\n E r\nCOLUMNS\n c r 1\nBOUNDS\n BV BND c\nENDATA\nBOUNDS\n UP BND c 0\n"),
        ("generators", '[[[{"item": "a", "colour": 1, "color": 2}, "b"]]]'),
        ("generators", '[[[{"item": "a", "item": "c", "colour": 1}, "b"]]]'),
        ("ledger", LEDGER[0].replace("small = 2", "small = 2\nsmal = 1")),
        ("ledger", LEDGER[0].replace("value = 5", 'value = 5\ndigest = "0"')),
        ("sudoku", f"{HEXADECIMAL[:-1]}G\n"),
        ("sudoku", "size: 10\nboxes: 2 x 5\nclues:\n" + "0.........\n" * 10),
        ("sudoku", f"#{' ' * 9_999}1..........2....\n"),
        ("domino", "title:\nsomething\nboard:\n##\n"),
        ("matching", "title:\nw w w w\n\nr r r r\n"),
        ("nonogram", "rows 2\nrows\n1\ncolumns\n1\n"),
        ("nonogram", "title A\ntitle B\nrows\n1\ncolumns\n1\n"),
        ("nonogram", "rows\n1\n:1\ncolumns\n1\n"),
        ("reflect", "...\n...\n...\npieces: /\npieces: o\n"),
        ("cnf", "p cnf 2 3\n1 2 0\n-1 -2 0\n"),
        ("polyform", "grid: cubic\nboard:\n#\n- -\n#\npiece a:\n#\n---\n#\n"),
        ("polysticks", "pieces: disticks\nboard: 0x2\n"),
    ],
)
def test_what_once_was_dropped_is_refused(name, text, tmp_path):
    path = tmp_path / FORMATS[name].file
    path.write_text(text)
    with pytest.raises(xc.FileFault):
        FORMATS[name].read(path)


def test_bytes_that_are_not_text_are_told_with_their_line(tmp_path):
    """They were read as a sign for what cannot be read."""
    path = tmp_path / "sudoku.txt"
    for data in (b"# one\n# tw\xffo\n1..........2....\n", b"title: \xff\nsize: 4\nclues:\n"):
        path.write_bytes(data)
        with pytest.raises(xc.FileFault, match="0xff is not UTF-8"):
            puzzles.read("sudoku", path)


def test_every_format_of_text_is_asked():
    assert {name for name in KINDS if kind(name).example} <= set(PUZZLES)
    assert set(NOTHING) == {*PROBLEMS, "generators", "ledger", *PUZZLES}
