"""Examples in docstrings assume ``import exactcover as xc``, as those of numpy assume ``np``."""

import pytest

import exactcover as xc

#: Functions whose examples take an optional library.
LIBRARIES = {"from_frame": "pandas", "from_graph": "networkx"}


@pytest.fixture(autouse=True)
def _assumed(doctest_namespace, request):
    doctest_namespace["xc"] = xc
    library = LIBRARIES.get(request.node.name.rpartition(".")[2])
    if library:
        pytest.importorskip(library)
