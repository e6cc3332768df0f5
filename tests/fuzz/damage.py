"""``python -m tests.fuzz.damage``: damaged files of each format that is read.

A damaged file raises what is documented for its format, with the name of the file; or it is read as
something that the format can say; or, where checksums see to it, as what it was.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.__main__ import positive
from tests.fuzz.formats import FORMATS, Format
from tests.fuzz.runner import patience

__all__ = ["damaged", "damages"]

#: Seconds for one file at most.
PATIENCE = 20
#: What texts are made of, and what they are not.
PARTS = [
    *"0129.#|:@A/\\+;,*%'\"[]{}()=<>~^_!?&$ \n\r\t\x00\x0b\x1c²٣\u00a0\u2028\ufeffé\u0301",
    "\U0001f600", "-1", "\r\n", "99999999999999999999", "1e999999999", "nan", "--1",
    "title: ", "size: ", "3x2", "piece ", "null",
]  # fmt: skip


def damaged(data: bytes, draw: random.Random) -> bytes:
    """The bytes of a file, damaged once, or a few times."""
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        if not data:
            break
        start = draw.randrange(len(data) + 1)
        # A byte, a few, a tenth, or a block of a disk.
        length = draw.choice([1, 1, 2, 8, max(1, len(data) // 10), 512])
        block, after = data[start : start + length], data[start + length :]
        flipped = bytes(byte ^ 1 << draw.randrange(8) for byte in block[:1]) + block[1:]
        said = draw.choice(PARTS).encode()  # something that texts say, instead of something
        data = data[:start] + draw.choice([
            flipped + after, flipped + after, b"", after, draw.randbytes(length) + block + after,
            *[said + (block + after)[draw.choice([0, 1, 3]) :]] * 2, block + block + after,
            after[:length] + block + after[length:],  # two blocks have changed places
            draw.choice([b"\0", b"\xff", b" "]) * len(block) + after,  # it was never written
        ])  # fmt: skip
    return data


def fault_of(form: Format, path: Path, whole: Any) -> tuple[str, str]:
    """What came of reading a file: "refused", "same", "another"; and what is wrong with that."""
    found: Any = None
    try:
        with patience(form.name, PATIENCE), warnings.catch_warnings():
            warnings.simplefilter("error")
            found = form.read(path)
        if found == whole:
            return "same", ""
        if form.sealed:
            return "another", f"{found!r} is read, and {whole!r} was written"
        same = form.reads_back(path)
        return "another", "" if same else "it is another when it is written and read again"
    except Exception as error:
        # (A result that lies in a folder is called by it.)
        named = any(name in str(error) for name in (path.name, str(path.parent)))
        if found is None and isinstance(error, form.fault) and named:
            return "refused", ""
        return "refused", f"{type(error).__name__}: {error}"


def damages(form: Format, seed: str, numbers: range) -> Iterator[tuple[str, str, bytes]]:
    """For each number what came of one damaged file, what is wrong with that, and the file."""
    wholes = form.wholes()
    with TemporaryDirectory() as folder:
        path = Path(folder) / form.file
        values = []
        for data in wholes:
            path.write_bytes(data)
            values.append(form.read(path))
        for number in numbers:
            draw = random.Random(f"{seed}/{form.name}/{number}")
            which = draw.randrange(len(wholes))
            data = damaged(wholes[which], draw)
            path.write_bytes(data)
            yield *fault_of(form, path, values[which]), data


def main() -> int:
    """Run; 1 if something was wrong."""
    parser = argparse.ArgumentParser("python -m tests.fuzz.damage", description=__doc__)
    parser.add_argument("--seed", default="1", help="default: 1")
    parser.add_argument(
        "--damages", type=positive, default=1000, help="of each format; default: 1000"
    )
    parser.add_argument("--format", choices=FORMATS, help="this format alone")
    parser.add_argument("--most-failures", type=int, default=5, help="of a format; default: 5")
    parser.add_argument("--case", type=int, help="one damage alone, by its number")
    arguments = parser.parse_args()
    print(f"{'format':16}{'damages':>9}{'refused':>9}{'same':>9}{'another':>9}{'wrong':>9}{'s':>9}")
    failed, case = False, arguments.case
    numbers = range(arguments.damages) if case is None else range(case, case + 1)
    for name in [arguments.format] if arguments.format else FORMATS:
        tally: Counter[str] = Counter()
        began = time.monotonic()
        for number, (outcome, wrong, data) in zip(
            numbers, damages(FORMATS[name], arguments.seed, numbers), strict=True
        ):
            tally["wrong" if wrong else outcome] += 1
            if wrong and tally["wrong"] <= arguments.most_failures:
                again = f"--format '{name}' --seed {arguments.seed} --case {number}"
                print(f"{name}: {wrong}\n  {data[:300]!r}\n  again: {again}", flush=True)
        row = [f"{tally[each]:9,}" for each in ("refused", "same", "another", "wrong")]
        seconds = time.monotonic() - began
        print(f"{name:16}{tally.total():9,}{''.join(row)}{seconds:9.1f}", flush=True)
        failed |= bool(tally["wrong"])
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
