"""Searches on a Dask cluster, whose workers die."""

from __future__ import annotations

import os
import random
import signal
import threading
import time

import pytest

from .instances import pentominoes

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    # Its own, of sockets and event loops that are closed late.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_a_count_on_a_cluster_is_exact_though_its_workers_are_killed(cluster, tmp_path):
    problem = pentominoes(4, 15)
    most = 5 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 1
    draw = random.Random()
    done = threading.Event()
    killed = []

    def kill():
        while not done.wait(draw.uniform(0.3, 0.6)) and len(killed) < most:
            pids = [worker.pid for worker in cluster.workers.values() if worker.pid]
            if pids:
                killed.append(draw.choice(pids))
                os.kill(killed[-1], signal.SIGKILL)

    with distributed.Client(cluster) as client:
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


def test_the_command_starts_a_cluster_of_its_own(tmp_path, capsys):
    import exactcover as xc
    from exactcover import cli

    path = tmp_path / "pentominoes.json"
    xc.write(pentominoes(6, 10), str(path))
    started = time.monotonic()
    assert cli.main(["count", str(path), "--cluster", "local", "--workers", "2"]) == 0
    assert capsys.readouterr().out == "9356\n"
    assert time.monotonic() - started < 60
