"""How long stating a large problem takes: ``python -m benchmarks.stating``.

Each option has three to five of a thousand items, chosen at random. For each way to state the same
problem it prints the seconds, and the bytes for each option as ``tracemalloc`` counts them in a
second run: those that the problem holds, and the most while it was stated. The dict, the matrix or
the text of a file, which is there before, is in neither. ``--after`` also measures a pickle, a
comparison with an equal problem, and writing the problem as text and as MPS.
"""

from __future__ import annotations

import argparse
import gc
import pickle
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

import exactcover as xc
from exactcover.files import dlx, mps

from .__main__ import positive
from .machine import machine

_ITEMS = 1_000


class Made:
    """A random problem, in the forms that it can be stated in."""

    def __init__(self, n_options: int):
        random = np.random.default_rng(1)
        lengths = random.integers(3, 6, n_options)
        # Different items: five numbers from equal parts of all items.
        part = _ITEMS // 5
        chosen = random.integers(0, part, (n_options, 5)) + np.arange(5) * part
        self.starts = np.concatenate([[0], np.cumsum(lengths)])
        self.columns = chosen[np.arange(5) < lengths[:, None]]
        self.items = [f"i{k}" for k in range(_ITEMS)]
        self.rows = [
            [self.items[k] for k in self.columns[begin:end].tolist()]
            for begin, end in zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True)
        ]

    def dict(self) -> dict[str, list[str]]:
        """Named options."""
        return {f"c{k}": row for k, row in enumerate(self.rows)}

    def matrix(self) -> Any:
        """A sparse matrix."""
        from scipy.sparse import csr_array

        ones, shape = np.ones(len(self.columns), np.int8), (len(self.rows), _ITEMS)
        return csr_array((ones, self.columns.astype(np.int32), self.starts), shape=shape)

    def frame(self) -> Any:
        """A table with a row for each item of each option."""
        import pandas as pd

        option = np.searchsorted(self.starts, np.arange(len(self.columns)), "right") - 1
        return pd.DataFrame({"option": option, "item": self.columns})

    def dlx(self) -> str:
        """The text format."""
        return "\n".join([" ".join(self.items), *map(" ".join, self.rows)]) + "\n"

    def mps(self) -> str:
        """An integer program in the layout that most programs write."""
        lines = ["NAME made", "ROWS", " N cost", *(f" E {item}" for item in self.items)]
        lines += ["COLUMNS", " M1 'MARKER' 'INTORG'"]
        lines += [f" c{k} {item} 1" for k, row in enumerate(self.rows) for item in row]
        lines += [" M2 'MARKER' 'INTEND'", "RHS", *(f" rhs {item} 1" for item in self.items)]
        lines += ["BOUNDS", *(f" BV bnd c{k}" for k in range(len(self.rows))), "ENDATA"]
        return "\n".join(lines) + "\n"


#: How each form is made and stated.
WAYS: dict[str, tuple[Callable[[Made], Any], Callable[[Any, Made], xc.Problem]]] = {
    "dict": (Made.dict, lambda form, made: xc.Problem(made.items, form)),
    "list": (lambda made: made.rows, lambda form, made: xc.Problem(made.items, form)),
    "from_matrix, sparse": (Made.matrix, lambda form, made: xc.from_matrix(form)),
    "from_frame": (Made.frame, lambda form, made: xc.from_frame(form)),
    ".dlx": (Made.dlx, lambda form, made: dlx.parse(form)),
    "MPS": (Made.mps, lambda form, made: xc.read(form, "mps")),
}


def measured(function: Callable[[], Any], each: int) -> tuple[Any, str]:
    """What a function returns; and its seconds, the bytes it holds and the most, in columns."""
    gc.collect()
    start, start_on_processor = time.perf_counter(), time.process_time()
    found = function()
    seconds = time.perf_counter() - start
    on_processor = time.process_time() - start_on_processor
    del found
    gc.collect()
    tracemalloc.start()
    found = function()
    gc.collect()
    held, most = (traced / each for traced in tracemalloc.get_traced_memory())
    tracemalloc.stop()
    return found, f"{seconds:>9.2f}{on_processor:>8.2f}{held:>8.0f}{most:>8.0f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--options", type=positive, default=1_000_000, help="default 1,000,000")
    parser.add_argument("--ways", nargs="+", choices=[*WAYS], default=[*WAYS], metavar="WAY")
    parser.add_argument("--after", action="store_true", help="also what is asked first")
    arguments = parser.parse_args()
    made, n = Made(arguments.options), arguments.options
    print(f"{machine()}\n\n{f'{n:,} options':<32}{'seconds':>9}{'CPU':>8}{'held':>8}{'most':>8}")
    for way in arguments.ways:
        make, state = WAYS[way]
        form = make(made)
        problem, columns = measured(lambda: state(form, made), n)  # noqa: B023 - called here
        print(f"{way:<32}{columns}", flush=True)
        if arguments.after:
            other = state(form, made)
            after: dict[str, Callable[[], Any]] = {
                "pickle": lambda: pickle.loads(pickle.dumps(problem)),  # noqa: B023
                "equality": lambda: problem == other,  # noqa: B023
                "as text": lambda: dlx.format_problem(problem),  # noqa: B023
                "as MPS": lambda: mps.format_problem(problem),  # noqa: B023
            }
            for name, question in after.items():
                print(f"  {name:<30}{measured(question, n)[1]}", flush=True)


if __name__ == "__main__":
    main()
