"""A thousand parts of which many are killed, run twice, damaged and lost: merge names each."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time

import pytest

from exactcover.parallel import part_journal
from tests.instances import langford

from .planned import Planned

PARTS, KILLED, TWICE, DAMAGED, LOST = 1_000, 200, 20, 10, 5


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_of_a_thousand_parts_merge_names_what_is_wrong_and_then_has_the_exact_number(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(part_journal, "_SECONDS", 0.0)
    planned, lot = Planned(tmp_path, langford(15), PARTS), random.Random(1)
    began = time.monotonic()
    planned.run(0)
    took = time.monotonic() - began
    chosen = lot.sample(range(1, PARTS), KILLED + TWICE + DAMAGED + LOST)
    killed, twice = chosen[:KILLED], chosen[KILLED : KILLED + TWICE]
    damaged, lost = chosen[KILLED + TWICE : -LOST], chosen[-LOST:]
    for part in killed:
        child = os.fork()
        if not child:
            planned.run(part)
            os._exit(0)
        time.sleep(lot.random() * took)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    for part in set(range(1, PARTS)).difference(killed):
        assert planned.run(part).complete
    for part in twice:
        shutil.move(planned.path(part), planned.parts / f"first-{part}.xct")
        planned.run(part)
    for part in damaged:
        text = bytearray(planned.path(part).read_bytes())
        bit = lot.randrange(8 * len(text))
        text[bit // 8] ^= 1 << bit % 8
        planned.path(part).write_bytes(text)
    for part in lost:
        planned.path(part).unlink()

    merged = planned.merged()
    unfinished = {part for part in killed if not (planned.path(part).exists()
                                                  and planned.read(part).complete)}  # fmt: skip
    assert len(unfinished) > KILLED // 4
    assert sum(planned.path(part).exists() for part in unfinished) > KILLED // 10
    named = {name.rpartition("/")[2] for name in (fault.path for fault in merged.faults)}
    assert named == {f"{part}.xct" for part in damaged}
    assert set(merged.twice) == set(map(str, twice))
    assert set(merged.todo()) == set(map(str, unfinished | set(damaged) | set(lost)))
    assert set(merged.begun) <= set(map(str, unfinished))
    assert not merged.complete
    assert merged.estimate.low < 79_619_280 < merged.estimate.high

    for part in list(merged.todo()):
        assert planned.run(part).complete
    merged = planned.merged()
    assert (merged.complete, merged.answer.count) == (True, 79_619_280)  # OEIS A014552, twice
    assert not merged.faults
