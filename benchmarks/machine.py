"""The machine of a benchmark: processor, Python, and versions of the packages used."""

from __future__ import annotations

import platform
from collections.abc import Container
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["machine"]

_OWN = ("numba", "numpy")
_OTHERS = (
    "xcover",
    "exact-cover",
    "python-sat",
    "ortools",
    "highspy",
    "scipy",
    "distributed",
    "pyganak",
)
#: The names by which tables call the programs of a package, where they differ from its own.
_CALLED = {
    "python-sat": "CaDiCaL", "ortools": "CP-SAT", "highspy": "HiGHS", "scipy": "SciPy",
    "distributed": "Dask", "pyganak": "Ganak",
}  # fmt: skip


def machine(text: Container[str] = "") -> str:
    """A description; of other packages, only those that ``text`` names."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    cores = f"{names[0]} ({len(names)} cores)" if names else platform.processor()
    words = [cores or platform.machine(), f"Python {platform.python_version()}"]
    for package in (*_OWN, *(each for each in _OTHERS if _CALLED.get(each, each) in text)):
        try:
            words.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(words)
