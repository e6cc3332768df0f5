"""Damaged files of each format that is read; ``python -m tests.fuzz.damage`` makes very many."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.damage import damaged, damages, fault_of
from tests.fuzz.formats import FORMATS


def wrong(name, seed, number):
    found = damages(FORMATS[name], seed, range(number))
    return [(told, data[:200]) for _, told, data in found if told]


COMPRESSED = [pytest.param(name, marks=pytest.mark.slow) for name in FORMATS if ".gz" in name]


@pytest.mark.parametrize("name", [*(name for name in FORMATS if ".gz" not in name), *COMPRESSED])
def test_a_damaged_file_is_refused_by_name_or_says_something_else(name):
    assert wrong(name, "test", 40) == []


def test_a_bit_of_a_journal_that_is_flipped_anywhere_in_its_first_pages_is_refused(tmp_path):
    """The tables are stated there; names that are not UTF-8 were not told as damage."""
    form = FORMATS["journal"]
    (data,) = form.wholes()
    path = tmp_path / form.file
    for place in range(100, 4096, 211):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x80]) + data[place + 1 :])
        assert fault_of(form, path, (52, 52))[1] == "", place


def test_the_damage_is_neither_too_much_nor_too_little():
    """Of each text some damaged files still say something, and others are refused."""
    for name in ("dlx", "jigsaw", "reflect", "picture", "sudoku"):
        outcomes = {outcome for outcome, _, _ in damages(FORMATS[name], "some", range(60))}
        assert {"refused"} < outcomes, name
    assert damaged(b"some bytes", random.Random(1)) == damaged(b"some bytes", random.Random(1))
