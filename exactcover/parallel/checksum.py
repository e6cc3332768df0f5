"""A checksum over all rows of a journal, which finds changes by other programs.

Every row has a digest of 256 bits, and the checksum of a table is their sum modulo 2^256. So the
order of the rows does not matter, and a change to a row is an addition and a subtraction. (This is
MSet-Add-Hash of D. Clarke, S. Devadas, M. van Dijk, B. Gassend and G. Suh, "Incremental multiset
hash functions and their application to memory integrity checking", ASIACRYPT 2003, without a secret
key.) It finds damage. It does not stop forgery, since anyone can compute it anew.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable

#: What a row of the journal holds.
Value = int | float | str | bytes | None
#: The row of ``about`` that holds the checksum, and is not part of it.
KEY = "checksum"
_TABLES = ("about", "open", "option", "session", "solution")


def digest_of(table: str, row: Iterable[Value]) -> int:
    """The digest of one row: its table, and the value and type of every column."""
    text = ascii((table, *row)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=32).digest(), "big")


class Checksum:
    """The sums of all tables; of no rows at first."""

    def __init__(self) -> None:
        self._sums = dict.fromkeys(_TABLES, 0)

    @classmethod
    def of(cls, database: sqlite3.Connection) -> Checksum:
        """The checksum of all rows of a journal. Raises sqlite3.Error. O(its size)."""
        made = cls()
        for table in _TABLES:
            for row in database.execute(f"SELECT * FROM {table}"):
                if table != "about" or row[0] != KEY:
                    made.add(table, [row])
        return made

    def add(self, table: str, rows: Iterable[Iterable[Value]]) -> None:
        """Add rows."""
        self.shift(table, sum(digest_of(table, row) for row in rows))

    def shift(self, table: str, digests: int) -> None:
        """Add the sum of the digests of rows; a negative sum removes rows."""
        self._sums[table] = (self._sums[table] + digests) % 2**256

    def __str__(self) -> str:
        """As it stands in the journal: for each table its name and 64 hexadecimal digits."""
        return " ".join(f"{table} {total:064x}" for table, total in self._sums.items())

    def wrong_tables(self, noted: object) -> list[str]:
        """The tables whose rows are not those that were noted."""
        words = str(noted).split()
        expected = dict(zip(words[::2], words[1::2], strict=False))
        wrong = [
            table for table, each in self._sums.items() if expected.get(table) != f"{each:064x}"
        ]
        return wrong or ([] if str(noted) == str(self) else ["about"])
