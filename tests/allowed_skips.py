"""The tests that may be skipped even with ``FAIL_ON_SKIPS`` (as in ``.ci/run``), with reasons.

Everything optional is installed there, so that a skip is one of these, or hides something.
"""

from __future__ import annotations

import re

__all__ = ["allowed"]

#: What the reason of a skip says, and why it may.
_ALLOWED = {
    r"takes long: HYPOTHESIS_PROFILE=thorough": "takes minutes; run before a release",
    r"takes numba, or minutes": "plain Python is some hundred times slower (.ci/without-numba)",
    r"is about compiled rules": "plain Python has one form of them (.ci/without-numba)",
    r"needs the (public cases|shared puzzles)": "other people's data, which is not in the project",
    r"needs the checkout": "the documentation is tested where it is",
    r"only root can be another user": "anybody else has one account",
    r"root may write everywhere": "only somebody else can be kept from writing",
    r"needs /(dev/(full|shm|zero)|proc)": "Linux has them",
    r"needs (a terminal|terminals of Unix|SIGINT)": "not on Windows",
    r"needs a Python 3\.9": "few have one; vermin reads the same program",
    r"could not import 'mpi4py'|needs mpiexec": "takes an MPI of the system",
    r"could not import '(graphillion|pyganak)'": "they have wheels for some machines alone",
}


def allowed(reason: str) -> bool:
    """Whether a test may be skipped for this reason."""
    return any(re.search(pattern, reason) for pattern in _ALLOWED)
