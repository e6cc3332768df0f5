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
from pathlib import Path

import psutil
import pytest

import exactcover as xc
from exactcover.cli import argument_groups
from exactcover.errors import MissingLibrary
from exactcover.parallel.local_cluster import local_cluster
from tests.docs.pages import blocks
from tests.instances import langford, pentominoes
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


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_the_cluster_of_the_documentation_counts_and_answers_no_stranger(tmp_path):
    problem = langford(8)
    xc.write(problem, str(tmp_path / "langford-16.json"))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    running, counted = [], []
    try:
        for block in blocks(ROOT / "docs" / "howto" / "clusters.md"):
            if block.kind == "file":
                (tmp_path / block.what).write_text(block.text)
            if block.language == "sh":
                serves = "\ndask " in block.text
                process = psutil.Popen(
                    ["bash", "-euc", block.text], cwd=tmp_path, env={**os.environ, "PATH": path},
                    stdout=None if serves else subprocess.PIPE, text=True,
                )  # fmt: skip
                running += [process] * serves
                counted += [] if serves else [process.communicate(timeout=90)[0]]
                assert serves or process.returncode == 0
        assert len(running) == 2  # a scheduler and a worker
        assert counted[-1] == f"{problem.count()}\n"
        addresses = set.union(*map(listening, running))
        assert len(addresses) >= 3
        refuse_strangers(addresses)
        assert not any(path.stat().st_mode & 0o077 for path in (tmp_path / "dask").glob("*.pem"))
        assert (tmp_path / "dask" / "dask-scratch-space").is_dir()
    finally:
        for process in [child for each in running for child in each.children(recursive=True)]:
            process.kill()
        for process in running:
            process.kill()
            process.wait()


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
