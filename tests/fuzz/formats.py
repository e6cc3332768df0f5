"""Every format of files that is read: whole files of it, and how it is read.

One table for three attacks: damage (``damage.py``), symbols that are dropped (``test_symbols.py``),
and shapes that take long (``test_hostile.py``).
"""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover.cli.symmetry_command import read_generators
from exactcover.parallel.journal import read_status
from exactcover.proofs import checker, optimum_checker
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.puzzle import BeamPuzzle
from exactcover_puzzles.registry import KINDS, kind
from results.ledger import read_result
from results.reflect.index import Index, build_index
from tests.fuzz.samples import GENERATORS, LEDGER, PROBLEMS, PUZZLES, WAYS
from tests.instances import langford, queens, rooks
from tests.small_tasks import Sums, tasks_of_few_nodes

__all__ = ["FORMATS", "Format", "canonical"]

#: What journals are about.
SMALL = langford(7)


@dataclass(frozen=True)
class Format:
    """A format: how a file of it is called, files, what reads one, and what that may raise."""

    name: str
    file: str
    #: Whole files, as they are written.
    wholes: Callable[[], list[bytes]]
    #: What a file says, as a value that equals that of another file if both say the same.
    read: Callable[[Path], Any]
    #: What it raises for a file that is not whole; its text names the file.
    fault: type[Exception] | tuple[type[Exception], ...] = xc.FileFault
    #: Whether only what was written can be read, as checksums see to.
    sealed: bool = False
    #: Whether what is read is the same when it is written and read again.
    reads_back: Callable[[Path], bool] = lambda path: True


# -- what is read, as values ---------------------------------------------------------------------


def canonical(value: Any) -> Any:
    """What an object holds, as a value: for objects that are not compared by what they hold."""
    if isinstance(value, str | bytes | int | float | complex | None):
        return value
    if isinstance(value, xc.Problem):
        return value.digest
    if isinstance(value, Mapping):
        return "map", tuple((canonical(key), canonical(each)) for key, each in value.items())
    if isinstance(value, set | frozenset):
        return "set", frozenset(map(canonical, value))
    if isinstance(value, Iterable):
        return type(value).__name__, tuple(map(canonical, value))
    if callable(value) and not hasattr(value, "__dict__"):
        return repr(value)
    slots = [name for each in type(value).__mro__ for name in getattr(each, "__slots__", ())]
    stated = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    stated |= {name: each for name, each in getattr(value, "__dict__", {}).items()
               if not isinstance(getattr(type(value), name, None), property)}  # fmt: skip
    stated = {name: each for name, each in stated.items() if name not in ("path", "stated")}
    if not stated:
        return repr(value)
    return type(value).__name__, canonical(stated)


def problem_of(path: Path) -> Hashable:
    """A problem, by its digest, costs and penalties included."""
    return xc.read(path).digest


def problem_reads_back(path: Path) -> bool:
    """Whether a problem has the same solutions with the same costs when it is written and read."""
    problem = xc.read(path)
    try:
        xc.write(problem, path)
    except (xc.UnwritableName, xc.UnwritableProblem):
        return True
    again = xc.read(path)
    found = [each.count(nodes=10_000) for each in (problem, again)]
    best = [each.minimize(3, nodes=10_000) for each in (problem, again)]
    return found[0] == found[1] and getattr(best[0], "costs", 0) == getattr(best[1], "costs", 0)


def puzzles_of(name: str, path: Path) -> Any:
    """The puzzles in a file."""
    found = puzzles.read(name, path)
    for puzzle in found:
        puzzle.stated = None  # its text
    return canonical([vars(puzzle) for puzzle in found])


# -- sealed files --------------------------------------------------------------------------------


def gathered(path: Path, **asked: Any) -> Any:
    """What a search for all solutions finds that goes on from a journal."""
    found = SMALL.gather(journal=path, listed=None, workers=1, engine="cells", **asked)
    return found.count, len(set(found.listed))


def summed(path: Path, **asked: Any) -> Any:
    """What a user's own search finds."""
    return xc.divide(Sums(10, 20), listed=None, journal=path, workers=1, **asked).count


def optimum(path: Path, **asked: Any) -> Any:
    """What the cheapest solution costs."""
    options = {option: SMALL.items_of(option) for option in SMALL.options}
    costs = {option: k * k % 7 for k, option in enumerate(options)}
    problem = xc.Problem(SMALL.primary, options, costs=costs)
    return problem.minimize(journal=path, workers=1, **asked).cost


def classified(path: Path, **asked: Any) -> Any:
    """How many ways there are to place five rooks, up to symmetry."""
    swap = {("row", 0): ("row", 1), ("row", 1): ("row", 0)}
    turn = {"row": "column", "column": "row"}
    other = {(one, k): (another, k) for one, another in turn.items() for k in range(5)}
    group = rooks(5).symmetry(swap, other)
    return group.count("canonical forms", journal=path, **asked).free


def begun(ask: Callable[..., Any], **asked: Any) -> list[bytes]:
    """A journal of a search that was stopped halfway."""
    with TemporaryDirectory() as folder, tasks_of_few_nodes():
        path = Path(folder) / "journal"
        ask(path, **asked)
        return [path.read_bytes()]


def journal(name: str, ask: Callable[..., Any], **asked: Any) -> Format:
    def read(path: Path) -> Any:
        read_status(str(path))
        return ask(path)

    wholes = partial(begun, ask, **asked)
    return Format(name, "journal", wholes, read, xc.JournalFault, sealed=True)


@cache
def planned() -> list[bytes]:
    """A plan, and two of its parts; nothing is found in others."""
    with TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.xct"
        xc.split(SMALL, 3, plan)
        paths = [plan, *(Path(xc.run_part(plan, part, folder=folder).path) for part in (1, 2))]
        return [path.read_bytes() for path in paths]


def merged(kind: str, path: Path) -> Any:
    """What a plan and a part of it add up to."""
    plan = path.with_name("whole.xct")
    plan.write_bytes(planned()[0])
    if kind == "plan":
        return xc.merge(path, []).parts
    found = xc.merge(plan, path)
    for fault in found.faults:
        raise fault
    return found.done, found.answer.count


def diagrams() -> list[bytes]:
    """A diagram, and one that was filtered out of it."""
    with TemporaryDirectory() as folder:
        path, found = Path(folder) / "diagram.zdd", []
        whole = langford(7).zdd()
        for each in (whole, whole.without_option(SMALL.options[0])):
            each.save(path)
            found.append(path.read_bytes())
        return found


#: The ending of each file of a proof: the other one, what checks both, and which attribute it is.
PROOFS = {
    "cnf": ("drat", checker, "formula"), "drat": ("cnf", checker, "proof"),
    "opb": ("cert", optimum_checker, "formula"), "cert": ("opb", optimum_checker, "proof"),
}  # fmt: skip


def proofs(ending: str) -> list[bytes]:
    """The formula or the proof of a problem with a few solutions."""
    problem, optimum = langford(4), None
    if PROOFS[ending][1] is optimum_checker:
        problem, optimum = queens(6, costs=range(36)), "minimize"
    return [getattr(xc.prove(problem, optimum=optimum), PROOFS[ending][2]).encode()]


def proven(ending: str, path: Path) -> Any:
    """What the checker proves with the other file whole."""
    other, check, which = PROOFS[ending]
    beside = path.with_name(f"whole.{other}")
    beside.write_bytes(proofs(other)[0])
    files = [path, beside] if which == "formula" else [beside, path]
    return check.proven(*map(str, files))


def ledger(path: Path) -> Any:
    """A result; which numbers of lines its functions have does not matter."""
    path.with_name("ways.py").write_text(WAYS)
    found = read_result(path.parent)
    return canonical({**vars(found), "ways": list(found.ways)})


@cache
def index() -> TemporaryDirectory[str]:
    """A folder of an index of small boards of Reflect."""
    folder = TemporaryDirectory()
    build_index(folder.name, 2)
    return folder


def index_of(name: str, path: Path) -> Any:
    """The boards that an index gives for a puzzle."""
    folder = path.with_name("index")
    shutil.copytree(index().name, folder, dirs_exist_ok=True)
    shutil.copy(path, folder / path.name)
    puzzle = BeamPuzzle.of_board(Board(4, (0, 1, 0, 0, 0, 2, *[0] * 10)))
    return sorted(board.cells for board in Index(folder).boards(puzzle))


# -- the table -----------------------------------------------------------------------------------


def _of_problems() -> Iterable[Format]:
    for form, texts in PROBLEMS.items():
        wholes = partial(list, [text.encode() for text in texts])
        yield Format(form, f"problem.{form}", wholes, problem_of, reads_back=problem_reads_back)


def _of_puzzles() -> Iterable[Format]:
    for name in KINDS:
        if kind(name).reads_files:
            texts = [*PUZZLES.get(name, ()), *[kind(name).example] * bool(kind(name).example)]
            wholes = partial(list, [text.encode() for text in texts])
            yield Format(name, "puzzle.txt", wholes, partial(puzzles_of, name))


def _packed(form: Format) -> Format:
    """The same, compressed."""

    def wholes() -> list[bytes]:
        return [gzip.compress(each, mtime=0) for each in form.wholes()]

    return replace(form, name=f"{form.name}.gz", file=f"{form.file}.gz", wholes=wholes)


_TEXTS = [
    *_of_problems(),
    *_of_puzzles(),
    Format("generators", "generators.json", lambda: [text.encode() for text in GENERATORS],
           lambda path: canonical(read_generators(str(path), 10**6))),
]  # fmt: skip
_PROOFS = [
    Format(name, name, partial(proofs, ending), partial(proven, ending),
           (checker.Refused, checker.BadInput), sealed=True)
    for ending, (*_, which) in PROOFS.items()
    for name in (f"{which}.{ending}",)
]  # fmt: skip
_OTHERS = [
    Format("ledger", "result.toml", lambda: [text.encode() for text in LEDGER], ledger),
    Format("zdd", "diagram.zdd", diagrams,
           lambda path: langford(7).load_zdd(path).count(), sealed=True),
    Format("plan", "plan.xct", lambda: planned()[:1], partial(merged, "plan"), sealed=True),
    Format("part", "1.xct", lambda: planned()[1:], partial(merged, "part"), sealed=True),
    journal("journal", gathered, nodes=80),
    journal("own", summed, nodes=200),
    journal("optimum", optimum, nodes=20),
    journal("classes", classified, nodes=20),
    *(Format(f"index {name}", f"{name}-2.npy",
             lambda name=name: [Path(index().name, f"{name}-2.npy").read_bytes()],
             partial(index_of, name), sealed=True)
      for name in ("boards", "digests")),
]  # fmt: skip

#: All formats by their names.
FORMATS = {
    form.name: form for form in (*_TEXTS, *_PROOFS, *map(_packed, (*_TEXTS, *_PROOFS)), *_OTHERS)
}
assert len(FORMATS) == 2 * len(_TEXTS) + 2 * len(_PROOFS) + len(_OTHERS)  # no name twice
