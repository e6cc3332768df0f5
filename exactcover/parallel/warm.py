"""Compiling all kernels ahead of time, several at once in separate processes."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar

from ..compile import Kernel
from .executors import end, in_words, sheltered

log = logging.getLogger("exactcover")

Answer = TypeVar("Answer")
#: Told after each kernel: how many are done, of how many, and the name of the one just done.
Progress = Callable[[int, int, str], None]

#: The group of entry points by which other packages name their modules with kernels.
GROUP = "exactcover.kernels"
#: The modules of this package with kernels, those that take longest first.
_MODULES = (
    "kernels.learning.learning_loop", "kernels.trees.bitset_loop",
    "kernels.components.projection_loop", "kernels.states.state_run",
    "kernels.states.state_choices", "kernels.states.order_search", "kernels.trees.planes",
    "kernels.trees.probe", "kernels.trees.cells_loop", "kernels.trees.cheapest_loop",
    "propagation.kernel",
    "kernels.linear.dual_simplex", "kernels.graphs.graphs", "kernels.graphs.graph_merge",
    "kernels.graphs.minimal_graph", "kernels.bits.clashes", "kernels.components.components",
    "kernels.linear.network_simplex", "kernels.linear.whole_bound", "kernels.states.dense_tables",
    "kernels.trees.ruled_loop",
)  # fmt: skip


def kernels() -> Iterator[tuple[str, str]]:
    """All kernels: the module and the name of each."""
    package = __package__.rpartition(".")[0]
    others = sorted(each.value for each in entry_points(group=GROUP))
    seen: set[Kernel[..., Any]] = set()
    for module in [f"{package}.{each}" for each in _MODULES] + others:
        try:
            names = vars(import_module(module))
        except (Exception, SystemExit) as error:  # of another package, it may be anything
            if module not in others:
                raise
            log.warning("the kernels of %s are missing: %s", module, in_words(error))
            continue
        for name, value in names.items():
            if isinstance(value, Kernel) and value not in seen:
                seen.add(value)
                yield module, name


def warm(workers: int, told: Progress) -> None:
    """Compile all kernels, and keep them where later processes find them."""
    for _ in _in_processes(Kernel.warm, workers, told, None):
        pass


def make_bundle(path: Path, browsers: Path | None, workers: int, told: Progress) -> None:
    """Write the bundles of all kernels (``compile/bundle.py``), the same bytes each time.

    Each kernel is compiled in a process of its own, since numba gives its functions numbers. Raises
    :class:`OSError` if a file cannot be written, or made, before anything is compiled.
    """
    from ..compile import write_bundle  # which needs llvmlite

    write_bundle(_in_processes(Kernel.entry, workers, told, 1), path, browsers)


def _in_processes(
    work: Callable[[Any], Answer], workers: int, told: Progress, per_process: int | None
) -> Iterator[Answer]:
    """What the work gives for each kernel, as they are ready."""
    asked = list(kernels())
    context = multiprocessing.get_context("spawn")
    futures: dict[Future[Answer], str] = {}
    with sheltered():  # its queues have a process of their own
        made = ProcessPoolExecutor(workers, context, max_tasks_per_child=per_process)
    with made as pool:
        try:
            with sheltered():
                for each in asked:
                    futures[pool.submit(partial(_on_kernel, work), *each)] = ".".join(each)
            for done, future in enumerate(as_completed(futures), start=1):
                told(done, len(asked), futures[future])
                yield future.result()
        except BaseException:
            end(pool, futures)
            raise


def _on_kernel(work: Callable[[Any], Answer], module: str, name: str) -> Answer:
    return work(getattr(import_module(module), name))
