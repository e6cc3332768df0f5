"""Hypothesis profiles: ``fast`` (the default) and ``thorough`` (HYPOTHESIS_PROFILE=thorough)."""

import os

import pytest
from hypothesis import HealthCheck, settings

# Compiling kernels and garbage collection make single examples slow for no fault of theirs.
_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("fast", max_examples=60, **_common)
settings.register_profile("thorough", max_examples=2_000, **_common)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


def pytest_collection_modifyitems(items):
    """What is marked ``thorough`` runs with HYPOTHESIS_PROFILE=thorough only."""
    if os.environ.get("HYPOTHESIS_PROFILE") != "thorough":
        for item in items:
            if item.get_closest_marker("thorough"):
                item.add_marker(pytest.mark.skip(reason="takes long: HYPOTHESIS_PROFILE=thorough"))


@pytest.fixture
def tiny_tasks():
    """Divided searches are divided into tasks of a few nodes."""
    from .small_tasks import tasks_of_few_nodes

    with tasks_of_few_nodes():
        yield
