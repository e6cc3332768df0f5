"""Commands killed while their processes start leave no traceback and no processes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exactcover.common.interrupts import noted_presses
from exactcover.files import dlx
from tests.instances import langford
from tests.interrupting import until

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")

CLUSTER = [pytest.mark.needs("distributed", "cryptography"), pytest.mark.slow]
#: Hours of search, or minutes of work.
COMMANDS = [
    "count hard.dlx --quiet --engine reference --workers 2",
    pytest.param("warm", marks=pytest.mark.compiled),
    pytest.param("count hard.dlx --quiet --cluster local --workers 2", marks=CLUSTER),
]


def session(pid):
    """The processes of a session that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, leader = path.read_text().rpartition(")")[2].split()[:4]
            found += [int(path.parent.name)] * (int(leader) == pid and state != "Z")
    return found


def test_an_interrupt_while_an_object_is_freed_is_not_lost():
    class Freed:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def interrupted():
        Freed()
        for _ in range(1_000):
            time.sleep(0.01)

    with noted_presses(), pytest.raises(KeyboardInterrupt):
        interrupted()


@pytest.mark.parametrize(
    ("number", "later"), [(signal.SIGINT, 0), (signal.SIGINT, 0.3), (signal.SIGTERM, 0)]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_it_ends_in_silence_while_its_processes_start(command, number, later, tmp_path):
    dlx.write(langford(16), str(tmp_path / "hard.dlx"))
    (temporary := tmp_path / "temporary").mkdir()
    places = {"TMPDIR": str(temporary), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    with subprocess.Popen(
        [sys.executable, "-m", "exactcover", *command.split()], cwd=tmp_path,
        env={**os.environ, **places}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert until(lambda: len(session(process.pid)) > 1)
            time.sleep(later)
            if number == signal.SIGINT:  # the terminal sends it to all
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            _, said = process.communicate(timeout=30)
            assert (process.returncode, said.partition(";")[0].strip()) == (
                130,
                "exactcover: interrupted",
            )
            assert "Traceback" not in said
            assert until(lambda: not session(process.pid))
            assert [*temporary.iterdir()] == []
        finally:
            for pid in session(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
