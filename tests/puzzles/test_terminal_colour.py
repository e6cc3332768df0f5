"""When the output is coloured."""

from __future__ import annotations

import io

import pytest

from exactcover_puzzles.shared.screen import wants_colour


@pytest.mark.parametrize(
    ("mode", "is_terminal", "environment", "wanted"),
    [
        ("auto", True, {}, True), ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "0"}, False), ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False), ("never", True, {}, False),
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
    ],
)  # fmt: skip
def test_colour_is_wanted_on_terminals_unless_the_user_objects(
    monkeypatch, mode, is_terminal, environment, wanted
):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    stream = io.StringIO()
    stream.isatty = lambda: is_terminal
    assert wants_colour(stream, mode) is wanted
