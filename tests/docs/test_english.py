"""The English of README and docs, as far as a test can check docs/contributing/style.md."""

from __future__ import annotations

import ast
import re
from itertools import takewhile

import pytest

from .pages import GALLERY, PAGES

pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="needs the checkout")

#: The most words of a sentence.
MOST_WORDS = 34

#: Turns of phrase that have to be read twice.
AVOIDED = (
    r"\bso (many|much)\b(?! that)",
    r"\bis told\b|\bare told\b|\bbe told\b",
    r"\bif it is not said\b",
    r"\bcases of 20\b",
    r"\bmostly,? \w+ (settles|suffices)\b",
    r"\bmake of each other\b",
    r"\bThe same with\b",
    r"\bby itself finds\b",
    r"\bin order that\b",
    r"\butili[sz]e\b",
)


def prose(page):
    """The paragraphs of a page, without code, tables, headings and comments."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^ *(`{3,}|:{3,})[^\n]*\n.*?^ *\1 *$", "\n", text, flags=re.M | re.S)
    text = re.sub(r"^(\||#|<|    |:::|\(\w+\)=)[^\n]*$", "", text, flags=re.M)
    text = re.sub(r"`[^`\n]*`|\[\]\([^)]*\)|<http[^>]*>", "x", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return [
        " ".join(each.split()) for each in re.split(r"\n\s*\n|^ *[-*] |^ *\d+\. ", text, flags=re.M)
    ]


def words_of_a_script(path):
    """What a script of the gallery says: the text above it, and the comments between its cells."""
    text = path.read_text(encoding="utf-8")
    cells = [ast.get_docstring(ast.parse(text)) or ""]
    for cell in text.split("\n# %%\n")[1:]:
        lines = takewhile(lambda line: line.startswith("#"), cell.splitlines())
        cells.append("\n".join(line[2:] for line in lines))
    return " ".join(re.sub(r"``[^`]*``", "x", "\n\n".join(cells)).split())


def sentences(page):
    for paragraph in prose(page):
        yield from re.split(r"(?<=[.!?:;])[)*]* (?=[A-Z0-9(x*])", paragraph)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_sentences_are_short(page):
    long = [each for each in sentences(page) if len(each.split()) > MOST_WORDS]
    assert not long, "\n".join(long)


@pytest.mark.parametrize("script", GALLERY, ids=lambda script: script.stem)
def test_the_gallery_is_written_in_short_sentences(script):
    words = words_of_a_script(script)
    long = [each for each in re.split(r"(?<=[.!?:;]) ", words) if len(each.split()) > MOST_WORDS]
    assert not long, "\n".join(long)
    assert not [phrase for phrase in AVOIDED if re.search(phrase, words, re.I)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_nothing_has_to_be_read_twice(page):
    found = [
        f"{phrase}: {paragraph[:200]}"
        for phrase in AVOIDED
        for paragraph in prose(page)
        if re.search(phrase, paragraph, re.I)
    ]
    if page.stem != "style":
        assert not found, "\n".join(found)
