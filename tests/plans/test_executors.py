"""Parts run on any executor, and what one began another completes."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest

from exactcover.parallel import coordinator
from exactcover.parallel.executors import sheltered
from exactcover.parallel.local_cluster import local_cluster
from tests.instances import langford

from .planned import Planned


@pytest.fixture(autouse=True)
def _many_tasks(monkeypatch):
    monkeypatch.setattr(coordinator, "_FIRST_NODES", 500)
    monkeypatch.setattr(coordinator, "_FEWEST_NODES", 500)


@pytest.mark.compiled
def test_a_part_that_an_executor_began_is_completed_without_it(tmp_path):
    planned = Planned(tmp_path, langford(11), 3)
    with ThreadPoolExecutor(2) as executor:
        for part in range(3):
            assert not planned.run(part, executor=executor, nodes=5_000).complete
    assert planned.run_all().merged().answer.count == 35_584


def environment():
    """The variables of this process, but for what pytest says in one of them."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def test_threads_that_start_processes_together_leave_the_environment_as_it_was():
    def start(_):
        with sheltered():
            time.sleep(0.001)

    before = environment()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(start, range(100)))
    assert environment() == before


@pytest.mark.needs("distributed", "cryptography")
def test_dask_runs_parts(tmp_path):
    import_module("distributed")
    planned, before = Planned(tmp_path, langford(8), 3), environment()
    with local_cluster(1) as cluster, cluster.get_client() as client:
        for part in range(3):
            assert planned.run(part, executor=client.get_executor()).complete
    assert environment() == before
    assert planned.merged().answer.count == 300
