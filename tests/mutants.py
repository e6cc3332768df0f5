"""``python -m tests.mutants``: count the small changes of the code that the tests detect.

For each file below some mutants are drawn by a seed (cosmic-ray makes them, ``pip install
cosmic-ray``), and the tests of its folders are run on each, in a clone of the last commit, until
one fails. A mutant that survives is printed: either no test looks there, or it does no harm.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from .paths import ROOT

#: Five files of the engine and five of puzzles and page, with the tests that look at each.
FILES = {
    "exactcover/statement/model.py": "statement",
    "exactcover/search/distinct.py": "search fuzz/test_fuzz.py",
    "exactcover/rules/totals.py": "rules",
    "exactcover/files/dlx.py": "files",
    "exactcover/symmetries/orbits.py": "symmetries",
    "puzzles/exactcover_puzzles/sudoku/rating.py": "puzzles/sudoku puzzles/test_faults.py",
    "puzzles/exactcover_puzzles/reflect/board.py": "puzzles/reflect",
    "puzzles/exactcover_puzzles/polyform/polyforms.py": "puzzles/polyform",
    "puzzles/exactcover_puzzles/page/questions.py": "puzzles/page",
    "puzzles/exactcover_puzzles/matching/tiles.py": "puzzles/matching puzzles/test_faults.py",
}
#: Seconds for the tests of one file; a mutant that takes longer is noticed.
PATIENCE = 600


def survivors(clone: Path, file: str, folders: str, number: int, seed: str) -> list[str]:
    """Mutants of a file that no test notices, of so many drawn."""
    tests = [f"tests/{folder}" for folder in folders.split()]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    config, session = clone / "mutants.toml", clone / "mutants.sqlite"
    settings = {"module-path": [file], "timeout": float(PATIENCE), "excluded-modules": [],
                "test-command": " ".join(command)}  # fmt: skip
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    text = ["[cosmic-ray]", *lines, "[cosmic-ray.distributor]", 'name = "local"']
    config.write_text("\n".join(text))
    session.unlink(missing_ok=True)
    # What is tested is the clone, with the kernels that are compiled already.
    path = os.pathsep.join([str(clone), str(clone / "puzzles")])
    run = {"cwd": clone, "env": {**os.environ, "PYTHONPATH": path}, "check": True}
    subprocess.run(command, **run, stdout=subprocess.DEVNULL)
    subprocess.run(["cosmic-ray", "init", config, session], **run)
    with sqlite3.connect(session) as table:
        jobs = table.execute(
            "SELECT job_id FROM mutation_specs ORDER BY operator_name, occurrence, operator_args"
        ).fetchall()
        drawn = set(random.Random(f"{seed} {file}").sample(jobs, min(number, len(jobs))))
        left = [job for job in jobs if job not in drawn]
        for name in ("mutation_specs", "work_items"):
            table.executemany(f"DELETE FROM {name} WHERE job_id = ?", left)
    subprocess.run(["cosmic-ray", "exec", config, session], **run)
    with sqlite3.connect(session) as table:
        found = table.execute("SELECT test_outcome, diff FROM work_results").fetchall()
    alive = [diff for outcome, diff in found if outcome == "SURVIVED"]
    print(f"{file:52}{len(jobs):7,}{len(found):7,}{len(found) - len(alive):8,}", flush=True)
    return alive


def main() -> int:
    """Draw, run and print; 0."""
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("--mutants", type=int, default=40, help="of each file; default: 40")
    parser.add_argument("--seed", default="1", help="default: 1")
    parser.add_argument("--only", default="", help="files with this in their names")
    arguments = parser.parse_args()
    print(f"{'file':52}{'all':>7}{'drawn':>7}{'noticed':>8}")
    alive = []
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "-q", "--shared", ROOT, clone], check=True)
        for version in ROOT.glob("exactcover/_version.py"):  # which the build has written
            (clone / "exactcover" / version.name).write_bytes(version.read_bytes())
        for file, folders in FILES.items():
            if arguments.only in file:
                alive += survivors(clone, file, folders, arguments.mutants, arguments.seed)
    print(f"\n{len(alive)} survived")
    print(*alive, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
