"""Executors of others: loky's and mpi4py's, where these are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exactcover.files import dlx
from tests.instances import langford
from tests.paths import ROOT

PROGRAM = """
from mpi4py.futures import MPIPoolExecutor
from tests.instances import langford

if __name__ == "__main__":
    with MPIPoolExecutor(2) as executor:
        problem = langford(8)
        print(int(problem.count(executor=executor, workers=2)))
        print(len(problem.gather(executor=executor, workers=2, listed=None).listed))
"""


@pytest.mark.slow
def test_the_executor_of_loky_will_do():
    loky = pytest.importorskip("loky")
    executor = loky.get_reusable_executor(max_workers=2)
    try:
        assert langford(8).count(executor=executor) == 300
        assert executor.submit(len, "abc").result() == 3
    finally:
        executor.shutdown()


def test_the_executor_of_mpi4py_will_do(tmp_path):
    pytest.importorskip("mpi4py", exc_type=ImportError)
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    mpiexec = shutil.which("mpiexec", path=beside)
    if mpiexec is None:
        pytest.skip("needs mpiexec")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(program)],
        capture_output=True, text=True, timeout=120, check=False, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stdout.split() == ["300", "300"], done.stderr


def test_processes_start_where_the_path_of_temporary_files_is_too_long_for_a_socket(tmp_path):
    (folder := tmp_path / ("long" * 30)).mkdir()
    dlx.write(langford(7), str(tmp_path / "langford.dlx"))
    found = subprocess.run(
        [sys.executable, "-m", "exactcover", "count", str(tmp_path / "langford.dlx"), "--quiet",
         "--engine", "reference", "--workers", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stdout, found.stderr) == (0, "52\n", "")
