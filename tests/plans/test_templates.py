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

#: Runs what stands behind its options for each line, as GNU parallel does on several machines.
PARALLEL = """\
import os, subprocess, sys
words, known = sys.argv[1:], {"--sshloginfile", "--workdir", "--basefile", "--return"}
while words[0] in known:
    option, value, *words = words
    assert option in ("--workdir", "--return") or os.path.exists(value)
code = 0
for line in sys.stdin:
    code |= subprocess.call([word.replace("{}", line.strip()) for word in words])
sys.exit(code)
"""
#: Runs a job of HTCondor: in a folder of its own, with the files that it names.
CONDOR = """\
import pathlib, shutil, subprocess, tempfile
text = pathlib.Path("parts.sub").read_text()
stated = dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line)
assert text.endswith("queue Part, Files from todo.txt\\n")
for line in open("todo.txt"):
    part, _, files = line.strip().partition(" ")
    for key in stated:
        stated[key] = stated[key].replace("$(Part)", part).replace("$(Files)", files)
    with tempfile.TemporaryDirectory() as folder:
        for name in (*stated["transfer_input_files"].split(","), stated["executable"]):
            if name.strip():
                shutil.copy(name.strip(), folder)
        subprocess.call(["bash", stated["executable"], *stated["arguments"].split()], cwd=folder)
        source, target = stated["transfer_output_remaps"].strip('"').split(" = ")
        assert source == stated["transfer_output_files"]
        shutil.copy(pathlib.Path(folder, source), target)
    stated = dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line)
"""


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """Runs a script in a folder with a plan and the files of the page."""
    (tmp_path / "bin").mkdir()
    for name, program in (
        ("parallel", f"#!{sys.executable}\n{PARALLEL}"),
        ("condor_submit", f"#!{sys.executable}\n{CONDOR}"),
        ("sbatch", '#!/bin/sh\nfor k in 0 1; do SLURM_ARRAY_TASK_ID=$k bash "$1"; done\n'),
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


def test_slurm_runs_what_is_left(shell, tmp_path):
    script = (tmp_path / "array.sh").read_text()
    assert re.search(r"^#SBATCH .*--array=0-\d+ .*--signal=B:TERM@60", script, re.M)
    submit = next(each.text for each in blocks(PAGE) if "sbatch array.sh" in each.text)
    xc.split("1", 2, tmp_path / "plan.xct", folder=tmp_path / "parts")
    for _ in range(2):  # the second time nothing is
        assert shell("bash", "-c", submit, SLURM_ARRAY_TASK_COUNT="2") == 0
        assert count(tmp_path) == 300


def test_parallel_runs_what_is_left(shell, tmp_path):
    assert shell("bash", "parallel.sh") == 0
    assert count(tmp_path) == 300
    assert shell("bash", "parallel.sh") == 0  # nothing is left


def test_condor_goes_on_with_what_is_left(shell, tmp_path):
    plan, parts = tmp_path / "plan.xct", tmp_path / "parts"
    xc.split("1", 2, plan, folder=parts)
    xc.run_part(plan, 0, nodes=20, folder=parts)
    script = tmp_path / "run-part.sh"
    script.write_text(script.read_text().replace("--seconds 14000", "--nodes 120"))
    nodes = [0]
    while not xc.merge(plan, parts).complete:
        assert shell("bash", "submit.sh") == 0
        nodes.append(xc.merge(plan, parts).nodes)
        assert nodes[-1] > nodes[-2]
    assert len(nodes) > 3
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
    (tmp_path / "plan.xct").unlink()
    xc.split(langford(16), PARTS, tmp_path / "plan.xct")
    (tmp_path / "todo.txt").write_text("0\n1\n2\n")
    words = ["timeout", "--signal=TERM", "--preserve-status", "4", "bash", "array.sh"]
    task = {"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "3"}
    assert shell(*words, **task) == 130
    merged = xc.merge(tmp_path / "plan.xct", tmp_path / "parts")
    assert merged.begun == ("1",)
    before = merged.nodes
    assert not xc.run_part(tmp_path / "plan.xct", 1, folder=tmp_path / "parts", seconds=1).complete
    assert xc.merge(tmp_path / "plan.xct", tmp_path / "parts").nodes > before
