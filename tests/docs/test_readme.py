"""README.md: its pictures are what commands make, its commands answer, its links lead somewhere."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from tests.paths import ROOT

from .pages import PAGES

README = ROOT / "README.md"
PICTURES = ROOT / "docs" / "pictures"
pytestmark = pytest.mark.skipif(not README.exists(), reason="needs the checkout")


def commands():
    lines = (PICTURES / "commands.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("command", commands(), ids=lambda line: line.rsplit(" ", 1)[-1])
def test_a_picture_is_what_its_command_draws(command, tmp_path, monkeypatch):
    _, *words, name = shlex.split(command)
    monkeypatch.chdir(PICTURES)
    assert xc.cli.run("puzzles", cli.main, [*words, str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes() == (PICTURES / name).read_bytes()


def test_the_figures_are_what_their_code_draws():
    spec = importlib.util.spec_from_file_location("figures", ROOT / "docs" / "_ext" / "figures.py")
    figures = sys.modules["figures"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    for name, drawn in figures.FIGURES.items():
        text = (figures.FOLDER / name).read_text(encoding="utf-8")
        assert text == drawn(), "run: python docs/_ext/figures.py"


def test_every_picture_is_made_by_a_command_and_shown():
    names = {command.rsplit(" ", 1)[-1] for command in commands()}
    assert names == {path.name for path in PICTURES.glob("*.svg")}
    text = README.read_text(encoding="utf-8")
    assert set(re.findall(r"docs/pictures/([\w-]+\.svg)", text)) <= names


@pytest.mark.slow
def test_the_commands_in_the_table_of_puzzles_answer(capfd):
    text = README.read_text(encoding="utf-8")
    shown = re.findall(r"\| `puzzles ([^`]+)` \|$", text, re.M)
    for command in shown:
        assert xc.cli.run("puzzles", cli.main, command.split()) == 0, command


def test_links_to_files_of_the_repository_lead_somewhere():
    for path in [README, ROOT / "CONTRIBUTING.md"]:
        links = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", path.read_text("utf-8"))
        for link in (one or other for one, other in links):
            assert link.startswith("http") or (ROOT / link).exists(), link


def test_the_version_to_cite_is_the_last_one_that_was_released():
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d\S*), \d", log, re.M)[:1]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (\S+)", citation, re.M) == released


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_rows_of_a_table_have_as_many_cells_as_its_head(path):
    # A | in the text of a cell is written with a backslash.
    for rows in re.findall(r"(?:^\|[^\n]*\n)+", path.read_text(encoding="utf-8"), re.M):
        if "\n|--" in rows:
            cells = [len(re.findall(r"(?<!\\)\|", row)) for row in rows.splitlines()]
            assert {cells[0]} == set(cells), rows
