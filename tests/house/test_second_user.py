"""A second user on the machine gets nothing: not from a cluster, a page, kept kernels, a ledger.

The second user is ``nobody``, who prepares what root's commands might run, and meanwhile takes what
can be taken: other people's files, their command lines, what listens on this machine.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import exactcover as xc
from tests.instances import langford
from tests.paths import ROOT

pwd = pytest.importorskip("pwd")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(getattr(os, "getuid", int)() != 0, reason="only root can be another user"),
]

SHARED = 0o1777
SCRIPT = "from {}.__main__ import run\nif __name__ == '__main__':\n    run()\n"
#: Imported by Python itself, by libraries and by this package: each notes who ran it.
MODULES = (
    "multiprocessing", "exactcover", "exactcover_puzzles", "numpy", "distributed", "dask", "struct",
    "signal", "json", "threading", "ways", "sitecustomize", "usercustomize", "msgpack",
)  # fmt: skip
#: Run by the second user, in a loop: what of the folder for temporary files and of the command
#: lines of others is there for all, and what their addresses give.
TAKING = r"""
import json, os, re, sys, time, urllib.request
where, seconds = sys.argv[1], float(sys.argv[2])
mine, taken, asked = os.getuid(), set(), set()
end = time.monotonic() + seconds
while time.monotonic() < end:
    for folder, _, files in os.walk(where):
        for name in [folder] + [os.path.join(folder, each) for each in files]:
            try:
                about = os.lstat(name)
                readable = os.access(name, os.W_OK) or os.path.isfile(name) and open(name).read(1)
                if about.st_uid != mine and name != where and readable:
                    taken.add(name)
            except OSError:
                pass
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = open(f"/proc/{pid}/cmdline").read()
        except OSError:
            continue
        if "PRIVATE" + " KEY" in line:
            taken.add(line)
        for address in {*re.findall(r"(?:http|file)://[^\s\0]+", line)} - asked:
            if where in address or "127.0.0.1" in address:
                asked.add(address)
                try:
                    taken.add(urllib.request.urlopen(address, timeout=5).read(200).decode())
                except OSError:
                    pass
    time.sleep(0.01)
print(json.dumps([sorted(taken), sorted(asked)]))
"""


class Second:
    """The second user; ``run``: what they found when they ran a program."""

    def __init__(self, shared):
        account = pwd.getpwnam("nobody")
        self.who = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self.shared, self.noted = shared, shared / "noted"
        # Root's own may lie where nobody else may go.
        for self.python in (sys._base_executable, "/usr/bin/python3"):
            try:
                if self.start("print(1)").communicate(timeout=60)[0] == "1\n":
                    return
            except OSError:
                continue
        pytest.skip("only root can be another user: who could run no Python here")

    def start(self, program, *arguments):
        command = [self.python, "-I", "-c", program, *map(str, arguments)]
        how = {"cwd": "/", "env": {}, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, **how, **self.who)

    def run(self, program, *arguments):
        process = self.start(program, *arguments)
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        return out

    def prepare(self, folder):
        """Put modules into a folder that all may write to; each notes the user who runs it."""
        note = (
            "import os, sys\n"
            f"print(os.getuid(), sys.argv, __name__, file=open({str(self.noted)!r}, 'a'))\n"
            "raise ImportError('prepared')\n"
        )
        self.run(
            "import os, sys\n"
            "if not os.path.exists(sys.argv[1]):\n"
            "    os.mkdir(sys.argv[1])\n"
            "    os.chmod(sys.argv[1], 0o777)\n"
            "for name in sys.argv[3:]:\n"
            "    open(os.path.join(sys.argv[1], name + '.py'), 'w').write(sys.argv[2])",
            folder, note, *MODULES,
        )  # fmt: skip

    @property
    def ran(self):
        """What root ran of that."""
        return self.noted.read_text() if self.noted.exists() else ""


@pytest.fixture
def shared():
    """A folder like the one for temporary files, in one that everybody may enter."""
    folder = Path(tempfile.mkdtemp(prefix="second-user-"))
    folder.chmod(SHARED)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def second(shared):
    return Second(shared)


def command(shared, *words, program="exactcover", **environment):
    """Root runs a command in the shared folder, by a script as pip makes them."""
    script = shared / "scripts" / program
    script.parent.mkdir(mode=0o700)
    script.write_text(SCRIPT.format(program.replace("puzzles", "exactcover_puzzles")))
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, str(script), *map(str, words)], cwd=shared,
        env={**os.environ, "TMPDIR": str(shared), "PYTHONPATH": path, **environment},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    "how",
    ["--engine=reference", pytest.param("--cluster=local", marks=pytest.mark.needs("distributed"))],
)
def test_nothing_of_what_they_prepared_is_run_and_nothing_is_left_to_take(shared, second, how):
    xc.write(langford(8), str(shared / "langford.json"))
    second.prepare(shared)
    second.prepare(shared / "dask-scratch-space")
    taking = second.start(TAKING, shared, 6)
    counting = command(shared, "count", "langford.json", "--workers", "2", how)
    out, said = counting.communicate(timeout=120)
    (taken, _) = json.loads(taking.communicate()[0])
    assert (out, counting.returncode) == ("300\n", 0), said
    assert second.ran == ""
    assert set(taken) <= {str(shared / "langford.json")}  # which root let everybody read
    left = {path.name for path in shared.iterdir() if path.stat().st_uid == 0}
    assert left == {"langford.json", "scripts"}


def test_the_browser_of_a_page_leads_nobody_else_there(shared, second):
    browser = shared / "browser"
    browser.write_text(f"#!{sys.executable} -I\nimport time\ntime.sleep(9)\n")
    browser.chmod(0o755)
    taking = second.start(TAKING, shared, 8)
    playing = command(shared, "play", program="puzzles", BROWSER=f"{browser} %s &")
    url = playing.stdout.readline().strip()
    taken, asked = json.loads(taking.communicate()[0])
    try:
        assert any(address.startswith("file:") for address in asked), "the browser was started"
        assert set(taken) <= {str(browser)}
        with urllib.request.urlopen(url, timeout=10) as page:
            assert page.status == 200
        address = url.rsplit("/", 2)[0]
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{address}/wrong/", timeout=10)
    finally:
        playing.terminate()
        playing.communicate(timeout=30)
    assert not [*shared.glob("puzzles-*")]


@pytest.mark.compiled
def test_no_kernel_is_run_that_they_could_have_written(shared, second):
    from exactcover.compile import objects

    kept = shared / f"exactcover-kernels-{os.getuid()}"
    (mine := shared / "mine").mkdir(mode=0o700)
    (kept_by_root := mine / "some.kernel").write_bytes(b"code")
    assert objects._trusted(mine, "some.kernel") == b"code"
    second.run(
        "import os, sys\n"
        "os.mkdir(sys.argv[1])\n"
        "open(os.path.join(sys.argv[1], 'some.kernel'), 'w').write('code')",
        kept,
    )
    assert objects._trusted(kept, "some.kernel") is None
    os.chown(kept, 0, 0)
    assert objects._trusted(kept, "some.kernel") is None, "the file is theirs"
    for path in (kept_by_root, mine):
        path.chmod(0o777)
        assert objects._trusted(mine, "some.kernel") is None, "they may have written there"
        path.chmod(0o700)


def test_a_ledger_runs_nothing_of_theirs(shared, second):
    folder = shared / "result"
    folder.mkdir()
    (folder / "result.toml").write_text(
        'title = "Squares"\nquestion = "?"\nmachine = "any"\nremarks = "none"\n'
        '[[sequence]]\nsource = "none"\nsmall = 1\nknown = [[3, 9]]\n'
    )
    (folder / "ways.py").write_text("WAYS = ('square',)\ndef square(n):\n    return n * n, 1\n")
    hidden = folder / "__pycache__"
    hidden.mkdir()
    hidden.chmod(0o777)
    second.prepare(shared)
    second.run(
        "import py_compile, sys\n"
        "py_compile.compile(sys.argv[1], sys.argv[2],"
        " invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)",
        shared / "ways.py",
        hidden / f"ways.{sys.implementation.cache_tag}.pyc",
    )
    verified = subprocess.run(
        [sys.executable, "-m", "results", str(folder)], cwd=ROOT,
        env={**os.environ, "TMPDIR": str(shared)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (verified.returncode, second.ran) == (0, ""), verified.stderr
    assert verified.stdout.startswith("Squares\n(3): 9 by square")
