"""The pages of docs/puzzles/ show what their commands print."""

from __future__ import annotations

import re

import pytest

from tests.paths import ROOT

PAGES = ("langford", "latin", "matching", "queens", "steiner")
SHOWN = [
    pytest.param(found[1], found[2], id=found[1])
    for page in PAGES
    for found in re.finditer(
        r"```\n\$ puzzles ([^\n]*)\n(.*?)```",
        (ROOT / "docs" / "puzzles" / f"{page}.md").read_text(encoding="utf-8"),
        re.S,
    )
]


@pytest.mark.parametrize(("command", "printed"), SHOWN)
def test_a_page_shows_what_its_command_prints(asked, command, printed):
    _, out, err = asked(*command.split())
    remarks = [line for line in err.splitlines(keepends=True) if not line.startswith("exactcover:")]
    assert out + "".join(remarks) == printed


def test_each_page_shows_three_commands():
    assert len(SHOWN) == 3 * len(PAGES)
