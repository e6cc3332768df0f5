"""Examples in docstrings assume ``import exactcover as xc``, as those of numpy assume ``np``."""

import pytest

import exactcover as xc


@pytest.fixture(autouse=True)
def _assumed(doctest_namespace):
    doctest_namespace["xc"] = xc
