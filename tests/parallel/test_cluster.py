"""Searches on a Dask cluster with dying workers."""

from __future__ import annotations

import argparse
import gc
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

import exactcover as xc
from exactcover.cli import argument_groups
from exactcover.errors import MissingLibrary
from exactcover.parallel.journal import read_status
from exactcover.parallel.local_cluster import local_cluster
from tests.docs.pages import blocks
from tests.instances import langford, pentominoes
from tests.interrupting import until
from tests.paths import ROOT

distributed = pytest.importorskip("distributed")
pytest.importorskip("cryptography")

pytestmark = [
    pytest.mark.slow,
    # Its own, of sockets and event loops that are closed late.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(autouse=True)
def no_client_is_left():
    """A client that found no cluster closes when it is collected; while another client starts, that
    would wait for ever."""
    yield
    gc.collect()


@pytest.fixture(scope="module")
def cluster():
    with local_cluster(2) as cluster:
        yield cluster


def test_a_count_on_a_cluster_is_exact_though_its_workers_are_killed(cluster, tmp_path):
    problem = pentominoes(4, 15)
    most = 5 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 1
    done, killed = threading.Event(), []

    def kill():
        while not done.wait(random.uniform(0.3, 0.6)) and len(killed) < most:
            pids = [worker.pid for worker in cluster.workers.values() if worker.pid]
            if pids:
                killed.append(random.choice(pids))
                os.kill(killed[-1], signal.SIGKILL)

    with cluster.get_client() as client:
        executor = client.get_executor()
        assert problem.count(executor=executor) == 1_472
        killer = threading.Thread(target=kill)
        killer.start()
        try:
            found = problem.gather(
                listed=None, executor=executor, journal=tmp_path / "journal", engine="cells"
            )
        finally:
            done.set()
            killer.join()
    assert killed
    assert found.count == len(set(found.listed)) == 1_472
    assert found.count.complete


def test_the_command_starts_a_cluster_of_its_own(command):
    xc.write(pentominoes(6, 10), "pentominoes.json")
    line = "exactcover count pentominoes.json --cluster local --workers 2"
    assert command(line)[:2] == (0, "9356\n")


# -- who else may use the cluster of a command --------------------------------------------------


def listening(process=None):
    """The addresses at which a process and its children listen; by default this process."""
    process = process or psutil.Process()
    return {
        connection.laddr
        for each in (process, *process.children(recursive=True))
        for connection in each.net_connections(kind="inet")
        if connection.status == psutil.CONN_LISTEN
    }


def refuse_strangers(addresses):
    """Who listens there answers nobody without a key."""
    stranger = ssl.create_default_context()
    stranger.check_hostname = False
    stranger.verify_mode = ssl.CERT_NONE
    for _, port in addresses:  # the scheduler, the workers and those who watch over them
        speaks_http = False
        for path in ("/", "/status", "/info/main/workers.html", "/json/counts.json", "/metrics"):
            with pytest.raises(OSError, match=r"404|reset|closed") as refused:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30)
            speaks_http = speaks_http or isinstance(refused.value, urllib.error.HTTPError)
        if not speaks_http:
            with (
                pytest.raises((ssl.SSLError, ConnectionError)),
                socket.create_connection(("127.0.0.1", port), timeout=30) as plain,
                stranger.wrap_socket(plain) as encrypted,
            ):
                encrypted.recv(1)


@pytest.fixture(scope="module")
def started():
    """The address of the scheduler that ``--cluster local`` starts, and where its parts listen."""
    before = listening()
    arguments = argparse.Namespace(cluster="local", workers=1, journal=None)
    with argument_groups.worker_keywords(arguments) as keywords:
        yield keywords["executor"]._client.scheduler.address, listening() - before


def test_the_cluster_of_a_command_listens_on_loopback_alone_and_answers_no_stranger(started):
    _, addresses = started
    assert len(addresses) >= 2  # a scheduler and a worker at least
    assert {address.ip for address in addresses} == {"127.0.0.1"}
    refuse_strangers(addresses)


#: What the recipes take from a real cluster, for one of three machines that are all this one.
STAND_INS = {
    "hostname": "echo 127.0.0.1",
    "scp": 'mkdir -p "homes/${3%:}" && cp -rp "$2" "homes/${3%:}"',
    "ssh": 'cd "homes/$1" && exec bash -c "$2"',
    "srun": 'shift; "$@" & "$@"',
    "sleep": "exec /bin/sleep 5",
}
OTHERS = ("127.0.0.2", "127.0.0.3")


def below(folder):
    """The processes that are at work in a folder."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if Path(process.cwd()).is_relative_to(folder):
                found.append(process)
    return found


@pytest.fixture
def bash(tmp_path, monkeypatch):
    """Starts what a block of the page says, in a folder with the page's files and a problem."""
    (tmp_path / "bin").mkdir()
    for name, does in STAND_INS.items():
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/bash\n{does}\n")
        program.chmod(0o700)
    places = [str(tmp_path / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(places))
    monkeypatch.delenv("DASK_CONFIG", raising=False)
    xc.write(langford(8), str(tmp_path / "langford-16.json"))
    (tmp_path / "machines").write_text("\n".join(OTHERS) + "\n")

    def start(block):
        return subprocess.Popen(["bash", "-euc", block], cwd=tmp_path, stdout=subprocess.PIPE,
                                text=True)  # fmt: skip

    yield start
    for process in below(tmp_path):
        with suppress(psutil.Error):
            process.kill()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
@pytest.mark.parametrize("slurm", [False, True], ids=["ssh", "slurm"])
def test_the_recipe_for_twenty_machines_counts_and_answers_no_stranger(bash, tmp_path, slurm):
    page = blocks(ROOT / "docs" / "howto" / "clusters.md")
    keys, scheduler, workers, count = [block.text for block in page if block.language == "sh"]
    assert bash(keys).wait(30) == 0
    for block in page:
        if block.kind == "file":
            (tmp_path / block.what).write_text(block.text)
    if slurm:
        script = bash("bash search.sh")
        assert script.communicate(timeout=120)[0] == f"{langford(8).count()}\n"
        assert read_status(str(tmp_path / "langford.journal")).complete
        assert until(lambda: not below(tmp_path), 60)
        return
    serving = bash(scheduler)
    bash(workers)
    logs = [tmp_path / "homes" / each / "cluster" / f"worker-{each}.log" for each in OTHERS]
    assert until(lambda: all(log.exists() and "Registered" in log.read_text() for log in logs), 60)
    assert bash(count).communicate(timeout=90)[0] == f"{langford(8).count()}\n"
    assert read_status(str(tmp_path / "langford.journal")).complete
    addresses = set().union(*map(listening, below(tmp_path)))
    assert len(addresses) >= 10  # the scheduler and three workers, with those who watch over them
    refuse_strangers(addresses)
    assert not any(path.stat().st_mode & 0o077 for path in tmp_path.rglob("*.pem"))
    for home in (tmp_path, *(tmp_path / "homes" / each for each in OTHERS)):
        assert (home / "cluster" / "dask-scratch-space").is_dir()
    for process in (*psutil.Process(serving.pid).children(), serving):
        process.send_signal(signal.SIGINT)
    assert until(lambda: not below(tmp_path), 60)


@pytest.mark.parametrize(("scheme", "keys"), [("tcp", False), ("tls", True)])
def test_no_client_without_its_keys_gets_into_the_cluster_of_a_command(
    started, tmp_path, scheme, keys
):
    security = distributed.Security.temporary() if keys else None
    made = tmp_path / "made by a stranger"
    address = started[0].replace("tls://", f"{scheme}://")
    with (
        pytest.raises((OSError, RuntimeError, TypeError)),
        distributed.Client(address, security=security, timeout="5s") as client,
    ):
        client.submit(made.touch).result(timeout=10)
    assert not made.exists()


def test_a_scheduler_that_wants_keys_is_an_error_in_words_without_them(started, command, tmp_path):
    (tmp_path / "one.dlx").write_text("a\na\n")
    code, _, err = command(f"exactcover count one.dlx --cluster {started[0]}")
    assert (code, "no scheduler answers there" in err) == (2, True)


def test_a_cluster_here_without_the_library_that_makes_keys_names_it(monkeypatch):
    monkeypatch.setattr(
        "exactcover.parallel.local_cluster.find_spec",
        lambda name: None if name == "cryptography" else object(),
    )
    with pytest.raises(MissingLibrary, match=r"cryptography.*cluster"), local_cluster():
        pass
