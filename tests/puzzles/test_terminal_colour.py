"""When output has colours."""

from __future__ import annotations

import io

import pytest

from exactcover_puzzles.shared.terminal import wants_colour


class _Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self._terminal = terminal

    def isatty(self):
        return self._terminal


@pytest.mark.parametrize(
    ("mode", "is_terminal", "environment", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": "0"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ("never", True, {}, False),
    ],
)
def test_colour_is_wanted_on_terminals_unless_the_user_objects(
    monkeypatch, mode, is_terminal, environment, wanted
):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    assert wants_colour(_Stream(is_terminal), mode) is wanted


def test_an_unknown_mode_of_colour_is_refused():
    with pytest.raises(ValueError, match="'sometimes'"):
        wants_colour(_Stream(True), "sometimes")
