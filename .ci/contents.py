"""Lists what the sdist and the wheel in a folder hold, and fails if it is not what belongs there.

To the sdist belong all files of the repository; to the wheel those of both packages and ``data/``.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

#: Where the wheel has the files of a folder.
PLACES = {
    "exactcover/": "exactcover/",
    "puzzles/exactcover_puzzles/": "exactcover_puzzles/",
    "data/": "exactcover_puzzles/data/",
}
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def main(folder: Path) -> int:
    """Returns 1 if a file is missing or should not be there."""
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True)
    tracked = set(listed.stdout.splitlines())
    with tarfile.open(sdist) as archive:
        held = {member.name.partition("/")[2] for member in archive if member.isfile()}
    faults = differences(sdist, held, tracked | {"PKG-INFO", "exactcover/_version.py"})

    with zipfile.ZipFile(wheel) as bundle:
        held = set(bundle.namelist())
    kernels = {name for name in held if name.endswith(".kernels")}
    about = "-".join(wheel.name.split("-")[:2]) + ".dist-info"
    expected = {f"{about}/{name}" for name in METADATA} | {"exactcover/_version.py"} | kernels
    for place, installed in PLACES.items():
        names = {name for name in tracked if name.startswith(place)}
        expected |= {name.replace(place, installed, 1) for name in names}
    faults += differences(wheel, held, expected)
    if len(kernels) != 2:
        faults.append(f"{wheel.name}: {len(kernels)} files of kernels; expected 2")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def differences(archive: Path, held: set[str], expected: set[str]) -> list[str]:
    """What is missing and what is too much; prints how many files there are in each folder."""
    print(f"{archive.name}: {len(held):,} files, {archive.stat().st_size:,} bytes")
    for top in sorted({name.partition("/")[0] for name in held}):
        inside = [name for name in held if name.partition("/")[0] == top]
        print(f"  {top}" + (f"/ ({len(inside)} files)" if inside != [top] else ""))
    return [f"{archive.name}: {name} is missing" for name in sorted(expected - held)] + [
        f"{archive.name}: {name} does not belong there" for name in sorted(held - expected)
    ]


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
