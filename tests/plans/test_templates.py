"""The templates for job arrays, with stand-ins for the systems that run them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import exactcover as xc
from tests.docs.pages import blocks
from tests.instances import langford
from tests.paths import ROOT

PAGE = ROOT / "docs" / "howto" / "job-arrays.md"
pytestmark = pytest.mark.skipif(
    not PAGE.exists() or shutil.which("bash") is None, reason="needs the checkout and bash"
)
PARTS = 3

#: Runs what stands behind its options for each line, as GNU parallel does on this machine.
PARALLEL = """\
import os, subprocess, sys
words, known = sys.argv[1:], {"--sshloginfile", "--workdir", "--basefile", "--return"}
while words[0] in known:
    option, value, *words = words
    if option == "--sshloginfile":
        assert open(value).read().split()
    if option == "--basefile":
        assert os.path.exists(value)
code = 0
for line in sys.stdin:
    code |= subprocess.call([word.replace("{}", line.strip()) for word in words])
sys.exit(code)
"""


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """Runs a script in a folder with a plan and the files of the page."""
    (tmp_path / "bin").mkdir()
    for name, program in (
        ("parallel", f"#!{sys.executable}\n{PARALLEL}"),
        ("exactcover", f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -m exactcover \"$@\"\n"),
    ):  # fmt: skip
        (tmp_path / "bin" / name).write_text(program)
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]]))
    for block in blocks(PAGE):
        if block.kind == "file":
            (tmp_path / block.what).write_text(block.text)
    (tmp_path / "machines").write_text("one\ntwo\n")
    xc.split(langford(8), PARTS, tmp_path / "plan.xct")

    def run(*words: str, **variables: str) -> int:
        return subprocess.run(
            words, cwd=tmp_path, env={**os.environ, **variables}, timeout=120, check=False
        ).returncode

    return run


def count(folder: Path) -> int:
    merged = xc.merge(folder / "plan.xct", folder / "parts")
    assert merged.complete
    return int(merged.answer.count)


def test_slurm_runs_the_array(shell, tmp_path):
    script = (tmp_path / "array.sh").read_text()
    assert re.search(r"^#SBATCH .*--array=0-\d+ .*--signal=B:TERM@60", script, re.M)
    for part in range(PARTS):
        assert shell("bash", "array.sh", SLURM_ARRAY_TASK_ID=str(part)) == 0
    assert count(tmp_path) == 300


def test_slurm_is_given_what_is_left(shell, tmp_path):
    assert shell("bash", "array.sh", SLURM_ARRAY_TASK_ID="1") == 0
    block = next(each.text for each in blocks(PAGE) if each.text.startswith("sbatch --array="))
    (tmp_path / "bin" / "sbatch").write_text('#!/bin/sh\necho "$1 $2" > submitted\n')
    (tmp_path / "bin" / "sbatch").chmod(0o755)
    assert shell("bash", "-c", block) == 0
    assert (tmp_path / "submitted").read_text() == "--array=0,2 array.sh\n"


def test_parallel_runs_what_is_left(shell, tmp_path):
    assert shell("bash", "parallel.sh") == 0
    assert count(tmp_path) == 300
    assert shell("bash", "parallel.sh") == 0  # nothing is left


def test_condor_runs_the_queue(shell, tmp_path):
    lines = (tmp_path / "parts.sub").read_text().splitlines()
    stated = dict(line.split(" = ") for line in lines if " = " in line)
    assert re.fullmatch(r"queue \d+", lines[-1])
    for part in range(PARTS):
        arguments = stated["arguments"].replace("$(Process)", str(part))
        assert shell("bash", stated["executable"], *arguments.split()) == 0
        assert (tmp_path / stated["transfer_output_files"]).is_dir()
    assert count(tmp_path) == 300


def test_kubernetes_runs_the_indices(shell, tmp_path):
    text = (tmp_path / "job.yaml").read_text()
    assert re.search(r"completionMode: Indexed", text)
    (command,) = re.findall(r"command: \[sh, -c, (.*)\]", text)
    for part in range(PARTS):
        assert shell("sh", "-c", command, JOB_COMPLETION_INDEX=str(part)) == 0
    assert count(tmp_path) == 300


@pytest.mark.compiled
def test_a_part_that_its_batch_system_ends_is_written_and_goes_on(shell, tmp_path):
    xc.split(langford(16), PARTS, tmp_path / "plan.xct")
    words = ["timeout", "--signal=TERM", "--preserve-status", "4", "bash", "array.sh"]
    assert shell(*words, SLURM_ARRAY_TASK_ID="1") == 130
    merged = xc.merge(tmp_path / "plan.xct", tmp_path / "parts")
    assert merged.begun == ("1",)
    before = merged.nodes
    assert not xc.run_part(tmp_path / "plan.xct", 1, folder=tmp_path / "parts", seconds=1).complete
    assert xc.merge(tmp_path / "plan.xct", tmp_path / "parts").nodes > before
