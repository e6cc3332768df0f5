"""Numbers and texts as SVG files write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.shared.svg_text import number, shortened, text_width
from tests.paths import ROOT


@given(st.floats(-1e9, 1e9), st.integers(1, 6))
def test_a_number_is_as_short_as_it_can_be_and_rounded_once(value, decimals):
    text = number(value, decimals)
    assert Decimal(text) == round(Decimal(value), decimals)
    assert text == "0" or Decimal(text) != 0
    assert not (text.endswith(("0", ".")) and "." in text)
    assert "e" not in text


@pytest.mark.parametrize(
    ("value", "text"), [(100, "100"), (-0.001, "0"), (0.5, "0.5"), (1e7, "10000000"), (-2.0, "-2")]
)
def test_numbers_by_hand(value, text):
    assert number(value) == text


def test_numbers_have_one_writer():
    """Nothing else under puzzles/ takes zeros off a number."""
    others = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "puzzles").rglob("*.py"))
        if 'rstrip("0")' in path.read_text(encoding="utf-8")
    ]
    assert others == ["puzzles/exactcover_puzzles/shared/svg_text.py"]


def test_wide_characters_take_their_width():
    assert text_width("漢字", 10) == 20
    assert text_width("ab", 10) < text_width("ab", 10, bold=True) < 20


@given(st.text(max_size=40), st.floats(1, 40), st.floats(1, 400), st.booleans())
def test_a_shortened_text_has_room_and_keeps_all_that_has(text, size, width, bold):
    short = shortened(text, size, width, bold=bold)
    if text_width(text, size, bold=bold) <= width:
        assert short == text
        return
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert short == "…" or text_width(short, size, bold=bold) <= width + 1e-6
